/** Red prepares sirens, two persons let them sound or arm a site. A15: an armed site without two valid signatures sounds nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlarmEntry, AlarmView } from '../../../src/contract/alarms/alarms.ts';
import { longestArming, soundWithin } from '../../../src/domain/sirens.ts';
import { signingTime } from '../../../src/domain/two-persons.ts';
import { followSirens } from '../../../src/server/sirens/follow.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import type { Database } from '../../../src/server/storage/schema.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { password } from '../../support/server.ts';
import { dataOf, isDone, redTilt, type Site, startSite } from '../../support/two-persons.ts';

const sound = { clip: 2, repeat: 3, volume: 80, light: 'red' };
const day = 86_400_000;

describe.each(['sqlite', 'postgres'] as const)('sirens, %s', (dialect) => {
  let postgres: TestPostgres | null = null;
  let site: Site;
  let counted = 0;
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    site = await startSite(await postgres?.database());
    const rule = { name: 'Tilt', companyId: 1, reason: 'first', definition: redTilt };
    expect(isDone(await site.post(site.tokens.a, '/rest/alarm-rules', rule))).toBe(true);
    await site.server.running.alarmEngine.settle();
    expect(isDone(await setUp('station'))).toBe(true);
  }, 300_000);
  afterAll(async () => {
    await site?.server.stop();
    await postgres?.stop();
  });
  /** The value is back, what is open is closed, nothing is armed, and what has sounded is counted. */
  beforeEach(async () => {
    await site.measure(0);
    const open = dataOf<{ alarms: AlarmView[] }>(
      await site.server.call('/rest/alarms', { token: site.tokens.a }),
    );
    const alarmIds = open?.alarms.map(({ id }) => id) ?? [];
    if (alarmIds.length > 0) {
      await site.post(site.tokens.a, '/rest/alarms/acknowledge', { alarmIds, note: '' });
      await site.post(site.tokens.a, '/rest/alarms/close', { alarmIds, finding: 'test', note: '' });
    }
    await change('armings', { ended_at: 1 });
    // What sounded a moment ago does not keep the next one from it.
    await change('siren_calls', { created_at: 1 });
    counted = (await site.orders()).length;
  });

  const setUp = (prepares: string, more: object = {}) =>
    site.post(
      site.tokens.a,
      '/rest/sirens/1',
      { prepares, sound: { ...sound, ...more }, reason: 'as asked' },
      'PUT',
    );
  const change = (table: keyof Database, set: object) =>
    site.server.running.storage.write((db) => db.updateTable(table).set(set).execute());
  const fresh = async () => (await site.orders()).slice(counted);
  const entries = async (alarmId: number) =>
    dataOf<{ entries: AlarmEntry[] }>(
      await site.server.call(`/rest/alarms/${alarmId}`, { token: site.tokens.a }),
    )?.entries.map(({ type }) => type) ?? [];
  const newest = async () => {
    const [call] = (await site.site()).calls;
    if (call === undefined) throw new Error('no call');
    return call;
  };
  const arm = (until = Date.now() + day, reason = 'no people on the slope') =>
    site.post(site.tokens.a, '/rest/sirens/1/arm', { until, reason, password });
  const armed = async () => {
    const act = await site.waiting(await arm());
    expect(isDone(await site.sign(site.tokens.second, act))).toBe(true);
    return act;
  };

  describe('red', () => {
    it('prepares them, and nothing sounds until two persons have signed exactly that', async () => {
      await site.measure(25);
      const call = await newest();
      expect(call).toMatchObject({ state: 'waiting', isDrill: false, isAutomatic: false, sound });
      expect(call.targets).toEqual([{ rtuId: 1, slot: 1, stationCode: 'A-1', orderId: null, refused: null }]);
      expect(call.until - call.createdAt).toBe(2 * 3_600_000);
      const ask = (hash: string, proof: string, token = site.tokens.a) =>
        site.post(token, `/rest/siren-calls/${call.id}/sound`, { hash, password: proof });
      expect((await ask(call.hash, 'wrong')).envelope?.messageId).toBe('password.wrong');
      expect((await ask('0'.repeat(64), password)).envelope?.messageId).toBe('joint.other');
      expect((await ask(call.hash, password, site.tokens.viewer)).http).toBe(403);
      expect((await ask(call.hash, password, site.tokens.b)).http).toBe(404);
      const act = await site.waiting(await ask(call.hash, password));
      await site.server.running.sirenCaller.settle();
      expect(await fresh()).toEqual([]);
      expect((await site.sign(site.tokens.a, act)).envelope?.messageId).toBe('joint.same');
      expect(isDone(await site.sign(site.tokens.second, act))).toBe(true);
      await site.server.running.sirenCaller.settle();
      const [order, ...others] = await fresh();
      expect(others).toEqual([]);
      expect(order?.reason).toContain(`Alarm ${call.alarmId}`);
      const full = await site.server.running.storage.db
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', order?.id ?? '')
        .executeTakeFirstOrThrow();
      expect(full.not_after - full.created_at).toBe(120_000);
      expect(JSON.parse(full.body)).toEqual(sound);
      expect(await newest()).toMatchObject({ state: 'sounded', accountName: 'operatorA' });
      expect(await entries(call.alarmId ?? 0)).toEqual(
        expect.arrayContaining(['raise', 'sirenPrepared', 'sirenSounded']),
      );
    });

    it('prepares nothing where the site says so, and once for one alarm', async () => {
      await site.measure(25);
      const call = await newest();
      const again = await site.post(site.tokens.a, '/rest/sirens/1/prepare', { alarmId: call.alarmId });
      expect(again.envelope?.messageId).toBe('sirens.waits');
      await site.post(site.tokens.a, `/rest/siren-calls/${call.id}/refuse`, { reason: 'a false one' });
      expect(await newest()).toMatchObject({ state: 'refused', reason: 'a false one' });
      expect(await entries(call.alarmId ?? 0)).toContain('sirenRefused');
      expect(
        isDone(await site.post(site.tokens.a, '/rest/sirens/1/prepare', { alarmId: call.alarmId })),
      ).toBe(true);
      await site.measure(0);
      const alarmIds = [call.alarmId];
      await site.post(site.tokens.a, '/rest/alarms/acknowledge', { alarmIds, note: '' });
      await site.post(site.tokens.a, '/rest/alarms/close', { alarmIds, finding: 'false', note: '' });
      expect(await newest()).toMatchObject({ state: 'over' });
      await setUp('none');
      await site.measure(25);
      expect((await site.site()).calls.filter(({ state }) => state === 'waiting')).toEqual([]);
      await setUp('station');
    });

    it('ends by itself after its time', async () => {
      await site.measure(25);
      await change('siren_calls', { until_t: Date.now() - 1 });
      await site.server.running.sirenCaller.settle();
      expect(await newest()).toMatchObject({ state: 'over' });
      expect(await fresh()).toEqual([]);
    });
  });

  describe('an armed site', () => {
    it('takes two persons, an end within its bound and a reason; one disarms it', async () => {
      expect((await arm(Date.now() + longestArming + 60_000)).envelope?.messageId).toBe('sirens.untilFar');
      expect((await arm(Date.now() - 1)).envelope?.messageId).toBe('sirens.untilPast');
      expect((await arm(Date.now() + day, ' ')).envelope?.messageId).toBe('bound.required');
      const act = await site.waiting(await arm());
      expect((await site.site()).arming).toBeNull();
      expect(isDone(await site.sign(site.tokens.second, act))).toBe(true);
      expect((await site.site()).arming).toMatchObject({
        first: 'operatorA',
        second: 'second',
        problem: null,
      });
      const off = await site.post(site.tokens.second, '/rest/sirens/1/disarm', { reason: 'people are back' });
      expect(isDone(off)).toBe(true);
      expect((await site.site()).arming).toBeNull();
      await site.measure(25);
      expect(await fresh()).toEqual([]);
    });

    it('sounds at red, once, as an order of who signed first, whatever is done twice', async () => {
      await armed();
      await site.measure(25);
      expect(await fresh()).toHaveLength(1);
      expect(await newest()).toMatchObject({ state: 'sounded', isAutomatic: true });
      // A kill behind the order and before its call was ended: done again, it is the same order.
      await change('siren_calls', { state: 'sounding', ended_at: null, created_at: Date.now() });
      await site.server.running.sirenCaller.settle();
      await site.server.running.sirenCaller.settle();
      const orders = await fresh();
      expect(new Set(orders.map(({ id }) => id)).size).toBe(orders.length);
      expect(orders.filter(({ reason }) => reason.startsWith('Alarm'))).toHaveLength(orders.length);
      expect(orders).toHaveLength(1);
      const audit = await site.server.running.storage.db
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'siren.sound')
        .execute();
      expect(audit.some(({ detail }) => detail.includes('armed'))).toBe(true);
    });

    it('makes nothing sound for late evidence, nor for what people do: that is prepared', async () => {
      await armed();
      await site.measure(25);
      counted += 1;
      const { alarmId } = await newest();
      const { storage, sirenCaller } = site.server.running;
      const row = await storage.db
        .selectFrom('alarms')
        .selectAll()
        .where('id', '=', alarmId ?? 0)
        .executeTakeFirstOrThrow();
      const found = async (ago: number, isMeasured: boolean) => {
        await change('siren_calls', { created_at: 1, ended_at: 1 });
        const now = Date.now();
        await storage.write((db) =>
          followSirens(db, null, { ...row, moved_at: now - ago }, { now, isMeasured }),
        );
        await sirenCaller.settle();
        return newest();
      };
      expect(await found(600_001, true)).toMatchObject({ state: 'waiting', isAutomatic: false });
      expect(await found(0, false)).toMatchObject({ state: 'waiting', isAutomatic: false });
      expect(await fresh()).toEqual([]);
      expect(await found(600_000, true)).toMatchObject({ state: 'sounded', isAutomatic: true });
      expect(await fresh()).toHaveLength(1);
    });

    const joint = (set: object) => () => change('joint_acts', set);
    const user =
      (set: object, name = 'second') =>
      () =>
        site.server.running.storage.write((db) =>
          db.updateTable('users').set(set).where('account_name', '=', name).execute(),
        );
    const idOf = async (name: string) =>
      (
        await site.server.running.storage.db
          .selectFrom('users')
          .select('id')
          .where('account_name', '=', name)
          .executeTakeFirstOrThrow()
      ).id;
    const horns = (retired: number | null) => () =>
      site.server.running.storage.write((db) =>
        db.updateTable('sensors').set({ retired_at: retired }).where('kind', '=', 10).execute(),
      );
    const nothing = async () => undefined;
    const ways: readonly {
      readonly name: string;
      readonly spoil: () => Promise<unknown>;
      readonly mend?: () => Promise<unknown>;
      readonly problem: string | null;
    }[] = [
      { name: 'no second signature', spoil: joint({ second_id: null }), problem: 'missing' },
      { name: 'no second hash', spoil: joint({ second_hash: null }), problem: 'missing' },
      { name: 'a joint act that was never done', spoil: joint({ state: 'waiting' }), problem: 'missing' },
      { name: 'a joint act of another kind', spoil: joint({ kind: 'drill' }), problem: 'missing' },
      {
        name: 'the same person twice',
        spoil: async () => change('joint_acts', { second_id: await idOf('operatorA') }),
        problem: 'same',
      },
      {
        name: 'a second signature after its time',
        spoil: () =>
          site.server.running.storage.write((db) =>
            db
              .updateTable('joint_acts')
              .set(({ eb }) => ({ second_at: eb('first_at', '+', signingTime + 1) }))
              .execute(),
          ),
        problem: 'over',
      },
      {
        name: 'a second hash of another body',
        spoil: joint({ second_hash: 'f'.repeat(64) }),
        problem: 'other',
      },
      {
        name: 'a signed text that was changed',
        spoil: joint({ shown: toJson({ lines: [], address: null }) }),
        problem: 'other',
      },
      {
        name: 'an end that was put off',
        spoil: () => change('armings', { until_t: Date.now() + 30 * day }),
        problem: 'other',
      },
      {
        name: 'an end that has come',
        spoil: () => change('armings', { until_t: Date.now() - 1 }),
        problem: null,
      },
      {
        name: 'a signer who lost the right',
        spoil: user({ role_id: 3 }),
        mend: user({ role_id: 2 }),
        problem: 'right',
      },
      {
        name: 'a signer who is disabled',
        spoil: user({ disabled: 1 }),
        mend: user({ disabled: 0 }),
        problem: 'right',
      },
      {
        name: 'a first signer who lost the right',
        spoil: user({ role_id: 3 }, 'operatorA'),
        mend: async () => {
          await user({ role_id: 2 }, 'operatorA')();
          site.tokens.a = await site.server.login('operatorA');
        },
        problem: 'right',
      },
      {
        name: 'a signer of another company',
        spoil: user({ company_id: 2 }),
        mend: user({ company_id: 1 }),
        problem: 'foreign',
      },
      {
        name: 'a second who was never of the company',
        spoil: async () => change('joint_acts', { second_id: await idOf('operatorB') }),
        problem: 'foreign',
      },
      {
        name: 'another sound',
        spoil: () => setUp('station', { volume: 100 }),
        mend: () => setUp('station'),
        problem: 'scope',
      },
      {
        name: 'a site that prepares nothing',
        spoil: () => setUp('none'),
        mend: () => setUp('station'),
        problem: 'scope',
      },
      { name: 'no siren any more', spoil: horns(1), mend: horns(null), problem: 'scope' },
      {
        name: 'an arming that nobody signed',
        spoil: () => change('armings', { joint_id: '0'.repeat(26) }),
        problem: 'missing',
      },
      {
        name: 'an arming of another station',
        spoil: () => change('armings', { company_id: 2 }),
        problem: 'foreign',
      },
    ];
    it.each(ways)('A15 sounds nothing with $name', async ({ spoil, mend = nothing, problem }) => {
      await armed();
      await spoil();
      await site.measure(25);
      const orders = await fresh();
      const view = await site.server.call('/rest/sirens/1', { token: site.tokens.maintainer });
      await mend();
      await change('joint_acts', { kind: 'arm' });
      expect(orders).toEqual([]);
      expect(dataOf<{ site: { arming: object | null } }>(view)?.site.arming ?? null).toEqual(
        problem === null ? null : expect.objectContaining({ problem }),
      );
    });

    it('A15 sounds nothing of a call that is written into the database by hand', async () => {
      await armed();
      await site.measure(25);
      const call = await newest();
      expect(await fresh()).toHaveLength(1);
      counted += 1;
      const row = await site.server.running.storage.db
        .selectFrom('siren_calls')
        .selectAll()
        .where('id', '=', call.id)
        .executeTakeFirstOrThrow();
      const forged = (set: object, index: number) =>
        site.server.running.storage.write((db) =>
          db
            .insertInto('siren_calls')
            .values({
              ...row,
              ...{ id: `${'0'.repeat(24)}F${index}`, state: 'sounding', ended_at: null, results: toJson([]) },
              ...{ allowed_at: Date.now(), ...set },
            })
            .execute(),
        );
      await forged({ arming_id: null }, 1);
      await forged({ sound: toJson({ ...sound, clip: 9 }) }, 2);
      await forged({ targets: toJson([{ rtuId: 2, slot: 0 }]) }, 3);
      await forged({ allowed_at: Date.now() - soundWithin - 1000 }, 4);
      await forged({ arming_id: null, joint_id: '0'.repeat(26) }, 5);
      await forged({ is_drill: 1 }, 6);
      await forged({ user_id: null }, 7);
      await site.server.running.sirenCaller.settle();
      expect(await fresh()).toEqual([]);
    });
  });

  describe('a drill', () => {
    it('is marked in its order, the audit and the list, and is no alarm', async () => {
      const { storage } = site.server.running;
      const drills = () =>
        storage.db.selectFrom('messages').selectAll().where('kind', '=', 'drill').execute();
      const before = (await drills()).length;
      await storage.write((db) =>
        db
          .insertInto('notify_policies')
          .values({
            ...{ company_id: 1, revision: 1, name: 'Red' },
            body: JSON.stringify({
              ...{
                enabled: true,
                projects: [],
                ranks: [4],
                repeat: null,
                hours: { blue: null, yellow: null },
              },
              steps: [{ after: 0, to: [{ type: 'user', userId: 1 }], by: ['mail'] }],
            }) as never,
          })
          .execute(),
      );
      const ask = () => site.post(site.tokens.a, '/rest/sirens/1/drill', { reason: 'yearly', password });
      const act = await site.waiting(await ask());
      expect(act.lines.map(({ name }) => name)).toContain('drill');
      expect(await drills()).toHaveLength(before);
      expect(isDone(await site.sign(site.tokens.second, act))).toBe(true);
      await site.server.running.sirenCaller.settle();
      const [order, ...others] = await fresh();
      expect(others).toEqual([]);
      expect(order?.reason).toBe('DRILL: yearly');
      // Notified once both have signed, and not before.
      const notified = (await drills()).slice(before);
      expect(notified.map(({ recipient, alarm_id }) => [recipient, alarm_id])).toEqual([['user:1', null]]);
      expect(notified[0]?.params).toContain('yearly');
      await storage.write((db) => db.deleteFrom('notify_policies').execute());
      expect(await newest()).toMatchObject({ isDrill: true, alarmId: null, state: 'sounded' });
      const audit = await site.server.running.storage.db
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'siren.sound')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      expect(audit?.detail).toMatch(/^drill, /);
      const open = await site.server.call('/rest/alarms', { token: site.tokens.a });
      expect(dataOf<{ alarms: AlarmView[] }>(open)?.alarms).toEqual([]);
    });

    it('takes one person where the company asks one, and A15 none again where it asks two meanwhile', async () => {
      const settings = (sirens: number) =>
        site.server.running.storage.write((db) =>
          db
            .insertInto('two_person_settings')
            .values({ company_id: 1, sirens, plans_above: null, rules: 0 })
            .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ sirens }))
            .execute(),
        );
      await settings(0);
      const ask = () => site.post(site.tokens.a, '/rest/sirens/1/drill', { reason: 'alone', password });
      expect(isDone(await ask())).toBe(true);
      await site.server.running.sirenCaller.settle();
      expect(await fresh()).toHaveLength(1);
      // Arming takes two whatever the setting says.
      await site.waiting(await arm());
      await settings(1);
      expect((await ask()).envelope?.messageId).toBe('joint.waiting');
      expect(await fresh()).toHaveLength(1);
    });
  });
});
