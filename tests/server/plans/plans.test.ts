/** Plans on real parts: proposed, reviewed, approved by one password, carried out, skipped by name, resumed. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveEvent } from '../../../src/contract/live.ts';
import type { Plan, PlanOrder, PlanSummary } from '../../../src/contract/plans/plans.ts';
import { allAtOnce } from '../../../src/domain/rollout/rollout.ts';
import { writeSite } from '../../../src/main/demo/demo-site.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { ReportedValues } from '../../../src/server/storage/schema.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import {
  type DeliveryProduct,
  password,
  type Reply,
  startDeliveryProduct,
  visitUntil,
} from '../../support/delivery/product.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startProcess } from '../../support/process.ts';
import { bundleServer } from '../../support/tools/bundle-server.ts';
import { until } from '../gateway/gateway-fixture.ts';

const atOnce = { ...allAtOnce, batches: [...allAtOnce.batches] };
describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let postgres: TestPostgres | null = null;
  let product: DeliveryProduct;
  let maintainer: string;
  /** RTUs by company, in the order of their ids. */
  const rtus = new Map<number, number[]>();
  let next = 0;
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    const databaseUrl = await postgres?.database();
    product = await startDeliveryProduct({ stations: 120, ...(databaseUrl ? { databaseUrl } : {}) });
    maintainer = await product.login('maintainer');
    for (const { id } of await product.running.storage.db
      .selectFrom('rtus')
      .select('id')
      .orderBy('id')
      .execute()) {
      const company = product.running.board.siteOfRtu(id)?.project.companyId ?? 0;
      rtus.set(company, [...(rtus.get(company) ?? []), id]);
    }
  });
  afterAll(async () => {
    await product.stop();
    await postgres?.stop();
  });

  type OnePlan = { plan: Plan };
  /** RTUs of company 1 that no other test has touched. */
  function fresh(count: number): number[] {
    const own = (rtus.get(1) ?? []).slice(next, next + count);
    next += count;
    expect(own).toHaveLength(count);
    return own;
  }
  const setOf = (rtuId: number, lowBattery = 11.1): PlanOrder => ({
    target: { rtuId, slot: null },
    group: 'rtu',
    edits: { lowBattery },
  });
  const make = (token: string, items: readonly PlanOrder[], title = 'Low battery') =>
    product.ask<OnePlan>('POST', '/rest/plans', token, { title, items, surface: 'palette', rollout: atOnce });
  const look = async (token: string, id: string) =>
    (await product.ask<OnePlan>('GET', `/rest/plans/${id}`, token)).data.plan;
  async function draft(items: readonly PlanOrder[], token = maintainer): Promise<Plan> {
    const reply = await make(token, items);
    expect(reply.status, reply.msg).toBe(200);
    return reply.data.plan;
  }
  async function confirm(
    token: string,
    body: object,
    word = password,
  ): Promise<Reply<{ confirmation: string }>> {
    return product.ask('POST', '/rest/user/confirm', token, { password: word, body });
  }
  async function approve(token: string, { id, revision }: Plan, reason = 'winter'): Promise<Reply<OnePlan>> {
    const { data } = await confirm(token, { planId: id, revision, reason });
    const { confirmation } = data;
    return product.ask('POST', `/rest/plans/${id}/approve`, token, { revision, reason, confirmation });
  }
  const issued = (id: string) =>
    until(async () => {
      const plan = await look(maintainer, id);
      return plan.items.every(({ state }) => state !== 'waiting' && state !== 'notStarted')
        ? plan
        : undefined;
    });

  describe('a draft', () => {
    test('holds what the devices are known to have, with its age, and sends nothing', async () => {
      const rtu = product.rtus.find(({ temper }) => !temper.awake);
      if (rtu === undefined) throw new Error('no sleeper');
      const { rtuId, stationId } = await product.ids(rtu.sn);
      await product.device(rtu).visit();
      await until(async () => {
        const [group] = (await product.parameters(maintainer, stationId)).devices[0]?.groups ?? [];
        return group?.fields['lowBattery']?.value === 11.5;
      });
      const plan = await draft([setOf(rtuId)]);
      expect(plan).toMatchObject({
        state: 'draft',
        revision: 1,
        createdBy: 'maintainer',
        counts: { waiting: 1 },
      });
      const [item] = plan.items;
      expect(item).toMatchObject({ sn: rtu.sn, stationId, state: 'waiting', problems: [], obstacle: null });
      expect(item?.before['lowBattery']).toMatchObject({ value: 11.5 });
      expect(Date.now() - (item?.before['lowBattery']?.at ?? 0)).toBeLessThan(60_000);
      expect(item?.expected?.at).toBeGreaterThan(Date.now() - 60_000);
      expect((await product.running.delivery.store.open(rtuId)).length).toBe(0);
    });

    test('reports violated bounds, unknown fields, and values that can strand the device', async () => {
      const [one = 0, two = 0] = fresh(2);
      const { items } = await draft([
        setOf(one, 99),
        { target: { rtuId: two, slot: null }, group: 'nobody', edits: { nothing: 1 } },
      ]);
      expect(items[0]?.problems).toMatchObject([{ field: 'lowBattery', reason: 'range' }]);
      expect(items[1]?.problems).toMatchObject([{ field: 'nothing', reason: 'unknownField' }]);
      expect(items[0]?.stranding).toBe(false);
    });

    test('never shows a secret, and keeps none once it is thrown away', async () => {
      const [rtuId = 0] = fresh(1);
      const secret = 'the-key-of-the-centre';
      const plan = await draft([
        { target: { rtuId, slot: null }, group: 'rtu', edits: { center1Key: secret } },
      ]);
      expect(plan.items[0]).toMatchObject({
        edits: { center1Key: null },
        secrets: ['center1Key'],
        stranding: true,
      });
      expect((await product.ask('DELETE', `/rest/plans/${plan.id}`, maintainer)).status).toBe(200);
      const { db } = product.running.storage;
      expect(JSON.stringify(await db.selectFrom('plan_items').selectAll().execute())).not.toContain(secret);
      expect(JSON.stringify(await db.selectFrom('audit').selectAll().execute())).not.toContain(secret);
      expect((await look(maintainer, plan.id)).state).toBe('discarded');
    });

    test('is refused where it sets a field of a device twice, or sets nothing', async () => {
      const [rtuId = 0] = fresh(1);
      expect(await make(maintainer, [setOf(rtuId), setOf(rtuId, 11.2)])).toMatchObject({
        messageId: 'plans.twice',
      });
      expect(await make(maintainer, [{ ...setOf(rtuId), edits: {} }])).toMatchObject({
        messageId: 'set.nothing',
      });
      const nameless = { ...setOf(rtuId), edits: { ['x'.repeat(61)]: 1 } };
      expect(await make(maintainer, [nameless])).toMatchObject({ status: 422, field: 'items' });
      expect(await make(maintainer, [setOf(rtuId)], '   ')).toMatchObject({ status: 422, field: 'title' });
    });

    test('is changed by those who know its revision', async () => {
      const plan = await draft(fresh(2).map((rtuId) => setOf(rtuId)));
      const change = (revision: number) =>
        product.ask<OnePlan>('PUT', `/rest/plans/${plan.id}`, maintainer, {
          revision,
          title: 'Other',
          excluded: [1],
        });
      expect((await change(1)).data.plan).toMatchObject({
        revision: 2,
        title: 'Other',
        counts: { excluded: 1 },
      });
      expect(await change(1)).toMatchObject({ status: 409, messageId: 'plans.stale' });
      expect(await approve(maintainer, plan)).toMatchObject({ status: 409, messageId: 'plans.stale' });
    });

    test('takes further sets behind its own, once each, from one who knows it as it is', async () => {
      const [first = 0, second = 0] = fresh(2);
      const plan = await draft([setOf(first)]);
      const add = (revision: number, items: readonly PlanOrder[], id = plan.id) =>
        product.ask<OnePlan>('POST', `/rest/plans/${id}/items`, maintainer, { revision, items });
      const more = await add(plan.revision, [
        setOf(second, 11.3),
        { ...setOf(first), edits: { sendCycle: 600 } },
      ]);
      expect(more.data.plan.items.map(({ position, edits }) => [position, edits])).toEqual([
        [0, { lowBattery: 11.1 }],
        [1, { lowBattery: 11.3 }],
        [2, { sendCycle: 600 }],
      ]);
      expect(more.data.plan.revision).toBe(plan.revision + 1);
      expect((await add(plan.revision, [setOf(second)])).messageId).toBe('plans.stale');
      expect((await add(plan.revision + 1, [setOf(second, 12)])).messageId).toBe('plans.twice');
      expect((await add(plan.revision + 1, [{ ...setOf(second), edits: {} }])).messageId).toBe('set.nothing');
      const [foreign = 0] = rtus.get(2) ?? [];
      const operator = await product.login('operatorA');
      const denied = await product.ask('POST', `/rest/plans/${plan.id}/items`, operator, {
        revision: plan.revision + 1,
        items: [setOf(foreign)],
      });
      expect(denied.status).toBe(404);
      expect((await look(maintainer, plan.id)).items).toHaveLength(3);
      await approve(maintainer, more.data.plan);
      const done = await issued(plan.id);
      expect(done.items.map(({ skipped }) => skipped)).toEqual([null, null, null]);
      expect((await add(done.revision, [setOf(second)])).messageId).toBe('plans.notDraft');
    });
  });

  describe('companies', () => {
    test('one foreign device makes the whole plan unknown; a foreign plan is unknown', async () => {
      const operatorA = await product.login('operatorA');
      const operatorB = await product.login('operatorB');
      const viewerA = await product.login('viewerA');
      const [own = 0] = fresh(1);
      const foreign = rtus.get(2)?.[0] ?? 0;
      expect((await make(operatorA, [setOf(own), setOf(foreign)])).http).toBe(404);
      const plan = await draft([setOf(own)], operatorA);
      const both = await draft([setOf(own), setOf(foreign)]);
      const listed = async (token: string) =>
        (await product.ask<{ plans: PlanSummary[] }>('GET', '/rest/plans', token)).data.plans.map(
          ({ id }) => id,
        );
      expect(await listed(viewerA)).toContain(plan.id);
      expect(await listed(viewerA)).not.toContain(both.id);
      expect(await listed(operatorB)).not.toContain(plan.id);
      expect((await listed(maintainer))[0]).toBe(both.id);
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { revision: 1, title: 'x', excluded: [] }],
        ['POST', '/approve', { revision: 1, reason: '' }],
        ['DELETE', '', undefined],
      ] as const)
        expect((await product.ask(method, `/rest/plans/${plan.id}${path}`, operatorB, body)).http).toBe(404);
      expect((await confirm(operatorB, { planId: plan.id, revision: 1, reason: '' })).http).toBe(404);
      expect((await product.ask('DELETE', `/rest/plans/${plan.id}`, viewerA)).http).toBe(403);
    });
  });

  describe('the audit', () => {
    test('of a company has the plans for its devices, of every author, and no others', async () => {
      const operatorA = await product.login('operatorA');
      const { storage } = product.running;
      const mayRead = { role_id: 2, permission: 'system:audit:view' };
      await storage.write((db) =>
        db
          .insertInto('role_permissions')
          .values(mayRead)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      const token = await product.login('operatorA');
      const reported = async (as: string, id: string) => {
        const path = `/rest/audit?subject=${encodeURIComponent(`plan:${id}`)}`;
        const { data } = await product.ask<{
          entries: { action: string; accountName: string; address: string | null }[];
        }>('GET', path, as);
        return data.entries
          .map(({ action, accountName, address }) => [action, accountName, address])
          .reverse();
      };
      const [one = 0, two = 0, three = 0] = fresh(3);
      const approved = await draft([setOf(one)]);
      const changed = await product.ask<OnePlan>('PUT', `/rest/plans/${approved.id}`, maintainer, {
        revision: 1,
        title: 'Winter',
        excluded: [],
      });
      expect((await approve(maintainer, changed.data.plan)).status).toBe(200);
      const discarded = await draft([setOf(two)]);
      expect((await product.ask('DELETE', `/rest/plans/${discarded.id}`, maintainer)).status).toBe(200);
      const both = await draft([setOf(three), setOf(rtus.get(2)?.[1] ?? 0)]);
      expect(await reported(token, approved.id)).toEqual([
        ['plan.create', 'maintainer', null],
        ['plan.update', 'maintainer', null],
        ['plan.approve', 'maintainer', null],
      ]);
      expect((await reported(token, discarded.id)).map(([action]) => action)).toEqual([
        'plan.create',
        'plan.discard',
      ]);
      expect(await reported(token, both.id)).toEqual([]);
      expect(await reported(maintainer, both.id)).toHaveLength(1);
      const ofB = await product.login('operatorB');
      for (const { id } of [approved, discarded, both]) expect(await reported(ofB, id)).toEqual([]);
      const own = await draft([setOf(two)], operatorA);
      expect(await reported(ofB, own.id)).toEqual([]);
      expect((await reported(token, own.id))[0]?.slice(0, 2)).toEqual(['plan.create', 'operatorA']);
    });
  });

  describe('an approval', () => {
    test('needs the password, for this revision and reason, once', async () => {
      const plan = await draft([setOf(fresh(1)[0] ?? 0)]);
      const { id, revision } = plan;
      const ask = (body: object) =>
        product.ask('POST', `/rest/plans/${id}/approve`, maintainer, { revision, ...body });
      expect(await ask({ reason: 'a' })).toMatchObject({ status: 422, messageId: 'set.noPassword' });
      const wrong = await confirm(maintainer, { planId: id, revision, reason: 'a' }, 'not-the-password');
      expect(wrong).toMatchObject({ status: 422, messageId: 'password.wrong' });
      const { data } = await confirm(maintainer, { planId: id, revision, reason: 'a' });
      expect(await ask({ ...data, reason: 'b', until: undefined })).toMatchObject({
        messageId: 'set.confirmationOver',
      });
      const other = await draft([setOf(fresh(1)[0] ?? 0)]);
      const bodyOfOther = { revision: 1, reason: 'a', confirmation: data.confirmation };
      expect(
        await product.ask('POST', `/rest/plans/${other.id}/approve`, maintainer, bodyOfOther),
      ).toMatchObject({
        messageId: 'set.confirmationOver',
      });
      expect((await look(maintainer, id)).state).toBe('draft');
      expect((await ask({ reason: 'a', confirmation: data.confirmation })).status).toBe(200);
      expect((await issued(id)).items[0]).toMatchObject({ state: 'queued', order: { verification: null } });
    });

    test('two at once are one', async () => {
      const plan = await draft(fresh(3).map((rtuId) => setOf(rtuId)));
      const replies = await Promise.all([approve(maintainer, plan), approve(maintainer, plan)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      await issued(plan.id);
      const { db } = product.running.storage;
      const rows = await db.selectFrom('orders').select('rtu_id').where('plan_id', '=', plan.id).execute();
      expect(new Set(rows.map((row) => row.rtu_id)).size).toBe(3);
      expect(rows).toHaveLength(3);
      expect(await approve(maintainer, await look(maintainer, plan.id))).toMatchObject({
        messageId: 'plans.notDraft',
      });
      expect((await product.ask('DELETE', `/rest/plans/${plan.id}`, maintainer)).messageId).toBe(
        'plans.notDraft',
      );
    });

    test('skips by name what moved, what breaks a rule and what has a full queue; the rest goes', async () => {
      const [moved = 0, broken = 0, full = 0, left = 0, good = 0] = fresh(5);
      const plan = await draft([setOf(moved), setOf(broken, 99), setOf(full), setOf(left), setOf(good)]);
      await product.order(
        maintainer,
        { rtuId: moved, slot: null },
        {
          type: 'set',
          group: 'rtu',
          edits: { lowBattery: 11.3 },
          version: 0,
        },
      );
      for (let index = 0; index < 50; index++)
        await product.order(
          maintainer,
          { rtuId: full, slot: null },
          { type: 'action', action: 'reportNow', args: {} },
        );
      const now = await look(maintainer, plan.id);
      expect(now.items.map((item) => item.obstacle?.message ?? item.problems[0]?.reason ?? null)).toEqual([
        'set.stale',
        'range',
        'command.queueFull',
        null,
        null,
      ]);
      const narrowed = await product.ask<OnePlan>('PUT', `/rest/plans/${plan.id}`, maintainer, {
        revision: 1,
        title: plan.title,
        excluded: [3],
      });
      expect((await approve(maintainer, narrowed.data.plan)).status).toBe(200);
      const { items, counts } = await issued(plan.id);
      expect(counts).toEqual({ skipped: 3, excluded: 1, queued: 1 });
      expect(items[0]?.skipped).toMatchObject({
        message: 'set.stale',
        fields: ['lowBattery'],
        params: { by: 'maintainer' },
      });
      expect(items[1]?.skipped).toMatchObject({ message: 'parameterProblem.range', fields: ['lowBattery'] });
      expect(items[2]?.skipped).toMatchObject({ message: 'command.queueFull' });
      expect(items[3]).toMatchObject({ state: 'excluded', order: null });
      const nothing = await draft([setOf(left)]);
      const none = await product.ask<OnePlan>('PUT', `/rest/plans/${nothing.id}`, maintainer, {
        revision: 1,
        title: 'None',
        excluded: [0],
      });
      expect(await approve(maintainer, none.data.plan)).toMatchObject({ messageId: 'plans.nothing' });
    });

    test('skips what a person changed at the device itself', async () => {
      const [rtuId = 0] = fresh(1);
      const { storage } = product.running;
      const report = (value: number, at: number) =>
        storage.write((db) =>
          db
            .insertInto('parameters')
            .values({
              rtu_id: rtuId,
              slot: -1,
              reported: toJson<ReportedValues>({ 'rtu/lowBattery': [value, at, at] }),
            })
            .onConflict((conflict) =>
              conflict
                .columns(['rtu_id', 'slot'])
                .doUpdateSet({ reported: toJson<ReportedValues>({ 'rtu/lowBattery': [value, at, at] }) }),
            )
            .execute(),
        );
      await report(11.5, 1000);
      const plan = await draft([setOf(rtuId)]);
      await report(11.7, 2000);
      expect((await look(maintainer, plan.id)).items[0]?.obstacle).toMatchObject({ message: 'plans.moved' });
      await approve(maintainer, plan);
      expect((await issued(plan.id)).items[0]?.skipped).toMatchObject({ fields: ['lowBattery'] });
      await until(async () => (await look(maintainer, plan.id)).state === 'applied' || undefined);
    });

    test('a draft shows the current values of the device; the approval stores them', async () => {
      const [rtuId = 0, unknown = 0] = fresh(2);
      const { storage } = product.running;
      const report = (id: number, value: number, at: number) => {
        const reported = toJson<ReportedValues>({ 'rtu/lowBattery': [value, at, at] });
        return storage.write((db) =>
          db
            .insertInto('parameters')
            .values({ rtu_id: id, slot: -1, reported })
            .onConflict((conflict) => conflict.columns(['rtu_id', 'slot']).doUpdateSet({ reported }))
            .execute(),
        );
      };
      const knownOf = async (id: string) =>
        (await look(maintainer, id)).items.map((item) => item.before['lowBattery']);
      await report(rtuId, 11.5, 1000);
      const plan = await draft([setOf(rtuId), setOf(unknown)]);
      expect(await knownOf(plan.id)).toEqual([
        { value: 11.5, at: 1000 },
        { value: null, at: null },
      ]);
      await report(rtuId, 11.8, 2000);
      expect((await knownOf(plan.id))[0]).toEqual({ value: 11.8, at: 2000 });
      await report(rtuId, 11.5, 3000);
      await report(unknown, 11.4, 3000);
      const known = [
        { value: 11.5, at: 3000 },
        { value: 11.4, at: 3000 },
      ];
      expect(await knownOf(plan.id)).toEqual(known);
      expect((await approve(maintainer, plan)).status).toBe(200);
      await report(rtuId, 11.5, 9000);
      expect(await knownOf(plan.id)).toEqual(known);
      expect((await issued(plan.id)).counts).toEqual({ queued: 2 });
    });

    test('two sets of one group follow each other, and everything stands in the audit', async () => {
      const [rtuId = 0] = fresh(1);
      const operatorA = await product.login('operatorA');
      const plan = await draft([setOf(rtuId), { ...setOf(rtuId), edits: { sendCycle: 1200 } }], operatorA);
      await approve(operatorA, plan, 'for the winter');
      const { items } = await issued(plan.id);
      expect(items.map(({ state }) => state)).toEqual(['queued', 'queued']);
      const audit = await product.running.storage.db
        .selectFrom('audit')
        .select(['action', 'account_name', 'detail'])
        .where('subject', 'in', [`plan:${plan.id}`, ...items.map(({ order }) => `command:${order?.id}`)])
        .orderBy('id')
        .execute();
      expect(audit.map(({ action }) => action)).toEqual([
        'plan.create',
        'plan.approve',
        'command.create',
        'command.create',
      ]);
      expect(audit.every((row) => row.account_name === 'operatorA')).toBe(true);
      expect(audit[3]?.detail).toContain(plan.id);
    });

    test('notifies the consoles with permission, until the last order has ended', async () => {
      const sleepers = product.rtus.filter(({ temper }) => !temper.awake).slice(1);
      const mine: { rtu: SimulatedRtu; rtuId: number }[] = [];
      for (const rtu of sleepers) {
        const { rtuId } = await product.ids(rtu.sn);
        const untouched = (await product.running.delivery.store.open(rtuId)).length === 0;
        if (untouched && rtus.get(1)?.includes(rtuId) && mine.length < 1) mine.push({ rtu, rtuId });
      }
      const [one] = mine;
      if (one === undefined) throw new Error('no sleeper');
      const reported: LiveEvent[] = [];
      const { signal, stop } = listen(await product.login('viewerA'), reported);
      const foreign: LiveEvent[] = [];
      const other = listen(await product.login('operatorB'), foreign);
      await Promise.all([signal, other.signal]);
      const known = (await product.parameters(maintainer, (await product.ids(one.rtu.sn)).stationId))
        .devices[0]?.groups;
      const version = known?.find(({ group }) => group === 'rtu')?.version ?? 0;
      const plan = await draft([setOf(one.rtuId, 11.3)]);
      expect(plan.items[0]?.version).toBe(version);
      await approve(maintainer, plan);
      await issued(plan.id);
      expect((await look(maintainer, plan.id)).state).toBe('applying');
      const ofPlan = (events: readonly LiveEvent[]) =>
        events.filter((event) => event.type === 'plans' && event.planId === plan.id).length;
      // As a console does: the plan is asked for when an event says that it changed, and at no other time.
      let asked = 0;
      const applied = until(async () => {
        if (ofPlan(reported) === asked) return undefined;
        asked = ofPlan(reported);
        const now = await look(maintainer, plan.id);
        return now.state === 'applied' && now.items[0]?.order?.verification === 'verified' ? now : undefined;
      });
      await until(async () => asked > 0 || undefined);
      const done = await visitUntil(product.device(one.rtu), applied);
      expect(done.counts).toEqual({ succeeded: 1 });
      expect(ofPlan(foreign)).toBe(0);
      stop();
      other.stop();
    });
  });

  /** Reads a live stream; resolves `signal` when it has begun. */
  function listen(token: string, into: LiveEvent[]) {
    const aborter = new AbortController();
    let began: () => void = () => {};
    const signal = new Promise<void>((done) => {
      began = done;
    });
    const read = async () => {
      const response = await fetch(`${product.running.address}/rest/stream`, {
        headers: { authorization: token },
        signal: aborter.signal,
      });
      let text = '';
      for await (const part of response.body ?? []) {
        text += Buffer.from(part).toString('utf8');
        const whole = text.split('\n\n');
        text = whole.pop() ?? '';
        for (const message of whole) {
          const data = /^data: (.*)$/m.exec(message)?.[1];
          if (data !== undefined) into.push(JSON.parse(data) as LiveEvent);
        }
        began();
      }
    };
    read().catch(() => {});
    return { signal, stop: () => aborter.abort() };
  }

  describe('a server that is killed between the orders of a plan', () => {
    const folder = mkdtempSync(join(tmpdir(), 'groundwatch-plans-'));
    const cache = join(process.cwd(), 'node_modules', '.cache', `plans-${dialect}-${process.pid}`);
    let program = '';
    beforeAll(async () => {
      const source = new URL('../../support/plans/dying-server.ts', import.meta.url);
      program = await bundleServer(cache, fileURLToPath(source));
    }, 300_000);
    afterAll(() => {
      rmSync(folder, { recursive: true, force: true });
      rmSync(cache, { recursive: true, force: true });
    });

    test.each(['create:inside', 'create:committed'])('at %s resumes it, each exactly once', async (point) => {
      const dataDir = join(folder, point.replace(':', '-'));
      const databaseUrl = await postgres?.database();
      const there = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
      const storage = await openStorage({ dataDir, databaseUrl });
      const fleet = planFleet({ seed: 5, anchor: Date.UTC(2026, 5, 1), stations: 12 });
      await writeSite(storage, fleet, (sn) => `secret-of-${sn}`);
      await createUser(storage, {
        accountName: 'maintainer',
        password,
        companyId: null,
        roleId: 1,
        language: 'en',
      });
      const ids = (await storage.db.selectFrom('rtus').select('id').orderBy('id').execute()).map(
        ({ id }) => id,
      );
      await storage.close();
      const connect = (address: string) => {
        let token = '';
        return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
          if (token === '' && path !== '/login') token = '-';
          const response = await fetch(address + path, {
            method,
            headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
            ...(body ? { body: JSON.stringify(body) } : {}),
          });
          const { data } = (await response.json()) as { data: T & { loginToken?: string } };
          if (path === '/login') token = data.loginToken ?? '';
          return data;
        };
      };
      const dying = await startProcess(dataDir, { DIE_AT: point, DIE_AFTER: '4', ...there }, program);
      const ask = connect(dying.address);
      await ask('POST', '/login', { accountName: 'maintainer', password });
      const { plan } = await ask<OnePlan>('POST', '/rest/plans', {
        title: 'All',
        items: ids.map((rtuId) => setOf(rtuId)),
        surface: 'script',
        rollout: atOnce,
      });
      const body = { planId: plan.id, revision: plan.revision, reason: 'kill' };
      const { confirmation } = await ask<{ confirmation: string }>('POST', '/rest/user/confirm', {
        password,
        body,
      });
      await ask('POST', `/rest/plans/${plan.id}/approve`, {
        revision: plan.revision,
        reason: 'kill',
        confirmation,
      }).catch(() => {});
      expect(await dying.ended).toBe(null);
      const between = await openStorage({ dataDir, databaseUrl });
      const made = await between.db.selectFrom('orders').select('id').execute();
      // Those that share a commit with the fourth are there with it, or not there.
      if (point === 'create:inside') expect(made.length).toBeLessThanOrEqual(3);
      else expect(made.length).toBeGreaterThanOrEqual(4);
      await between.close();

      const again = await startProcess(dataDir, there, program);
      const askAgain = connect(again.address);
      await askAgain('POST', '/login', { accountName: 'maintainer', password });
      const after = await until(async () => {
        const { plan: now } = await askAgain<OnePlan>('GET', `/rest/plans/${plan.id}`);
        return now.items.every(({ state }) => state !== 'waiting' && state !== 'notStarted')
          ? now
          : undefined;
      });
      expect(after.counts).toEqual({ queued: ids.length });
      again.child.kill('SIGTERM');
      await again.ended;
      const end = await openStorage({ dataDir, databaseUrl });
      const rows = await end.db.selectFrom('orders').select(['rtu_id', 'idempotency_key', 'state']).execute();
      expect(rows.map((row) => row.rtu_id).sort((a, b) => a - b)).toEqual(ids);
      expect(new Set(rows.map((row) => row.idempotency_key)).size).toBe(ids.length);
      await end.close();
    });
  });
});
