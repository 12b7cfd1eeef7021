/** Writes to the embedded database that share a commit: each is whole, or not there, whatever becomes of the others. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Mutex } from '../../../src/server/storage/mutex.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { SharedCommit, type Transaction } from '../../../src/server/storage/sqlite/shared-commit.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shared-commit-'));
  storage = await openStorage({ dataDir: folder });
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

const put = (key: string, and: () => void = () => {}) =>
  storage.write(async (db) => {
    await db.insertInto('settings').values({ key, value: '1' }).execute();
    and();
    return key;
  });
const keys = async () =>
  (await storage.db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key);

test('one that fails takes nothing of the others along, and leaves nothing behind', async () => {
  const before = await keys();
  const reported = await Promise.allSettled([
    put('a'),
    put('b', () => {
      throw new Error('not this one');
    }),
    put('c'),
    put('c'),
    put('d'),
  ]);
  expect(reported.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await keys()).toEqual([...before, 'a', 'c', 'd'].sort());
  expect((await storage.health()).problem).toBeNull();
});

test('a write that was reported as committed can be read at once by others', async () => {
  const seen = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => (await keys()).includes(await put(`k${at}`))),
  );
  // Read before it was written.
  expect(seen).toEqual(Array(200).fill(false));
  for (let at = 0; at < 200; at += 1) expect(await keys()).toContain(`k${at}`);
  const after = await put('last');
  expect(await keys()).toContain(after);
});

/** A transaction that writes down what is done with it. */
function noted(more: Partial<Transaction> = {}) {
  const said: string[] = [];
  const note = (what: string) => () => void said.push(what);
  const transaction: Transaction = {
    begin: note('begin'),
    commit: note('commit'),
    exec: (sql) => void (sql === 'ROLLBACK TO one' && said.push('back')),
    goesOn: true,
    fail: (error) => {
      said.push('fail');
      return error;
    },
    refuse: (error) => error,
    ...more,
  };
  const mutex = new Mutex();
  return { said, mutex, shared: new SharedCommit(mutex, transaction) };
}

test('those asked for together, and while others work, are committed once; those behind another turn apart', async () => {
  const { said, mutex, shared } = noted();
  const first = shared.run(async () => {
    said.push('1');
    void shared.run(async () => said.push('3'));
    setImmediate(() => void shared.run(async () => said.push('4')));
  });
  const second = shared.run(async () => said.push('2'));
  await Promise.all([first, second]);
  shared.close();
  const other = mutex.run(() => said.push('other'));
  await Promise.all([other, shared.run(async () => said.push('5'))]);
  expect(said).toEqual(['begin', '1', '2', '3', '4', 'commit', 'other', 'begin', '5', 'commit']);
});

test('a commit that fails rejects all of its writes, and no later write', async () => {
  let broken = true;
  const { shared } = noted({
    commit: () => {
      if (broken) throw new Error('full');
    },
  });
  const reported = await Promise.allSettled([shared.run(async () => 1), shared.run(async () => 2)]);
  expect(reported.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await shared.run(async () => 3)).toBe(3);
});

test('one by which the database gives all of it up fails those that were done; those behind go on', async () => {
  const { said, shared } = noted({ goesOn: false });
  const reported = await Promise.allSettled([
    shared.run(async () => 1),
    shared.run(async () => {
      throw new Error('disk');
    }),
    shared.run(async () => 3),
  ]);
  expect(reported.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(said).toEqual(['begin', 'fail', 'begin', 'commit']);
});

test('what cannot begin is refused, however many ask', async () => {
  const { shared } = noted({
    begin: () => {
      throw new Error('closed');
    },
  });
  const reported = await Promise.allSettled([shared.run(async () => 1), shared.run(async () => 2)]);
  expect(reported.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
