/** What is said of a period, by rules: its order, its borders, and who is named. */
import { describe, expect, it } from 'vitest';
import { findingsOf, rainOf } from '../../../../src/domain/reports/conclusion.ts';
import type { ReportFigures, ReportSensor, ReportStation } from '../../../../src/domain/reports/model.ts';

const day = 86_400_000;
function sensorOf(given: Partial<ReportSensor> & { share?: number }): ReportSensor {
  const { share, ...rest } = given;
  const limit = { rank: 1, quantity: 'value', limit: 1, side: 'above', either: false } as const;
  const figures: ReportFigures = {
    ...{ readings: 9, first: 0, last: 1, least: 0, most: 1, change: 1, rate: null, forecast: null },
    share: share === undefined ? null : { part: share, limit: { ...limit, ruleName: 'r', version: 1 } },
  };
  return {
    ...{ id: 1, slot: 0, kind: 9, row: 'tilt', channel: 'x', element: 0, unit: '°', digits: 3, isSum: false },
    ...{ figures, curve: null, days: [], limits: [], present: 0, peak: 0, gaps: [], gapCount: 0 },
    ...{ arrival: { expected: 100, received: 100 }, ...rest },
  };
}
const stationOf = (
  id: number,
  sensors: ReportSensor[],
  given: Partial<ReportStation> = {},
): ReportStation => ({
  ...{ id, code: `S-${id}`, name: `S ${id}`, timeZone: 'UTC', present: 0, peak: 0 },
  ...{ sensors, device: null, isRetired: false, ...given },
});
const typesOf = (stations: readonly ReportStation[]) => findingsOf({ stations }).map(({ type }) => type);
function found<T extends string>(stations: readonly ReportStation[], type: T) {
  const all = findingsOf({ stations }).filter((one) => one.type === type);
  return all as Extract<(typeof all)[number], { type: T }>[];
}

describe('findings', () => {
  it('begin with the level, the gravest station first, and name the sensor that did most', () => {
    const near = sensorOf({ id: 1, share: 0.9 });
    const far = sensorOf({ id: 2, share: 0.2 });
    const risen = sensorOf({ id: 3, share: 0.1, peak: 3 });
    const yellow = stationOf(1, [near, far], { peak: 2, present: 0 });
    const orange = stationOf(2, [near, risen], { peak: 3, present: 3 });
    const all = findingsOf({ stations: [yellow, orange] });
    expect(all[0]).toEqual({ type: 'level', peak: 3, present: 3, stations: 2 });
    expect(all.slice(1, 3)).toEqual([
      { type: 'reached', station: orange, sensor: risen },
      { type: 'reached', station: yellow, sensor: near },
    ]);
  });

  it('name a quiet station from 0.8 of a limit on', () => {
    const at = (share: number) => stationOf(1, [sensorOf({ share })]);
    expect(typesOf([at(0.8)])).toEqual(['quiet', 'near', 'arrival']);
    expect(typesOf([at(0.799)])).toEqual(['quiet', 'arrival']);
  });

  it('say a failure before the stations that reached a level', () => {
    const forecast = { low: 1, middle: 2, high: 3, onset: 0, r2: 0.9, since: 20, isOpen: false };
    const failing = sensorOf({ share: 0.5 });
    const sensor = { ...failing, figures: { ...(failing.figures as ReportFigures), forecast } };
    expect(typesOf([stationOf(1, [sensor], { peak: 4, present: 4 })])).toEqual([
      ...['level', 'failure', 'reached', 'arrival'],
    ]);
  });

  it('say the greatest rain with its worst day', () => {
    const rain = (id: number, amounts: readonly (number | null)[]) =>
      sensorOf({
        ...{ id, isSum: true, figures: null },
        days: amounts.map((amount, index) => ({ from: index * day, amount })),
      });
    expect(rainOf(rain(1, [null, null]))).toBeNull();
    expect(rainOf(rain(1, [1.5, null, 2]))).toBe(3.5);
    const light = stationOf(1, [rain(1, [4, null, 3])]);
    const heavy = stationOf(2, [rain(2, [2, 12, 5])]);
    for (const stations of [
      [light, heavy],
      [heavy, light],
    ])
      expect(found(stations, 'rain')).toEqual([
        { type: 'rain', station: heavy, amount: 19, worst: { from: day, amount: 12 } },
      ]);
    // A tilt of that size is no rain, and a dry gauge has no worst day.
    const dry = stationOf(3, [rain(3, [0, 0])]);
    expect(found([dry], 'rain')).toEqual([{ type: 'rain', station: dry, amount: 0, worst: null }]);
    expect(found([stationOf(4, [sensorOf({ share: 9 })])], 'rain')).toEqual([]);
  });

  it('sum arrivals, and name who brought less than 95 %', () => {
    const of = (id: number, received: number) =>
      stationOf(id, [sensorOf({ arrival: { expected: 100, received } })]);
    const [good, poor] = [of(1, 95), of(2, 94)];
    expect(found([good, poor], 'arrival')).toEqual([
      { type: 'arrival', expected: 200, received: 189, poor: [poor] },
    ]);
    expect(found([stationOf(1, [sensorOf({ arrival: { expected: 0, received: 0 } })])], 'arrival')).toEqual(
      [],
    );
  });

  it('name who is silent and who is out of use, and count the others', () => {
    const silent = stationOf(1, [sensorOf({ figures: null })]);
    const gone = stationOf(2, [sensorOf({ share: 0.1 })], { isRetired: true });
    const calm = stationOf(3, [sensorOf({ share: 0.1 })]);
    const all = [silent, gone, calm];
    expect(found(all, 'silent')).toEqual([{ type: 'silent', stations: [silent] }]);
    expect(found(all, 'retired')).toEqual([{ type: 'retired', stations: [gone] }]);
    expect(found(all, 'others')).toEqual([{ type: 'others', count: 2 }]);
    // A station without sensors is not silent, and where nobody is named nobody is "other".
    expect(typesOf([stationOf(4, [])])).toEqual(['quiet']);
  });
});
