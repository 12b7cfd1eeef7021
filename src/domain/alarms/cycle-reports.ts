/**
 * Cycles of an RTU as its status reports tell them: each is in force from its report until the next one, the first ones
 * since ever. Pure, and alike in whatever order reports arrive.
 */
import { type CycleStretch, cycleStretches, type KnownCycles } from './cycles.ts';

/** What a status report says of cycles, seconds; null = nothing. */
export interface CycleReport {
  /** From when on they are in force, UTC ms. */
  readonly at: number;
  readonly sendCycle: number | null;
  readonly collectionCycle: number | null;
}

const names = ['sendCycle', 'collectionCycle'] as const;
type CycleName = (typeof names)[number];

/** A cycle with the moment from which on it is in force. */
interface Step {
  readonly from: number;
  readonly value: number;
}

const stepsOf = (stretches: readonly CycleStretch[], name: CycleName): readonly Step[] =>
  joined(stretches.map((stretch) => ({ from: stretch.from, value: stretch[name] })));

/** Without those that say what the one before says. */
function joined(steps: readonly Step[]): readonly Step[] {
  const found: Step[] = [];
  for (const step of steps) if (step.value !== found.at(-1)?.value) found.push(step);
  return found;
}

const valueAt = (steps: readonly Step[], t: number): number =>
  (steps.findLast(({ from }) => from <= t) ?? steps[0])?.value ?? 0;

/** One of the two cycles, with the reports of a span in the place of what was known of it. */
function reported(
  steps: readonly Step[],
  name: CycleName,
  { before, reports, next }: ReportSpan,
): readonly Step[] {
  const own = reports.flatMap((report) => {
    const value = report[name];
    return value === null ? [] : [{ from: report.at, value }];
  });
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return steps;
  // What was known to change in the span was reported, though that may not be among these.
  const within = steps.filter(
    ({ from }) => from > first.from && from < last.from && !own.some((step) => step.from === from),
  );
  const inSpan = [...own, ...within].sort((a, b) => a.from - b.from);
  const earlier = steps.filter(({ from }) => from < first.from);
  const isFirst = !before[name] && earlier.every(({ from }) => from === Number.NEGATIVE_INFINITY);
  if (isFirst) inSpan[0] = { from: Number.NEGATIVE_INFINITY, value: first.value };
  const later = steps.filter(({ from }) => from > last.from);
  const nextAt = Math.min(next[name] ?? Number.POSITIVE_INFINITY, later[0]?.from ?? Number.POSITIVE_INFINITY);
  const goesOn = nextAt === Number.POSITIVE_INFINITY ? [] : [{ from: nextAt, value: valueAt(steps, nextAt) }];
  return joined([
    ...(isFirst ? [] : earlier),
    ...inSpan,
    ...goesOn,
    ...later.filter(({ from }) => from > nextAt),
  ]);
}

/** Reports of a span of time, with what there is around it. */
export interface ReportSpan {
  /** In order of their times, all that there are between the first and the last. */
  readonly reports: readonly CycleReport[];
  /** An earlier report tells the cycle. */
  readonly before: Readonly<Record<CycleName, boolean>>;
  /** The first later report that tells it; null = none does. */
  readonly next: Readonly<Record<CycleName, number | null>>;
}

/** What is known of cycles with the reports of a span, and from when on that is other than before; null = nowhere. */
export function withReports(
  known: KnownCycles,
  span: ReportSpan,
): { readonly known: KnownCycles; readonly since: number; readonly changedFrom: number } | null {
  const before = cycleStretches(known);
  const steps = names.map((name) => reported(stepsOf(before, name), name, span));
  const [send = [], collection = []] = steps;
  const starts = [...new Set(steps.flat().map(({ from }) => from))].sort((a, b) => a - b);
  const after = starts.map((from, index) => ({
    from,
    to: starts[index + 1] ?? Number.POSITIVE_INFINITY,
    sendCycle: valueAt(send, from),
    collectionCycle: valueAt(collection, from),
  }));
  const changed = [...new Set([...before, ...after].map(({ from }) => from))]
    .sort((a, b) => a - b)
    .find((t) => !isSame(inForce(before, t), inForce(after, t)));
  const present = after.at(-1);
  if (changed === undefined || present === undefined) return null;
  const { sendCycle, collectionCycle, from } = present;
  return {
    known: {
      ...{ sendCycle, collectionCycle },
      formerCycles: after.slice(0, -1).map(({ to: until, ...cycles }) => ({
        until,
        collectionCycle: cycles.collectionCycle,
        sendCycle: cycles.sendCycle,
      })),
    },
    since: from === Number.NEGATIVE_INFINITY ? 0 : from,
    changedFrom: changed === Number.NEGATIVE_INFINITY ? 0 : changed,
  };
}

const inForce = (stretches: readonly CycleStretch[], t: number): CycleStretch | undefined =>
  stretches.find(({ from, to }) => from <= t && t < to);
const isSame = (a: CycleStretch | undefined, b: CycleStretch | undefined): boolean =>
  a?.sendCycle === b?.sendCycle && a?.collectionCycle === b?.collectionCycle;
