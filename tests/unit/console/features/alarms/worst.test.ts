/** Which alarm marks a station on the map, in lists and heads. */
import { describe, expect, it } from 'vitest';
import { markerName, markerOrder } from '../../../../../src/console/components/map/images.ts';
import { stationFeatures } from '../../../../../src/console/components/map/layers.ts';
import { worstByStation } from '../../../../../src/console/state/alarms/order.ts';
import { alarm, answered, closed, shelved } from './alarms.ts';

const of = (...alarms: Parameters<typeof alarm>[0][]) =>
  worstByStation(alarms.map((one, index) => alarm({ id: index + 1, stationId: 1, ...one }))).get(1);

describe('the worst alarm of a station', () => {
  it('is that of the highest level, whether or not it asks', () => {
    expect(of({ present: 1 }, { present: 3, answer: answered }, { present: 2 })).toMatchObject({
      alarmId: 2,
      rank: 3,
      holds: true,
      asks: false,
      count: 3,
    });
  });
  it('of one level is the one that asks', () => {
    expect(of({ present: 2, answer: answered }, { present: 2 })).toMatchObject({ alarmId: 2, asks: true });
  });
  it('has its highest level and is hollow once it has returned', () => {
    expect(of({ present: 0, peak: 3 }, { present: 2 })).toMatchObject({ rank: 3, holds: false, asks: true });
  });
  it.each([
    ['closed', { closed }],
    ['shelved', { shelf: shelved }],
    ['out of service', { isOutOfService: true }],
    ['the consequence of another', { suppressedBy: 9 }],
  ])('is none that is %s', (_, put) => {
    expect(of({ present: 4, ...put })).toBeUndefined();
    expect(of({ present: 4, ...put }, { present: 1 })).toMatchObject({ rank: 1, count: 1 });
  });
  it('names the channel that decided it; one that is blind has none', () => {
    expect(of({ present: 1 })?.channel).toEqual({ sensorId: 7, row: 'tilt', id: 'x' });
    expect(of({ present: 1, isBlind: true })?.channel).toBeNull();
  });
});

describe('a marker', () => {
  const blue = { rank: 1, holds: true, asks: false };
  it('shows the alarm in place of the state', () => {
    expect(markerName('silent', undefined)).toBe('state-silent');
    expect(markerName('silent', { rank: 3, holds: false, asks: true })).toBe('alarm-3-hollow-asks');
  });
  it('is drawn over what is less bad: any alarm over any state, the higher level, then the one that asks', () => {
    const order = [
      markerOrder('ok', { rank: 4, holds: false, asks: false }),
      markerOrder('ok', { rank: 3, holds: true, asks: true }),
      markerOrder('ok', { rank: 3, holds: true, asks: false }),
      markerOrder('ok', blue),
      markerOrder('deviceAlarm', undefined),
      markerOrder('asleep', undefined),
    ];
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(order.length);
  });
  it('counts in its cluster as its level', () => {
    const place = { id: 1, name: 'A', value: '', latitude: 25, longitude: 102 };
    const { features } = stationFeatures(
      [
        { ...place, state: 'ok' },
        { ...place, state: 'ok', alarm: blue },
        { ...place, state: 'ok', alarm: { ...blue, rank: 4 } },
      ],
      'WGS-84',
    );
    expect(features.map(({ properties }) => properties?.['rank'])).toEqual([9, 3, 0]);
  });
});
