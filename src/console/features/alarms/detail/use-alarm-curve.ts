import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Project, readingRows } from '../../../../contract/sites/stations.ts';
import type { SourceReading } from '../../../../domain/alarms/model.ts';
import {
  type CurvePlan,
  type CurveSetting,
  curvePlan,
  curvePoints,
  curveSpan,
} from '../../../../domain/alarms/term-curve.ts';
import type { AlarmCurveGrounds, AlarmView } from '../../../state/alarms/alarms.ts';
import { request } from '../../../state/connection/client.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { useStations } from '../../../state/sites/stations.ts';

const pageSize = 1000;
const mostPages = 6;
/** Asked for anew after so long, ms. */
const bucket = 300_000;

/** Readings of a span, in order of their times; of more than some thousand the newest. */
export async function fetchReadings(
  plan: Pick<CurvePlan, 'sourceId' | 'row' | 'relative'>,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<readonly SourceReading[]> {
  const found: SourceReading[] = [];
  let before: number | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { rows } = await request(readingRows, {
      params: { sourceId: plan.sourceId },
      query: {
        row: plan.row,
        from: Math.max(0, from),
        to,
        limit: pageSize,
        ...(before === undefined ? {} : { before }),
        ...(plan.relative ? { relative: 1 } : {}),
      },
      signal,
    });
    found.push(...rows);
    const oldest = rows.at(-1)?.t;
    if (rows.length < pageSize || oldest === undefined) break;
    before = oldest;
  }
  // Rows of one time may be on both sides of a page's border.
  const byPlace = new Map(found.map((reading) => [`${reading.t} ${reading.element}`, reading]));
  return [...byPlace.values()].sort((a, b) => a.t - b.t || a.element - b.element);
}

/** What an alarm was judged with, and its project's. */
function settingOf(
  grounds: AlarmCurveGrounds | null,
  project: Pick<Project, 'timeZone' | 'dayBoundary'> | undefined,
): CurveSetting | null {
  return grounds === null
    ? null
    : { ...grounds, zone: project?.timeZone ?? 'UTC', rainBoundary: project?.dayBoundary ?? 0 };
}

/**
 * What decided an alarm as a curve of about a day.
 * @param grounds what it was judged with; null = not known yet
 * @returns `plan` null: there is none of it, or not yet
 */
export function useAlarmCurve(alarm: AlarmView, grounds: AlarmCurveGrounds | null) {
  const { data: sites } = useStations();
  // The end moves on by the readings, not by the second.
  const now = useNow(60_000);
  const project = sites?.projects.find(({ id }) => id === alarm.projectId);
  const setting = useMemo(() => settingOf(grounds, project), [grounds, project]);
  const [term] = alarm.facts.terms;
  const span = curveSpan(alarm, now);
  const { from } = span;
  const plan = useMemo(
    () => (setting === null ? null : curvePlan(term, setting, alarm.rtuId, from)),
    [term, setting, alarm.rtuId, from],
  );
  const source = JSON.stringify([plan?.sourceId, plan?.row, plan?.history, plan?.relative]);
  const { data, error } = useQuery({
    queryKey: ['alarms', 'curve', source, Math.floor(span.from / bucket), Math.floor(span.to / bucket)],
    queryFn: ({ signal }) =>
      plan === null
        ? Promise.resolve([])
        : fetchReadings(plan, span.from - plan.history, span.to + 1, signal),
    enabled: plan !== null,
    // The same readings as before while those of the next minutes are asked for.
    placeholderData: (before, query) => (query?.queryKey[2] === source ? before : undefined),
    staleTime: bucket,
  });
  const points = useMemo(
    () =>
      plan === null || setting === null || term === undefined || data === undefined
        ? null
        : curvePoints(term, plan, data, { from: span.from, to: span.to }, setting),
    [plan, term, data, span.from, span.to, setting],
  );
  return { plan, points, span, error };
}
