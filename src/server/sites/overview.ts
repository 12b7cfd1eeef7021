import { kindByCode } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { Storage } from '../storage/storage.ts';
import type { Site } from './structure.ts';

const day = 86_400_000;
const mostGaps = 50;

/** What one source of a station has stored, and what it should have. */
export interface SourceReport {
  readonly sourceId: number;
  readonly row: RowId;
  readonly count: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly expected24h: number;
  readonly received24h: number;
  readonly expected30d: number;
  readonly received30d: number;
  readonly gaps: {
    readonly kind: string;
    readonly from: number;
    readonly to: number;
    readonly count: number;
  }[];
}

/** Rows that come with an event or a report, not with the collection cycle: nothing is expected of them. */
const byEvent = new Set<RowId>(['status', 'waveform', 'blast', 'sound', 'horn']);

async function report(
  storage: Storage,
  source: { readonly id: number; readonly row: RowId; readonly cycle: number },
  sendCycle: number,
  now: number,
): Promise<SourceReport> {
  const { id: sourceId, row, cycle } = source;
  const { readings } = storage;
  const [overview] = await readings.overview(row, [sourceId]);
  const firstAt = overview?.firstAt ?? null;
  const received = async (span: number) => {
    const page = await readings.rows({ sourceId, row, element: 0, from: now - span, to: now, limit: 1 });
    return page.total;
  };
  const expected = (span: number) => {
    if (firstAt === null || byEvent.has(row)) return 0;
    return Math.max(0, Math.floor(Math.min(span, now - firstAt) / (cycle * 1000)));
  };
  const from = now - 30 * day;
  const gaps =
    firstAt === null || byEvent.has(row)
      ? []
      : await readings.gaps({
          sourceId,
          row,
          element: 0,
          from: Math.max(from, firstAt),
          to: now,
          cycle,
          sendCycle,
        });
  return {
    sourceId,
    row,
    count: overview?.count ?? 0,
    firstAt,
    lastAt: overview?.lastAt ?? null,
    expected24h: expected(day),
    received24h: await received(day),
    expected30d: expected(30 * day),
    received30d: await received(30 * day),
    gaps: [...gaps].sort((a, b) => b.from - a.from).slice(0, mostGaps),
  };
}

/** The RTU's status row and each sensor's rows: counts, expectations, gaps. */
export async function readOverview(storage: Storage, site: Site, now: number): Promise<SourceReport[]> {
  const { rtu, sensors } = site;
  if (rtu === null) return [];
  const sources = [
    { id: rtu.id, row: 'status' as const, cycle: rtu.send_cycle },
    ...sensors.flatMap((sensor) =>
      (kindByCode(sensor.kind)?.rows ?? []).map((row) => ({
        id: sensor.id,
        row,
        cycle: rtu.collection_cycle,
      })),
    ),
  ];
  const reports: SourceReport[] = [];
  for (const source of sources) reports.push(await report(storage, source, rtu.send_cycle, now));
  return reports;
}
