/** Stations as columns are the same stations, in a third of the bytes. */
import { gzipSync } from 'node:zlib';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import {
  mostSparks,
  StationPacker,
  stationColumns,
  unpackStations,
} from '../../../src/contract/sites/station-columns.ts';
import type { StationSummary } from '../../../src/contract/sites/stations.ts';

const station = (id: number): StationSummary => ({
  ...{
    id,
    projectId: 1 + (id % 9),
    code: `YN-${String(id).padStart(5, '0')}`,
    name: `普洱市团山边坡 ${id} 号`,
  },
  ...{ reading: `pu er shi tuan shan bian po ${id} hao`, site: 'slope' },
  ...{ latitude: 22.5 + id / 100_000, longitude: 101.2 + id / 70_000, timeZone: 'Asia/Shanghai' },
  ...{ sn: `GW24${id}0917`, kinds: [4, 7], state: 'ok' as const, link: 'asleep' as const },
  ...{ connected: false, sendCycle: 3600, lastContactAt: 1_764_400_000_000 + id, late: id % 50 === 0 },
  ...{ nextContactAt: 1_764_403_600_000 + id, jitter: 0, deviceAlarm: id % 97 === 0, fault: false },
  troubles: id % 97 === 0 ? [{ sensorId: id, deviceAlarm: true, fault: false }] : [],
  ...{ installState: 2, batteryVoltage: 12.4, batteryCharge: 80, batteryAt: 1_764_400_000_000 },
  maintenance: null,
  primary:
    id % 10 === 0
      ? null
      : {
          ...{ sensorId: id, kind: 4, row: 'tilt', channel: 'x', element: 0 },
          ...{ value: id / 7, t: 1_764_400_000_000 + id },
        },
  spark: Array.from({ length: 24 }, (_, hour) => Math.sin(id + hour)),
});
const stations = Array.from({ length: 2000 }, (_, index) => station(index + 1));
const packed = () => {
  const packer = new StationPacker();
  for (const one of stations) packer.add(one);
  return packer.columns();
};

it('come back as they were, without their little curves', () => {
  expect(unpackStations(JSON.parse(JSON.stringify(packed())))).toEqual(
    stations.map((one) => ({ ...one, spark: [] })),
  );
});

it('are what the contract says', () => {
  const answer = { columns: packed(), projects: [], at: 1, lastEventId: '1.a' };
  expect([...Value.Errors(stationColumns.data, answer)]).toEqual([]);
  const { id, ...less } = answer.columns;
  expect(id).toHaveLength(stations.length);
  expect(Value.Check(stationColumns.data, { ...answer, columns: less })).toBe(false);
});

it('take at most 360 bytes a station, 100 of them on the wire', () => {
  const text = JSON.stringify(packed());
  expect(Buffer.byteLength(text) / stations.length).toBeLessThan(360);
  expect(gzipSync(text).length / stations.length).toBeLessThan(100);
  // A screen's little curves are a small question besides.
  expect(mostSparks).toBeLessThanOrEqual(200);
});
