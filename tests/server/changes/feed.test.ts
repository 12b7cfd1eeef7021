/** The log of changes and its feed, on both databases: nothing that was committed is left out, nothing else is handed on. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newestChange, noteChange, type Subject } from '../../../src/server/changes/change-log.ts';
import { ChangeFeed, waking } from '../../../src/server/changes/feed.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { openBoth } from '../../support/storage-fixture.ts';

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(1);
});
afterAll(() => both?.close());

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  const feeds: ChangeFeed[] = [];
  afterEach(async () => {
    for (const feed of feeds.splice(0)) await feed.stop();
  });
  /** A storage whose feed hands on to `handed`, by subject. */
  async function follow(
    options: { lookEvery?: number; fails?: Subject; kept?: number; cutEvery?: number } = {},
  ) {
    const raw: Storage = both.fixtures[dialect].storage;
    const handed: (readonly [Subject, readonly string[]])[] = [];
    const failed = vi.fn();
    const feed = new ChangeFeed({ storage: raw, failed, gather: 20, lookEvery: 60_000, ...options });
    feeds.push(feed);
    for (const subject of ['order', 'plan', 'remarks'] as const)
      feed.on(subject, (keys) => {
        if (subject === options.fails) throw new Error('not this one');
        handed.push([subject, keys]);
      });
    await feed.start();
    return { raw, storage: waking(raw, () => feed.wake()), handed, failed };
  }

  it('hands on what a commit noted, a subject at a time, each key once', async () => {
    const { storage, handed } = await follow();
    await storage.write(async (db) => {
      await noteChange(db, 'order', 'a');
      await noteChange(db, 'plan', 'p');
      await noteChange(db, 'order', 'b');
      await noteChange(db, 'order', 'a');
    });
    await vi.waitFor(() => expect(handed).toHaveLength(2));
    expect(handed).toEqual([
      ['order', ['a', 'b']],
      ['plan', ['p']],
    ]);
  });

  it('hands on nothing of what was before its start, nor of a write that was rolled back', async () => {
    await both.fixtures[dialect].storage.write((db) => noteChange(db, 'order', 'before'));
    const { storage, handed } = await follow();
    const broken = storage.write(async (db) => {
      await noteChange(db, 'order', 'rolled back');
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    await storage.write((db) => noteChange(db, 'order', 'kept'));
    await vi.waitFor(() => expect(handed).toEqual([['order', ['kept']]]));
  });

  it('hands on the changes of a storm, whoever writes at the same time, each subject at its newest', async () => {
    const { storage, handed } = await follow();
    const keys = Array.from({ length: 300 }, (_, index) => `k${index}`);
    await Promise.all(keys.map((key) => storage.write((db) => noteChange(db, 'order', key))));
    await vi.waitFor(() => expect(new Set(handed.flatMap(([, some]) => some)).size).toBe(300));
    expect(handed.flatMap(([, some]) => some)).toHaveLength(300);
    expect(handed.length).toBeLessThan(100);
  });

  it('goes on where a handler fails, and says so', async () => {
    const { storage, handed, failed } = await follow({ fails: 'order' });
    await storage.write(async (db) => {
      await noteChange(db, 'order', 'a');
      await noteChange(db, 'remarks', 7);
    });
    await vi.waitFor(() => expect(handed).toEqual([['remarks', ['7']]]));
    expect(failed).toHaveBeenCalledOnce();
    await storage.write((db) => noteChange(db, 'remarks', 8));
    await vi.waitFor(() => expect(handed).toHaveLength(2));
  });

  it('finds what another process wrote', async () => {
    const { handed } = await follow({ lookEvery: 50 });
    const other = await openStorage(both.places[dialect]);
    try {
      await other.write((db) => noteChange(db, 'plan', 'of another'));
      await vi.waitFor(() => expect(handed).toEqual([['plan', ['of another']]]));
    } finally {
      await other.close();
    }
  });

  it('keeps the newest of the log, and no more', async () => {
    const { storage, raw } = await follow({ kept: 50, cutEvery: 20 });
    const note = (count: number) =>
      storage.write(async (db) => {
        for (let at = 0; at < count; at += 1) await noteChange(db, 'order', at);
      });
    const ids = async () =>
      (await raw.db.selectFrom('changes').select('id').orderBy('id').execute()).map(({ id }) => Number(id));
    const before = (await ids()).length;
    await note(19);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await ids()).toHaveLength(before + 19);
    await note(1);
    await vi.waitFor(async () => expect((await ids()).length).toBe(50));
    expect((await ids()).at(-1)).toBe(await newestChange(raw.db));
  });
});
