/** What decided an alarm, as a curve up to now: for the picture in a mail. */
import type { RowId } from '../../catalogue/model.ts';
import type { FrozenTerm } from '../../contract/alarms/frozen-facts.ts';
import { digitsOfTerm, termLimit } from '../../derive/alarm-text.ts';
import { type CurvePoint, curvePlan, curvePoints, curveSpan } from '../../domain/alarms/term-curve.ts';
import { relativeValues } from '../../domain/baseline.ts';
import { curveGroundsOf } from '../alarms/curve-grounds.ts';
import type { AlarmRow } from '../alarms/row.ts';
import { readValid } from '../sites/baselines/read.ts';
import { plainValues } from '../sites/facts.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';

export interface AlarmCurve {
  /** Ascending; null = unknown. */
  readonly points: readonly CurvePoint[];
  /** ms, both inclusive. */
  readonly span: { readonly from: number; readonly to: number };
  /** The limit that was reached; null where there is none to draw. */
  readonly limit: number | null;
  /** True where amounts are compared: the limit stands on both sides. */
  readonly either: boolean;
  readonly digits: number;
  readonly unit: string | null;
  /** Worst level that the alarm has had. */
  readonly rank: number;
  /** When it rose, and to which level, within the span. */
  readonly steps: readonly { readonly t: number; readonly rank: number }[];
  readonly timeZone: string;
}

/** Readings that a picture is made of: the newest, where there are more. */
const mostReadings = 6000;
/** Points of a picture that is some hundred pixels wide. */
const mostPoints = 400;

/** The values of what decided an alarm in a span of time. */
interface TermCurve {
  readonly term: FrozenTerm;
  /** Ascending; null = unknown. One is known at least. */
  readonly points: readonly CurvePoint[];
  readonly timeZone: string;
}

/**
 * What decided an alarm, at its readings in a span; null where that has no curve, or nothing is known of it.
 * @param span ms, both inclusive
 * @param most points at the most
 * @param scope what is seen of it
 */
export async function pointsOfAlarm(
  { db, readings }: Pick<Storage, 'db' | 'readings'>,
  alarm: AlarmRow,
  span: { readonly from: number; readonly to: number },
  most: number,
  scope: CompanyScope = { companyId: null },
): Promise<TermCurve | null> {
  const [term] = fromJson(alarm.facts).terms;
  const site = await visibleStations(db, scope)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select(['projects.time_zone', 'projects.day_boundary'])
    .where('rtus.id', '=', alarm.rtu_id)
    .executeTakeFirst();
  if (site === undefined || term === undefined) return null;
  const { time_zone: timeZone, day_boundary: rainBoundary } = site;
  const setting = { ...(await curveGroundsOf(db, alarm, { companyId: null })), zone: timeZone, rainBoundary };
  const plan = curvePlan(term, setting, alarm.rtu_id, span.from);
  if (plan === null) return null;
  const { rows } = await readings.rows({
    sourceId: plan.sourceId,
    row: plan.row as RowId,
    element: term.element,
    from: Math.max(0, span.from - plan.history),
    to: span.to + 1,
    limit: mostReadings,
  });
  const baselines = plan.relative ? ((await readValid(db, [plan.sourceId])).get(plan.sourceId) ?? []) : null;
  const seen = rows
    .map(({ t, receivedAt, element, values }) => {
      const plain = plainValues(values);
      return {
        t,
        receivedAt,
        element,
        values: baselines === null ? plain : relativeValues(baselines, plan.row, element, () => t, plain),
      };
    })
    .sort((a, b) => a.t - b.t);
  const points = curvePoints(term, plan, seen, span, setting, most);
  return points.every(({ value }) => value === null) ? null : { term, points, timeZone };
}

/** The curve of an alarm up to `now`; null where what decided it has none, or nothing is known of it. */
export async function curveOfAlarm(
  storage: Pick<Storage, 'db' | 'readings'>,
  alarm: AlarmRow,
  now: number,
): Promise<AlarmCurve | null> {
  const span = curveSpan(
    {
      raisedAt: alarm.raised_at,
      movedAt: alarm.moved_at,
      closed: alarm.closed_at === null ? null : { at: alarm.closed_at },
    },
    now,
  );
  const curve = await pointsOfAlarm(storage, alarm, span, mostPoints);
  if (curve === null) return null;
  const { term, points, timeZone } = curve;
  const rises = await storage.db
    .selectFrom('alarm_entries')
    .select(['t', 'to_rank'])
    .where('alarm_id', '=', alarm.id)
    .where('type', 'in', ['raise', 'rise'])
    .where('t', '>=', span.from)
    .where('t', '<=', span.to)
    .orderBy('t')
    .execute();
  return {
    points,
    span,
    limit: alarm.is_blind === 1 || termLimit(term) === '' ? null : term.limit,
    either: term.either,
    digits: digitsOfTerm(term),
    unit: term.unit,
    rank: alarm.peak,
    steps: rises.map(({ t, to_rank }) => ({ t, rank: Math.max(1, to_rank ?? 1) })),
    timeZone,
  };
}
