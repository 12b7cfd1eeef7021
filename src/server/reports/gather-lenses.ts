/** What the lenses of a template say of a sensor: reads what they need beside its curve. */
import type { QuantityLens } from '../../base/quantity-lenses.ts';
import { kindByCode } from '../../catalogue/index.ts';
import { temperatureRows } from '../../derive/data-tabs.ts';
import { wetting } from '../../domain/lenses/rain.ts';
import { type RainLine, rainLines } from '../../domain/lenses/rain-events.ts';
import type { TimeSeries } from '../../domain/lenses/series.ts';
import type { TemperatureInput } from '../../domain/lenses/temperature.ts';
import { type LensPeriod, lensOfMovement, lensOfRain } from '../../domain/reports/lenses.ts';
import type { ReportSensor } from '../../domain/reports/model.ts';
import type { Reads } from '../storage/readings/reads.ts';
import type { PlannedSensor } from './plan.ts';

/** Pairs of value and temperature that are looked at one by one, and stretches that more are put together to. */
const mostPairs = 6000;
const bins = 1500;
/** Rows of a gauge: more than a year by the minute. */
const mostRows = 800_000;

type Said = Pick<ReportSensor, 'lenses'>;

/** The value with the temperature that its sensor measures beside it; null = it measures none. */
async function pairsOf(
  reads: Reads,
  sensor: PlannedSensor,
  { from, to }: LensPeriod,
): Promise<TemperatureInput | null> {
  const { id: sourceId, kind, row, element, channel } = sensor;
  const own = kindByCode(kind);
  const has =
    own !== undefined &&
    element === 0 &&
    temperatureRows(own).some((one) => one.row === row && one.channels.includes(channel));
  if (!has) return null;
  const { t, channels } = await reads.history({
    ...{ sourceId, row, element, channels: [channel, 'temperature'], from, to, bins, rawUpTo: mostPairs },
  });
  const [values, temperatures] = [channel, 'temperature'].map((name) => {
    const found = channels.find((one) => one.channel === name);
    return found?.value ?? found?.mean ?? null;
  });
  return values == null || temperatures == null ? null : { t, values, temperatures };
}

/** Of what moves: every lens but rain. */
export async function lensesOfSensor(
  reads: Reads,
  sensor: PlannedSensor,
  period: LensPeriod,
  series: TimeSeries | null,
  lenses: readonly QuantityLens[],
): Promise<Said> {
  const asked = lenses.filter((lens) => lens !== 'rain');
  if (asked.length === 0) return {};
  const { from, to } = period;
  const none: TimeSeries = { t: new Float64Array(0), values: new Float64Array(0) };
  const pairs = asked.includes('temperature') ? await pairsOf(reads, sensor, period) : null;
  return { lenses: asked.map((lens) => lensOfMovement(lens, series ?? none, pairs, { from, to })) };
}

/** Of a rain gauge: the lens rain, from as long before the period as the ground stays wet. */
export async function lensesOfGauge(
  reads: Reads,
  sensor: PlannedSensor,
  { from, to }: LensPeriod,
  lenses: readonly QuantityLens[],
  line: RainLine | null,
): Promise<Said> {
  if (!lenses.includes('rain') || sensor.row !== 'rain') return {};
  const { id: sourceId, row, element } = sensor;
  const { t, channels } = await reads.history({
    ...{ sourceId, row, element, channels: ['amount', 'interval', 'dataType'] },
    ...{ from: from - wetting, to: to + 1, bins: 1, rawUpTo: mostRows },
  });
  const [amount, interval, dataType] = ['amount', 'interval', 'dataType'].map(
    (name) => channels.find((one) => one.channel === name)?.value ?? null,
  );
  const rain =
    amount == null || interval == null || dataType == null ? null : { t, amount, interval, dataType };
  return { lenses: [lensOfRain(rain, { from, to }, line ?? rainLines.caine)] };
}
