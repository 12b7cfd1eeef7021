/** What is held of the newest readings is what is stored, whatever was stored, by whom, and in which order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceKey } from '../../../src/domain/alarms/judged-instance.ts';
import type { HeldInstance } from '../../../src/server/alarms/held.ts';
import { partsOf } from '../../../src/server/alarms/reading-series.ts';
import { Recents } from '../../../src/server/alarms/recent.ts';
import type { Reading, Storage } from '../../../src/server/storage/storage.ts';
import { unit } from '../../../src/simulator/random.ts';
import { openBoth } from '../../support/storage-fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 3, 1);

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(6);
});
afterAll(() => both.close());

/** A storage whose reads of stretches are counted. */
function counted(storage: Storage): { readonly storage: Storage; readonly count: () => number } {
  let reads = 0;
  const { readings } = storage;
  const stretch: typeof readings.stretch = (...args) => {
    reads += 1;
    return readings.stretch(...args);
  };
  return { storage: { ...storage, readings: { ...readings, stretch } }, count: () => reads };
}

const reader = (sources: readonly SourceKey[], history: number): HeldInstance =>
  ({ sources: new Set(sources), receiptSources: [], history }) as unknown as HeldInstance;

async function lateSources(storage: Storage): Promise<readonly SourceKey[]> {
  const rows = await storage.db.selectFrom('late_readings').selectAll().execute();
  await storage.write((db) => db.deleteFrom('late_readings').execute());
  return rows.map(({ row_id, source_id }) => `${row_id}/${source_id}` as SourceKey);
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  it('over 400 batches: in order, late, merged, wrong, imported by nobody’s leave', async () => {
    const { storage: plain, sensor } = both.fixtures[dialect];
    const { storage, count } = counted(plain);
    const ids = [sensor('shanghai'), sensor('shanghai'), sensor('berlin')];
    const sources = ids.map((id): SourceKey => `crack/${id}`);
    const recents = new Recents(storage);
    recents.want([reader(sources, 2 * hour)]);
    let drawn = 0;
    const whole = (below: number) => Math.floor(unit(7, drawn++) * below);
    const is = (share: number) => unit(11, drawn++) < share;
    let asked = 0;
    let t = start;
    for (let round = 0; round < 400; round += 1) {
      t += 10 * minute;
      const batch: Reading[] = [];
      for (const sourceId of ids) {
        if (is(0.1)) continue;
        const at = is(0.06) ? t - whole(12) * 10 * minute : t;
        const values = is(0.04)
          ? { opening: is(0.5) ? Number.NaN : Number.POSITIVE_INFINITY, temperature: 3 }
          : { opening: whole(100) / 10 };
        batch.push({
          sourceId,
          row: 'crack',
          element: 0,
          t: at,
          receivedAt: at,
          historical: is(0.1),
          values,
        });
        // With the newest one, another behind rows that are stored already.
        if (is(0.08)) batch.push({ ...batch.at(-1), t: at - 35 * minute, values: { opening: 2 } } as Reading);
        if (is(0.05)) batch.push({ ...batch[0], t: t - minute, values: { temperature: 1 } } as Reading);
      }
      const kind = whole(20);
      // An import that wakes nobody, and another process, say nothing of what they store.
      const isReported = kind > 1;
      // What was reported is believed for the evaluation that follows it.
      if (!isReported) recents.begin(await lateSources(plain));
      const result = await storage.readings.ingest(batch, {
        ...(kind === 0 || kind === 3 ? { evaluates: false } : {}),
        ...(kind === 2 ? { conflicts: 'replace' as const } : {}),
      });
      if (isReported) recents.stored(result);
      if (is(0.3)) continue;
      recents.begin(await lateSources(plain));
      const from = new Map(sources.map((source) => [source, t - whole(3) * hour] as const));
      const found = await recents.series(from);
      asked += sources.length;
      for (const [source, since] of from) {
        const stored = await plain.readings.stretch(
          'crack',
          [partsOf(source).sourceId],
          since,
          Number.MAX_SAFE_INTEGER,
        );
        expect(
          found.get(source)?.filter((reading) => reading.t >= since),
          `round ${round} ${source}`,
        ).toEqual(stored.get(partsOf(source).sourceId));
      }
    }
    // Most of it was held, and some was not.
    expect(count()).toBeLessThan(asked / 2);
    expect(count()).toBeGreaterThan(20);
  }, 300_000);

  it('nothing of it is held for who looks back further, or of rows with elements', async () => {
    const { storage: plain, sensor } = both.fixtures[dialect];
    const { storage, count } = counted(plain);
    const id = sensor('shanghai');
    const reading: Reading = {
      ...{ sourceId: id, row: 'crack', element: 0, t: start, receivedAt: start, historical: false },
      values: { opening: 1 },
    };
    await storage.readings.ingest([reading]);
    const source: SourceKey = `crack/${id}`;
    const reads = async (history: number) => {
      const recents = new Recents(storage);
      recents.want([reader([source], history)]);
      for (let n = 0; n < 3; n += 1) {
        recents.begin([]);
        const found = await recents.series(new Map([[source, start - hour]]));
        expect(found.get(source)?.length).toBe(1);
      }
      const before = count();
      await recents.series(new Map([[source, start - hour]]));
      return count() - before;
    };
    expect(await reads(25 * hour)).toBe(0);
    expect(await reads(25 * hour + 1)).toBe(1);
    const recents = new Recents(storage);
    recents.want([reader([`profile/${id}` as SourceKey], hour)]);
    expect(recents.of(`profile/${id}` as SourceKey)).toBeNull();
  });
});
