/** What is to be said of a period, by rules. Pure; the words are the server's. */
import type { ReportModel, ReportSensor, ReportStation } from './model.ts';

/** Below this part of what was due, an arrival is named; of stations without a level so many that moved are named. Assumed. */
export const leastArrival = 0.95;
const mostNamed = 8;
/** Of a limit; from it on a station that has no level is named. Assumed. */
const nearLimit = 0.8;

export type ReportFinding =
  | { readonly type: 'level'; readonly peak: number; readonly present: number; readonly stations: number }
  | { readonly type: 'quiet' }
  /** A station that reached a level, with the sensor that did most. */
  | { readonly type: 'reached'; readonly station: ReportStation; readonly sensor: ReportSensor | null }
  | { readonly type: 'near'; readonly station: ReportStation; readonly sensor: ReportSensor }
  | { readonly type: 'failure'; readonly station: ReportStation; readonly sensor: ReportSensor }
  | {
      readonly type: 'rain';
      readonly station: ReportStation;
      readonly amount: number;
      readonly worst: { readonly from: number; readonly amount: number } | null;
    }
  | {
      readonly type: 'arrival';
      readonly expected: number;
      readonly received: number;
      readonly poor: readonly ReportStation[];
    }
  | { readonly type: 'silent'; readonly stations: readonly ReportStation[] }
  | { readonly type: 'retired'; readonly stations: readonly ReportStation[] }
  | { readonly type: 'others'; readonly count: number };

/** Due and received of sensors together. */
export function arrivalOf(stations: readonly ReportStation[]): { expected: number; received: number } {
  let [expected, received] = [0, 0];
  for (const { sensors } of stations)
    for (const { arrival } of sensors) {
      expected += arrival.expected;
      received += arrival.received;
    }
  return { expected, received };
}

/** The amount of rain of a sensor; null where nothing arrived. */
export function rainOf({ days }: Pick<ReportSensor, 'days'>): number | null {
  let sum: number | null = null;
  for (const { amount } of days) if (amount !== null) sum = (sum ?? 0) + amount;
  return sum;
}

const worstSensor = ({ sensors }: ReportStation): ReportSensor | null =>
  sensors.reduce<ReportSensor | null>((worst, one) => {
    if (one.figures === null || one.isSum) return worst;
    if (worst === null) return one;
    if (one.peak !== worst.peak) return one.peak > worst.peak ? one : worst;
    return (one.figures.share?.part ?? 0) > (worst.figures?.share?.part ?? 0) ? one : worst;
  }, null);

/** The highest level of a period. */
export const levelOf = (stations: readonly ReportStation[]): number =>
  Math.max(0, ...stations.map(({ peak }) => peak));

function rainFinding(stations: readonly ReportStation[]): ReportFinding | null {
  let found: Extract<ReportFinding, { type: 'rain' }> | null = null;
  for (const station of stations)
    for (const sensor of station.sensors) {
      const amount = rainOf(sensor);
      if (amount === null || !sensor.isSum || (found !== null && amount <= found.amount)) continue;
      let worst: { from: number; amount: number } | null = null;
      for (const one of sensor.days)
        if (one.amount !== null && one.amount > (worst?.amount ?? 0))
          worst = { from: one.from, amount: one.amount };
      found = { type: 'rain', station, amount, worst };
    }
  return found;
}

/** What is to be said, the gravest first. */
export function findingsOf({ stations }: Pick<ReportModel<unknown>, 'stations'>): readonly ReportFinding[] {
  const reached = stations.filter(({ peak }) => peak > 0).toSorted((a, b) => b.peak - a.peak);
  const found: ReportFinding[] = [];
  if (reached.length === 0) found.push({ type: 'quiet' });
  else
    found.push({
      type: 'level',
      peak: levelOf(stations),
      present: Math.max(...stations.map(({ present }) => present)),
      stations: reached.length,
    });
  const failing = stations.flatMap((station) =>
    station.sensors
      .filter(({ figures }) => (figures?.forecast ?? null) !== null)
      .map((sensor) => ({ type: 'failure', station, sensor }) as const),
  );
  found.push(...failing);
  for (const station of reached.slice(0, mostNamed))
    found.push({ type: 'reached', station, sensor: worstSensor(station) });
  const near = stations
    .filter(({ peak }) => peak === 0)
    .flatMap((station) => {
      const sensor = worstSensor(station);
      const part = sensor?.figures?.share?.part ?? 0;
      return sensor !== null && part >= nearLimit ? [{ type: 'near', station, sensor } as const] : [];
    });
  found.push(...near.slice(0, mostNamed));
  const rain = rainFinding(stations);
  if (rain !== null) found.push(rain);
  const { expected, received } = arrivalOf(stations);
  if (expected > 0)
    found.push({
      type: 'arrival',
      expected,
      received,
      poor: stations.filter((station) => {
        const own = arrivalOf([station]);
        return own.expected > 0 && own.received < leastArrival * own.expected;
      }),
    });
  const silent = stations.filter(
    ({ sensors }) =>
      sensors.length > 0 &&
      sensors.every(({ figures, days }) => figures === null && rainOf({ days }) === null),
  );
  if (silent.length > 0) found.push({ type: 'silent', stations: silent });
  const retired = stations.filter(({ isRetired }) => isRetired);
  if (retired.length > 0) found.push({ type: 'retired', stations: retired });
  const named = new Set([...reached, ...near.map(({ station }) => station), ...silent]);
  const others = stations.length - named.size;
  if (others > 0 && named.size > 0) found.push({ type: 'others', count: others });
  return found;
}
