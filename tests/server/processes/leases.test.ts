/** Leases over one real database: one holder at a time, whoever dies, sleeps or is asked to give something up (C2, C6). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noteChange } from '../../../src/server/changes/change-log.ts';
import { fenced, LeaseLost, permitted } from '../../../src/server/processes/fence.ts';
import { rtuLease } from '../../../src/server/processes/lease-rows.ts';
import { Leases, type LeasesOptions } from '../../../src/server/processes/leases.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { WorkLoop } from '../../../src/server/work/loop.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const times = { beat: 100, term: 1500, spare: 300 };
let postgres: TestPostgres;
let databaseUrl: string;
const opened: Storage[] = [];
const all: Leases[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);
afterAll(() => postgres.stop());
beforeEach(async () => {
  databaseUrl = await postgres.database();
});
afterEach(async () => {
  for (const leases of all.splice(0)) await leases.stop().catch(() => {});
  for (const storage of opened.splice(0)) await storage.close();
});

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const noFacts = { connections: 0, streams: 0, behind: 0, change: 0 };

/** A process with a clock that the test can hold: a process that sleeps neither beats nor notices that time passes. */
async function process(options: Partial<LeasesOptions> = {}) {
  const storage = await openStorage({ dataDir: '/nonexistent', databaseUrl });
  opened.push(storage);
  if (storage.shared === null) throw new Error('not shared');
  const errors: unknown[] = [];
  const leases = new Leases({
    ...{ storage, shared: storage.shared, version: '1', facts: () => noFacts, times },
    failed: (error) => errors.push(error),
    ...options,
  });
  all.push(leases);
  return { storage: fenced(storage), raw: storage, leases, errors };
}

/** What its change log would hand on. */
const followed = async (storage: Storage, leases: Leases) => {
  const rows = await storage.db.selectFrom('changes').select('key').where('subject', '=', 'lease').execute();
  await leases.changed(rows.map(({ key }) => key));
};

describe('work that one process does', () => {
  test('the first one has it, the second one gets it when the first one gives it up, and never both', async () => {
    const [a, b] = [await process(), await process()];
    const [ofA, ofB] = [a.leases.permit('plans'), b.leases.permit('plans')];
    await a.leases.start();
    await b.leases.start();
    expect([ofA.isHeld, ofB.isHeld]).toEqual([true, false]);
    const heard: string[] = [];
    ofA.onLost(() => heard.push('A lost'));
    ofB.onHeld(() => heard.push('B held'));
    await a.leases.drain();
    expect(ofA.isHeld).toBe(false);
    await followed(b.raw, b.leases);
    await expect.poll(() => ofB.isHeld).toBe(true);
    expect(heard).toEqual(['A lost', 'B held']);
    // Whoever drains seeks nothing any more.
    await b.leases.drain();
    await pause(2500);
    expect(ofA.isHeld).toBe(false);
  });

  test('of a process that is dead it is taken after its term, and not before', async () => {
    const a = await process();
    a.leases.permit('plans');
    await a.leases.start();
    const row = await a.raw.db.selectFrom('leases').selectAll().executeTakeFirstOrThrow();
    // Its connections are cut as by a kill: no sign of life comes any more.
    await a.raw.close();
    opened.splice(opened.indexOf(a.raw), 1);
    const died = Date.now();
    const b = await process();
    // It runs in this very program, so that nothing but its silence shows that it is dead.
    const ofB = b.leases.permit('plans');
    await b.leases.start();
    expect(ofB.isHeld).toBe(false);
    await expect.poll(() => ofB.isHeld, { timeout: 6000, interval: 20 }).toBe(true);
    expect(Date.now() - died).toBeGreaterThan(times.term - times.beat - 50);
    const taken = await b.raw.db.selectFrom('leases').selectAll().executeTakeFirstOrThrow();
    expect([taken.holder, Number(taken.epoch)]).toEqual([b.leases.id, Number(row.epoch) + 1]);
  });

  test('a process that slept while another one took over commits nothing of what it did, and finds out', async () => {
    let asleep = false;
    let held = 0;
    const clock = () => (asleep ? held : performance.now());
    const a = await process({ clock });
    const ofA = a.leases.permit('plans');
    await a.leases.start();
    const b = await process();
    const ofB = b.leases.permit('plans');
    await b.leases.start();

    const writes = permitted(a.storage, ofA);
    await writes.write((db) => noteChange(db, 'plan', 'before'));
    // The other one is certain that it is dead.
    held = performance.now();
    asleep = true;
    await a.raw.write((db) =>
      db.updateTable('processes').set({ until_at: 0 }).where('id', '=', a.leases.id).execute(),
    );
    await b.leases.changed(['plans']);
    await expect.poll(() => ofB.isHeld, { timeout: 10_000 }).toBe(true);
    // It still thinks that it has it, by its own clock.
    expect(ofA.isHeld).toBe(true);
    await expect(writes.write((db) => noteChange(db, 'plan', 'after'))).rejects.toBeInstanceOf(LeaseLost);
    await permitted(b.storage, ofB).write((db) => noteChange(db, 'plan', 'of B'));
    const lost: string[] = [];
    ofA.onLost(() => lost.push('lost'));
    await followed(a.raw, a.leases);
    expect([ofA.isHeld, lost]).toEqual([false, ['lost']]);
    const keys = await a.raw.db.selectFrom('changes').select('key').where('subject', '=', 'plan').execute();
    expect(keys.map(({ key }) => key)).toEqual(['before', 'of B']);
  });

  test('a process that cannot say that it lives trusts its leases no longer, before others may take them', async () => {
    let now = 0;
    const a = await process({ clock: () => now });
    const ofA = a.leases.permit('plans');
    await a.leases.start();
    now = times.term - times.spare - 1;
    expect(ofA.isHeld).toBe(true);
    now = times.term - times.spare;
    expect(ofA.isHeld).toBe(false);
    // Nobody took it: it goes on as soon as it has said that it lives.
    const again = new Promise<void>((done) => ofA.onHeld(done));
    now = times.term + 1;
    await again;
    expect(ofA.isHeld).toBe(true);
  });

  test('it is moved by hand, to whom it is wanted by and to nobody else', async () => {
    const [a, b, c] = [await process(), await process(), await process()];
    const permits = [a, b, c].map(({ leases }) => leases.permit('alarms'));
    for (const { leases } of [a, b, c]) await leases.start();
    expect(permits.map(({ isHeld }) => isHeld)).toEqual([true, false, false]);
    await a.raw.write(async (db) => {
      await db.updateTable('leases').set({ wanted_by: c.leases.id }).where('name', '=', 'alarms').execute();
      await noteChange(db, 'lease', 'alarms');
    });
    await followed(b.raw, b.leases);
    await followed(a.raw, a.leases);
    expect(permits[0]?.isHeld).toBe(false);
    await followed(b.raw, b.leases);
    await followed(c.raw, c.leases);
    await expect.poll(() => permits[2]?.isHeld).toBe(true);
    await pause(2200);
    expect(permits.map(({ isHeld }) => isHeld)).toEqual([false, false, true]);
    const row = await a.raw.db.selectFrom('leases').select('wanted_by').executeTakeFirstOrThrow();
    expect(row.wanted_by).toBeNull();
  });

  test('what is wanted by a process that drains goes to another one; its state is in its row, with or without word of it', async () => {
    const [a, b] = [await process(), await process()];
    const [ofA, ofB] = [a.leases.permit('alarms'), b.leases.permit('alarms')];
    const heard: boolean[] = [];
    b.leases.onDrain((isDraining) => heard.push(isDraining));
    for (const { leases } of [a, b]) await leases.start();
    const write = (state: string) =>
      a.raw.write((db) => db.updateTable('processes').set({ state }).where('id', '=', b.leases.id).execute());
    await a.raw.write((db) => db.updateTable('leases').set({ wanted_by: b.leases.id }).execute());
    // No word of it comes: the next sign of life finds it.
    await write('draining');
    await expect.poll(() => b.leases.isDraining, { timeout: 1000, interval: 20 }).toBe(true);
    await a.leases.changed(['alarms']);
    expect(ofA.isHeld).toBe(false);
    await expect.poll(() => ofA.isHeld, { timeout: 3000 }).toBe(true);
    expect(ofB.isHeld).toBe(false);
    const rows = await a.raw.db.selectFrom('processes').select(['id', 'state']).execute();
    expect(rows.find(({ id }) => id === b.leases.id)?.state).toBe('draining');
    await write('running');
    await b.leases.changed([`resume:${b.leases.id}`]);
    expect(b.leases.isDraining).toBe(false);
    expect(heard).toEqual([true, false]);
    // One that ends is not brought back by it.
    await b.leases.drain();
    await write('running');
    await b.leases.changed([`resume:${b.leases.id}`]);
    await pause(300);
    expect([b.leases.isDraining, heard.length]).toEqual([true, 2]);
  });

  test('a process whose clock is wrong gives everything to one whose clock is right, and keeps it where it is alone', async () => {
    let off = 0;
    const a = await process({ now: () => Date.now() + off });
    const ofA = a.leases.permit('schedules');
    await a.leases.start();
    off = 60_000;
    await pause(400);
    expect([ofA.isHeld, a.leases.isFit]).toEqual([true, true]);
    const b = await process();
    const ofB = b.leases.permit('schedules');
    await b.leases.start();
    await expect.poll(() => a.leases.isFit).toBe(false);
    await followed(b.raw, b.leases);
    await expect.poll(() => ofB.isHeld).toBe(true);
    expect(ofA.isHeld).toBe(false);
    expect(a.leases.clockAhead).toBeGreaterThan(59_000);
    off = 0;
    await expect.poll(() => a.leases.isFit).toBe(true);
    expect(ofB.isHeld).toBe(true);
  });
});

describe('sessions of RTUs', () => {
  test('the process that it connects to has it; the one before commits nothing and lets it go', async () => {
    const [a, b] = [await process(), await process()];
    await a.leases.start();
    await b.leases.start();
    const gone: number[] = [];
    a.leases.onTaken((rtuId) => gone.push(rtuId));
    await Promise.all([a.leases.take(7), a.leases.take(8)]);
    expect([a.leases.mayAct(rtuLease(7)), a.leases.mayAct(rtuLease(8))]).toEqual([true, true]);
    const note = (key: string) =>
      a.leases.under(rtuLease(7), () => a.storage.write((db) => noteChange(db, 'order', key)));
    await note('1');
    await b.leases.take(7);
    await expect(note('2')).rejects.toBeInstanceOf(LeaseLost);
    await followed(a.raw, a.leases);
    expect(gone).toEqual([7]);
    expect([
      a.leases.mayAct(rtuLease(7)),
      b.leases.mayAct(rtuLease(7)),
      a.leases.mayAct(rtuLease(8)),
    ]).toEqual([false, true, true]);
  });

  test('what was begun in a session that ended may still be written, until the RTU connects elsewhere', async () => {
    const [a, b] = [await process(), await process()];
    await a.leases.start();
    await b.leases.start();
    await a.leases.take(7);
    a.leases.left(7);
    await expect
      .poll(async () => (await a.raw.db.selectFrom('leases').select('holder').executeTakeFirst())?.holder)
      .toBe('');
    const note = () =>
      a.leases.under(rtuLease(7), () => a.storage.write((db) => noteChange(db, 'order', 'x')));
    await note();
    await b.leases.take(7);
    await expect(note()).rejects.toBeInstanceOf(LeaseLost);
    // Back at the first: its own earlier session does not make it good again.
    await a.leases.take(7);
    await note();
    await expect(
      b.leases.under(rtuLease(7), () => b.storage.write((db) => noteChange(db, 'order', 'y'))),
    ).rejects.toBeInstanceOf(LeaseLost);
  });

  test('of 300 that connect to three processes at random, each ends with the one that was last (seeded)', async () => {
    const processes = [await process(), await process(), await process()];
    for (const { leases } of processes) await leases.start();
    let seed = 11;
    const random = (n: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % n;
    };
    const last = new Map<number, number>();
    for (let round = 0; round < 30; round += 1) {
      const taken = Array.from({ length: 10 }, () => [1 + random(40), random(3)] as const);
      const seen = new Set<number>();
      await Promise.all(
        taken.map(async ([rtuId, at]) => {
          // Of two that come in the same moment either may be the last.
          if (seen.has(rtuId)) return;
          seen.add(rtuId);
          last.set(rtuId, at);
          await processes[at]?.leases.take(rtuId);
        }),
      );
    }
    for (const { raw, leases } of processes) await followed(raw, leases);
    for (const [rtuId, at] of last)
      expect(processes.map(({ leases }) => leases.mayAct(rtuLease(rtuId)))).toEqual(
        processes.map((_, index) => index === at),
      );
  });
});

test('a loop under a permit runs on the process that has it alone; what is woken elsewhere waits, and nothing is left out', async () => {
  const [a, b] = [await process(), await process()];
  const ran: string[] = [];
  const loops = [a, b].map(({ leases }, index) => {
    const permit = leases.permit('plans');
    return new WorkLoop<string>({
      run: async (key) => {
        ran.push(`${'AB'[index]} ${key}`);
      },
      failed: () => {},
      permit,
    });
  });
  await a.leases.start();
  await b.leases.start();
  for (const loop of loops) loop.wake('x');
  await expect.poll(() => ran).toEqual(['A x']);
  await a.leases.drain();
  await followed(b.raw, b.leases);
  await expect.poll(() => ran).toEqual(['A x', 'B x']);
  loops[0]?.wake('y');
  loops[1]?.wake('y');
  await expect.poll(() => ran).toEqual(['A x', 'B x', 'B y']);
  for (const loop of loops) await loop.stop();
});

describe('work that a process can do at times alone', () => {
  test('is left to others while it cannot, and comes back', async () => {
    const [a, b] = [await process(), await process()];
    let mayLead = true;
    const [ofA, ofB] = [a.leases.permit('broker:x', () => mayLead), b.leases.permit('broker:x')];
    await a.leases.start();
    await b.leases.start();
    expect([ofA.isHeld, ofB.isHeld]).toEqual([true, false]);
    mayLead = false;
    a.leases.reconsider();
    await expect.poll(() => ofA.isHeld).toBe(false);
    await followed(b.raw, b.leases);
    await expect.poll(() => ofB.isHeld, { timeout: 5000 }).toBe(true);
    mayLead = true;
    a.leases.reconsider();
    await b.leases.stop();
    await followed(a.raw, a.leases);
    await expect.poll(() => ofA.isHeld, { timeout: 5000 }).toBe(true);
  });

  test('permits sessions of RTUs: who lost it takes none, whatever it still hears', async () => {
    const [a, b] = [await process(), await process()];
    const ofA = a.leases.permit('broker:x');
    await a.leases.start();
    expect(ofA.isHeld).toBe(true);
    await a.leases.take(1, 'broker:x');
    expect(a.leases.mayAct(rtuLease(1))).toBe(true);
    // Another one takes over without the first one's knowledge, as after a sleep.
    await b.raw.write((db) =>
      db
        .updateTable('leases')
        .set({ epoch: 9, holder: b.leases.id })
        .where('name', 'in', ['broker:x', rtuLease(1)])
        .execute(),
    );
    await expect(a.leases.take(2, 'broker:x')).rejects.toThrow(LeaseLost);
    await expect(a.leases.take(1, 'broker:x')).rejects.toThrow(LeaseLost);
    const rows = await b.raw.db
      .selectFrom('leases')
      .select(['name', 'holder'])
      .where('name', 'like', 'rtu:%')
      .execute();
    expect(rows).toEqual([{ name: 'rtu:1', holder: b.leases.id }]);
  });

  test('many sessions are taken at once', async () => {
    const a = await process();
    a.leases.permit('broker:x');
    await a.leases.start();
    const count = 15_000;
    await Promise.all(Array.from({ length: count }, (_, id) => a.leases.take(id + 1, 'broker:x')));
    expect(a.leases.sessions).toHaveLength(count);
    const row = await a.raw.db
      .selectFrom('leases')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('name', 'like', 'rtu:%')
      .executeTakeFirstOrThrow();
    expect(Number(row.count)).toBe(count);
    // No line of the log of changes is longer than a few hundred of them.
    const lines = await a.raw.db.selectFrom('changes').select('key').where('subject', '=', 'link').execute();
    expect(Math.max(...lines.map(({ key }) => key.split(',').length))).toBeLessThanOrEqual(500);
  }, 30_000);
});
