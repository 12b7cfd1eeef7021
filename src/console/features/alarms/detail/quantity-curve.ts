/** The curve of what decided an alarm, by the same functions that judged it. Pure. */
import { rows } from '../../../../catalogue/index.ts';
import type { RowId } from '../../../../catalogue/model.ts';
import type { QuantityDefinition, SourceReading } from '../../../../domain/alarms/model.ts';
import { quantityOf } from '../../../../domain/alarms/quantities/index.ts';
import type { Arguments } from '../../../../domain/alarms/rule.ts';
import type { AlarmView, FrozenTerm } from '../../../state/alarms/alarms.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** What looks back further takes more readings than a glance at an alarm is worth. */
const longestHistory = 8 * day;

export interface CurvePoint {
  readonly t: number;
  /** null = unknown: the line breaks there. */
  readonly value: number | null;
}

/** Cycles in seconds; zone and rain boundary are the project's. */
export interface CurveSetting {
  readonly sendCycle: number;
  readonly zone: string;
  readonly rainBoundary: number;
}

/** What is drawn of a term, and since when readings are needed for it; null where there is no curve of it. */
export interface CurvePlan {
  readonly quantity: QuantityDefinition;
  readonly sensorId: number;
  readonly row: RowId;
  /** ms before the first moment that is drawn. */
  readonly history: number;
  /** Readings relative to their initial values are asked for. */
  readonly relative: boolean;
}

export function curvePlan(term: FrozenTerm | undefined, setting: CurveSetting): CurvePlan | null {
  if (term === undefined || term.sensorId === null || term.row === null) return null;
  if (!Object.hasOwn(rows, term.row)) return null;
  // The server takes the initial values off: what is left is the value itself.
  const relative = term.quantity === 'absoluteChange';
  const quantity = quantityOf(relative ? 'value' : term.quantity);
  if (quantity === undefined || quantity.of === 'rtu' || quantity.timed === 'receipts') return null;
  const { sendCycle } = setting;
  const history = quantity.history(term.args as Arguments, { collectionCycle: sendCycle, sendCycle });
  if (history > longestHistory) return null;
  return { quantity, sensorId: term.sensorId, row: term.row as RowId, history, relative };
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
  { raisedAt, movedAt, closed }: Pick<AlarmView, 'raisedAt' | 'movedAt' | 'closed'>,
  now: number,
): { readonly from: number; readonly to: number } {
  const begin = raisedAt - before;
  let to = closed === null ? now : Math.min(now, closed.at + after);
  if (to - begin > longestSpan) to = Math.min(to, Math.max(begin + longestSpan, movedAt + day));
  return { from: Math.max(to - longestSpan, Math.min(begin, to - day)), to };
}

/** The term at each reading in a span. `readings`: in order of their times, from `history` before it on. */
export function curvePoints(
  term: FrozenTerm,
  plan: CurvePlan,
  readings: readonly SourceReading[],
  { from, to }: { readonly from: number; readonly to: number },
  { sendCycle, zone, rainBoundary }: CurveSetting,
): readonly CurvePoint[] {
  const points: CurvePoint[] = [];
  for (const [index, { t, element }] of readings.entries()) {
    if (t < from || t > to || element !== term.element) continue;
    const first = readings.findIndex((reading) => reading.t >= t - plan.history);
    const value = plan.quantity.evaluate(
      {
        t,
        row: plan.row,
        element,
        channel: term.channel,
        readings: readings.slice(Math.max(0, first), index + 1),
        receipts: [],
        collectionCycle: sendCycle,
        sendCycle,
        baselines: [],
        datumAt: null,
        zone,
        rainBoundary,
      },
      term.args as Arguments,
    );
    points.push({ t, value });
  }
  return points;
}

/** Round steps of a value axis: 1, 2 or 5 of a power of ten, about `count` of them. */
export function valueTicks(low: number, high: number, count: number): readonly number[] {
  const rough = (high - low) / Math.max(1, count);
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high + step * 1e-9; at += 1) ticks.push(at * step + 0);
  return ticks;
}
