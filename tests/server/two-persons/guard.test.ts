/** What takes two persons takes them on every way in: rules, plans, shelving of red, the settings themselves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmView } from '../../../src/contract/alarms/alarms.ts';
import type { RuleSummary } from '../../../src/contract/alarms/rules.ts';
import type { Plan } from '../../../src/contract/plans/plans.ts';
import { signingTime } from '../../../src/domain/two-persons.ts';
import { password } from '../../support/server.ts';
import { dataOf, isDone, redTilt, type Site, startSite } from '../../support/two-persons.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.server.stop());

const settings = (values: object, token = site.tokens.maintainer) =>
  site.post(token, '/rest/two-persons/settings/1', values, 'PUT');
const strict = { sirens: true, plansAbove: 0, rules: true };
const rule = (name: string, companyId = 1) => ({ name, companyId, reason: 'as asked', definition: redTilt });
const create = (name: string, token = site.tokens.a) => site.post(token, '/rest/alarm-rules', rule(name));
const rules = async () =>
  dataOf<{ rules: RuleSummary[] }>(await site.server.call('/rest/alarm-rules', { token: site.tokens.a }))
    ?.rules ?? [];

describe('the settings', () => {
  it('ask two persons for sirens alone at first, and are for who administers the company', async () => {
    const answer = await site.server.call('/rest/two-persons', { token: site.tokens.a });
    expect(dataOf<object>(answer)).toMatchObject({
      settings: [{ companyId: 1, sirens: true, plansAbove: null, rules: false }],
      mayEdit: false,
    });
    expect((await settings(strict, site.tokens.a)).http).toBe(403);
    expect(isDone(await settings(strict))).toBe(true);
  });

  it('take two persons where they would ask for less', async () => {
    const loose = { sirens: false, plansAbove: null, rules: false };
    const answer = await settings(loose);
    expect(answer.envelope?.messageId).toBe('joint.waiting');
    const now = await site.server.call('/rest/two-persons', { token: site.tokens.a });
    expect(dataOf<object>(now)).toMatchObject({ settings: [strict] });
  });
});

describe('a change of a rule', () => {
  it('waits for the second person, who does it on their own console, once', async () => {
    const act = await site.waiting(await create('Waits'));
    expect(await rules()).toEqual([]);
    expect(act).toMatchObject({ kind: 'ruleCreate', state: 'waiting', isOwn: true, cannot: 'same' });
    expect(act.lines).toContainEqual({ name: 'rule', value: 'Waits' });
    expect(act.until - act.first.at).toBe(600_000);
    const seen = (await site.acts(site.tokens.second)).find(({ id }) => id === act.id);
    expect(seen).toMatchObject({ isOwn: false, cannot: null, hash: act.hash });
    const signed = await site.sign(site.tokens.second, act);
    expect(dataOf<object>(signed)).toMatchObject({
      act: { state: 'done', second: { accountName: 'second' } },
    });
    expect((await rules()).map(({ name, accountName }) => [name, accountName])).toEqual([
      ['Waits', 'operatorA'],
    ]);
    expect((await site.sign(site.tokens.second, act)).envelope?.messageId).toBe('joint.gone');
    expect(await rules()).toHaveLength(1);
  });

  it('is signed at the console of the first person by the account and password of the second', async () => {
    const act = await site.waiting(await create('Same console'));
    const wrong = await site.sign(site.tokens.a, act, {
      accountName: 'second',
      password: 'not the password',
    });
    expect(wrong.envelope).toMatchObject({ messageId: 'secondPerson.wrong', field: 'password' });
    expect(isDone(await site.sign(site.tokens.a, act, { accountName: 'second' }))).toBe(true);
    expect((await rules()).map(({ name }) => name)).toContain('Same console');
  });

  it('is refused in a sentence to everybody else, and to another body', async () => {
    const act = await site.waiting(await create('Nobody'));
    const refused = async (token: string, more: object = {}) =>
      (await site.sign(token, act, more)).envelope?.messageId;
    const { a, b, viewer, second } = site.tokens;
    expect(await refused(a)).toBe('joint.same');
    expect(await refused(a, { accountName: 'operatorA' })).toBe('joint.same');
    expect(await refused(second, { accountName: 'operatorA' })).toBe('joint.same');
    expect(await refused(viewer)).toBe('joint.right');
    expect(await refused(a, { accountName: 'viewer' })).toBe('joint.right');
    expect(await refused(b)).toBe('api.notFound');
    expect(await refused(a, { accountName: 'operatorB' })).toBe('joint.foreign');
    expect(await refused(second, { hash: '0'.repeat(64) })).toBe('joint.other');
    expect(await refused(second, { password: 'wrong' })).toBe('password.wrong');
    expect(await site.acts(b)).toEqual([]);
    expect(await site.acts(viewer)).toEqual([]);
    expect((await rules()).map(({ name }) => name)).not.toContain('Nobody');
    // Another body than was shown: what was changed behind both is signed by nobody.
    const change = (body: string) =>
      site.server.running.storage.write((db) =>
        db.updateTable('joint_acts').set({ body }).where('id', '=', act.id).execute(),
      );
    await change(JSON.stringify({ ...rule('Other'), companyId: 1 }));
    expect(await refused(second)).toBe('joint.other');
    expect(
      (await site.post(second, `/rest/two-persons/${act.id}/refuse`, { reason: '' })).envelope?.status,
    ).toBe(422);
    const no = await site.post(second, `/rest/two-persons/${act.id}/refuse`, { reason: 'not now' });
    expect(dataOf<object>(no)).toMatchObject({ act: { state: 'refused', note: 'not now' } });
    expect(await refused(second)).toBe('joint.gone');
  });

  it('is not signed after 10 minutes, nor done after them', async () => {
    const act = await site.waiting(await create('Late'));
    const age = (ms: number) =>
      site.server.running.storage.write((db) =>
        db
          .updateTable('joint_acts')
          .set(({ eb }) => ({ first_at: eb('first_at', '-', ms) }))
          .where('id', '=', act.id)
          .execute(),
      );
    await age(signingTime + 1);
    expect((await site.sign(site.tokens.second, act)).envelope?.messageId).toBe('joint.over');
    await age(-60_000);
    expect(isDone(await site.sign(site.tokens.second, act))).toBe(true);
  });

  it('takes two persons by every other way in: save, restore, delete, the form of inclination alerts', async () => {
    const [own] = await rules();
    if (own === undefined) throw new Error('no rule');
    const { a, second } = site.tokens;
    const body = { name: 'Saved', definition: redTilt, reason: 'again', version: own.version };
    const saved = await site.waiting(await site.post(a, `/rest/alarm-rules/${own.id}`, body, 'PUT'));
    // Somebody else was first: what was signed is of a version that is not the newest any more.
    const other = await site.waiting(
      await site.post(a, `/rest/alarm-rules/${own.id}`, { ...body, name: 'Twice' }, 'PUT'),
    );
    expect(isDone(await site.sign(second, saved))).toBe(true);
    expect((await site.sign(second, other)).envelope?.messageId).toBe('rules.changed');
    expect((await rules()).find(({ id }) => id === own.id)).toMatchObject({ name: 'Saved', version: 2 });
    const gone = await site.waiting(
      await site.server.call(`/rest/alarm-rules/${own.id}`, { token: a, method: 'DELETE' }),
    );
    expect(await rules()).toContainEqual(expect.objectContaining({ id: own.id }));
    expect(isDone(await site.sign(second, gone))).toBe(true);
    expect(await rules()).not.toContainEqual(expect.objectContaining({ id: own.id }));
    const form = { version: 0, alertLevels: [], initial: { x: 0, y: 0, z: 0 }, reason: 'a form' };
    const level = {
      ...{ level: 'orange', range: 60, angle: 0.5, change1h: 0.1, change5h: 0.2, speed: null },
      ...{ subject: '{level} {station}', body: '{what}' },
    };
    const kept = await site.waiting(
      await site.post(a, '/rest/inclination-alerts/1', { ...form, alertLevels: [level] }, 'PUT'),
    );
    expect(kept.kind).toBe('alertForm');
    expect(isDone(await site.sign(second, kept))).toBe(true);
  });

  it('is not done by who has lost the right since they signed first', async () => {
    const act = await site.waiting(await create('Lost'));
    const role = (id: number) =>
      site.server.running.storage.write((db) =>
        db.updateTable('users').set({ role_id: id }).where('account_name', '=', 'operatorA').execute(),
      );
    await role(3);
    expect((await site.sign(site.tokens.second, act)).envelope?.messageId).toBe('joint.right');
    await role(2);
    site.tokens.a = await site.server.login('operatorA');
    expect((await rules()).map(({ name }) => name)).not.toContain('Lost');
  });
});

describe('a plan', () => {
  const draft = async () => {
    const items = [{ target: { rtuId: 1, slot: null }, group: 'rtu', edits: { lowBattery: 11 } }];
    const answer = await site.post(site.tokens.a, '/rest/plans', { title: 'Plan', surface: 'button', items });
    const plan = dataOf<{ plan: Plan }>(answer)?.plan;
    if (plan === undefined) throw new Error(answer.text);
    return plan;
  };
  const approve = async (plan: Plan) => {
    const body = { planId: plan.id, revision: plan.revision, reason: '' };
    const proof = await site.post(site.tokens.a, '/rest/user/confirm', { password, body });
    const { confirmation } = dataOf<{ confirmation: string }>(proof) ?? {};
    const approval = { revision: plan.revision, reason: '', confirmation };
    return site.post(site.tokens.a, `/rest/plans/${plan.id}/approve`, approval);
  };
  const stateOf = async (planId: string) =>
    dataOf<{ plan: Plan }>(await site.server.call(`/rest/plans/${planId}`, { token: site.tokens.a }))?.plan
      .state;

  it('of more devices than the setting waits for the second person; without the first one’s password for nobody', async () => {
    const plan = await draft();
    const bare = await site.post(site.tokens.a, `/rest/plans/${plan.id}/approve`, {
      revision: plan.revision,
      reason: '',
    });
    expect(bare.envelope?.messageId).toBe('set.noPassword');
    const act = await site.waiting(await approve(plan));
    expect(act).toMatchObject({ kind: 'plan', address: `/plans/${plan.id}` });
    expect(await stateOf(plan.id)).toBe('draft');
    expect(isDone(await site.sign(site.tokens.second, act))).toBe(true);
    expect(await stateOf(plan.id)).not.toBe('draft');
  });

  it('of as many devices as the setting takes one', async () => {
    // Less is asked than before: signed by another one who may administer.
    const answer = await settings({ ...strict, plansAbove: 1 });
    await site.server.running.storage.write((db) =>
      db.insertInto('role_permissions').values({ role_id: 2, permission: 'system:user:edit' }).execute(),
    );
    const second = await site.server.login('second');
    expect(isDone(await site.sign(second, await site.waiting(answer, site.tokens.maintainer)))).toBe(true);
    Object.assign(site.tokens, { second, a: await site.server.login('operatorA') });
    const plan = await draft();
    expect(isDone(await approve(plan))).toBe(true);
  });
});

describe('shelving red', () => {
  it('waits for the second person on their own console, or takes them at this one', async () => {
    const act = await site.waiting(await create('Red tilt'));
    await site.sign(site.tokens.second, act);
    await site.server.running.alarmEngine.settle();
    await site.measure(25);
    const open = async () =>
      dataOf<{ alarms: AlarmView[] }>(await site.server.call('/rest/alarms', { token: site.tokens.a }))
        ?.alarms ?? [];
    const [alarm] = (await open()).filter(({ present }) => present === 4);
    if (alarm === undefined) throw new Error('no red alarm');
    const body = { alarmIds: [alarm.id], until: Date.now() + 3_600_000, reason: 'grouting' };
    const alone = await site.post(site.tokens.a, '/rest/alarms/shelve', body);
    expect(alone.text).toContain('alarms.refused.secondPerson');
    const far = { ...body, until: Date.now() + 5 * 3_600_000, asksSecond: true };
    expect((await site.post(site.tokens.a, '/rest/alarms/shelve', far)).envelope?.messageId).toBe(
      'alarms.refused.tooLong',
    );
    const asked = await site.waiting(
      await site.post(site.tokens.a, '/rest/alarms/shelve', { ...body, asksSecond: true }),
    );
    expect((await open()).find(({ id }) => id === alarm.id)?.shelf).toBeNull();
    expect((await site.sign(site.tokens.viewer, asked)).envelope?.messageId).toBe('joint.right');
    expect(isDone(await site.sign(site.tokens.second, asked))).toBe(true);
    expect((await open()).find(({ id }) => id === alarm.id)?.shelf).toMatchObject({
      accountName: 'operatorA',
      reason: 'grouting',
    });
    const second = { accountName: 'second', password };
    await site.post(site.tokens.a, '/rest/alarms/unshelve', { alarmIds: [alarm.id] });
    const here = await site.post(site.tokens.a, '/rest/alarms/shelve', { ...body, second });
    expect(here.text).not.toContain('refused":{');
  });
});

it('everything is in the audit with both names', async () => {
  const rows = await site.server.running.storage.db
    .selectFrom('audit')
    .select(['action', 'account_name', 'detail'])
    .where('action', 'like', 'joint.%')
    .execute();
  const by = (action: string, account: string) =>
    rows.some((row) => row.action === action && row.account_name === account);
  expect(by('joint.ask', 'operatorA')).toBe(true);
  expect(by('joint.sign', 'second')).toBe(true);
  expect(by('joint.refuse', 'second')).toBe(true);
});
