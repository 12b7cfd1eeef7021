import { describe, expect, test } from 'vitest';
import { kinds } from '../../../src/catalogue/index.ts';
import { kindChannels } from '../../../src/derive/kind-channels.ts';
import { dailyRain } from '../../../src/domain/readings/rain.ts';
import { tiltDirection, totalTilt } from '../../../src/domain/readings/tilt.ts';
import { collect, events, gather } from '../../../src/simulator/collect.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { sensorMemory } from '../../../src/simulator/parameters.ts';
import type { SampleValues } from '../../../src/simulator/sample.ts';

const anchor = Date.UTC(2026, 6, 20, 4);
const hour = 3_600_000;
const fleet = planFleet({ seed: 3, anchor, stations: 60 });
const sensors = fleet.projects
  .flatMap(({ stations }) => stations)
  .flatMap(({ rtu }) => rtu.sensors.map((sensor) => ({ sensor, memory: sensorMemory(rtu, sensor) })));
const ofKind = (code: number) => sensors.filter(({ sensor }) => sensor.kind.code === code);
const number = (values: SampleValues, name: string) => Number(values[name]);

describe.each(kinds.filter(({ rows }) => rows.length > 0))('kind $id', (kind) => {
  test('is in the fleet, and answers the same in whatever order it is asked', () => {
    const [found] = ofKind(kind.code);
    if (!found) throw new Error(`no sensor of kind ${kind.code}: src/simulator/fleet/kits.ts has none`);
    const again = planFleet({ seed: 3, anchor, stations: 60 })
      .projects.flatMap(({ stations }) => stations)
      .flatMap(({ rtu }) => rtu.sensors)
      .find(({ seed }) => seed === found.sensor.seed);
    if (!again) throw new Error('the plan is not the same');
    const moments = [0, 1, 2, 30, 31, 800].map((hours) => anchor - hours * hour);
    const forward = moments.map((t) => collect(found.sensor, found.memory, t));
    const backward = moments.toReversed().map((t) => collect(again, found.memory, t));
    expect(backward.toReversed()).toEqual(forward);
  });

  test('fills only channels that it has, with finite numbers of their type', () => {
    const known = new Set(
      kindChannels(kind).map(({ row, channel, element }) => `${row}/${channel.id}/${element}`),
    );
    for (const { sensor, memory } of ofKind(kind.code)) {
      for (const sample of gather(sensor, memory, anchor - 30 * hour, anchor)) {
        for (const [name, value] of Object.entries(sample.values)) {
          expect(known).toContain(`${sample.row}/${name}/${sample.element > 0}`);
          if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
        }
      }
    }
  });
});

test('another seed gives other values', () => {
  const other = planFleet({ seed: 4, anchor, stations: 60 }).projects.flatMap(({ stations }) => stations);
  const [mine] = ofKind(4);
  const theirs = other.flatMap(({ rtu }) => rtu.sensors).find(({ kind }) => kind.code === 4);
  if (!mine || !theirs) throw new Error('no tilt sensor');
  expect(collect(theirs, mine.memory, anchor)).not.toEqual(collect(mine.sensor, mine.memory, anchor));
});

describe('formulas', () => {
  test('tilt and its direction follow x and y; nothing shakes by more than some thousandths of a degree', () => {
    const quiet = ofKind(4).filter(({ sensor }) => sensor.movement.creep < 0.001 && !sensor.movement.episode);
    for (const { sensor, memory } of quiet) {
      const xs: number[] = [];
      for (let minutes = 0; minutes < 60; minutes++) {
        const [sample] = collect(sensor, memory, anchor - minutes * 60_000);
        if (!sample || sample.values['runState'] !== 0) continue;
        const [x, y] = [number(sample.values, 'x'), number(sample.values, 'y')];
        expect(sample.values['tilt']).toBeCloseTo(totalTilt(x, y), 3);
        expect(sample.values['direction']).toBeCloseTo(tiltDirection(x, y) % 360, 0);
        xs.push(x);
      }
      expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(0.012);
    }
    expect(quiet.length).toBeGreaterThan(3);
  });

  test('opening = length − installed length', () => {
    for (const { sensor, memory } of [...ofKind(7), ...ofKind(8)]) {
      for (const { values } of collect(sensor, memory, anchor)) {
        if (values['runState'] !== 0) continue;
        expect(number(values, 'opening')).toBeCloseTo(
          number(values, 'length') - number(values, 'installedLength'),
          6,
        );
      }
    }
  });

  test('a profile adds up from its fixed end, and its shear zone takes most of the movement', () => {
    const moving = ofKind(2).find(({ sensor }) => sensor.movement.episode);
    if (!moving) throw new Error('no profile moves');
    const nodes = collect(moving.sensor, moving.memory, anchor).filter(({ element }) => element > 0);
    expect(nodes).toHaveLength(moving.sensor.elements);
    let sum = 0;
    for (const { values } of nodes.toReversed()) {
      sum += number(values, 'incrementalA');
      expect(Math.abs(sum - number(values, 'cumulativeA'))).toBeLessThan(0.1);
    }
    const sizes = nodes
      .map(({ values }) => Math.hypot(number(values, 'incrementalA'), number(values, 'incrementalB')))
      .sort((a, b) => b - a);
    const all = sizes.reduce((total, size) => total + size, 0);
    expect((sizes[0] ?? 0) + (sizes[1] ?? 0) + (sizes[2] ?? 0)).toBeGreaterThan(all * 0.7);
  });

  test('five-minute tips add up to the day, by the project’s zone and boundary', () => {
    let wet = 0;
    for (const { sensor, memory } of ofKind(17)) {
      const rows = events(sensor, memory, anchor - 40 * 24 * hour, anchor);
      const days = dailyRain(
        rows.map(({ t, values }) => ({
          t,
          amount: values['amount'] === null ? null : number(values, 'amount'),
          interval: number(values, 'interval'),
          dataType: number(values, 'dataType'),
        })),
        sensor.zone,
        sensor.dayBoundary,
      );
      const starts = [...days.keys()];
      for (const start of starts.slice(1)) {
        const last = rows.findLast(({ t }) => t > start && t <= start + 24 * hour);
        if (last?.values['runState'] !== 0) continue;
        const broken = sensor.faults.some(({ from, to }) => from < start + 24 * hour && to > start);
        if (broken) continue;
        expect(days.get(start)).toBeCloseTo(number(last.values, 'daily'), 6);
        wet++;
      }
      for (const { values } of rows)
        expect(number(values, 'amount') / number(values, 'resolution')).toBeCloseTo(
          Math.round(number(values, 'amount') / number(values, 'resolution')),
          6,
        );
    }
    expect(wet).toBeGreaterThan(30);
  });

  test('a slope moves faster in the days after rain than in the dry days before', () => {
    const [slope] = ofKind(4);
    if (!slope) throw new Error('no tilt sensor');
    const { weather, ground } = slope.sensor;
    const gains: number[] = [];
    for (let days = 30; days < 500; days++) {
      const t = anchor - days * 24 * hour;
      if (weather.rain(t, t + 12 * hour) < 8 || weather.rain(t - 3 * 24 * hour, t) > 2) continue;
      const before = ground.worked(t) - ground.worked(t - 24 * hour);
      gains.push(ground.worked(t + 36 * hour) - ground.worked(t + 12 * hour) - before);
    }
    expect(gains.length).toBeGreaterThan(0);
    expect(Math.min(...gains)).toBeGreaterThan(0);
  });
});
