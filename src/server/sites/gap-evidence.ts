/** What is stored around the gaps of a source: reports of its RTU, other RTUs, downtimes of ours. */
import { enumValues } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { HistoryEvidence } from '../../contract/history-calls.ts';
import { readReported } from '../delivery/shadow.ts';
import { readDowntimes } from '../operations/service-spans.ts';
import type { Gap, Storage, StoredReading } from '../storage/storage.ts';
import type { VisibleSource } from './visible.ts';

/** Gaps that are looked at, the newest ones. */
const mostGaps = 100;
/** Other RTUs whose silence is asked for. */
const mostOthers = 8;
/** Reports that are read on one side of a gap, and late readings of it. */
const mostReports = 50;
const mostLate = 200;
/** Slot of the RTU's own parameters, and the default of the voltage below which its battery is low (catalogue). */
const rtuSlot = -1;
const lowBattery = 11.5;

const removed = (enumValues.installState as readonly string[]).indexOf('removed');

type Seen = HistoryEvidence['gaps'][number];
type Report = NonNullable<Seen['before']>;

interface OtherRtu {
  readonly id: number;
  readonly cycle: number;
}

interface Asked {
  readonly storage: Storage;
  readonly source: VisibleSource;
  readonly row: RowId;
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** Of the sensor; null = the RTU's own rows. */
  readonly slot: number | null;
  /** Other RTUs of the project that were heard at some time, with their send cycles in ms. */
  readonly others: readonly OtherRtu[];
  readonly link: { readonly lastContactAt: number | null; readonly refusedTimes: readonly number[] };
}

/** Gaps of a source with their evidence. */
export async function readGapEvidence(asked: Asked): Promise<HistoryEvidence> {
  const { storage, source, row, from, to, now, link, slot, others } = asked;
  const { readings, db } = storage;
  const end = Math.min(to, now);
  const all =
    end <= from
      ? []
      : await readings.gaps({
          ...{ sourceId: source.id, row, element: 0, from, to: end },
          ...{ cycle: source.collectionCycle, sendCycle: source.sendCycle },
        });
  const [overview] = await readings.overview(row, [source.id]);
  const gaps: Seen[] = [];
  for (const gap of all.slice(-mostGaps))
    gaps.push(
      await seen(
        asked,
        gap,
        others.slice(0, mostOthers),
        gap.kind === 'silent' && (overview?.lastAt ?? 0) <= gap.from,
      ),
    );
  const { down, since } = await readDowntimes(db, from, end, now);
  const reported = await readReported(db, source.rtuId, rtuSlot);
  const limit = reported['rtu/lowBattery']?.[0];
  return {
    gaps,
    left: all.length - gaps.length,
    down: down.map((span) => ({ ...span })),
    countedSince: since,
    now,
    sendCycle: source.sendCycle,
    lastContactAt: link.lastContactAt,
    lowBattery: typeof limit === 'number' ? limit : lowBattery,
    slot,
    refusedTimes: [...link.refusedTimes],
  };
}

async function seen(
  { storage, source, row }: Asked,
  { kind, from, to, count }: Gap,
  others: readonly OtherRtu[],
  isOpen: boolean,
): Promise<Seen> {
  const { readings } = storage;
  const send = source.sendCycle * 1000;
  // What a visit brings was collected a little before it: its report stands beside its readings, not in the gap.
  const margin = source.collectionCycle * 1000;
  const status = (begin: number, end: number, limit: number) =>
    readings.rows({ sourceId: source.rtuId, row: 'status', element: 0, from: begin, to: end, limit });
  const [before] = (await status(Math.max(0, from - 4 * send), from + margin + 1, 1)).rows;
  const after = isOpen
    ? []
    : (await status(Math.max(from + margin + 1, to - margin), to + 4 * send, mostReports)).rows;
  const late =
    kind === 'resent'
      ? await readings.rows({ sourceId: source.id, row, element: 0, from, to: to + 1, limit: mostLate })
      : null;
  const cameAt =
    late === null ? null : late.rows.reduce((last, { receivedAt }) => Math.max(last, receivedAt), from);
  const until = Math.max(to, cameAt ?? to);
  const between =
    to - margin > from + margin + 1 ? (await status(from + margin + 1, to - margin, mostReports)).rows : [];
  // The report that says it is taken down comes after the last readings.
  const taken = between.find(({ values }) => values['installState'] === removed);
  const first = taken ?? before;
  const heard = await heardOthers(storage, others, from, until);
  return {
    ...{ kind, from, to, count, isOpen, cameAt },
    before: first === undefined ? null : reportOf(first),
    after: after.length === 0 ? null : reportOf(after.at(-1) as StoredReading),
    // One that came only after the gap says nothing of the time itself.
    reports: between.filter(({ receivedAt }) => receivedAt < until).length,
    others: heard,
  };
}

async function heardOthers(
  { readings }: Storage,
  others: readonly OtherRtu[],
  from: number,
  until: number,
): Promise<Seen['others']> {
  let [heard, of] = [0, 0];
  for (const { id, cycle } of others) {
    // One that was not due meanwhile says nothing.
    if (until - from < 1.5 * cycle) continue;
    const { rows } = await readings.rows({
      ...{ sourceId: id, row: 'status', element: 0 },
      ...{ from: Math.max(0, from - 3 * cycle), to: until, limit: mostReports },
    });
    // Of many the newest are read: it was heard.
    if (rows.length === mostReports || rows.some(({ t }) => t <= from)) of += 1;
    else continue;
    if (rows.some(({ receivedAt }) => receivedAt > from + cycle / 2 && receivedAt < until - 60_000))
      heard += 1;
  }
  return { heard, of };
}

function reportOf({ t, receivedAt, values }: StoredReading): Report {
  const number = (name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value : null;
  };
  return {
    t,
    receivedAt,
    batteryVoltage: number('batteryVoltage'),
    signalStrength: number('signalStrength'),
    reportType: number('reportType'),
    installState: number('installState'),
    runStatus: number('runStatus'),
  };
}
