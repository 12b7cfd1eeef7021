import { useEffect, useMemo } from 'react';
import { ref } from 'valtio';
import { formatNumber } from '../../../base/number-text.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { digitsOfTerm, hasNumber, quantityText, termValue } from '../../../derive/alarm-text.ts';
import { type Text, useText } from '../../components/i18n.ts';
import { type AlarmView, useOpenAlarms } from '../../state/alarms/alarms.ts';
import { type AlarmGlance, useGlances } from '../../state/alarms/glances.ts';
import { type AlarmValue, marked, useStationAlarms } from '../../state/alarms/marked.ts';

const points = 24;

/** True where what alarms is the value that the station's row shows anyway, and shows as it is now. */
function isPrimary({ facts, sensorId }: AlarmView, { primary }: StationSummary): boolean {
  const [term] = facts.terms;
  return (
    term?.quantity === 'value' &&
    primary !== null &&
    primary.sensorId === sensorId &&
    primary.row === term.row &&
    primary.channel === term.channel &&
    primary.element === term.element
  );
}

/** A curve as so many evenly spaced values, the newest of each stretch. */
function evenly({ from, to, t, values }: NonNullable<AlarmGlance['spark']>): (number | null)[] {
  const found: (number | null)[] = Array.from({ length: points }, () => null);
  for (const [index, at] of t.entries()) {
    const place = Math.min(
      points - 1,
      Math.max(0, Math.floor(((at - from) / Math.max(1, to - from)) * points)),
    );
    found[place] = values[index] ?? null;
  }
  return found;
}

/** What decided an alarm as it is now, by its last day where that is known; else as it was when the alarm changed last. */
function alarmValueOf({ facts }: AlarmView, glance: AlarmGlance | undefined, text: Text): AlarmValue | null {
  const [term] = facts.terms;
  if (term === undefined || !hasNumber(term)) return null;
  const spark = glance?.spark ?? null;
  const last = spark === null ? -1 : spark.values.findLastIndex((value) => value !== null);
  const now = spark?.values[last] ?? null;
  const isNow = now !== null;
  if (!isNow && term.value === null) return null;
  return {
    value: isNow ? formatNumber(now, digitsOfTerm(term)) : termValue(term),
    unit: term.unit ?? '',
    channel: quantityText(term, text),
    t: isNow ? (spark?.t[last] ?? null) : facts.readAt,
    spark: spark === null ? [] : evenly(spark),
  };
}

/** Keeps what alarms at the stations in sight, for their rows (`useAlarmValues`); draws nothing. */
export default function AlarmValues({ stations }: { readonly stations: readonly StationSummary[] }) {
  const text = useText();
  const { data } = useOpenAlarms();
  const worst = useStationAlarms();
  const shown = useMemo(() => {
    const byId = new Map(data?.alarms.map((alarm) => [alarm.id, alarm]));
    return stations.flatMap((station) => {
      const mark = worst.get(station.id);
      const alarm = mark?.holds === true ? byId.get(mark.alarmId) : undefined;
      return alarm === undefined || alarm.isBlind || isPrimary(alarm, station) ? [] : [alarm];
    });
  }, [data, worst, stations]);
  const glances = useGlances(shown);
  useEffect(() => {
    marked.values = ref(
      new Map(
        shown.flatMap((alarm) => {
          const value = alarmValueOf(alarm, glances.get(alarm.id), text);
          return value === null ? [] : [[alarm.stationId, value] as const];
        }),
      ),
    );
  }, [shown, glances, text]);
  useEffect(
    () => () => {
      marked.values = ref(new Map());
    },
    [],
  );
  return null;
}
