/** What is stored is evaluated: also what came late while another one was evaluated, and what a kill left. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Reading } from '../../../src/server/storage/storage.ts';
import {
  definitionOf,
  engineOver,
  failuresOf,
  recordedEvents,
  sitesOf,
  TestClock,
  writeRule,
} from '../../support/alarms.ts';
import { seed } from '../../support/storage-fixture.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 4, 1);

const tilt = definitionOf({
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    {
      level: 'red',
      condition: { type: 'limit', term: 0, side: 'above', limit: 10 },
      hold: { readings: 1 },
      releaseHold: { readings: 1 },
    },
  ],
});

/** A storage with one sensor, and a red rule over its tilt from `begin` on. */
async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'stored-is-evaluated-'));
  const storage = await openStorage({ dataDir: folder });
  await seed(storage, 1);
  const [site] = await sitesOf(storage);
  const sourceId = site?.sensors[0]?.id ?? 0;
  await writeRule(storage, null, tilt, begin);
  return {
    storage,
    clock: new TestClock(begin),
    reading: (minutes: number, x: number): Reading => ({
      sourceId,
      row: 'tilt',
      element: 0,
      t: begin + minutes * minute,
      receivedAt: begin + minutes * minute,
      historical: false,
      values: { x },
    }),
    /** Events in force, `minutes type from→to`. */
    events: async () =>
      (await recordedEvents(storage)).map((line) => {
        const [, t, ...rest] = line.split(' ');
        return [(Number(t) - begin) / minute, ...rest].join(' ');
      }),
    async close() {
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

it('A2: the note of a late reading stays for one that came meanwhile', async () => {
  const { storage, clock, reading, events, close } = await open();
  try {
    let meanwhile: Reading | null = null;
    const stored: Promise<unknown>[] = [];
    const engine = await engineOver(storage, clock, (point) => {
      if (point !== 'alarms.judged' || meanwhile === null) return;
      stored.push(storage.readings.ingest([meanwhile]));
      meanwhile = null;
    });
    await storage.readings.ingest([reading(10, 1), reading(60, 1)]);
    await engine.settle();
    // Of two late ones the second is stored while the first is judged already, and not written yet.
    await storage.readings.ingest([reading(40, 1)]);
    meanwhile = reading(20, 50);
    await engine.settle();
    await Promise.all(stored);
    await engine.settle();
    expect(stored).toHaveLength(1);
    expect(failuresOf(storage)).toEqual([]);
    expect(await events()).toEqual(['20 raise 0→4', '40 return 4→0']);
    await engine.stop();
  } finally {
    await close();
  }
});

it('A2, A16: a reading that was stored before a kill, and not evaluated, is evaluated after the start', async () => {
  const { storage, clock, reading, events, close } = await open();
  try {
    const first = await engineOver(storage, clock);
    await storage.readings.ingest([reading(10, 50), reading(20, 1)]);
    await first.settle();
    await first.stop();
    expect(await events()).toEqual(['10 raise 0→4', '20 return 4→0']);
    // The process is gone: nothing but the database knows of this one.
    await storage.readings.ingest([reading(30, 50)]);
    const second = await engineOver(storage, clock);
    await second.settle();
    expect(await events()).toEqual(['10 raise 0→4', '20 return 4→0', '30 raise 0→4']);
    await second.stop();
  } finally {
    await close();
  }
});

it('A1: what was judged by the version before, while a new one was being saved, is judged by the new one', async () => {
  const { storage, clock, reading, events, close } = await open();
  try {
    const engine = await engineOver(storage, clock);
    clock.at = begin + 40 * minute;
    await storage.readings.ingest([reading(10, 50), reading(20, 50), reading(30, 1), reading(40, 50)]);
    await engine.settle();
    expect(await events()).toEqual(['10 raise 0→4', '30 return 4→0', '40 raise 0→4']);
    // Of minute 15 on, and known to the engine only now: of a limit that nothing reaches.
    const [{ id: ruleId }] = (await storage.db.selectFrom('alarm_rules').select('id').execute()) as [
      { id: number },
    ];
    const [level] = tilt.ladder;
    const mild = level && {
      ...level,
      condition: { type: 'limit', term: 0, side: 'above', limit: 90 } as const,
    };
    await writeRule(storage, ruleId, { ...tilt, ladder: mild ? [mild] : [] }, begin + 15 * minute);
    engine.changed();
    await engine.settle();
    expect(await events()).toEqual(['10 raise 0→4', '15 edited 4→0']);
    clock.at = begin + 60 * minute;
    const later = [reading(50, 95), reading(60, 1)];
    engine.stored(later, await storage.readings.ingest(later));
    await engine.settle();
    await engine.settle();
    expect(await events()).toEqual(['10 raise 0→4', '15 edited 4→0', '50 raise 0→4', '60 return 4→0']);
    expect(failuresOf(storage)).toEqual([]);
    await engine.stop();
  } finally {
    await close();
  }
});

it('A1: readings that stand out of order within one batch are judged where they belong', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stored-is-evaluated-'));
  const storage = await openStorage({ dataDir: folder });
  try {
    await seed(storage, 2);
    // Crack gauges: what no channel is derived of is not brought in order while it is stored.
    await storage.write((db) => db.updateTable('sensors').set({ kind: 8 }).execute());
    const [site] = await sitesOf(storage);
    const [own = 0, neighbour = 0] = site?.sensors.map(({ id }) => id) ?? [];
    const source = { row: 'crack', channel: 'opening', sensorId: neighbour } as const;
    const args = { window: 2, statistic: 'maximum' };
    // What is asked of the sensor itself makes its own readings the moments at which it is judged.
    const itself = {
      quantity: 'value' as const,
      args: {},
      source: { row: 'crack', channel: 'opening' } as const,
    };
    const terms = [{ quantity: 'windowStatistic' as const, args, source }, itself];
    const definition = { ...tilt, terms };
    await writeRule(storage, null, definition, begin);
    const clock = new TestClock(begin);
    const engine = await engineOver(storage, clock);
    const store = async (
      readings: readonly (readonly [sourceId: number, minutes: number, opening: number])[],
    ) => {
      const batch = readings.map(([sourceId, minutes, opening]): Reading => {
        const t = begin + minutes * minute;
        const values = { opening };
        return { sourceId, row: 'crack', element: 0, t, receivedAt: t, historical: false, values };
      });
      clock.at = Math.max(...batch.map(({ t }) => t)) + minute;
      engine.stored(batch, await storage.readings.ingest(batch));
      await engine.settle();
    };
    // The sensor was judged at 10 min, when nothing was known of its neighbour.
    await store([[own, 10, 0]]);
    // Of the neighbour's first readings the later one stands first.
    await store([
      [neighbour, 30, 1],
      [neighbour, 10, 20],
      [own, 30, 0],
    ]);
    // Both sensors have the rule, which asks the neighbour of either.
    const events = (await recordedEvents(storage)).map((line) => line.replace(/^\d+ /, ''));
    expect(events).toEqual([`${begin + 10 * minute} raise 0→4`, `${begin + 10 * minute} raise 0→4`]);
    expect(failuresOf(storage)).toEqual([]);
    await engine.stop();
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
