/**
 * A folder as the scope of a rule, on both databases: what is dragged into it is watched from then on, what leaves it is
 * not, and neither happens unnoticed. The engine, the scope that is asked for and the back-test say the same.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmView } from '../../../src/contract/alarms/alarms.ts';
import type { BackTestResult } from '../../../src/contract/alarms/back-test.ts';
import type { RuleSummary } from '../../../src/contract/alarms/rules.ts';
import type { Definition, ScopeSpan } from '../../../src/domain/alarms/definition.ts';
import { noFilter } from '../../../src/domain/folders/filter.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { fromJson } from '../../../src/server/storage/json.ts';
import { definitionOf, wholeScope } from '../../support/alarms.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/security/world.ts';
import { password, startTestServer, type TestServer } from '../../support/server.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const once = { readings: 1 } as const;
/** Yellow from 10 of the tilt's x. */
const tilt = (folders: readonly number[], more: Partial<Definition['scope']> = {}): Definition =>
  definitionOf({
    terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
    ladder: [
      {
        level: 'yellow',
        condition: { type: 'limit', term: 0, side: 'above', limit: 10, release: 8 },
        hold: once,
        releaseHold: once,
      },
    ],
    scope: { ...wholeScope, folders, ...more },
  });

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  /** Sensors of company A by their stations; company B has sensor 2 at station 2. */
  const sensorOf = new Map([[1, 1]]);
  beforeAll(async () => {
    server = await startTestServer(dialect === 'sqlite' ? {} : { databaseUrl: await postgres.database() });
    const { storage } = server.running;
    const user = { password, language: 'en' } as const;
    // Who shares folders and may not change rules.
    const roleId = await storage.write(async (db) => {
      const { id } = await db
        .insertInto('roles')
        .values({ name: 'folders' })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const permission of ['station:data:view', 'station:folder:share'])
        await db.insertInto('role_permissions').values({ role_id: id, permission }).execute();
      for (const station of [11, 12]) {
        await db
          .insertInto('stations')
          .values({
            ...{ id: station, project_id: 1, code: `A-${station}`, name: 'Ridge', name_reading: null },
            ...{ site: 'slope', latitude: 30, longitude: 105, time_zone: 'UTC' },
          })
          .execute();
        const facts = { install_state: 1, send_cycle: 60, collection_cycle: 60, last_contact_at: null };
        await db
          .insertInto('rtus')
          .values({
            ...{ id: station, station_id: station, sn: `S${station}`, credential_hash: null, problems: '[]' },
            ...{ ...facts, jitter: 0 },
          })
          .execute();
        const mount = { install_state: 1, mount_mode: 0, mount_azimuth: 0 };
        const made = await db
          .insertInto('sensors')
          .values({ rtu_id: station, slot: 0, kind: 9, name: null, ...mount })
          .returning('id')
          .executeTakeFirstOrThrow();
        sensorOf.set(station, made.id);
      }
      return id;
    });
    await createUser(storage, { ...user, accountName: 'sharerA', companyId: 1, roleId });
    await server.running.board.load();
    server.running.alarmEngine.sitesLoaded();
    for (const who of ['maintainer', 'operatorA', 'operatorB', 'sharerA'])
      tokens.set(who, await server.login(who));
  });
  afterAll(() => server.stop());

  const ask = async (
    who: string,
    path: string,
    body?: object,
    method = body === undefined ? 'GET' : 'POST',
  ) => {
    const { http, envelope } = await server.call(path, {
      token: tokens.get(who) ?? '',
      method,
      ...(body === undefined ? {} : { body }),
    });
    const { status, messageId, msg, data } = envelope ?? {};
    return { http, status, messageId, msg, data: data as never };
  };
  const make = async (who: string, name: string, parentId: number | null = null, more: object = {}) => {
    const share = parentId === null ? { share: 'company' } : {};
    const answer = await ask(who, '/rest/folders', { name, parentId, ...share, ...more });
    expect(answer.status, JSON.stringify(answer)).toBe(200);
    return (answer.data as { id: number }).id;
  };
  const place = (
    stationIds: readonly number[],
    fromId: number | null,
    toId: number | null,
    { who = 'operatorA', ...more }: { who?: string; unwatch?: boolean } = {},
  ) => ask(who, '/rest/folders/stations', { stationIds, fromId, toId, ...more });
  const saved = (who: string, name: string, definition: Definition, companyId = 1) =>
    ask(who, '/rest/alarm-rules', { name, companyId, reason: 'a test', definition });
  const ruleOf = async (name: string, definition: Definition): Promise<RuleSummary> => {
    const answer = await saved('operatorA', name, definition);
    expect(answer.status, JSON.stringify(answer)).toBe(200);
    await server.running.alarmEngine.settle();
    return (answer.data as { rule: RuleSummary }).rule;
  };
  const drop = (rule: RuleSummary) => ask('operatorA', `/rest/alarm-rules/${rule.id}`, undefined, 'DELETE');
  /** Sensors that the engine judges by a rule now, as its instances are stored. */
  const judged = async (ruleId: number) => {
    const rows = await server.running.storage.db
      .selectFrom('alarm_instances')
      .selectAll()
      .where('rule_id', '=', ruleId)
      .execute();
    return rows
      .filter((row) => fromJson<readonly ScopeSpan[]>(row.spans).some(({ until }) => until === null))
      .map((row) => row.target_id)
      .sort((a, b) => a - b);
  };
  const sensors = (...stations: number[]) =>
    stations.map((id) => sensorOf.get(id) ?? 0).sort((a, b) => a - b);
  /** Waits until the engine has followed the folders: by the log of changes, nobody calls it. */
  const isJudged = (ruleId: number, stations: readonly number[]) =>
    until(async () => JSON.stringify(await judged(ruleId)) === JSON.stringify(sensors(...stations)));
  let clock = 0;
  async function measure(station: number, x: number): Promise<void> {
    clock = Math.max(clock + 1, Date.now());
    const reading = {
      ...{ sourceId: sensorOf.get(station) ?? 0, row: 'tilt' as const, element: 0 },
      ...{ t: clock, receivedAt: Date.now(), historical: false, values: { x } },
    };
    const result = await server.running.storage.readings.ingest([reading]);
    server.running.gateway.events.emit('stored', { batch: [reading], result });
    await server.running.alarmEngine.settle();
  }
  const open = async () => {
    const { data } = await ask('operatorA', '/rest/alarms');
    return (data as { alarms: AlarmView[] }).alarms.map(({ stationId }) => stationId).sort((a, b) => a - b);
  };
  const scopeOf = async (definition: Definition, who = 'operatorA') => {
    const { data } = await ask(who, '/rest/alarm-rules/scope', { definition });
    return (data as { targets: { stationId: number }[] }).targets
      .map(({ stationId }) => stationId)
      .sort((a, b) => a - b);
  };
  const testedOf = async (definition: Definition) => {
    const { data } = await ask('operatorA', '/rest/alarm-rules/back-test', {
      ...{ definition, from: Date.now() - 86_400_000, to: Date.now() },
    });
    return (data as BackTestResult).targets.map(({ targetId }) => targetId).sort((a, b) => a - b);
  };
  const audited = async (action: string) => {
    const { data } = await ask('maintainer', `/rest/audit?action=${action}`);
    return (data as { entries: { accountName: string; detail: string }[] }).entries;
  };

  it('what is dragged in is watched from then on, what leaves is not; folders in folders count', async () => {
    const river = await make('operatorA', 'River');
    const bank = await make('operatorA', 'Bank', river);
    await place([1], null, river);
    const definition = tilt([river]);
    const rule = await ruleOf('Slow', definition);
    expect([rule.instances, rule.stations]).toEqual([1, 1]);
    await measure(11, 30);
    expect(await open()).toEqual([]);
    // Into a folder in the folder.
    expect((await place([11], null, bank)).data).toEqual({ placed: 1, removed: 0 });
    await isJudged(rule.id, [1, 11]);
    expect(await scopeOf(definition)).toEqual([1, 11]);
    expect(await testedOf(definition)).toEqual(sensors(1, 11));
    await measure(11, 31);
    expect(await open()).toEqual([11]);
    expect((await audited('rule.folder'))[0]).toMatchObject({
      ...{ accountName: 'operatorA', detail: 'Slow: +1 (A-11)' },
    });
    // Within the folder it stays watched, and nothing is asked.
    expect((await place([11], bank, river)).data).toEqual({ placed: 1, removed: 1 });
    expect((await audited('rule.folder')).length).toBe(1);
    // Out of it: asked for, with the rule and the station; nothing has happened.
    const refused = await place([11], river, null);
    expect([refused.status, refused.messageId]).toEqual([409, 'folders.unwatches']);
    expect(refused.msg).toBe('Alarm rules will watch A-11 no more: Slow');
    await server.running.alarmEngine.settle();
    expect(await judged(rule.id)).toEqual(sensors(1, 11));
    expect((await place([11], river, null, { unwatch: true })).data).toEqual({ placed: 0, removed: 1 });
    await isJudged(rule.id, [1]);
    await until(async () => (await open()).length === 0);
    expect(await scopeOf(definition)).toEqual([1]);
    expect(await testedOf(definition)).toEqual(sensors(1));
    expect((await audited('rule.folder'))[0]?.detail).toBe('Slow: −1 (A-11)');
    await measure(11, 40);
    expect(await open()).toEqual([]);
    // In two folders of the scope: out of one of them it is still watched.
    await place([11], null, bank);
    await place([11], null, river);
    expect((await place([11], bank, null)).status).toBe(200);
    await isJudged(rule.id, [1, 11]);
    await drop(rule);
  });

  it('a folder that leaves takes what is in it along; one that a rule names is not deleted', async () => {
    const road = await make('operatorA', 'Road');
    const north = await make('operatorA', 'North', road);
    await place([1], null, road);
    await place([12], null, north);
    const rule = await ruleOf('Fast', tilt([road]));
    await isJudged(rule.id, [1, 12]);
    const move = (folderIds: readonly number[], parentId: number | null, more: object = {}) =>
      ask('operatorA', '/rest/folders/move', { folderIds, parentId, beforeId: null, ...more });
    const remove = (folderIds: readonly number[], more: object = {}) =>
      ask('operatorA', '/rest/folders/delete', { folderIds, ...more });
    expect((await move([north], null, { share: 'company' })).messageId).toBe('folders.unwatches');
    expect((await remove([north])).messageId).toBe('folders.unwatches');
    // Named itself, or within what is deleted: refused, whatever is said.
    for (const unwatch of [false, true]) {
      const refused = await remove([road], { unwatch });
      expect([refused.status, refused.messageId]).toEqual([409, 'folders.watched']);
      expect(refused.msg).toContain('Fast');
      expect((await move([road], null, { share: 'own', unwatch })).messageId).toBe('folders.watched');
    }
    const outer = await make('operatorA', 'Outer');
    expect((await move([road], outer)).status).toBe(200);
    expect((await remove([outer], { unwatch: true })).messageId).toBe('folders.watched');
    await isJudged(rule.id, [1, 12]);
    // Deleted with the stations in it, and restored: watched again without a question.
    expect((await remove([north], { unwatch: true })).data).toEqual({ folders: 1 });
    await isJudged(rule.id, [1]);
    expect((await ask('operatorA', '/rest/folders/restore', { folderIds: [north] })).status).toBe(200);
    await isJudged(rule.id, [1, 12]);
    expect((await audited('rule.folder'))[0]?.detail).toBe('Fast: +1 (A-12)');
    // A rule that is switched off watches nothing, yet names the folder.
    const off = { ...tilt([road]), enabled: false };
    const body = { name: 'Fast', version: rule.version, reason: 'off', definition: off };
    expect((await ask('operatorA', `/rest/alarm-rules/${rule.id}`, body, 'PUT')).status).toBe(200);
    expect((await place([12], north, null)).status).toBe(200);
    expect((await remove([road])).messageId).toBe('folders.watched');
    await drop(rule);
    expect((await remove([outer])).data).toEqual({ folders: 3 });
  });

  it('takes who may change rules, and where that takes two persons, the rule', async () => {
    const dam = await make('operatorA', 'Dam');
    await place([1, 11], null, dam);
    const rule = await ruleOf('Slow', tilt([dam]));
    const denied = await place([11], dam, null, { who: 'sharerA', unwatch: true });
    expect([denied.http, denied.messageId]).toEqual([403, 'folders.unwatchRight']);
    // More is watched by whom may change folders.
    expect((await place([12], null, dam, { who: 'sharerA' })).data).toEqual({ placed: 1, removed: 0 });
    await isJudged(rule.id, [1, 11, 12]);
    const two = (rules: number) =>
      server.running.storage.write((db) =>
        db
          .insertInto('two_person_settings')
          .values({ company_id: 1, sirens: 0, plans_above: null, rules })
          .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ rules }))
          .execute(),
      );
    await two(1);
    const held = await place([11], dam, null, { unwatch: true });
    expect([held.status, held.messageId]).toEqual([409, 'folders.unwatchTwo']);
    expect((await place([11], null, dam)).status).toBe(200);
    await two(0);
    expect((await place([11], dam, null, { unwatch: true })).status).toBe(200);
    await isJudged(rule.id, [1, 12]);
    await drop(rule);
  });

  it('a scope names shared folders of its company alone, and no filter; what leaves the company leaves it', async () => {
    const hill = await make('operatorA', 'Hill');
    await place([1, 11], null, hill);
    const own = await make('operatorA', 'Own', null, { share: 'own' });
    await place([1], null, own);
    const theirs = await make('operatorB', 'Theirs');
    await place([2], null, theirs, { who: 'operatorB' });
    const filter = await make('operatorA', 'Red', null, { filter: { ...noFilter, level: 4 } });
    for (const foreign of [own, theirs, 99_999])
      expect((await saved('operatorA', 'x', tilt([foreign]))).http).toBe(404);
    expect((await saved('operatorB', 'x', tilt([hill]), 2)).http).toBe(404);
    expect((await saved('operatorA', 'x', tilt([filter]))).messageId).toBe('rules.problem.filterScope');
    // The scope of another one's folder is empty, and so is that of a folder of one's own.
    expect(await scopeOf(tilt([hill]), 'operatorB')).toEqual([]);
    expect(await scopeOf(tilt([own]))).toEqual([]);
    expect(await scopeOf(tilt([hill, theirs]))).toEqual([1, 11]);
    expect(await scopeOf(tilt([hill], { except: [1] }))).toEqual([11]);
    const rule = await ruleOf('Slow', tilt([hill]));
    // The maintainer, who sees all, cannot move it to another company's shelf.
    const moved = await ask('maintainer', '/rest/folders/move', {
      ...{ folderIds: [hill], parentId: null, beforeId: null, share: 'company', companyId: 2, unwatch: true },
    });
    expect(moved.messageId).toBe('folders.watched');
    // A station that goes to another company is judged by nothing of the first one, wherever it was put.
    const { storage, board, alarmEngine } = server.running;
    const project = async (id: number) => {
      await storage.write((db) =>
        db.updateTable('stations').set({ project_id: id }).where('id', '=', 11).execute(),
      );
      await board.load();
      alarmEngine.sitesLoaded();
    };
    await project(2);
    await isJudged(rule.id, [1]);
    expect(await scopeOf(tilt([hill]), 'operatorB')).toEqual([]);
    await project(1);
    await isJudged(rule.id, [1, 11]);
    await drop(rule);
  });
});
