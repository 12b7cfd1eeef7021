import { describe, expect, test } from 'vitest';
import { kinds } from '../../../src/catalogue/index.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { type PastReading, past } from '../../../src/simulator/history.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';

const anchor = Date.UTC(2026, 9, 3, 7, 21);
const day = 86_400_000;
const fleet = planFleet({ anchor });
const rtus = fleet.projects.flatMap(({ stations }) => stations).map(({ rtu }) => rtu);
const sourceOf = (_sn: string, slot: number) => slot + 10;
const of = (rtu: SimulatedRtu, from: number, to: number): PastReading[] => [
  ...past(rtu, anchor, from, to, sourceOf),
];
const key = ({ sourceId, row, element, t }: PastReading) => `${sourceId}/${row}/${element}/${t}`;
const byKey = (readings: readonly PastReading[]) =>
  new Map(readings.map((reading) => [key(reading), reading]));

describe('the fleet', () => {
  test('has about 300 stations in two countries, three companies and every kind', () => {
    expect(rtus).toHaveLength(300);
    expect(new Set(rtus.map(({ sn }) => sn)).size).toBe(300);
    expect(new Set(fleet.projects.map(({ company }) => company)).size).toBe(3);
    expect(new Set(fleet.projects.map(({ timeZone }) => timeZone)).size).toBe(2);
    const codes = new Set(rtus.flatMap(({ sensors }) => sensors.map(({ kind }) => kind.code)));
    expect([...codes].sort((a, b) => a - b)).toEqual(
      kinds.filter(({ rows }) => rows.length > 0).map(({ code }) => code),
    );
    for (const { sensors } of rtus) {
      expect(sensors.length).toBeGreaterThanOrEqual(1);
      expect(sensors.length).toBeLessThanOrEqual(4);
    }
  });

  test('has a third on cycles of up to five minutes, and cycles that the catalogue allows', () => {
    const quick = rtus.filter(({ sendCycle, fast }) => (fast ?? sendCycle) <= 300);
    expect(quick.length).toBeGreaterThan(90);
    expect(quick.length).toBeLessThan(130);
    for (const { sendCycle, collectionCycle, fast } of rtus) {
      expect(fast ?? 10).toBeLessThan(sendCycle);
      expect(sendCycle % 60).toBe(0);
      expect(sendCycle % collectionCycle).toBe(0);
    }
  });
});

describe('the past', () => {
  test('parts add up to the whole, without doubles', () => {
    for (const rtu of [rtus[0], rtus[15], rtus[40], rtus[101]]) {
      if (!rtu) continue;
      const [from, cut, to] = [anchor - 3 * day, anchor - 1.37 * day, anchor];
      const whole = of(rtu, from, to);
      const parts = [...of(rtu, cut, to), ...of(rtu, from, cut)];
      expect(byKey(whole).size).toBe(whole.length);
      expect(byKey(parts)).toEqual(byKey(whole));
    }
  });

  test('is dated in whole milliseconds, as every database takes them', () => {
    const all = rtus.slice(0, 15).flatMap((rtu) => of(rtu, anchor - 20 * day, anchor));
    expect(all.some(({ historical }) => historical)).toBe(true);
    expect(all.filter(({ t, receivedAt }) => !Number.isInteger(t) || !Number.isInteger(receivedAt))).toEqual(
      [],
    );
  });

  test('has silent hours, ranges that were resent, faults and a removal', () => {
    const kinds = new Map<string, number>();
    for (const rtu of rtus) {
      for (const { kind, from, to } of rtu.past.spans) {
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        if (kinds.get(kind) !== 1) continue;
        const inside = of(rtu, from, to).filter(({ t, row }) => t >= from && t < to && row !== 'status');
        if (kind === 'resent') {
          expect(inside.length).toBeGreaterThan(0);
          expect(inside.every(({ historical, receivedAt }) => historical && receivedAt >= to)).toBe(true);
        } else expect(inside).toEqual([]);
      }
    }
    expect([...kinds.keys()].sort()).toEqual(['removed', 'resent', 'silent']);
    const faults = rtus.flatMap(({ sensors }) => sensors.filter((sensor) => sensor.faults.length > 0));
    expect(faults.length).toBeGreaterThan(10);
  });

  test('a day of the whole fleet has rows in the order of the plan', () => {
    let rows = 0;
    for (const rtu of rtus) rows += of(rtu, anchor - 40 * day, anchor - 39 * day).length;
    // About 60 sensors at ten minutes, three each minute, the others hourly, and the elements of profiles.
    expect(rows).toBeGreaterThan(30_000);
    expect(rows).toBeLessThan(70_000);
  });
});
