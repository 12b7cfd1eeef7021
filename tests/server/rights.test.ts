/** D4: who gives rights, who sees plans in the audit, what is disclosed of others' names, and a large import. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../src/base/permissions.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { appendAudit } from '../../src/server/audit/audit.ts';
import { toJson } from '../../src/server/storage/json.ts';
import { type Answer, password, startTestServer, type TestServer } from '../support/server.ts';

const refusal = ({ envelope }: Answer) => [envelope?.status, envelope?.messageId, envelope?.field];
let server: TestServer;
const ids = new Map<string, number>();
beforeAll(async () => {
  server = await startTestServer();
  await server.running.storage.write(async (db) => {
    const roles = {
      editor: ['system:user:edit', 'system:role:edit', 'station:data:view'],
      companyAll: [...permissions],
    };
    for (const [name, granted] of Object.entries(roles)) {
      const { id } = await db.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow();
      await db
        .insertInto('role_permissions')
        .values(granted.map((permission) => ({ role_id: id, permission })))
        .execute();
      ids.set(name, id);
    }
  });
  const rest = { password, language: 'en' as const };
  const { storage } = server.running;
  await createUser(storage, {
    ...rest,
    accountName: 'editor',
    companyId: null,
    roleId: ids.get('editor') ?? 0,
  });
  for (const [companyId, name] of [
    [1, 'allA'],
    [2, 'allB'],
  ] as const)
    await createUser(storage, { ...rest, accountName: name, companyId, roleId: ids.get('companyAll') ?? 0 });
});
afterAll(() => server.stop());
const asker = async (account: string) => {
  const token = await server.login(account);
  return (method: string, path: string, body?: unknown) =>
    server.call(path, { token, method, ...(body === undefined ? {} : { body }) });
};
const ok = ({ envelope }: Answer) => envelope?.status;

describe('D4 S74: who may edit roles', () => {
  it('D4: gives what is held and nothing else, to a new role, another one and the own one', async () => {
    const ask = await asker('editor');
    const held = { name: 'watch', permissions: ['station:data:view'] };
    const more = { name: 'more', permissions: ['station:data:view', 'device:command:sound'] };
    const beyond = [403, 'users.moreThanOwn', 'permissions'];
    expect(refusal(await ask('POST', '/rest/roles', more))).toEqual(beyond);
    const made = await ask('POST', '/rest/roles', held);
    expect(ok(made)).toBe(200);
    const { id } = made.envelope?.data as unknown as { id: number };
    expect(refusal(await ask('PUT', `/rest/roles/${id}`, more))).toEqual(beyond);
    const own = ids.get('editor') ?? 0;
    const grown = {
      name: 'editor',
      permissions: ['system:role:edit', 'system:user:edit', 'device:site:edit'],
    };
    expect(refusal(await ask('PUT', `/rest/roles/${own}`, grown))).toEqual(beyond);
    expect(ok(await ask('PUT', `/rest/roles/${id}`, { ...held, name: 'watchers' }))).toBe(200);
    const kept = await server.running.storage.db
      .selectFrom('role_permissions')
      .select('permission')
      .where('role_id', 'in', [id, own])
      .execute();
    expect(new Set(kept.map(({ permission }) => permission))).toEqual(
      new Set(['station:data:view', 'system:user:edit', 'system:role:edit']),
    );
    expect(ok(await ask('DELETE', `/rest/roles/${id}`))).toBe(200);
  });
  it('D4: touches no role that holds more, neither to cut it down nor to remove it', async () => {
    const ask = await asker('editor');
    const beyond = [403, 'users.moreThanOwn', 'permissions'];
    expect(refusal(await ask('PUT', '/rest/roles/2', { name: 'operator', permissions: [] }))).toEqual(beyond);
    const one = { name: 'maintainer', permissions: ['system:user:edit', 'system:role:edit'] };
    expect(refusal(await ask('PUT', '/rest/roles/1', one))).toEqual(beyond);
    const platform = await asker('maintainer');
    const made = await platform('POST', '/rest/roles', {
      name: 'sirens',
      permissions: ['device:command:sound'],
    });
    const { id } = made.envelope?.data as unknown as { id: number };
    expect(refusal(await ask('DELETE', `/rest/roles/${id}`))).toEqual(beyond);
    expect(ok(await platform('DELETE', `/rest/roles/${id}`))).toBe(200);
  });
  it('D4: role 1 gives also what a new version brings and nobody holds yet', async () => {
    const { storage } = server.running;
    await storage.write(async (db) => {
      const own = db.deleteFrom('role_permissions').where('role_id', '=', 1);
      await own.where('permission', '=', 'system:audit:view').execute();
    });
    const ask = await asker('maintainer');
    expect(ok(await ask('PUT', '/rest/roles/1', { name: 'maintainer', permissions: [...permissions] }))).toBe(
      200,
    );
  });
});

describe('D4 S75: the audit of plans', () => {
  const plan = (id: string, items: readonly number[], skips: readonly number[]) =>
    server.running.storage.write(async (db) => {
      const when = { created_at: 0, approved_at: null, issued_at: null, ended_at: null };
      const who = { user_id: 1, account_name: 'maintainer', approver_id: null, approver_name: null };
      const what = { title: id, state: 'draft', revision: 1, surface: 'button', reason: '' };
      await db
        .insertInto('plans')
        .values({ id, ...what, approver_address: null, ...who, ...when })
        .execute();
      for (const [position, rtu_id] of items.entries())
        await db
          .insertInto('plan_items')
          .values({
            plan_id: id,
            position,
            rtu_id,
            slot: null,
            kind: null,
            group_id: 'rtu',
            edits: '{}',
            base_version: 0,
            previous: toJson({}),
            excluded: 0,
            order_id: null,
            skipped: null,
          })
          .execute();
      for (const [index, station_id] of skips.entries())
        await db
          .insertInto('plan_skips')
          .values({
            plan_id: id,
            position: 100 + index,
            station_id,
            slot: null,
            group_id: '',
            why: toJson({ message: '', params: {}, fields: [] }),
          })
          .execute();
      await appendAudit(db, {
        at: 5,
        userId: 1,
        accountName: 'maintainer',
        address: '10.0.0.1',
        action: 'plan.create',
        subject: `plan:${id}`,
        result: 'ok',
        detail: id,
      });
    });
  it('D4: shows a company only the plans of its stations, skips included', async () => {
    await plan('items-a', [1], []);
    await plan('items-both', [1, 2], []);
    await plan('skip-a', [], [1]);
    await plan('item-a-skip-a', [1], [1]);
    await plan('item-a-skip-b', [1], [2]);
    await plan('skip-both', [], [1, 2]);
    await plan('item-b', [2], []);
    await plan('empty', [], []);
    const reported = async (account: string) => {
      const ask = await asker(account);
      const { envelope } = await ask('GET', '/rest/audit?action=plan.create&limit=100');
      const { entries } = envelope?.data as unknown as { entries: { detail: string }[] };
      return entries.map(({ detail }) => detail).sort();
    };
    expect(await reported('allA')).toEqual(['item-a-skip-a', 'items-a', 'skip-a']);
    expect(await reported('allB')).toEqual(['item-b']);
    expect(await reported('maintainer')).toHaveLength(8);
  });
  it('D4: lists to a company no plan with an item or a skip at a station of another', async () => {
    const listed = async (account: string) => {
      const ask = await asker(account);
      const { envelope } = await ask('GET', '/rest/plans?limit=100');
      const { plans } = envelope?.data as unknown as { plans: { title: string }[] };
      return plans.flatMap(({ title }) => (title === 'empty' ? [] : [title])).sort();
    };
    expect(await listed('allA')).toEqual(['item-a-skip-a', 'items-a', 'skip-a']);
    expect(await listed('allB')).toEqual(['item-b']);
    expect(await listed('maintainer')).toHaveLength(7);
  });
});

describe('D4 S75: what another company has', () => {
  it('D4: is not disclosed by “taken”: serial number, project, company, account', async () => {
    const ask = await asker('allA');
    const platform = await asker('maintainer');
    const station = {
      projectId: 1,
      code: 'A-2',
      name: 'A 2',
      nameReading: null,
      site: 'slope',
      latitude: 30,
      longitude: 105,
      timeZone: 'Asia/Shanghai',
    };
    const { id } = (await ask('POST', '/rest/sites/stations', station)).envelope?.data as unknown as {
      id: number;
    };
    const rtu = (as: typeof ask, sn: string) => as('POST', `/rest/sites/stations/${id}/rtu`, { sn });
    expect(refusal(await rtu(ask, 'B'))).toEqual([422, 'sites.notFree', 'sn']);
    expect((await rtu(ask, 'B')).text).not.toMatch(/taken/i);
    expect(refusal(await rtu(ask, 'A'))).toEqual([422, 'sites.taken', 'sn']);
    expect(refusal(await rtu(platform, 'B'))).toEqual([422, 'sites.taken', 'sn']);
    const project = (code: string) => ({
      companyId: 1,
      code,
      name: 'P',
      timeZone: 'Asia/Shanghai',
      dayBoundary: 0,
      retentionDays: null,
    });
    expect(refusal(await ask('POST', '/rest/sites/projects', project('B')))[1]).toBe('sites.notFree');
    expect(refusal(await ask('POST', '/rest/sites/projects', project('A')))[1]).toBe('sites.taken');
    expect(refusal(await ask('PUT', '/rest/sites/companies/1', { name: 'B' }))[1]).toBe('sites.notFree');
    const user = (accountName: string) => ({
      accountName,
      password: 'gully-above-the-road',
      companyId: 1,
      roleId: 3,
      language: 'en',
    });
    expect(refusal(await ask('POST', '/rest/users', user('operatorb')))[1]).toBe('sites.notFree');
    expect(refusal(await ask('POST', '/rest/users', user('operatora')))[1]).toBe('sites.taken');
  });
});

describe('D4 S75: serial numbers of others', () => {
  it('D4: are refused as not free ten times a day per company, with audit entries; after that nothing is disclosed', async () => {
    const { storage } = server.running;
    const [ask, platform] = [await asker('allB'), await asker('maintainer')];
    const project = (code: string) => ({
      companyId: 2,
      code,
      name: 'P',
      timeZone: 'Asia/Shanghai',
      dayBoundary: 0,
      retentionDays: null,
    });
    const made = await ask('POST', '/rest/sites/projects', project('probing'));
    const { id: projectId } = made.envelope?.data as unknown as { id: number };
    const station = async (as: typeof ask, code: string, of: number) => {
      const place = { site: 'slope', latitude: 30, longitude: 105, timeZone: 'Asia/Shanghai' };
      const body = { projectId: of, code, name: code, nameReading: null, ...place };
      return ((await as('POST', '/rest/sites/stations', body)).envelope?.data as unknown as { id: number })
        .id;
    };
    const rtu = (as: typeof ask, at: number, sn: string) =>
      as('POST', `/rest/sites/stations/${at}/rtu`, { sn });
    const elsewhere = await station(platform, 'E', 1);
    expect(ok(await rtu(platform, elsewhere, 'ELSEWHERE'))).toBe(200);
    const own = await station(ask, 'P-1', projectId);
    const free = await station(ask, 'P-2', projectId);
    const last = await station(ask, 'P-3', projectId);
    expect(ok(await rtu(ask, own, 'OWN'))).toBe(200);

    // Ten at once are ten; those of every kind count.
    const first = await Promise.all(Array.from({ length: 8 }, () => rtu(ask, free, 'ELSEWHERE')));
    expect(first.map((one) => refusal(one))).toEqual(first.map(() => [422, 'sites.notFree', 'sn']));
    expect(refusal(await ask('POST', '/rest/sites/projects', project('A')))[1]).toBe('sites.notFree');
    const account = { password, companyId: 2, roleId: 3, language: 'en' };
    expect(refusal(await ask('POST', '/rest/users', { ...account, accountName: 'allA' }))[1]).toBe(
      'sites.notFree',
    );
    // The eleventh refusal is the same for a value that is taken and for one that is free.
    const over = await Promise.all([rtu(ask, free, 'ELSEWHERE'), rtu(ask, free, 'NOBODYS')]);
    for (const one of over) expect(refusal(one)).toEqual([429, 'sites.tooManyTaken', 'sn']);
    expect(over[0].envelope?.data).toEqual(over[1].envelope?.data);
    expect(refusal(await ask('POST', '/rest/sites/projects', project('free')))[1]).toBe('sites.tooManyTaken');
    expect(refusal(await ask('POST', '/rest/users', { ...account, accountName: 'free' }))[1]).toBe(
      'sites.tooManyTaken',
    );
    // What is the company's own goes on: what it has, and changes that ask for nothing.
    expect(refusal(await rtu(ask, free, 'OWN'))).toEqual([422, 'sites.taken', 'sn']);
    const renamed = { ...project('probing'), name: 'Q' };
    expect(ok(await ask('PUT', `/rest/sites/projects/${projectId}`, renamed))).toBe(200);
    // The platform is not bound, nor is another company.
    expect(ok(await rtu(platform, last, 'NOBODYS'))).toBe(200);
    expect(refusal(await rtu(await asker('allA'), elsewhere, 'OWN'))[1]).not.toBe('sites.tooManyTaken');

    const entries = storage.db.selectFrom('audit').selectAll().where('subject', '=', 'company:2');
    const reported = await entries.where('action', '=', 'sites.notFree').execute();
    expect(reported).toHaveLength(10);
    expect(reported[0]).toMatchObject({ account_name: 'allB', result: 'refused', detail: 'sn: ELSEWHERE' });
    // A day later it begins anew.
    await storage.write((db) =>
      db
        .updateTable('audit')
        .set(({ eb }) => ({ at: eb('at', '-', 86_400_000) }))
        .where('action', '=', 'sites.notFree')
        .execute(),
    );
    expect(refusal(await rtu(ask, free, 'ELSEWHERE'))).toEqual([422, 'sites.notFree', 'sn']);
    expect(ok(await rtu(ask, free, 'FREE'))).toBe(200);
  });
});

describe('D4 S69: an import of 27,000 rows', () => {
  const head = 'project,code,name,site,latitude,longitude,timeZone';
  const rows = Array.from({ length: 27_000 }, (_, i) => `A,${i.toString(36)},n,dam,1,2,UTC`);
  const text = [head, ...rows].join('\n');
  /** What comes of it, and how often others had their turn meanwhile. */
  async function run(dryRun: boolean) {
    const ask = await asker('allA');
    let turns = 0;
    let over = false;
    const count = () => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    const order: string[] = [];
    const imported = ask('POST', '/rest/sites/stations/import', { text, dryRun }).then((answer) => {
      order.push('import');
      over = true;
      return answer;
    });
    const health = fetch(`${server.address}/health`).then(async (answer) => {
      order.push('health');
      return answer.status;
    });
    const written = dryRun
      ? server.running.storage
          .write((db) => db.updateTable('companies').set({ name: 'A' }).where('id', '=', 1).execute())
          .then(() => order.push('written'))
      : undefined;
    const { envelope } = await imported;
    await written;
    const { rows: reported } = envelope?.data as unknown as { rows: { result: string; line: number }[] };
    return { reported, turns, order, health: await health };
  }
  const stations = async () =>
    (await server.running.storage.db.selectFrom('stations').select('id').execute()).length;

  it('D4: dry, lets others be answered and write meanwhile, and changes nothing', async () => {
    expect(text.length).toBeLessThan(900_000);
    const before = await stations();
    const { reported, turns, order, health } = await run(true);
    expect(reported).toHaveLength(27_000);
    expect(new Set(reported.map(({ result }) => result))).toEqual(new Set(['added']));
    expect(reported.at(-1)?.line).toBe(27_001);
    // Each 200 rows, and each 16 KiB of the text.
    expect(turns).toBeGreaterThan(27_000 / 200);
    expect(health).toBe(200);
    expect(order.at(-1)).toBe('import');
    expect(await stations()).toBe(before);
  });
  it('D4: in earnest, too, and takes each row once', async () => {
    const before = await stations();
    const { reported, turns } = await run(false);
    expect(new Set(reported.map(({ result }) => result))).toEqual(new Set(['added']));
    expect(turns).toBeGreaterThan(27_000 / 200);
    expect(await stations()).toBe(before + 27_000);
    expect(new Set((await run(true)).reported.map(({ result }) => result))).toEqual(new Set(['same']));
  });
});
