/** The curve of what decided an alarm, by the same functions that judged it. Pure: consoles draw it, and mails. */
import { rows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import { cyclesSince, cycleWalk, type KnownCycles } from './cycles.ts';
import type { QuantityDefinition, SourceReading } from './model.ts';
import { quantityOf } from './quantities/index.ts';
import type { Arguments } from './rule.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** What looks back further takes more readings than a glance at an alarm is worth. */
const longestHistory = 8 * day;

/** A term as it is frozen with an alarm; `sensorId` null: it is of the RTU. */
export interface CurveTerm {
  readonly quantity: string;
  readonly args: Readonly<Record<string, number | string>>;
  readonly row: string | null;
  readonly element: number;
  readonly channel: string | null;
  readonly sensorId: number | null;
}

export interface CurvePoint {
  readonly t: number;
  /** null = unknown: the line breaks there. */
  readonly value: number | null;
}

/** Of the RTU with the cycles of before, and of the project: the same as the alarm was judged with. */
export interface CurveSetting {
  readonly cycles: KnownCycles;
  /** Starts of the sensor's datums, ascending. */
  readonly datums: readonly number[];
  readonly zone: string;
  readonly rainBoundary: number;
}

/** What is drawn of a term, and since when readings are needed for it; null where there is no curve of it. */
export interface CurvePlan {
  readonly quantity: QuantityDefinition;
  /** Whose readings they are: a sensor's, or for the row `status` the RTU's. */
  readonly sourceId: number;
  readonly row: RowId;
  /** ms before the first moment that is drawn. */
  readonly history: number;
  /** It is made of readings relative to their initial values. */
  readonly relative: boolean;
}

/**
 * What is drawn of a term of an alarm.
 * @param rtuId the alarm's, whose reports the terms of no sensor are made of
 * @param from the first moment that is drawn
 */
export function curvePlan(
  term: CurveTerm | undefined,
  { cycles }: Pick<CurveSetting, 'cycles'>,
  rtuId: number,
  from: number,
): CurvePlan | null {
  if (term === undefined || term.row === null || !Object.hasOwn(rows, term.row)) return null;
  const sourceId = term.row === 'status' ? rtuId : term.sensorId;
  if (sourceId === null) return null;
  // Whoever reads takes the initial values off: what is left is the value itself.
  const relative = term.quantity === 'absoluteChange';
  const quantity = quantityOf(relative ? 'value' : term.quantity);
  if (quantity === undefined || quantity.timed === 'receipts') return null;
  const longest = (since: number) =>
    Math.max(...cyclesSince(cycles, since).map((one) => quantity.history(term.args as Arguments, one)));
  // The start of a window lies in an earlier cycle than its end, maybe.
  const history = longest(from - longest(from));
  if (history > longestHistory) return null;
  return { quantity, sourceId, row: term.row as RowId, history, relative };
}

/** Drawn before the raise, and after the end where it is in the past. */
const before = 6 * hour;
const after = 2 * hour;
/** More than that is not drawn at once. */
const longestSpan = 8 * day;

/**
 * The time that is drawn: from before the raise to now, or to a little after it was closed. It is at least a day. Where
 * that would be too long, it ends a day after the level moved last; of what is longer still the end is drawn.
 */
export function curveSpan(
  {
    raisedAt,
    movedAt,
    closed,
  }: {
    readonly raisedAt: number;
    readonly movedAt: number;
    readonly closed: { readonly at: number } | null;
  },
  now: number,
): { readonly from: number; readonly to: number } {
  const begin = raisedAt - before;
  let to = closed === null ? now : Math.min(now, closed.at + after);
  if (to - begin > longestSpan) to = Math.min(to, Math.max(begin + longestSpan, movedAt + day));
  return { from: Math.max(to - longestSpan, Math.min(begin, to - day)), to };
}

/**
 * The term at each reading in a span.
 * @param readings in order of their times, from `history` before it on
 * @param most points at the most, evenly taken, the newest among them
 */
export function curvePoints(
  term: CurveTerm,
  plan: CurvePlan,
  readings: readonly SourceReading[],
  { from, to }: { readonly from: number; readonly to: number },
  { cycles, datums, zone, rainBoundary }: CurveSetting,
  most = Number.POSITIVE_INFINITY,
): readonly CurvePoint[] {
  const drawn = readings.flatMap(({ t, element }, index) =>
    t < from || t > to || element !== term.element ? [] : [index],
  );
  const every = Math.max(1, Math.ceil(drawn.length / most));
  const points: CurvePoint[] = [];
  const cyclesAt = cycleWalk(cycles);
  const { formerCycles = [] } = cycles;
  let first = 0;
  for (const [place, index] of drawn.entries()) {
    const t = readings[index]?.t;
    if (t === undefined || (drawn.length - 1 - place) % every !== 0) continue;
    while ((readings[first]?.t ?? t) < t - plan.history) first += 1;
    const value = plan.quantity.evaluate(
      {
        t,
        row: plan.row,
        element: term.element,
        channel: term.channel,
        readings: readings.slice(first, index + 1),
        receipts: [],
        ...cyclesAt(t),
        formerCycles,
        baselines: [],
        datumAt: datums.findLast((at) => at <= t) ?? null,
        zone,
        rainBoundary,
      },
      term.args as Arguments,
    );
    points.push({ t, value });
  }
  return points;
}

/** Readings that are further apart than so many of the usual distance are not joined. */
const widest = 3;

/** A curve as a path of SVG: broken where it is unknown, and where readings are missing. */
export function curvePath(
  points: readonly CurvePoint[],
  x: (t: number) => number,
  y: (value: number) => number,
): string {
  const gaps = points.slice(1).map(({ t }, index) => t - (points[index]?.t ?? t));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  let path = '';
  let last: number | null = null;
  for (const { t, value } of points) {
    if (value === null) {
      last = null;
      continue;
    }
    const isJoined = last !== null && t - last <= widest * usual;
    // One that stands alone is a dot: a line without length.
    path += `${isJoined ? 'L' : 'M'}${x(t).toFixed(1)} ${y(value).toFixed(1)}${isJoined ? '' : 'h0'}`;
    last = t;
  }
  return path;
}

/** Whether values come near a limit on its side of zero: more than half of the way, or beyond it. */
export const comesNear = (limit: number, values: readonly number[]): boolean =>
  values.some((value) => value * Math.sign(limit) > Math.abs(limit) / 2);

/**
 * Where the curve of an alarm lies: the values that its axis spans, and the limits that are drawn. Where amounts are
 * compared, that is the limit of each side that the curve comes near; the upper one where it comes near neither.
 */
export function curveFrame(
  points: readonly CurvePoint[],
  { limit, either }: { readonly limit: number | null; readonly either: boolean },
): { readonly low: number; readonly high: number; readonly limits: readonly number[] } {
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const near = limit === null || !either ? [] : [limit, -limit].filter((one) => comesNear(one, known));
  const limits = near.length > 0 || limit === null ? near : [limit];
  const all = [...known, ...limits];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const pad = (most - least || Math.abs(most) || 1) * 0.12;
  return { low: least - pad, high: most + pad, limits };
}
