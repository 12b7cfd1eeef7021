/** A siren that is sounded by hand, or by a plan, takes two persons where the company says so; its stop never does. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signingTime } from '../../../src/domain/two-persons.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type Answer, password } from '../../support/server.ts';
import { dataOf, isDone, type Site, startSite } from '../../support/two-persons.ts';

const sound = { clip: 2, repeat: 3, volume: 80, light: 'red' };

describe.each(['sqlite', 'postgres'] as const)('a siren by hand, %s', (dialect) => {
  let postgres: TestPostgres | null = null;
  let site: Site;
  let counted = 0;
  let keys = 0;
  const nextKey = () => {
    keys += 1;
    return keys;
  };
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    site = await startSite(await postgres?.database());
    // It is awake: what is ordered could sound at once.
    const { gateway } = site.server.running;
    const link = gateway.link.bind(gateway);
    gateway.link = (rtuId) => {
      const facts = link(rtuId);
      return facts === null ? null : { ...facts, connected: true, lastContactAt: Date.now() };
    };
  }, 300_000);
  afterAll(async () => {
    await site?.server.stop();
    await postgres?.stop();
  });
  beforeEach(async () => {
    await setting(1);
    counted = (await site.orders()).length;
  });

  const setting = (sirens: number) =>
    site.server.running.storage.write((db) =>
      db
        .insertInto('two_person_settings')
        .values({ company_id: 1, sirens, plans_above: null, rules: 0 })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ sirens }))
        .execute(),
    );
  const fresh = async () => (await site.orders()).slice(counted);
  const bodyOf = (action: string, args: object = {}) => ({
    key: `${dialect}${String(nextKey()).padStart(24, '0')}`,
    target: { rtuId: 1, slot: 1 },
    content: { type: 'action', action, args },
    reason: 'people on the slope',
    surface: 'palette',
  });
  type Body = ReturnType<typeof bodyOf>;
  /** Nothing where the password is not taken. */
  const confirmed = async (body: object, token = site.tokens.a) => {
    const answer = await site.post(token, '/rest/user/confirm', { password, body });
    const confirmation = dataOf<{ confirmation: string } | null>(answer)?.confirmation;
    return confirmation === undefined ? {} : { confirmation };
  };
  const order = async (body: Body, token = site.tokens.a): Promise<Answer> =>
    site.post(token, '/rest/orders', { ...body, ...(await confirmed(body, token)) });
  const signedBy = (act: Awaited<ReturnType<Site['waiting']>>, token = site.tokens.second) =>
    site.sign(token, act);

  it('waits for the second person, who is shown exactly what sounds; then it is ordered once, as the first', async () => {
    const body = bodyOf('soundAlarm', sound);
    const act = await site.waiting(await order(body));
    expect(await fresh()).toEqual([]);
    expect(act.kind).toBe('order');
    const shown = Object.fromEntries(act.lines.map(({ name, value }) => [name, value]));
    expect(shown).toMatchObject({ siren: 'A-1, 1', reason: 'people on the slope' });
    expect(shown['sound']).toContain('80');
    expect((await signedBy(act, site.tokens.a)).envelope?.messageId).toBe('joint.same');
    expect((await signedBy(act, site.tokens.viewer)).envelope?.messageId).toBe('joint.right');
    expect((await signedBy(act, site.tokens.b)).http).toBe(404);
    expect(await fresh()).toEqual([]);
    expect(isDone(await signedBy(act))).toBe(true);
    const [row, ...others] = await fresh();
    expect(others).toEqual([]);
    const full = await site.server.running.storage.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', row?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(full).toMatchObject({ account_name: 'operatorA', surface: 'palette', rtu_id: 1, slot: 1 });
    expect(JSON.parse(full.body)).toEqual(sound);
    expect(full.not_after - full.created_at).toBe(120_000);
    // The same again, after an answer that was lost: the same order, and nothing that waits.
    expect(dataOf<{ order: { id: string } }>(await order(body))?.order.id).toBe(row?.id);
    expect((await signedBy(act)).envelope?.messageId).toBe('joint.gone');
    expect(await fresh()).toHaveLength(1);
  });

  it('is asked for by nobody without the password and the right, and of nothing that would be refused', async () => {
    const before = (await site.acts(site.tokens.a)).length;
    const body = bodyOf('soundAlarm', sound);
    expect((await site.post(site.tokens.a, '/rest/orders', body)).envelope?.messageId).toBe('set.noPassword');
    expect((await order(body, site.tokens.viewer)).http).toBe(403);
    expect((await order(body, site.tokens.b)).envelope?.messageId).toBe('api.notFound');
    const loud = await order(bodyOf('soundAlarm', { ...sound, volume: 101 }));
    expect(loud.envelope?.messageId).not.toBe('joint.waiting');
    expect(isDone(loud)).not.toBe(true);
    expect((await site.acts(site.tokens.a)).length).toBe(before);
  });

  it('is not signed after 10 minutes, nor where the row says another sound than was shown', async () => {
    const { storage } = site.server.running;
    const set = (id: string, more: object) =>
      storage.write((db) => db.updateTable('joint_acts').set(more).where('id', '=', id).execute());
    const late = await site.waiting(await order(bodyOf('soundAlarm', sound)));
    await set(late.id, { first_at: Date.now() - signingTime - 1 });
    expect((await signedBy(late)).envelope?.messageId).toBe('joint.over');
    const other = await site.waiting(await order(bodyOf('soundAlarm', sound)));
    await set(other.id, { body: JSON.stringify(bodyOf('soundAlarm', { ...sound, volume: 1 })) });
    expect((await signedBy(other)).envelope?.messageId).toBe('joint.other');
    expect(await fresh()).toEqual([]);
  });

  it('takes one person where the company asks one; and its stop and its test whatever it asks', async () => {
    await setting(0);
    expect(isDone(await order(bodyOf('soundAlarm', sound)))).toBe(true);
    expect(await fresh()).toHaveLength(1);
    await setting(1);
    for (const action of ['stopHorn', 'testHorn'])
      expect(isDone(await site.post(site.tokens.a, '/rest/orders', bodyOf(action))), action).toBe(true);
  });

  it('by a plan, as scripts and the palette make them, takes two for its approval; a plan without one does not', async () => {
    const draft = async (action: string, args: object) => {
      const made = await site.post(site.tokens.a, '/rest/plans', {
        title: action,
        surface: 'script',
        items: [{ type: 'send', target: { rtuId: 1, slot: 1 }, action, args }],
      });
      const plan = dataOf<{
        plan: { id: string; revision: number; soundings: { expected: { at: number } | null }[] };
      }>(made)?.plan;
      if (plan === undefined) throw new Error(made.text);
      return plan;
    };
    const approve = async (plan: Awaited<ReturnType<typeof draft>>) => {
      const times = plan.soundings.flatMap(({ expected }) => expected?.at ?? []);
      const sounds =
        times.length === 0 ? {} : { sounds: { from: Math.min(...times), until: Math.max(...times) } };
      const body = { revision: plan.revision, reason: 'as asked', ...sounds };
      const proof = await confirmed({ planId: plan.id, ...body });
      return site.post(site.tokens.a, `/rest/plans/${plan.id}/approve`, { ...body, ...proof });
    };
    const act = await site.waiting(await approve(await draft('soundAlarm', sound)));
    expect(act.kind).toBe('plan');
    expect(isDone(await approve(await draft('testHorn', {})))).toBe(true);
    await setting(0);
    expect(isDone(await approve(await draft('soundAlarm', sound)))).toBe(true);
  });
});
