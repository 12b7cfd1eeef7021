/** A station for the tests of derived channels: two tilt sensors, a string of nodes, a rain gauge, an RTU. */
import { kinds } from '../../../../../src/catalogue/index.ts';
import type { SensorDetail, StationDetail } from '../../../../../src/contract/sites/stations.ts';

const codeOf = (id: string) => kinds.find((kind) => kind.id === id)?.code ?? -1;
const string = kinds.find(({ rows }) => rows.includes('profile'))?.id ?? '';
const sensor = (
  id: number,
  slot: number,
  kind: string,
  latest: SensorDetail['latest'] = [],
): SensorDetail => ({
  ...{ id, slot, kind: codeOf(kind), name: null, installState: 1, mountMode: 0, mountAzimuth: 0 },
  ...{ position: null, latest },
});
const node = (element: number) => ({ row: 'profile', element, t: 0, receivedAt: 0, values: {} });

/** What the functions under test read of it. */
export const station = {
  summary: {
    id: 7,
    primary: { sensorId: 12, kind: codeOf('rt3000'), row: 'tilt', channel: 'x', element: 0, value: 1, t: 0 },
  },
  rtu: { id: 3, collectionCycle: 600 },
  sensors: [
    sensor(11, 0, 'rain'),
    sensor(12, 1, 'rt3000'),
    sensor(13, 2, 'rt3000'),
    sensor(14, 3, string, [node(2), node(0), node(1)]),
  ],
} as unknown as StationDetail;
