/** A standard set assigned to a selection: drift of real devices is found, reported and repaired; on both databases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Drift, Standard, StandardScope } from '../../../src/contract/devices/standards.ts';
import type { WorkNotice } from '../../../src/contract/notify/work.ts';
import type { Plan } from '../../../src/contract/plans/plans.ts';
import { type Member, type PlanFleet, startPlanFleet } from '../../support/plans/fleet.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const everywhere: StandardScope = { projects: [], stations: [], except: [], labels: [], folders: [] };

describe.each(['sqlite', 'postgres'] as const)('a standard set that is assigned, on %s,', (dialect) => {
  let postgres: TestPostgres | undefined;
  let fleet: PlanFleet;
  let members: Member[];
  let companyId: number;
  let standard: Standard;
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    fleet = await startPlanFleet(await postgres?.database());
    const { board } = fleet.product.running;
    const all = await fleet.members(['awake', 'awake', 'awake', 'awake', 'awake', 'awake']);
    const company = (one: Member) => board.siteOfRtu(one.rtuId)?.project.companyId ?? 0;
    companyId = company(all[0] as Member);
    members = all.filter((one) => company(one) === companyId).slice(0, 2);
    expect(members).toHaveLength(2);
  }, 240_000);
  afterAll(async () => {
    await fleet?.stop();
    await postgres?.stop();
  }, 120_000);

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await fleet.product.ask<T>(method, path, fleet.token, body);
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.msg}`);
    return reply.data;
  }
  const settle = () => fleet.product.running.driftWatch.settle();
  const again = async () => {
    const { standards } = await ask<{ standards: Standard[] }>('GET', '/rest/standards');
    standard = standards.find(({ id }) => id === standard.id) as Standard;
    return standard;
  };
  const drift = () => ask<{ drifts: Drift[]; total: number }>('GET', `/rest/standards/${standard.id}/drift`);
  const assign = async (scope: StandardScope | null) => {
    const body = { revision: standard.revision, scope };
    standard = (await ask<{ standard: Standard }>('PUT', `/rest/standards/${standard.id}/watch`, body))
      .standard;
  };
  const change = async (values: object, own: string[] = []) => {
    const body = { revision: standard.revision, name: standard.name, values, own };
    standard = (await ask<{ standard: Standard }>('PUT', `/rest/standards/${standard.id}`, body)).standard;
  };
  const stations = () => members.map(({ stationId }) => stationId);
  const bell = async () => (await ask<{ notices: WorkNotice[] }>('GET', '/rest/work/notices')).notices;

  test('is held against the devices of its selection: those that differ are listed, counted and reported', async () => {
    standard = (
      await ask<{ standard: Standard }>('POST', '/rest/standards', {
        ...{ companyId, name: 'Voltage', group: 'rtu', values: { lowBattery: 11.3 } },
      })
    ).standard;
    expect(standard.watch).toBeNull();
    await settle();
    expect((await drift()).total).toBe(0);
    await assign({ ...everywhere, stations: stations() });
    expect(standard).toMatchObject({ revision: 2, watch: { accountName: 'maintainer', drifting: 0 } });
    await settle();
    const { drifts, total } = await drift();
    expect(total).toBe(2);
    expect(drifts.map(({ rtuId }) => rtuId).sort()).toEqual(members.map(({ rtuId }) => rtuId).sort());
    for (const one of drifts) {
      expect(one).toMatchObject({ slot: null, field: 'lowBattery', wanted: 11.3 });
      expect(one.value).not.toBe(11.3);
      expect(Date.now() - one.since).toBeLessThan(60_000);
    }
    expect((await again()).watch).toMatchObject({ devices: 2, drifting: 2, fields: 2, unknown: 0 });
    const notices = (await bell()).filter(({ how }) => how === 'standardDrift');
    expect(notices).toMatchObject([
      {
        work: `standard:${standard.id}`,
        address: `/standards/${standard.id}`,
        params: { subject: 'Voltage', devices: 2 },
      },
    ]);
    // A second look finds the same: nothing begins anew, and nobody is notified again.
    const before = drifts.map(({ since }) => since);
    await settle();
    expect((await drift()).drifts.map(({ since }) => since)).toEqual(before);
    expect((await bell()).filter(({ how }) => how === 'standardDrift')).toHaveLength(1);
    // Who has looked at it has seen it.
    await ask('POST', '/rest/work/seen', { works: [`standard:${standard.id}`] });
    expect((await bell()).filter(({ how }) => how === 'standardDrift')).toEqual([]);
  });

  test('what has not been reported is unknown, and no drift; fields that agree are none', async () => {
    const kept = await fleet.product.running.storage.db
      .selectFrom('parameters')
      .selectAll()
      .where('rtu_id', '=', members[0]?.rtuId ?? 0)
      .where('slot', '=', -1)
      .executeTakeFirstOrThrow();
    await fleet.product.running.storage.write((db) =>
      db
        .updateTable('parameters')
        .set({ reported: '{}' as never })
        .where('rtu_id', '=', kept.rtu_id)
        .where('slot', '=', -1)
        .execute(),
    );
    await settle();
    expect((await again()).watch).toMatchObject({ devices: 2, drifting: 1, unknown: 1 });
    await fleet.product.running.storage.write((db) =>
      db
        .updateTable('parameters')
        .set({ reported: kept.reported })
        .where('rtu_id', '=', kept.rtu_id)
        .where('slot', '=', -1)
        .execute(),
    );
    await settle();
    expect((await again()).watch).toMatchObject({ drifting: 2, unknown: 0 });
  });

  test('proposes the plan that repairs it, without what belongs to one device; once it has landed nothing drifts', async () => {
    await change({ lowBattery: 11.3, timeZone: 330 }, ['timeZone']);
    await settle();
    expect((await again()).watch).toMatchObject({ drifting: 2, fields: 4 });
    const made = await ask<{ planId: string; devices: number; leftOut: number }>(
      'POST',
      `/rest/standards/${standard.id}/plan`,
      {},
    );
    expect(made).toMatchObject({ devices: 2, leftOut: 2 });
    const plan = await fleet.look(made.planId);
    expect(plan).toMatchObject({ state: 'draft', title: 'Repair by standard set: Voltage' });
    expect(plan.items.map(({ edits }) => edits)).toEqual([{ lowBattery: 11.3 }, { lowBattery: 11.3 }]);
    await fleet.approve(plan);
    await fleet.until(plan.id, ({ endedAt }: Plan) => endedAt !== null);
    await change({ lowBattery: 11.3 });
    for (let tries = 0; tries < 100 && (await drift()).total > 0; tries += 1) {
      await settle();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await again()).watch).toMatchObject({ devices: 2, drifting: 0, fields: 0 });
    expect(
      await fleet.product.ask('POST', `/rest/standards/${standard.id}/plan`, fleet.token, {}),
    ).toMatchObject({
      status: 422,
      messageId: 'standards.noDrift',
    });
  }, 180_000);

  test('follows its selection: what is excepted, retired or comes into a folder is known at the next look', async () => {
    await change({ lowBattery: 12.1 });
    const [first = 0, second = 0] = stations();
    await assign({ ...everywhere, stations: [first, second], except: [second] });
    await settle();
    expect((await drift()).drifts.map(({ stationId }) => stationId)).toEqual([first]);
    const folder = await ask<{ id: number }>('POST', '/rest/folders', {
      ...{ name: 'Bank', parentId: null, share: 'company', companyId },
    });
    await ask('POST', '/rest/folders/stations', { stationIds: [second], fromId: null, toId: folder.id });
    await assign({ ...everywhere, folders: [folder.id] });
    await settle();
    expect((await drift()).drifts.map(({ stationId }) => stationId)).toEqual([second]);
    // A folder that is watched is not deleted unnoticed.
    const body = { folderIds: [folder.id] };
    expect(await fleet.product.ask('POST', '/rest/folders/delete', fleet.token, body)).toMatchObject({
      status: 409,
      messageId: 'folders.watched',
    });
  });

  test('of another company is unknown, also by what it is assigned to; who may only look assigns nothing', async () => {
    const viewer = await fleet.product.login('viewerA');
    const path = `/rest/standards/${standard.id}/watch`;
    const body = { revision: standard.revision, scope: everywhere };
    expect((await fleet.product.ask('PUT', path, viewer, body)).http).toBe(403);
    const stranger = await fleet.product.login(companyId === 1 ? 'operatorB' : 'operatorA');
    expect((await fleet.product.ask('PUT', path, stranger, body)).http).toBe(404);
    expect((await fleet.product.ask('GET', `/rest/standards/${standard.id}/drift`, stranger)).http).toBe(404);
    const foreign = fleet.product.running.board
      .sites({ companyId: companyId === 1 ? 2 : 1 })
      .map(({ station }) => station.id);
    for (const scope of [
      { stations: foreign.slice(0, 1) },
      { except: foreign.slice(0, 1) },
      { folders: [999] },
    ])
      expect(
        (await fleet.product.ask('PUT', path, fleet.token, { ...body, scope: { ...everywhere, ...scope } }))
          .http,
      ).toBe(404);
    expect(await fleet.product.ask('PUT', path, fleet.token, { ...body, revision: 1 })).toMatchObject({
      status: 409,
      messageId: 'standards.stale',
    });
  });

  test('is watched no more once that is taken back; deleted and restored it is watched as before', async () => {
    await assign({ ...everywhere, stations: stations() });
    await settle();
    const scope = standard.watch?.scope;
    await ask('DELETE', `/rest/standards/${standard.id}`);
    expect(
      await fleet.product.running.storage.db.selectFrom('standard_drifts').selectAll().execute(),
    ).toEqual([]);
    await ask('POST', `/rest/standards/${standard.id}/restore`, {});
    expect((await again()).watch?.scope).toEqual(scope);
    await settle();
    expect((await again()).watch?.drifting).toBe(2);
    await assign(null);
    expect(standard.watch).toBeNull();
    await settle();
    expect((await drift()).total).toBe(0);
    const acts = await fleet.product.running.storage.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'standard.assign')
      .execute();
    expect(acts.length).toBeGreaterThan(3);
    expect(JSON.parse(acts.at(-1)?.detail ?? '{}')).toMatchObject({ name: 'Voltage', scope: null });
  });
});
