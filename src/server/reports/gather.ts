/** From a plan to the model: reads its readings, sensor by sensor, in the thread of reports. */

import type { QuantityLens } from '../../base/quantity-lenses.ts';
import { dayNumber, dayStart } from '../../base/time.ts';
import { runStatusFlags } from '../../catalogue/rows/status.ts';
import type { FrozenFacts } from '../../contract/alarms/frozen-facts.ts';
import { type Ends, figuresOf } from '../../domain/reports/figures.ts';
import type { ReportDevice, ReportModel, ReportSensor, ReportStation } from '../../domain/reports/model.ts';
import { reducedCurve } from '../../domain/reports/reduce.ts';
import type { ReadConnection } from '../storage/reading.ts';
import type { Arrivals } from '../storage/readings/arrivals.ts';
import { type Reads, readsOf } from '../storage/readings/reads.ts';
import type { Gap } from '../storage/storage.ts';
import { lensesOfGauge, lensesOfSensor } from './gather-lenses.ts';
import type { PlannedSensor, ReportedStation, ReportPlan } from './plan.ts';
import { readSeries } from './read-series.ts';

/** Readings of a sensor that are looked at one by one, and stretches that more of them are put together to. */
const mostReadings = 6000;
const bins = 1500;
const mostGaps = 3;

type Columns = Awaited<ReturnType<Reads['history']>>['channels'][number];

/** What is known of a channel beside its series where it was put together already. */
function endsOf({ first, last, min, max }: Columns): Ends | null {
  if (first === null || last === null || min === null || max === null) return null;
  const known = [...first.keys()].filter((i) => Number.isFinite(first[i]));
  const [begin, end] = [known[0], known.at(-1)];
  if (begin === undefined || end === undefined) return null;
  let [least, most] = [Infinity, -Infinity];
  for (const i of known) {
    least = Math.min(least, min[i] as number);
    most = Math.max(most, max[i] as number);
  }
  return { first: first[begin] as number, last: last[end] as number, least, most };
}

async function readCurve(reads: Reads, sensor: PlannedSensor, { from, to }: ReportPlan['head']) {
  const { id: sourceId, row, element, channel } = sensor;
  const columns = await reads.history({
    ...{ sourceId, row, element, channels: [channel], from, to, bins, rawUpTo: mostReadings },
  });
  const [found] = columns.channels;
  const values = found?.value ?? found?.mean ?? null;
  if (found === undefined || values === null) return null;
  // A bin that touches the range is whole: what it says is of the range and a little beside it.
  const { min, max } = found;
  return {
    series: { t: columns.t, values },
    envelope: min === null || max === null ? null : { low: min, high: max },
    ends: endsOf(found),
  };
}

async function readDays(reads: Reads, sensor: PlannedSensor, { head, dayBoundary }: ReportPlan) {
  const { from, to, timeZone } = head;
  const { id: sourceId, row, element, channel } = sensor;
  const spans: { sourceId: number; element: number; from: number; to: number }[] = [];
  const first = dayNumber(timeZone, from, dayBoundary);
  for (let day = first; ; day += 1) {
    const start = dayStart(timeZone, day, dayBoundary);
    if (start >= to) break;
    spans.push({
      ...{ sourceId, element },
      from: Math.max(from, start),
      to: Math.min(to, dayStart(timeZone, day + 1, dayBoundary)),
    });
  }
  const amounts = await reads.amounts({ row, channel, spans });
  return spans.map(({ from: at }, index) => ({ from: at, amount: amounts[index] ?? null }));
}

type Arrival = Pick<ReportSensor, 'arrival' | 'gaps' | 'gapCount'>;
const noneDue: Arrival = { arrival: { expected: 0, received: 0 }, gaps: [], gapCount: 0 };

/** Arrival with the longest of its gaps. */
const arrivalWith = (arrival: Arrivals, gaps: readonly Gap[]): Arrival => ({
  arrival,
  gapCount: gaps.length,
  gaps: [...gaps]
    .toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
    .slice(0, mostGaps)
    .map(({ kind, from, to, count }) => ({ kind, from, to, count })),
});

async function readArrival(
  reads: Reads,
  sensor: PlannedSensor,
  station: ReportedStation,
  plan: ReportPlan,
): Promise<Arrival> {
  const { cycle, id: sourceId, row, element } = sensor;
  if (cycle === null) return noneDue;
  const [overview] = await reads.overview(row, [sourceId]);
  // What was not there yet is not missed.
  const since = Math.max(plan.head.from, overview?.firstAt ?? plan.head.to);
  if (since >= station.until) return noneDue;
  const span = { sourceId, row, from: since, to: station.until, cycle };
  const arrival = await reads.arrivals(span);
  const gaps = await reads.gaps({
    ...{ ...span, element },
    ...(station.rtu === null ? {} : { sendCycle: station.rtu.sendCycle }),
  });
  return arrivalWith(arrival, gaps);
}

interface Found {
  readonly arrival: Arrival;
  readonly curve: Awaited<ReturnType<typeof readCurve>>;
  /** Rows of the period. */
  readonly count: number;
}

/** Curve and arrival of what is no sum: in one pass where its readings are looked at one by one. */
async function readCurveAndArrival(
  { source }: ReadConnection,
  sensor: PlannedSensor,
  station: ReportedStation,
  plan: ReportPlan,
): Promise<Found> {
  const { from, to } = plan.head;
  const { id: sourceId, row, element, channel, cycle } = sensor;
  const sendCycle = station.rtu?.sendCycle ?? cycle ?? 0;
  const due = cycle === null ? null : { until: station.until, cycle, sendCycle };
  const read = await readSeries(source, { sourceId, row, element, channel, from, to, due }, mostReadings);
  if (read !== null) {
    const { series, arrival, gaps } = read;
    return {
      arrival: arrival === null ? noneDue : arrivalWith(arrival, gaps),
      curve: { series, envelope: null, ends: null },
      count: series.t.length,
    };
  }
  const reads = readsOf(source);
  const curve = await readCurve(reads, sensor, plan.head);
  return {
    arrival: await readArrival(reads, sensor, station, plan),
    curve,
    count: curve === null ? 0 : await source.count({ sourceId, row, element }, from, to),
  };
}

async function readSensor(
  reading: ReadConnection,
  sensor: PlannedSensor,
  station: ReportedStation,
  plan: ReportPlan,
  lenses: readonly QuantityLens[],
): Promise<ReportSensor> {
  const reads = readsOf(reading.source);
  const { from, to } = plan.head;
  const { id, slot, kind, row, channel, element, unit, digits, isSum, isCircular, limits, present, peak } =
    sensor;
  const own = { id, slot, kind, row, channel, element, unit, digits, isSum, limits, present, peak };
  if (isSum)
    return {
      ...{ ...own, ...(await readArrival(reads, sensor, station, plan)) },
      ...{ figures: null, curve: null, days: await readDays(reads, sensor, plan) },
      ...(await lensesOfGauge(reads, sensor, plan.head, lenses, station.rainLine)),
    };
  const { arrival, curve: found, count } = await readCurveAndArrival(reading, sensor, station, plan);
  const figures =
    found === null
      ? null
      : figuresOf(found.series, {
          ...{ span: to - from, limits, ends: found.ends, count },
          isForecast: !isCircular,
        });
  const said = isCircular
    ? {}
    : await lensesOfSensor(reads, sensor, plan.head, found?.series ?? null, lenses);
  return {
    ...{ ...own, ...arrival },
    ...said,
    days: [],
    figures: figures === null || !isCircular ? figures : { ...figures, rate: null },
    curve:
      found === null || figures === null ? null : reducedCurve(found.series, { from, to }, found.envelope),
  };
}

/** What an RTU reported of itself. */
async function readDevice(
  { source }: ReadConnection,
  rtu: NonNullable<ReportedStation['rtu']>,
  { from, to }: ReportPlan['head'],
): Promise<ReportDevice> {
  const reported = {
    ...{ reports: 0, batteryLeast: Number.NaN, batteryLast: Number.NaN },
    ...{ signals: 0, signalSum: 0, signalLeast: Number.NaN },
  };
  const faults = runStatusFlags.map((flag) => ({ flag, reports: 0 }));
  const key = { row: 'status', sourceId: rtu.id, element: 0 } as const;
  const channels = ['batteryVoltage', 'signalStrength', 'runStatus'];
  await source.scan(key, from, to, channels, (rows) => {
    reported.reports += rows.length;
    for (const [, battery, signal, status] of rows) {
      if (typeof battery === 'number') {
        reported.batteryLast = battery;
        if (!(reported.batteryLeast <= battery)) reported.batteryLeast = battery;
      }
      if (typeof signal === 'number') {
        reported.signals += 1;
        reported.signalSum += signal;
        if (!(reported.signalLeast <= signal)) reported.signalLeast = signal;
      }
      if (typeof status !== 'number') continue;
      for (const [bit, fault] of faults.entries())
        if (Math.floor(status / 2 ** bit) % 2 === 1) fault.reports += 1;
    }
  });
  const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
  return {
    sn: rtu.sn,
    reports: reported.reports,
    batteryLeast: orNull(reported.batteryLeast),
    batteryLast: orNull(reported.batteryLast),
    signalMean: reported.signals === 0 ? null : reported.signalSum / reported.signals,
    signalLeast: orNull(reported.signalLeast),
    faults: faults.filter(({ reports }) => reports > 0),
  };
}

/**
 * Reads everything that a report says.
 * @param lenses that are asked of its sensors
 * @param progress hears which part of the stations is read, and may end the reading by throwing
 */
export async function gatherModel(
  reading: ReadConnection,
  plan: ReportPlan,
  lenses: readonly QuantityLens[],
  progress: (part: number) => void,
): Promise<ReportModel<FrozenFacts>> {
  const stations: ReportStation[] = [];
  for (const [at, station] of plan.stations.entries()) {
    progress(at / plan.stations.length);
    const sensors: ReportSensor[] = [];
    for (const sensor of station.sensors)
      sensors.push(await readSensor(reading, sensor, station, plan, lenses));
    const { id, code, name, timeZone, isRetired, rtu } = station;
    stations.push({
      ...{ id, code, name, timeZone, isRetired, sensors },
      present: Math.max(0, ...sensors.map(({ present }) => present)),
      peak: Math.max(0, ...sensors.map(({ peak }) => peak)),
      device: rtu === null ? null : await readDevice(reading, rtu, plan.head),
    });
  }
  const { head, alarms, raised, remarks, remarkCount } = plan;
  return { ...head, stations, alarms, raised, remarks, remarkCount };
}
