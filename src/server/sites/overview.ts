import { kindByCode } from '../../catalogue/index.ts';
import type { KindDefinition, RowId } from '../../catalogue/model.ts';
import { isInPlace } from '../../domain/in-place.ts';
import { overdueCycles } from '../../domain/link-state.ts';
import { byEvent } from '../../domain/readings/event-rows.ts';
import { readReported } from '../delivery/shadow.ts';
import type { ReportedValues } from '../storage/schema.ts';
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

/** A source of readings that come with the collection cycle. */
export type ExpectedSource = Source;

interface Source {
  readonly id: number;
  readonly row: RowId;
  /** Seconds between its collections. */
  readonly cycle: number;
  /** False for a sensor that is not, or no longer, installed. */
  readonly installed: boolean;
}

/** When readings should have come until now, and since when the station's RTU is known. */
interface Due {
  readonly now: number;
  /** Seconds. */
  readonly sendCycle: number;
  /** What was collected before this moment has been sent by an RTU that keeps its cycle. */
  readonly until: number;
  /** The RTU's first status row: from then on a sensor without readings is missed. */
  readonly since: number | null;
}

async function report(storage: Storage, source: Source, due: Due): Promise<SourceReport> {
  const { id: sourceId, row, cycle, installed } = source;
  const { now, sendCycle } = due;
  const { readings } = storage;
  const [overview] = await readings.overview(row, [sourceId]);
  const firstAt = overview?.firstAt ?? null;
  const arrivals = async (span: number) => {
    const since = firstAt ?? due.since;
    if (since === null || !installed || byEvent.has(row)) return { expected: 0, received: 0 };
    return readings.arrivals({
      row,
      sourceId,
      from: Math.max(since, due.until - span),
      to: due.until,
      cycle,
    });
  };
  const [lastDay, lastMonth] = [await arrivals(day), await arrivals(30 * day)];
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
    expected24h: lastDay.expected,
    received24h: lastDay.received,
    expected30d: lastMonth.expected,
    received30d: lastMonth.received,
    gaps: [...gaps].sort((a, b) => b.from - a.from).slice(0, mostGaps),
  };
}

/** Seconds between a sensor's collections: its own cycle where it has reported one, else its RTU's. */
function cycleOf(kind: KindDefinition | undefined, reported: ReportedValues, ofRtu: number): number {
  for (const group of kind?.groups ?? []) {
    const own = reported[`${group}/collectionCycle`]?.[0];
    if (typeof own === 'number' && own > 0) return own;
  }
  return ofRtu;
}

/** Rows of a station's sensors with their cycles. */
async function sensorSources(storage: Storage, { rtu, sensors }: Site): Promise<Source[]> {
  if (rtu === null) return [];
  const reported = await Promise.all(sensors.map(({ slot }) => readReported(storage.db, rtu.id, slot)));
  return sensors.flatMap((sensor, index) => {
    const kind = kindByCode(sensor.kind);
    const cycle = cycleOf(kind, reported[index] ?? {}, rtu.collection_cycle);
    const installed = isInPlace(sensor.install_state);
    return (kind?.rows ?? []).map((row) => ({ id: sensor.id, row, cycle, installed }));
  });
}

/** Those of them of which readings are due: installed, and not by event. */
export const expectedSources = async (storage: Storage, site: Site): Promise<readonly ExpectedSource[]> =>
  (await sensorSources(storage, site)).filter(({ row, installed }) => installed && !byEvent.has(row));

/**
 * The RTU's status row and each sensor's rows: counts, expectations, gaps. A reading is expected once the RTU should have
 * sent it: a sleeping one is not reproached with what it still keeps.
 * @param contact what is known of the RTU's last contact
 */
export async function readOverview(
  storage: Storage,
  site: Site,
  now: number,
  contact: { readonly lastContactAt: number | null; readonly sendCycle: number },
): Promise<SourceReport[]> {
  const { rtu } = site;
  if (rtu === null) return [];
  const { sendCycle } = contact;
  const [status] = await storage.readings.overview('status', [rtu.id]);
  const until = Math.max(contact.lastContactAt ?? 0, now - overdueCycles * sendCycle * 1000);
  const due = { now, sendCycle, until: Math.min(now, until), since: status?.firstAt ?? null };
  const sources: Source[] = [
    { id: rtu.id, row: 'status' as const, cycle: sendCycle, installed: true },
    ...(await sensorSources(storage, site)),
  ];
  const reports: SourceReport[] = [];
  for (const source of sources) reports.push(await report(storage, source, due));
  return reports;
}
