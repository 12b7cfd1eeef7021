/** Users of a sheet on the real server, on both databases: all or none, bounds from both sides, and nothing of another company. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstRoles } from '../../src/server/accounts/roles/roles.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { password, startTestServer, type TestServer } from '../support/server.ts';

interface Line {
  row: number;
  result: string;
  field: string | null;
  messageId: string | null;
  password: string | null;
}
describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let postgres: TestPostgres | null = null;
  let server: TestServer;
  let platform = '';
  let own = '';
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    const databaseUrl = await postgres?.database();
    server = await startTestServer(databaseUrl === undefined ? {} : { databaseUrl });
    platform = await server.login('maintainer');
    await server.running.storage.write(async (db) => {
      await db.insertInto('roles').values({ name: 'company administrator' }).execute();
      const granted = [...(firstRoles[1]?.permissions ?? []), 'system:user:edit'];
      await db
        .insertInto('role_permissions')
        .values(granted.map((permission) => ({ role_id: 5, permission })))
        .execute();
    });
    const rest = { password, language: 'en' as const };
    await createUser(server.running.storage, { ...rest, accountName: 'adminA', companyId: 1, roleId: 5 });
    own = await server.login('adminA');
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    await postgres?.stop();
  });

  const names = async () =>
    (await server.running.storage.db.selectFrom('users').select('account_name').execute()).map(
      ({ account_name }) => account_name,
    );
  const nameOf = async (table: 'roles' | 'companies', id: number) =>
    (
      await server.running.storage.db
        .selectFrom(table)
        .select('name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).name;
  async function rowOf(row: number, accountName: string, more: object = {}) {
    const usual = { fullName: '', phone: '', company: '', language: 'ja', password: '' };
    return { row, accountName, role: await nameOf('roles', 3), ...usual, ...more };
  }
  async function send(users: object[], more: object = {}, token = own) {
    const body = { users, dryRun: false, partial: false, ...more };
    const { envelope } = await server.call('/rest/users/import', { token, method: 'POST', body });
    return { envelope, rows: (envelope?.data as unknown as { rows: Line[] } | null)?.rows ?? [] };
  }
  const short = ({ rows }: { rows: Line[] }) =>
    rows.map(({ result, field, messageId }) => [result, field, messageId]);

  describe('users of a sheet', () => {
    it('are bounded, column by column, from both sides; a dry run writes nothing', async () => {
      const before = await names();
      const tries: [object, string | null][] = [
        [{ fullName: '李'.repeat(80) }, null],
        [{ fullName: '李'.repeat(81) }, 'fullName'],
        [{ phone: `+${'1'.repeat(31)}` }, null],
        [{ phone: `+${'1'.repeat(32)}` }, 'phone'],
        [{ phone: 'call me' }, 'phone'],
        [{ accountName: 'ab' }, null],
        [{ accountName: 'a' }, 'accountName'],
        [{ accountName: 'x'.repeat(64) }, null],
        [{ accountName: 'x'.repeat(65) }, 'accountName'],
        [{ password: 'seven77' }, 'password'],
        [{ role: 'no such role' }, 'role'],
      ];
      const users = await Promise.all(tries.map(([more], at) => rowOf(at + 2, `person${at}`, more)));
      const { rows } = await send(users, { dryRun: true });
      expect(rows.map(({ field }) => field)).toEqual(tries.map(([, field]) => field));
      expect(rows.map(({ row }) => row)).toEqual(tries.map((_, at) => at + 2));
      expect(rows.every((line) => line.password === null)).toBe(true);
      expect(await names()).toEqual(before);
      const many = await Promise.all(Array.from({ length: 201 }, (_, at) => rowOf(at + 2, `many${at}`)));
      expect((await send(many.slice(0, 200), { dryRun: true })).envelope?.status).toBe(200);
      expect((await send(many, { dryRun: true })).envelope?.status).toBe(400);
    });

    it('are stored all or none, those that are good where that is asked for; made passwords sign in', async () => {
      const users = [
        await rowOf(2, 'kato', { fullName: ' 加藤 花 ', phone: '＋81 90 0000 0001' }),
        await rowOf(3, 'a'),
      ];
      expect(short(await send(users))).toEqual([
        ['good', null, null],
        ['bad', 'accountName', 'users.import.account'],
      ]);
      expect(await names()).not.toContain('kato');
      const { rows } = await send(users, { partial: true });
      expect(rows.map(({ result }) => result)).toEqual(['added', 'bad']);
      const made = rows[0]?.password ?? '';
      expect(made).toMatch(/^[A-Za-z0-9]{16}$/);
      const login = await server.call('/login', {
        method: 'POST',
        body: { accountName: 'kato', password: made },
      });
      expect((login.envelope?.data as unknown as { loginToken: string }).loginToken).toHaveLength(43);
      const kept = await server.running.storage.db
        .selectFrom('users')
        .select(['full_name', 'phone', 'company_id', 'role_id', 'language'])
        .where('account_name', '=', 'kato')
        .executeTakeFirstOrThrow();
      expect(kept).toEqual({
        full_name: '加藤 花',
        phone: '+81 90 0000 0001',
        company_id: 1,
        role_id: 3,
        language: 'ja',
      });
      const audit = await server.running.storage.db
        .selectFrom('audit')
        .select(['account_name', 'detail'])
        .where('action', '=', 'users.create')
        .execute();
      expect(audit).toEqual([{ account_name: 'adminA', detail: 'kato, role 3' }]);
      expect(
        JSON.stringify(await server.running.storage.db.selectFrom('audit').selectAll().execute()),
      ).not.toContain(made);
    });

    it('are of no other company, get no role beyond that of who makes them, and tell no foreign name beforehand', async () => {
      const beyond = await rowOf(2, 'beyond', { role: await nameOf('roles', 1) });
      const foreign = await rowOf(3, 'foreign', { company: await nameOf('companies', 2) });
      expect(short(await send([beyond, foreign]))).toEqual([
        ['bad', 'role', 'users.import.role'],
        ['bad', 'company', 'users.import.company'],
      ]);
      const taken = [await rowOf(2, 'fine'), await rowOf(3, 'operatorB'), await rowOf(4, 'FINE')];
      expect(short(await send(taken.slice(0, 2), { dryRun: true })).map(([result]) => result)).toEqual([
        'good',
        'good',
      ]);
      expect(short(await send(taken.slice(0, 2)))).toEqual([
        ['good', null, null],
        ['bad', 'accountName', 'sites.notFree'],
      ]);
      expect(await names()).not.toContain('fine');
      expect(short(await send(taken, { dryRun: true }))[2]).toEqual(['bad', 'accountName', 'sites.taken']);
      const refusals = await server.running.storage.db
        .selectFrom('audit')
        .select('result')
        .where('action', '=', 'sites.notFree')
        .execute();
      expect(refusals).toEqual([{ result: 'refused' }]);
      const ofB = await rowOf(2, 'ofB', { company: await nameOf('companies', 2) });
      expect(short(await send([ofB], {}, platform))).toEqual([['added', null, null]]);
    });
  });
});
