import type { ExportTableId } from '../../../contract/exports.ts';
import type { AnyExportTable } from '../table.ts';
import { alarmsTable } from './alarms.ts';
import { auditTable } from './audit.ts';
import { curveTable } from './curve.ts';
import { devicesTable } from './devices.ts';
import { faultMonthTable } from './fault-month.ts';
import { latestTable } from './latest.ts';
import { ordersTable } from './orders.ts';
import { readingsTable } from './readings.ts';
import { remarksTable } from './remarks.ts';
import { usersTable } from './users.ts';

/** What writes each table of the contract. */
export const tables: Readonly<Record<ExportTableId, AnyExportTable>> = {
  readings: readingsTable,
  curve: curveTable,
  latest: latestTable,
  devices: devicesTable,
  alarms: alarmsTable,
  orders: ordersTable,
  remarks: remarksTable,
  audit: auditTable,
  users: usersTable,
  faultMonth: faultMonthTable,
};
