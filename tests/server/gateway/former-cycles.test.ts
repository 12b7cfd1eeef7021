/** Cycles that a status report ends are kept with the moment up to which they were in force. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RtuDirectory } from '../../../src/server/gateway/directory.ts';
import { Links } from '../../../src/server/gateway/links.ts';
import { openBoth } from '../../support/storage-fixture.ts';

const minute = 60_000;
const now = Date.UTC(2026, 5, 1, 12);

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(2);
});
afterAll(() => both.close());

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  /** A gateway that has just started over what is stored, with the one RTU as it stands. */
  async function begun(lastContactAt: number | null) {
    const { storage } = both.fixtures[dialect];
    await storage.write(async (db) => {
      await db.deleteFrom('former_cycles').execute();
      await db
        .updateTable('rtus')
        .set({ send_cycle: 3600, collection_cycle: 600, cycles_since: 0, last_contact_at: lastContactAt })
        .execute();
    });
    return restarted();
  }
  async function restarted() {
    const { storage } = both.fixtures[dialect];
    const directory = new RtuDirectory(storage);
    await directory.load();
    const [entry] = directory.all();
    if (entry === undefined) throw new Error('no RTU');
    const links = new Links(
      () => undefined,
      () => now,
    );
    return {
      report: (t: number, send: unknown, collection: unknown) => links.cycles(entry, t, send, collection),
      flush: () => links.flush(storage),
    };
  }
  async function stored() {
    const { db } = both.fixtures[dialect].storage;
    const former = await db.selectFrom('former_cycles').selectAll().orderBy('until_t').execute();
    const rtu = await db
      .selectFrom('rtus')
      .select(['send_cycle', 'collection_cycle', 'cycles_since'])
      .where('id', '=', former[0]?.rtu_id ?? 1)
      .executeTakeFirstOrThrow();
    return {
      former: former.map((row) => [row.until_t - now, row.send_cycle, row.collection_cycle]),
      present: [rtu.cycles_since === 0 ? null : rtu.cycles_since - now, rtu.send_cycle, rtu.collection_cycle],
    };
  }

  it('several changes before they are written are all kept, in order', async () => {
    const gateway = await begun(now - 90 * minute);
    gateway.report(now - 50 * minute, 3600, 600);
    gateway.report(now - 40 * minute, 1800, 600);
    gateway.report(now - 30 * minute, 1800, 60);
    gateway.report(now - 20 * minute, 3600, 600);
    await gateway.flush();
    expect(await stored()).toEqual({
      former: [
        [-40 * minute, 3600, 600],
        [-30 * minute, 1800, 600],
        [-20 * minute, 1800, 60],
      ],
      present: [-20 * minute, 3600, 600],
    });
    await gateway.flush();
    expect((await stored()).former).toHaveLength(3);
  });

  it('a report that comes behind a newer one changes nothing, after a restart neither', async () => {
    const gateway = await begun(now - 90 * minute);
    gateway.report(now - 10 * minute, 1800, 300);
    gateway.report(now - 20 * minute, 60, 60);
    gateway.report(now - 10 * minute, 60, 60);
    await gateway.flush();
    const expected = { former: [[-10 * minute, 3600, 600]], present: [-10 * minute, 1800, 300] };
    expect(await stored()).toEqual(expected);
    const again = await restarted();
    again.report(now - 10 * minute, 60, 60);
    await again.flush();
    expect(await stored()).toEqual(expected);
    again.report(now - 10 * minute + 1, 60, 60);
    await again.flush();
    expect((await stored()).present).toEqual([-10 * minute + 1, 60, 60]);
  });

  it('a device whose clock is ahead begins nothing in the future, and what is no cycle is none', async () => {
    const gateway = await begun(now - 90 * minute);
    gateway.report(now - 1, null, 0);
    gateway.report(now + 60 * minute, 'fast', 60);
    await gateway.flush();
    expect(await stored()).toEqual({ former: [[0, 3600, 600]], present: [0, 3600, 60] });
  });

  it('what was assumed of an RTU that had never reported was never in force', async () => {
    const gateway = await begun(null);
    gateway.report(now - 30 * minute, 1800, 300);
    await gateway.flush();
    expect(await stored()).toEqual({ former: [], present: [null, 1800, 300] });
    gateway.report(now - 20 * minute, 1800, 60);
    await gateway.flush();
    expect(await stored()).toEqual({
      former: [[-20 * minute, 1800, 300]],
      present: [-20 * minute, 1800, 60],
    });
  });
});
