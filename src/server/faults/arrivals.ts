import { dayNumber, dayStart } from '../../base/time.ts';
import type { ArrivalTable } from '../../contract/devices/faults.ts';
import type { Board } from '../sites/board.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { Storage } from '../storage/storage.ts';

/** What arrived on the last `days` whole days at each station that the viewer sees, all of its sensors together. */
export async function readArrivalDays(
  { storage, board, now }: { readonly storage: Storage; readonly board: Board; readonly now: () => number },
  viewer: CompanyScope,
  days: number,
): Promise<ArrivalTable> {
  const sites = board.sites(viewer).filter(({ rtu }) => rtu !== null);
  const today = now();
  const last = sites.reduce(
    (latest, { project }) => Math.max(latest, dayNumber(project.timeZone, today, project.dayBoundary) - 1),
    Math.floor(today / 86_400_000) - 1,
  );
  const expected = new Array<number>(sites.length * days).fill(0);
  const received = new Array<number>(sites.length * days).fill(0);
  const places = new Map(sites.flatMap(({ sensors }, at) => sensors.map(({ id }) => [id, at] as const)));
  const rows = await storage.db
    .selectFrom('arrival_days')
    .select(['day', 'source_id', 'expected', 'received'])
    .where('day', '>=', today - (days + 3) * 86_400_000)
    .execute();
  for (const row of rows) {
    const at = places.get(row.source_id);
    const site = at === undefined ? undefined : sites[at];
    if (at === undefined || site === undefined) continue;
    const { timeZone, dayBoundary } = site.project;
    const number = dayNumber(timeZone, row.day, dayBoundary);
    // Counted by a calendar that the project has no longer.
    if (dayStart(timeZone, number, dayBoundary) !== row.day) continue;
    const column = days - 1 - (last - number);
    if (column < 0 || column >= days) continue;
    const cell = at * days + column;
    expected[cell] = (expected[cell] ?? 0) + row.expected;
    received[cell] = (received[cell] ?? 0) + row.received;
  }
  return { last, days, stations: sites.map(({ station }) => station.id), expected, received };
}
