/** Alarm rules that scripts propose: kept with the draft, reviewed, saved at the approval, left out by name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindById } from '../../../src/catalogue/index.ts';
import type { RuleSummary, RuleVersionView } from '../../../src/contract/alarms/rules.ts';
import type { Plan } from '../../../src/contract/plans/plans.ts';
import { type DeliveryProduct, password, startDeliveryProduct } from '../../support/delivery/product.ts';
import { runsOf } from '../../support/workflows/runs.ts';

let product: DeliveryProduct;
let token = '';
const runs = runsOf({ ask: (...given) => product.ask(...given) }, () => token);
beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 40 });
  token = await product.login('operatorA');
}, 300_000);
afterAll(() => product.stop());

type One = { readonly plan: Plan };
const lookAt = (planId: string | null, by = token) => product.ask<One>('GET', `/rest/plans/${planId}`, by);
const rulesNow = async () =>
  (await product.ask<{ rules: RuleSummary[] }>('GET', '/rest/alarm-rules', token)).data.rules;
const ruleOf = async (name: string): Promise<RuleSummary> => {
  const found = (await rulesNow()).find((rule) => rule.name === name);
  if (found === undefined) throw new Error(`no rule ${name}`);
  return found;
};
const versionsOf = async (id: number) =>
  (await product.ask<{ versions: RuleVersionView[] }>('GET', `/rest/alarm-rules/${id}/versions`, token)).data
    .versions;
async function approve({ id, revision }: Pick<Plan, 'id' | 'revision'>, reason = '', by = token) {
  const body = { planId: id, revision, reason };
  const { data } = await product.ask<{ confirmation: string }>('POST', '/rest/user/confirm', by, {
    password,
    body,
  });
  return product.ask<One>('POST', `/rest/plans/${id}/approve`, by, {
    revision,
    reason,
    confirmation: data?.confirmation ?? '',
  });
}
const proposed = async (script: string): Promise<Plan> => {
  const run = await runs.run(`import { fleet, plan } from 'groundwatch';\n${script}`);
  if (run.planId === null) throw new Error(`no plan: ${JSON.stringify(run.problem)}`);
  return (await lookAt(run.planId)).data.plan;
};
const ladder = `[
  { level: 'yellow', when: { quantity: 'value', row: 'tilt', channel: 'x', above: 5, release: 4, either: true } },
  { level: 'blue', when: { any: [
    { quantity: 'value', row: 'tilt', channel: 'x', above: 2 },
    { quantity: 'change', row: 'tilt', channel: 'y', above: 1, args: { window: 6 } },
  ] }, hold: { readings: 2 }, releaseHold: { minutes: 30 } },
]`;
const fresh = (name: string, more = '') =>
  `plan.rule({ name: '${name}', scope: { kinds: ['rt3000', 'rt1030'] }, ladder: ${ladder}${more} }, { reason: 'calm month' });`;
const limitsOf = (rule: RuleSummary) =>
  rule.definition.ladder.map(({ level, condition }) => [
    level,
    condition.type === 'limit' ? condition.limit : condition,
  ]);

describe('a new rule', () => {
  let plan: Plan;
  test('is kept with the draft, judges nothing before its approval, and all of it is there to review', async () => {
    plan = await proposed(`${fresh('New one')} plan.title('Rules of the test');`);
    expect(plan).toMatchObject({ state: 'draft', title: 'Rules of the test', items: [], rules: 1 });
    expect(plan.proposals).toHaveLength(1);
    const [rule] = plan.proposals;
    expect(rule).toMatchObject({
      ...{ before: null, ruleId: null, name: 'New one', reason: 'calm month' },
      ...{ excluded: false, obstacle: null, skipped: null, version: null },
    });
    expect(rule?.definition?.terms).toEqual([
      { quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } },
      { quantity: 'change', args: { window: 6 }, source: { row: 'tilt', channel: 'y' } },
    ]);
    // From the mildest on, as rules stand; the hold of the release as long as the hold where none is given.
    expect(rule?.definition?.ladder).toEqual([
      {
        level: 'blue',
        condition: {
          type: 'or',
          of: [
            { type: 'limit', term: 0, side: 'above', limit: 2 },
            { type: 'limit', term: 1, side: 'above', limit: 1 },
          ],
        },
        hold: { readings: 2 },
        releaseHold: { minutes: 30 },
      },
      {
        level: 'yellow',
        condition: { type: 'limit', term: 0, side: 'above', either: true, limit: 5, release: 4 },
        hold: { readings: 1 },
        releaseHold: { readings: 1 },
      },
    ]);
    const inScope = product.running.board
      .sites({ companyId: 1 })
      .flatMap(({ sensors }) => sensors)
      .filter(({ kind }) => (rule?.definition?.scope.kinds ?? []).includes(kind));
    expect(inScope.length).toBeGreaterThan(1);
    expect(rule?.targets).toBe(inScope.length);
    expect((await rulesNow()).map(({ name }) => name)).not.toContain('New one');
  });
  test('is named by its run', async () => {
    const run = await runs.run(`import { plan } from 'groundwatch';\n${fresh('Of a run')}`);
    expect(run).toMatchObject({ state: 'done', proposed: { sets: 0, rules: 1 } });
    expect(run.proposal?.rules).toEqual(['Of a run']);
  });
  test('is saved by one password, and the plan without devices has ended', async () => {
    const reply = await approve(plan);
    expect(reply.status).toBe(200);
    const saved = await ruleOf('New one');
    expect(saved).toMatchObject({ version: 1, companyId: 1, accountName: 'operatorA' });
    expect(saved.definition).toEqual(plan.proposals[0]?.definition);
    expect((await versionsOf(saved.id)).map(({ reason }) => reason)).toEqual(['calm month']);
    await expect
      .poll(async () => (await lookAt(plan.id)).data.plan)
      .toMatchObject({
        state: 'applied',
        proposals: [{ ruleId: saved.id, version: 1, skipped: null, before: null }],
      });
    const instances = await product.running.storage.db
      .selectFrom('alarm_instances')
      .select('id')
      .where('rule_id', '=', saved.id)
      .execute();
    expect(instances).toHaveLength(saved.instances);
  });
  test('needs a ladder, names and places that exist; what is wrong is left out by name, the rest stays', async () => {
    const found = await proposed(`
plan.rule({ name: 'No ladder' });
plan.rule({ name: 'Nowhere', scope: { projects: ['yn-zhaotogn'] }, ladder: ${ladder} });
plan.rule({ name: 'Foreign', scope: { stations: [{ station: 999999 }] }, ladder: ${ladder} });
plan.rule({ name: 'Odd', ladder: [{ level: 'blue', when: { quantity: 'nothing', above: 1 } }] });
${fresh('Good')}`);
    expect(
      found.proposals.map(({ name, skipped }) => [name, skipped?.message ?? null, skipped?.params]),
    ).toEqual([
      ['Odd', 'rules.problem.quantity', { term: 1, quantity: 'nothing' }],
      ['Good', null, undefined],
      ['No ladder', 'plans.rule.no.ladder', {}],
      ['Nowhere', 'plans.rule.no.project', { name: 'yn-zhaotogn' }],
      ['Foreign', 'plans.rule.no.station', { name: 999999 }],
    ]);
    expect((await approve(found, 'only the good one')).status).toBe(200);
    expect((await rulesNow()).map(({ name }) => name)).toEqual(['New one', 'Good']);
  });
});

describe('a rule that exists', () => {
  test('is changed by its name alone; overrides of several steps become one version', async () => {
    await approve(await proposed(fresh('Changed')));
    const before = await ruleOf('Changed');
    const plan = await proposed(`
const stations = await fleet.stations({ kind: 'rt3000' });
plan.rule({ name: 'Changed', limits: [{ level: 'yellow', limit: 6 }], patience: 90 });
for (const station of stations.slice(0, 2))
  plan.rule({ name: 'Changed', overrides: [{ sensor: station.sensor('rt3000'), limits: [{ level: 'yellow', limit: 7 }] }] });
plan.rule({ name: 'Changed', rename: 'Changed too', overrides: [{ sensor: stations[0].sensor('rt3000'), off: true }] });`);
    expect(plan.proposals).toMatchObject([
      { ruleId: before.id, name: 'Changed too', before: { version: 1, name: 'Changed' }, skipped: null },
    ]);
    const sensors = product.running.board
      .sites({ companyId: 1 })
      .flatMap((site) => site.sensors.filter(({ kind }) => kind === kindById('rt3000')?.code))
      .map(({ id }) => id);
    const own = plan.proposals[0]?.definition?.overrides ?? [];
    expect(own).toHaveLength(2);
    for (const { targetId } of own) expect(sensors).toContain(targetId);
    expect(own).toMatchObject([{ off: true }, { limits: [{ level: 'yellow', at: 0, limit: 7 }] }]);
    expect((await approve(plan, 'after the winter')).status).toBe(200);
    const after = await ruleOf('Changed too');
    expect(after).toMatchObject({ id: before.id, version: 2 });
    // The release moves along with its limit: 1 below it.
    expect(after.definition.ladder[1]).toMatchObject({ condition: { limit: 6, release: 5 } });
    expect(limitsOf(after)[0]).toEqual(limitsOf(before)[0]);
    expect(after.definition).toMatchObject({ patience: 90, scope: before.definition.scope });
    expect((await versionsOf(after.id)).map(({ reason }) => reason)).toEqual([
      'after the winter',
      'calm month',
    ]);
  });
  test('that somebody saved since the draft is left out by name, and the others are saved', async () => {
    await approve(await proposed(`${fresh('Left')} ${fresh('Kept')}`));
    const plan = await proposed(
      `for (const name of ['Left', 'Kept']) plan.rule({ name, limits: [{ level: 'yellow', limit: 9 }] });`,
    );
    const left = await ruleOf('Left');
    const { id, name, version, definition } = left;
    const reply = await product.ask('PUT', `/rest/alarm-rules/${id}`, token, {
      ...{ name, version, reason: 'meanwhile' },
      definition: { ...definition, patience: 45 },
    });
    expect(reply.status).toBe(200);
    const why = { message: 'plans.rule.changed', params: { version: 2, by: 'operatorA' } };
    expect((await lookAt(plan.id)).data.plan.proposals).toMatchObject([
      { name: 'Left', obstacle: why },
      { name: 'Kept', obstacle: null },
    ]);
    expect((await approve(plan)).data.plan.proposals).toMatchObject([
      { name: 'Left', skipped: why, version: null },
      { name: 'Kept', skipped: null, version: 2 },
    ]);
    expect(await ruleOf('Left')).toMatchObject({ version: 2, definition: { patience: 45 } });
    expect((await versionsOf((await ruleOf('Kept')).id))[0]?.reason).toBe('A run of the test');
  });
  test('that stays as it is, or has a limit named that it lacks, is left out; nothing is left to approve', async () => {
    const plan = await proposed(`
plan.rule({ name: 'Kept', patience: null });
plan.rule({ name: 'Good', limits: [{ level: 'red', limit: 1 }] });`);
    expect(plan.proposals.map(({ name, skipped }) => [name, skipped?.message])).toEqual([
      ['Kept', 'plans.rule.unchanged'],
      ['Good', 'plans.rule.no.limit'],
    ]);
    expect(await approve(plan)).toMatchObject({ status: 422, messageId: 'plans.nothing' });
  });
  test('that is excluded in the review is not saved', async () => {
    const plan = await proposed(
      `for (const name of ['Good', 'Kept']) plan.rule({ name, limits: [{ level: 'yellow', limit: 11 }] });`,
    );
    const versions = async () => [(await ruleOf('Good')).version, (await ruleOf('Kept')).version];
    const before = await versions();
    const [first] = plan.proposals;
    const put = await product.ask<One>('PUT', `/rest/plans/${plan.id}`, token, {
      ...{ revision: plan.revision, title: plan.title, excluded: [first?.position] },
    });
    expect(put.data.plan.proposals.map(({ excluded }) => excluded)).toEqual([true, false]);
    expect((await approve(put.data.plan)).status).toBe(200);
    expect(await versions()).toEqual([before[0], (before[1] ?? 0) + 1]);
  });
});

describe('whose rules they are', () => {
  test('another company sees neither the plan nor its rules', async () => {
    const plan = await proposed(fresh('Own'));
    const other = await product.login('operatorB');
    expect((await lookAt(plan.id, other)).status).toBe(404);
    const list = await product.ask<{ plans: { id: string }[] }>('GET', '/rest/plans', other);
    expect(list.data.plans.map(({ id }) => id)).not.toContain(plan.id);
    expect((await lookAt(plan.id, await product.login('maintainer'))).status).toBe(200);
  });
  test('who may not edit rules neither proposes nor approves them', async () => {
    const plan = await proposed(fresh('Not allowed'));
    const { storage } = product.running;
    const right = { role_id: 2, permission: 'alarm:rule:edit' };
    await storage.write((db) =>
      db
        .deleteFrom('role_permissions')
        .where('role_id', '=', right.role_id)
        .where('permission', '=', right.permission)
        .execute(),
    );
    // A session ends with the rights that it was seen with.
    token = await product.login('operatorA');
    try {
      expect(await approve(plan)).toMatchObject({ status: 403, messageId: 'api.forbidden' });
      const run = await runs.run(`import { plan } from 'groundwatch';\n${fresh('Neither')}`);
      expect(run).toMatchObject({
        ...{ state: 'failed', planId: null },
        problem: { id: 'permission', params: { permission: 'alarm:rule:edit' } },
      });
    } finally {
      await storage.write((db) => db.insertInto('role_permissions').values(right).execute());
      token = await product.login('operatorA');
    }
    expect((await rulesNow()).map(({ name }) => name)).not.toContain('Not allowed');
    expect((await approve(plan)).status).toBe(200);
  });
  test('a shape that is none is an error at its line, before anything is proposed', async () => {
    const reply = await runs.tryStart(
      `import { plan } from 'groundwatch';\nplan.rule({ name: 'Bad', ladder: [{ level: 'purple', when: {} }] });`,
    );
    expect(reply).toMatchObject({ status: 422, data: { problem: { id: 'shape', line: 2 } } });
  });
});
