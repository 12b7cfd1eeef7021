/** A1: what is imported raises nothing unless the import asks for it; then it is late evidence of the process that evaluates. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../../../src/server/imports/import-file.ts';
import type { Mapping } from '../../../src/server/imports/mapping.ts';
import { undoRun } from '../../../src/server/imports/runs.ts';
import type { Reading } from '../../../src/server/storage/storage.ts';
import {
  definitionOf,
  engineOver,
  failuresOf,
  pastOf,
  recordedEvents,
  sitesOf,
  TestClock,
  writeRule,
} from '../../support/alarms.ts';
import { openBothForImports, order, who } from '../../support/imports.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 4, 1);
const once = { readings: 1 } as const;

let both: Awaited<ReturnType<typeof openBothForImports>>;
beforeAll(async () => {
  both = await openBothForImports();
});
afterAll(() => both?.close());

const mapping: Mapping = {
  ...{ format: 'delimited', timeZone: 'UTC', time: { column: 0, pattern: 'epoch-ms' } },
  sensors: [{ slot: 0, kind: 'rt1030', row: 'tilt', channels: { x: { column: 1 } } }],
};
const red = definitionOf({
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    {
      level: 'red',
      condition: { type: 'limit', term: 0, side: 'above', limit: 10 },
      hold: once,
      releaseHold: once,
    },
  ],
});

describe.each(['sqlite', 'postgres'] as const)('A1: on %s', (dialect) => {
  it('an import raises what it contains where it was asked to, and nothing else', async () => {
    const storage = both.storages[dialect];
    const file = (name: string, rows: readonly (readonly [number, number])[]) => {
      const path = join(both.folder, `${dialect}-${name}.csv`);
      writeFileSync(path, rows.map(([at, x]) => `${begin + at * minute},${x}`).join('\n'));
      return path;
    };
    const take = (path: string, evaluates: boolean) =>
      importFile(storage, order(path, mapping, { conflicts: 'keep', now: begin + 3_600_000, evaluates }));
    // Makes the station; before the rule, so that nothing of it is judged.
    await take(file('first', [[-60, 50]]), true);
    const clock = new TestClock(begin);
    await writeRule(storage, null, red, begin);
    const engine = await engineOver(storage, clock);
    await engine.settle();
    const [site] = await sitesOf(storage);
    const sourceId = site?.sensors[0]?.id ?? 0;
    const live = async (at: number, x: number) => {
      const t = begin + at * minute;
      clock.at = t;
      const batch: Reading[] = [
        { ...{ sourceId, row: 'tilt', element: 0, t, receivedAt: t, historical: false }, values: { x } },
      ];
      engine.stored(batch, await storage.readings.ingest(batch));
      await engine.settle();
    };
    const events = async () =>
      (await recordedEvents(storage)).map((line) => {
        const [, t, type] = line.split(' ');
        return `${(Number(t) - begin) / minute} ${type}`;
      });
    await live(10, 0);
    await live(30, 0);
    // Behind what was received: not asked for, it wakes nobody.
    const silent = await take(file('silent', [[15, 50]]), false);
    await engine.settle();
    expect(await events()).toEqual([]);
    // Asked for: behind, and newer than all that was received, though another process has stored it.
    const asked = file('asked', [
      [20, 50],
      [25, 0],
      [40, 60],
    ]);
    const wrong = await take(asked, true);
    await engine.settle();
    // What was imported before is past of it: the alarm began there.
    expect((await events()).sort()).toEqual(['15 raise', '25 return', '40 raise']);
    const lines = await storage.db
      .selectFrom('alarm_entries')
      .selectAll()
      .where('is_event', '=', 1)
      .execute();
    expect(
      lines
        .filter(({ is_late }) => is_late === 1)
        .map(({ t }) => (t - begin) / minute)
        .sort(),
    ).toEqual([15, 25]);
    // The same once more changes nothing.
    await take(asked, true);
    await engine.settle();
    expect(await recordedEvents(storage)).toEqual((await pastOf(storage, clock.at)).events);
    // Taken back, it is no evidence any more: what it raised stays, and is contradicted.
    const undo = async (run: number | null) => {
      await undoRun(storage, run ?? 0, who, clock.at);
      await engine.settle();
      expect(await recordedEvents(storage)).toEqual((await pastOf(storage, clock.at)).events);
    };
    await undo(wrong.run);
    // The one that was imported silently ends with the next reading now.
    expect((await events()).sort()).toEqual(['15 raise', '30 return']);
    await undo(silent.run);
    expect(await events()).toEqual([]);
    const contradicted = await storage.db
      .selectFrom('alarm_entries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('contradicted_at', 'is not', null)
      .where('is_event', '=', 1)
      .executeTakeFirstOrThrow();
    expect(Number(contradicted.count)).toBe(4);
    expect(await storage.db.selectFrom('late_readings').selectAll().execute()).toEqual([]);
    expect(failuresOf(storage)).toEqual([]);
    await engine.stop();
  });
});
