// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import {
  mostNearby,
  movedBy,
  nearby,
  neighboursOf,
} from '../../../../../src/console/features/alarms/detail/neighbours.ts';
import type { SensorDetail, StationSummary } from '../../../../../src/contract/sites/stations.ts';
import { alarm, closed } from './alarms.ts';

const sensor = (id: number, slot: number, installState = 1): SensorDetail => ({
  ...{
    id,
    slot,
    kind: 1,
    name: null,
    installState,
    mountMode: 0,
    mountAzimuth: 0,
    position: null,
    latest: [],
  },
});
/** Metres of a degree of a meridian on the sphere of 6,371 km. */
const degree = (Math.PI * 6_371_000) / 180;
/** So many metres north of the alarm's own station. */
const station = (id: number, metres: number, projectId = 1): StationSummary => ({
  ...{ id, projectId, code: `S-${id}`, name: `Station ${id}`, reading: '', site: 'slope' },
  ...{ latitude: 30 + metres / degree, longitude: 105, timeZone: 'Asia/Shanghai', sn: null, kinds: [1] },
  ...{
    state: 'ok',
    link: 'asleep',
    connected: null,
    sendCycle: 3600,
    lastContactAt: null,
    late: false,
    maintenance: null,
  },
  ...{ nextContactAt: null, jitter: 0, deviceAlarm: false, fault: false, troubles: [], installState: 1 },
  ...{ batteryVoltage: null, batteryCharge: null, batteryAt: null, primary: null, spark: [] },
});
const own = alarm({ stationId: 1, sensorId: 7, projectId: 1 });
const named = (found: ReturnType<typeof neighboursOf>) =>
  found.map((one) => (one.type === 'sensor' ? `#${one.sensor.slot}` : one.station.code));

describe('the neighbours of an alarm', () => {
  it('are the other sensors that are installed, by slot, then the nearest stations of its project', () => {
    const sensors = [sensor(9, 3), sensor(7, 1), sensor(8, 2), sensor(6, 4, 2), sensor(5, 5, 0)];
    const stations = [station(1, 0), station(2, 900), station(3, 40), station(4, 10, 2)];
    expect(named(neighboursOf(own, sensors, stations, []))).toEqual(['#2', '#3', 'S-3', 'S-2']);
  });
  it('are within 5 km, five of them', () => {
    const near = [station(1, 0), station(2, nearby - 5), station(3, nearby + 5)];
    expect(named(neighboursOf(own, [], near, []))).toEqual(['S-2']);
    const many = Array.from({ length: 9 }, (_, index) => station(index + 1, index * 10));
    expect(named(neighboursOf(own, [], many, []))).toEqual(['S-2', 'S-3', 'S-4', 'S-5', 'S-6']);
    expect(mostNearby).toBe(5);
  });
  it('have their worst open alarm, a closed one is none', () => {
    const open = [
      alarm({ id: 1, stationId: 1, sensorId: 8, present: 1 }),
      alarm({ id: 2, stationId: 1, sensorId: 8, present: 3 }),
      alarm({ id: 3, stationId: 2, sensorId: 20, present: 4, closed }),
      alarm({ id: 4, stationId: 2, sensorId: 20, present: 2 }),
    ];
    const found = neighboursOf(own, [sensor(8, 2), sensor(9, 3)], [station(1, 0), station(2, 50)], open);
    expect(found.map((one) => one.alarm?.id ?? null)).toEqual([2, null, 4]);
    expect(found.at(-1)).toMatchObject({ away: expect.closeTo(50, 0) });
  });
  it('of a station the first installed sensor of the alarm’s kind is drawn', () => {
    const stations = [station(1, 0), station(2, 50), station(3, 90)];
    const listed = [
      { stationId: 2, id: 21, slot: 1, kind: 3, name: null, installState: 1 },
      { stationId: 2, id: 22, slot: 4, kind: 1, name: null, installState: 1 },
      { stationId: 2, id: 23, slot: 3, kind: 1, name: null, installState: 1 },
      { stationId: 2, id: 24, slot: 2, kind: 1, name: null, installState: 2 },
      { stationId: 3, id: 31, slot: 1, kind: 3, name: null, installState: 1 },
    ];
    const found = neighboursOf(own, [sensor(7, 1)], stations, [], listed);
    expect(found.map((one) => one.sensor?.id ?? null)).toEqual([23, null]);
  });
  it('moved from their first to their last value; rain is the sum', () => {
    expect(movedBy([null, 1, 4, null, 2.5, null], false)).toBe(1.5);
    expect(movedBy([null, 1, 4, null, 2.5, null], true)).toBe(7.5);
    expect(movedBy([null, null], true)).toBeNull();
  });
});
