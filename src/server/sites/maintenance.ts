/** Whether a station is in maintenance, of its row. */
import type { Maintenance } from '../../contract/sites/maintenance.ts';
import type { StationRow } from './structure.ts';

type Columns = Pick<
  StationRow,
  'maintenance_until' | 'maintenance_at' | 'maintenance_by' | 'maintenance_reason'
>;

/** The maintenance that a station is in; null where it is in none, or its end has come. */
export function maintenanceOf(row: Columns, now: number): Maintenance | null {
  const { maintenance_until: until, maintenance_at: at } = row;
  if (until === null || at === null || until <= now) return null;
  return { until, at, reason: row.maintenance_reason ?? '', accountName: row.maintenance_by ?? '' };
}
