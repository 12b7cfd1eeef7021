import { Exports } from '../../server/exports/exports.ts';
import { Reports } from '../../server/reports/reports.ts';
import { version } from '../version.ts';
import type { DeviceRooms } from './devices.ts';
import type { Making } from './making.ts';
import type { StorageRooms } from './storage.ts';

/** What is made of readings and alarms to be taken away. */
export function composeReports(
  { settings, failing, faults }: Making,
  { storage, jobs }: StorageRooms,
  { board }: DeviceRooms,
) {
  const of = { storage, board, jobs, settings: { version, edition: settings.edition } };
  const exports = new Exports(of);
  const reports = new Reports({
    ...of,
    failed: failing('a report was not made'),
    ...faults,
  });
  return { exports, reports };
}

export type ReportRooms = ReturnType<typeof composeReports>;
