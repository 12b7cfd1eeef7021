import { describe, expect, it } from 'vitest';
import { treeAction, typedLine } from '../../../../../src/console/components/tree/tree-keys.ts';
import { nodeStates } from '../../../../../src/console/features/sites/tree/node-states.ts';
import type { Sites } from '../../../../../src/console/features/sites/tree/nodes.ts';
import { linesOf } from '../../../../../src/console/features/sites/tree/tree-lines.ts';
import { treeOf } from '../../../../../src/console/features/sites/tree/tree-nodes.ts';
import type { StationSummary } from '../../../../../src/contract/sites/stations.ts';

const zone = 'Asia/Tokyo';
const sensor = (id: number, slot: number, more: object = {}) => ({
  ...{ id, slot, kind: 4, name: null, installState: 1, mountMode: 0, mountAzimuth: 0, retiredAt: null },
  ...more,
});
const station = (id: number, name: string, sensors: readonly ReturnType<typeof sensor>[]) => ({
  ...{ id, projectId: 1, code: `S-${id}`, name, nameReading: null, site: 'slope' as const },
  ...{ latitude: 0, longitude: 0, timeZone: zone, retiredAt: null, maintenance: null },
  rtu: {
    ...{ id: id * 10, sn: `70${id}`, hasCredential: true, oldCredentialUntil: null },
    ...{ installState: 1, lastContactAt: 0, sensors: [...sensors] },
  },
});
const data: Sites = {
  companies: [{ id: 1, name: 'Works', levelWords: null, offAt: null }],
  broker: null,
  projects: [
    { id: 1, companyId: 1, code: 'p', name: 'Slope', timeZone: zone, dayBoundary: 0, retentionDays: null },
  ],
  stations: [
    station(1, 'Head', [sensor(11, 0), sensor(12, 1, { installState: 2 })]),
    station(2, 'Foot', [sensor(21, 0)]),
    station(3, 'Side', []),
  ],
};
const summary = (id: number, more: Partial<StationSummary>) =>
  ({ id, state: 'asleep', link: 'asleep', installState: 1, troubles: [], ...more }) as StationSummary;
const states = nodeStates(data, [
  summary(1, { state: 'deviceAlarm', troubles: [{ sensorId: 11, deviceAlarm: true, fault: false }] }),
  summary(2, { state: 'silent', link: 'silent' }),
  summary(3, {}),
]);
const tree = treeOf(data, () => 'Tilt', 'RTU');
const shown = (...args: Parameters<typeof linesOf>) => linesOf(...args).map(({ name, open }) => [name, open]);

describe('how nodes are', () => {
  it.each([
    [
      'company:1',
      {
        state: 'deviceAlarm',
        total: 3,
        counts: [
          ['deviceAlarm', 1],
          ['silent', 1],
          ['asleep', 1],
        ],
      },
    ],
    ['station:1', { state: 'deviceAlarm', trouble: true }],
    ['rtu:10', { state: 'asleep', trouble: false }],
    ['sensor:11', { state: 'deviceAlarm', trouble: true }],
    ['sensor:12', { state: 'offline', trouble: false, install: 2 }],
    ['rtu:20', { state: 'silent', trouble: true }],
    // Its RTU is what is silent, and to be looked at.
    ['sensor:21', { state: 'silent', trouble: false }],
  ])('%s', (name, expected) => expect(states.get(name)).toMatchObject(expected));
});

describe('the lines in sight', () => {
  it('are those unfolded, with their place among those beside them', () => {
    const lines = linesOf(
      tree,
      (name) => name === 'company:1' || name === 'project:1' || undefined,
      '',
      null,
    );
    expect(lines.map(({ name, place, beside }) => [name, place, beside])).toEqual([
      ['company:1', 1, 1],
      ['project:1', 1, 1],
      ['station:1', 1, 3],
      ['station:2', 2, 3],
      ['station:3', 3, 3],
    ]);
  });
  it('are what was looked for and what it stands under; by hand more is unfolded', () => {
    expect(shown(tree, () => undefined, 'foot', null)).toEqual([
      ['company:1', true],
      ['project:1', true],
      ['station:2', false],
    ]);
    expect(shown(tree, (name) => (name === 'station:2' ? true : undefined), 'foot', null)).toEqual([
      ['company:1', true],
      ['project:1', true],
      ['station:2', true],
      ['rtu:20', false],
    ]);
    expect(shown(tree, () => undefined, '702', null).map(([name]) => name)).toContain('rtu:20');
  });
  it('are only what is in trouble, down to the device', () => {
    expect(shown(tree, () => undefined, '', states).map(([name]) => name)).toEqual([
      ...['company:1', 'project:1', 'station:1', 'rtu:10', 'sensor:11', 'station:2', 'rtu:20'],
    ]);
    expect(shown(tree, (name) => (name === 'station:1' ? false : undefined), 'head', states)).toEqual([
      ['company:1', true],
      ['project:1', true],
      ['station:1', false],
    ]);
  });
});

describe('keys', () => {
  const lines = [
    { depth: 0, label: 'Works', open: true },
    { depth: 1, label: 'Ａlpha slope', open: false },
    { depth: 1, label: 'S-1 Beta', open: null },
  ];
  it.each([
    [0, 'ArrowRight', { go: 1 }],
    [1, 'ArrowRight', 'fold'],
    [2, 'ArrowRight', null],
    [0, 'ArrowLeft', 'fold'],
    [2, 'ArrowLeft', { go: 0 }],
    [0, 'End', { go: 2 }],
    [2, 'PageUp', { go: 0 }],
    [1, 'Enter', 'choose'],
    [1, 'x', null],
  ])('line %i, %s', (at, key, expected) => expect(treeAction(lines, at, key)).toEqual(expected));
  it.each([
    [0, 'a', 1],
    [1, 'a', 1],
    [0, 'beta', 2],
    [2, 'w', 0],
    [0, 'zz', -1],
  ])('from line %i, typed %s', (at, typed, expected) => expect(typedLine(lines, at, typed)).toBe(expected));
});
