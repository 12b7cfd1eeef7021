/** Cycles of RTUs as status reports tell them, in whatever order these come: each from its report up to the next one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { learnUnwritten } from '../../../src/server/gateway/cycle-book.ts';
import { RtuDirectory } from '../../../src/server/gateway/directory.ts';
import { Links } from '../../../src/server/gateway/links.ts';
import { unit } from '../../../src/simulator/random.ts';
import { openBoth } from '../../support/storage-fixture.ts';

const minute = 60_000;
const now = Date.UTC(2026, 5, 1, 12);

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(2);
});
afterAll(() => both.close());

type Values = Readonly<Record<string, unknown>>;
const cycles = (sendCycle: unknown, collectionCycle: unknown): Values => ({ sendCycle, collectionCycle });
/** A stretch of time as what is stored says it: up to when (minutes from now; null = without end), send, collection. */
type Stretch = readonly [until: number | null, send: number, collection: number];

/** Of each cycle, minute by minute: the newest report that tells it, or the first one of all where none is older. */
function naively(
  reports: readonly { readonly at: number; readonly values: Values }[],
  assumed: Values,
): (at: number) => readonly unknown[] {
  const inOrder = reports.toSorted((a, b) => a.at - b.at);
  return (at) =>
    ['sendCycle', 'collectionCycle'].map((name) => {
      const own = inOrder.filter(({ values }) => typeof values[name] === 'number');
      return (own.filter((one) => one.at <= at).at(-1) ?? own[0])?.values[name] ?? assumed[name];
    });
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let made = 0;
  let received = now - 10_000;
  /** An RTU of its own, with a gateway that has just started over what is stored. */
  async function begun() {
    const { storage } = both.fixtures[dialect];
    made += 1;
    const sn = `CYCLES-${made}`;
    const { id } = await storage.write(async (db) => {
      const { station_id } = await db.selectFrom('rtus').select('station_id').executeTakeFirstOrThrow();
      return db
        .insertInto('rtus')
        .values({
          ...{
            station_id,
            sn,
            credential_hash: null,
            install_state: 1,
            send_cycle: 3600,
            collection_cycle: 600,
          },
          ...{ last_contact_at: null, jitter: 0, problems: '[]' },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    });
    const gateway = {
      id,
      links: null as unknown as Links,
      /** The process is gone, and another one begins. */
      async restart() {
        gateway.links = new Links(
          () => undefined,
          () => now,
        );
        await learnUnwritten(storage);
        const directory = new RtuDirectory(storage);
        await directory.load();
        const entry = directory.byId(id);
        if (entry === undefined) throw new Error('no RTU');
        gateway.entry = entry;
      },
      entry: null as unknown as Parameters<Links['cycles']>[0],
      /** A report is learnt of, and stored. */
      async report(t: number, values: Values) {
        received += 1;
        gateway.links.contact(gateway.entry, received);
        gateway.links.cycles(gateway.entry, t, values as never);
        await storage.readings.ingest([
          {
            ...{ sourceId: id, row: 'status', element: 0, t, receivedAt: received },
            ...{ historical: false, values: values as never },
          },
        ]);
      },
      flush: () => gateway.links.flush(storage),
    };
    await gateway.restart();
    return gateway;
  }
  async function stored(id: number): Promise<readonly Stretch[]> {
    const { db } = both.fixtures[dialect].storage;
    const former = await db
      .selectFrom('former_cycles')
      .selectAll()
      .where('rtu_id', '=', id)
      .orderBy('until_t')
      .execute();
    const rtu = await db.selectFrom('rtus').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    // Since when the present ones are in force is when the others ended.
    expect(rtu.cycles_since).toBe(former.at(-1)?.until_t ?? 0);
    return [
      ...former.map((row) => [(row.until_t - now) / minute, row.send_cycle, row.collection_cycle] as const),
      [null, rtu.send_cycle, rtu.collection_cycle] as const,
    ];
  }
  const changesOf = async (id: number) =>
    (
      await both.fixtures[dialect].storage.db
        .selectFrom('cycle_changes')
        .selectAll()
        .where('rtu_id', '=', id)
        .orderBy('revision')
        .execute()
    ).map((row) => [row.revision, row.from_t === 0 ? null : (row.from_t - now) / minute]);

  it('several changes before they are written are all kept, in order', async () => {
    const gateway = await begun();
    await gateway.report(now - 50 * minute, cycles(3600, 600));
    await gateway.report(now - 40 * minute, cycles(1800, 600));
    await gateway.report(now - 30 * minute, cycles(1800, 60));
    await gateway.report(now - 20 * minute, cycles(3600, 600));
    await gateway.flush();
    const expected = [
      [-40, 3600, 600],
      [-30, 1800, 600],
      [-20, 1800, 60],
      [null, 3600, 600],
    ];
    expect(await stored(gateway.id)).toEqual(expected);
    expect(await changesOf(gateway.id)).toEqual([[1, -40]]);
    await gateway.flush();
    expect(await stored(gateway.id)).toEqual(expected);
    expect(await changesOf(gateway.id)).toHaveLength(1);
  });

  it('a report that comes behind a newer one is in force up to the next one, after a restart too', async () => {
    const gateway = await begun();
    await gateway.report(now - 60 * minute, cycles(3600, 600));
    await gateway.report(now - 10 * minute, cycles(1800, 300));
    await gateway.flush();
    await gateway.report(now - 20 * minute, cycles(60, 60));
    await gateway.flush();
    const expected = [
      [-20, 3600, 600],
      [-10, 60, 60],
      [null, 1800, 300],
    ];
    expect(await stored(gateway.id)).toEqual(expected);
    expect(await changesOf(gateway.id)).toEqual([
      [1, -10],
      [2, -20],
    ]);
    await gateway.restart();
    // What is sent again says nothing new.
    await gateway.report(now - 20 * minute, cycles(60, 60));
    await gateway.report(now - 10 * minute, cycles(1800, 300));
    await gateway.flush();
    expect(await stored(gateway.id)).toEqual(expected);
    // Behind the newest, though nothing had changed with that one.
    await gateway.report(now - 5 * minute, cycles(1800, 300));
    await gateway.restart();
    await gateway.report(now - 7 * minute, cycles(900, 300));
    expect(gateway.links.of(gateway.entry).sendCycle).toBe(900);
    await gateway.flush();
    expect(await stored(gateway.id)).toEqual([
      ...expected.slice(0, 2),
      [-7, 1800, 300],
      [-5, 900, 300],
      [null, 1800, 300],
    ]);
    expect(gateway.links.of(gateway.entry).sendCycle).toBe(1800);
  });

  it('a device whose clock is ahead begins nothing in the future, and what is no cycle is none', async () => {
    const gateway = await begun();
    await gateway.report(now - 60 * minute, cycles(3600, 600));
    await gateway.report(now - minute, cycles(null, 0));
    await gateway.report(now + 60 * minute, cycles(undefined, 60));
    await gateway.flush();
    expect(await stored(gateway.id)).toEqual([
      [0, 3600, 600],
      [null, 3600, 60],
    ]);
  });

  it('while it collects fast it reports as fast', async () => {
    const gateway = await begun();
    const fast = { ...cycles(3600, 600), fastCollect: 1, fastCollectCycle: 30 };
    await gateway.report(now - 50 * minute, cycles(3600, 600));
    await gateway.report(now - 20 * minute, { ...fast, fastCollect: 0 });
    await gateway.flush();
    await gateway.report(now - 30 * minute, fast);
    await gateway.flush();
    expect(await stored(gateway.id)).toEqual([
      [-30, 3600, 600],
      [-20, 30, 600],
      [null, 3600, 600],
    ]);
  });

  it('what was assumed of an RTU that had never reported was never in force, whichever report comes first', async () => {
    const gateway = await begun();
    await gateway.report(now - 30 * minute, cycles(1800, 300));
    await gateway.flush();
    expect(await stored(gateway.id)).toEqual([[null, 1800, 300]]);
    await gateway.report(now - 40 * minute, cycles(1800, 60));
    await gateway.flush();
    expect(await stored(gateway.id)).toEqual([
      [-30, 1800, 60],
      [null, 1800, 300],
    ]);
    expect(await changesOf(gateway.id)).toEqual([
      [1, null],
      [2, null],
    ]);
  });

  it('what a killed process had stored and not learnt of is learnt by the next one, each from its own time on', async () => {
    const gateway = await begun();
    await gateway.report(now - 60 * minute, cycles(3600, 600));
    await gateway.report(now - 10 * minute, cycles(1800, 300));
    await gateway.flush();
    // Behind a newer one, and two newer ones of which the first has changed something.
    await gateway.report(now - 20 * minute, cycles(60, 60));
    await gateway.restart();
    const between = [
      [-20, 3600, 600],
      [-10, 60, 60],
    ];
    expect(await stored(gateway.id)).toEqual([...between, [null, 1800, 300]]);
    await gateway.report(now - 8 * minute, cycles(1800, 300));
    await gateway.report(now - 6 * minute, cycles(900, 300));
    await gateway.report(now - 4 * minute, cycles(900, 300));
    await gateway.restart();
    const expected = [...between, [-6, 1800, 300], [null, 900, 300]];
    expect(await stored(gateway.id)).toEqual(expected);
    const changes = await changesOf(gateway.id);
    await gateway.restart();
    expect(await stored(gateway.id)).toEqual(expected);
    expect(await changesOf(gateway.id)).toEqual(changes);
  });

  it('any order of arrival ends as the order of collection does', async () => {
    let changes = 0;
    for (let seed = 1; seed <= (dialect === 'sqlite' ? 40 : 12); seed += 1) {
      let drawn = 0;
      const draw = (below: number) => Math.floor(unit(seed * 104_729, drawn++) * below);
      const gateway = await begun();
      const reports = Array.from({ length: 3 + draw(10) }, (_, index) => ({
        at: now - (600 - index * 40 - draw(40)) * minute,
        values: cycles([60, 600, 3600, null][draw(4)], [60, 600, 1800, null][draw(4)]),
      }));
      const arrivals = reports.map((report) => ({ report, order: draw(1000) }));
      arrivals.sort((a, b) => a.order - b.order);
      for (const { report } of arrivals) {
        await gateway.report(report.at, report.values);
        if (draw(5) === 0) await gateway.report(report.at, report.values);
        if (draw(3) === 0) await gateway.flush();
        // The process ends after it has written what it learnt, or before: what is stored says the same.
        if (draw(5) === 0) {
          if (draw(2) === 0) await gateway.flush();
          await gateway.restart();
        }
      }
      await gateway.flush();
      const ends = await stored(gateway.id);
      changes += ends.length - 1;
      const expected = naively(reports, { sendCycle: 3600, collectionCycle: 600 });
      for (let at = -700; at <= 0; at += 1) {
        const inForce = ends.find(([until]) => until === null || at < until);
        expect(inForce?.slice(1), `seed ${seed}, ${at} min`).toEqual(expected(now + at * minute));
      }
    }
    expect(changes).toBeGreaterThan(dialect === 'sqlite' ? 100 : 30);
  }, 300_000);
});
