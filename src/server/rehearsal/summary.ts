import { groupBy } from '../../base/group.ts';
import type { PlanObstacle } from '../../contract/plans/plans.ts';
import type { RehearsedRange, TwinCause } from '../../contract/plans/rehearsal.ts';
import type { RunReport, TwinEnd } from './job.ts';

/** The middle, the shortest and the longest of some times; of none 0. */
export function rangeOf(times: readonly number[]): RehearsedRange {
  const sorted = [...times].sort((a, b) => a - b).map(Math.round);
  const [from = 0] = sorted;
  return { median: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, from, to: sorted.at(-1) ?? 0 };
}

/** How one device did in all runs. */
export interface Rehearsed {
  readonly rtuId: number;
  readonly passed: number;
  readonly cause: TwinCause | null;
  readonly text: string;
  readonly obstacle: PlanObstacle | null;
  readonly lands: RehearsedRange | null;
}

/** The failed end whose cause most runs share; the first of them where two are as frequent. */
function usual(ends: readonly TwinEnd[]): TwinEnd | undefined {
  const counts = new Map<TwinCause | null, number>();
  for (const { cause } of ends) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return ends.find(({ cause }) => counts.get(cause) === most);
}

function rehearsed(rtuId: number, ends: readonly TwinEnd[]): Rehearsed {
  const passed = ends.filter((end) => end.passed);
  const failed = usual(ends.filter((end) => !end.passed));
  return {
    rtuId,
    passed: passed.length,
    cause: failed?.cause ?? null,
    text: failed?.text ?? '',
    obstacle: failed?.obstacle ?? null,
    lands: passed.length === 0 ? null : rangeOf(passed.flatMap(({ endedAfter }) => endedAfter ?? [])),
  };
}

/** What all runs say together; devices in the order in which they land, those that fail in all runs last. */
export function summaryOf(runs: readonly RunReport[]) {
  const byRtu = groupBy(
    runs.flatMap(({ ends }) => ends),
    ({ rtuId }) => rtuId,
  );
  const never = Number.POSITIVE_INFINITY;
  const at = ({ lands }: Rehearsed) => lands?.median ?? never;
  const devices = [...byRtu]
    .map(([rtuId, ends]) => rehearsed(rtuId, ends))
    .sort((a, b) => (at(a) === at(b) ? a.rtuId - b.rtuId : at(a) - at(b)));
  const stops = runs.flatMap(({ stoppedAfter }) => stoppedAfter ?? []);
  return {
    runs: runs.length,
    duration: rangeOf(runs.map(({ duration }) => duration)),
    stopped: stops.length === 0 ? null : { runs: stops.length, after: rangeOf(stops) },
    devices,
  };
}

/** What a part of a plan says of the whole: its times are longer by `stretch`, its numbers of devices larger by `share`. */
export function ofWhole(
  { duration, stopped, devices, runs }: ReturnType<typeof summaryOf>,
  stretch: number,
  share: number,
): ReturnType<typeof summaryOf> {
  const longer = ({ median, from, to }: RehearsedRange, by: number): RehearsedRange => ({
    median: Math.round(median * by),
    from: Math.round(from * by),
    to: Math.round(to * by),
  });
  return {
    runs,
    duration: longer(duration, stretch),
    stopped: stopped === null ? null : { runs: stopped.runs, after: longer(stopped.after, share) },
    devices: devices.map((device) => ({
      ...device,
      lands: device.lands === null ? null : longer(device.lands, stretch),
    })),
  };
}
