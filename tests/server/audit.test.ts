/** The audit as it is read: filters, pages, companies, the chain, and the file. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../src/base/permissions.ts';
import type { AuditEntry } from '../../src/contract/company/audit.ts';
import { auditActions } from '../../src/contract/company/audit.ts';
import { appendAudit } from '../../src/server/audit/audit.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let platform = '';
let companyA = '';
let companyB = '';
const day = 86_400_000;
const start = Date.UTC(2026, 1, 1);
const hostile = '=HYPERLINK("http://x","y")\u202e\n+second, line';

beforeAll(async () => {
  server = await startTestServer();
  const { storage } = server.running;
  await storage.write(async (db) => {
    await db.deleteFrom('role_permissions').where('role_id', '=', 2).execute();
    await db
      .insertInto('role_permissions')
      .values(permissions.map((permission) => ({ role_id: 2, permission })))
      .execute();
    await db.deleteFrom('audit').execute();
    const userOf = async (name: string) =>
      (await db.selectFrom('users').select('id').where('account_name', '=', name).executeTakeFirstOrThrow())
        .id;
    const [staff, a, b] = [await userOf('maintainer'), await userOf('operatorA'), await userOf('operatorB')];
    const acts = [
      [staff, 'maintainer', 'sites.station.update', 'station:1', 'ok', 'A-1 of company A'],
      [staff, 'maintainer', 'sites.station.update', 'station:2', 'ok', 'B-1 of company B'],
      [staff, 'maintainer', 'roles.create', 'role:9', 'ok', 'watchers'],
      [a, 'operatorA', 'session.login', null, 'refused', ''],
      [a, 'operatorA', 'remark.add', 'station:1', 'ok', hostile],
      [b, 'operatorB', 'remark.add', 'station:2', 'ok', '100 % wet_soil'],
      [staff, 'maintainer', 'users.update', `user:${a}`, 'ok', 'operatorA'],
      [staff, 'maintainer', 'sites.sensor.update', 'sensor:1', 'ok', 'slot 0'],
      [staff, 'maintainer', 'sites.rtu.rotate', 'rtu:2', 'ok', 'B'],
      [staff, 'maintainer', 'sites.company.update', 'company:1', 'ok', 'A'],
      [staff, 'maintainer', 'sites.project.update', 'project:1', 'ok', 'A'],
      [null, 'nobody', 'session.login', null, 'refused', 'throttled'],
    ] as const;
    for (const [index, [userId, accountName, action, subject, result, detail]] of acts.entries())
      await appendAudit(db, {
        at: start + index * day,
        userId,
        accountName,
        address: `10.0.0.${index}`,
        action,
        subject,
        result,
        detail,
      });
  });
  [platform, companyA, companyB] = [
    await server.login('maintainer'),
    await server.login('operatorA'),
    await server.login('operatorB'),
  ];
});
afterAll(async () => {
  await server.stop();
});

const before = `to=${start + 100 * day}`;
const read = async (query: string, token = platform) => {
  const { envelope } = await server.call(`/rest/audit?${before}&${query}`, { token });
  return envelope?.data as unknown as { entries: AuditEntry[]; total: number };
};
const days = async (query: string, token = platform) =>
  (await read(query, token)).entries.map(({ at }) => (at - start) / day);

describe('filters', () => {
  it.each([
    ['', [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
    [`from=${start + 10 * day}`, [11, 10]],
    ['account=OPERATOR', [5, 4, 3]],
    ['action=sites', [10, 9, 8, 7, 1, 0]],
    ['action=sites.station', [1, 0]],
    ['action=remark.add', [5, 4]],
    ['action=remark.ad', []],
    ['subject=station:1', [4, 0]],
    ['subject=station:', [5, 4, 1, 0]],
    ['result=refused', [11, 3]],
    ['text=wet_soil', [5]],
    ['text=wetXsoil', []],
    ['text=100%25', []],
    ['text=100%20%25', [5]],
    ['text=COMPANY%20a', [0]],
    ['action=sites&text=slot&account=main', [7]],
  ])('%s', async (query, expected) => expect(await days(query)).toEqual(expected));
  it('are refused where they mean nothing', async () => {
    for (const query of ['action=%25', 'result=maybe', 'from=x', 'colour=red', 'limit=501']) {
      const { http } = await server.call(`/rest/audit?${query}`, { token: platform });
      expect(http, query).toBe(400);
    }
  });
});

describe('pages', () => {
  it('follow each other without gap or duplicate, and each has the total', async () => {
    const seen: number[] = [];
    let next = '';
    for (let page = 0; page < 5; page++) {
      const { entries, total } = await read(`limit=5${next}`);
      expect(total).toBe(12);
      seen.push(...entries.map(({ at }) => (at - start) / day));
      if (entries.length === 0) break;
      next = `&before=${entries.at(-1)?.id}`;
    }
    expect(seen).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });
});

describe('companies', () => {
  it('read of their own users and things alone', async () => {
    expect(await days('', companyA)).toEqual([10, 9, 7, 6, 4, 3, 0]);
    expect(await days('', companyB)).toEqual([8, 5, 1]);
    expect((await read('', companyB)).total).toBe(3);
    expect(await days('text=company%20A', companyB)).toEqual([]);
  });
  it('do not show a company the addresses of the platform’s staff', async () => {
    const { entries } = await read('', companyA);
    const reported = entries.map(({ accountName, address }) => [accountName, address]);
    expect(reported).toContainEqual(['operatorA', '10.0.0.4']);
    expect(
      reported.filter(([account]) => account === 'maintainer').every(([, address]) => address === null),
    ).toBe(true);
  });
});

const fetchCsv = async (token: string, query = '') => {
  const response = await fetch(`${server.address}/rest/audit/export?${before}${query}`, {
    headers: { authorization: token, lang: 'en' },
  });
  expect(response.headers.get('content-disposition')).toContain('audit.csv');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  return { text, rows: parse(text, { bom: true, columns: true }) as Record<string, string>[] };
};

describe('the file', () => {
  it('has every entry that matches, neutral to spreadsheets, and is itself kept in the audit', async () => {
    const { text, rows } = await fetchCsv(platform, '&action=remark');
    expect(text.startsWith('\uFEFFid,at,')).toBe(true);
    expect(rows.map((row) => row['at'])).toEqual([
      new Date(start + 5 * day).toISOString(),
      new Date(start + 4 * day).toISOString(),
    ]);
    expect(rows[1]?.['detail']).toBe(`'${hostile.replace('\n', ' ')}`);
    expect(text.split('\r\n')).toHaveLength(4);
    const { envelope } = await server.call('/rest/audit?action=audit.export', { token: platform });
    const { entries } = envelope?.data as unknown as { entries: AuditEntry[] };
    expect(entries[0]).toMatchObject({ accountName: 'maintainer', result: 'ok' });
    expect(entries[0]?.detail).toContain('action=remark');
  });
  it('of a company holds no more than the company may read', async () => {
    const { rows } = await fetchCsv(companyB);
    expect(rows).toHaveLength(3);
    expect(rows.some((row) => row['detail']?.includes('company A'))).toBe(false);
  });
  it('goes over more than one page of the storage', async () => {
    await server.running.storage.write(async (db) => {
      for (let index = 0; index < 2050; index++)
        await appendAudit(db, {
          at: start + 50 * day,
          userId: null,
          accountName: 'many',
          address: null,
          action: 'session.login',
          subject: null,
          result: 'failed',
          detail: String(index),
        });
    });
    const { rows } = await fetchCsv(platform, '&account=many');
    expect(rows.map((row) => Number(row['detail']))).toEqual(
      Array.from({ length: 2050 }, (_, i) => 2049 - i),
    );
  });
});

describe('the chain', () => {
  const verify = async () => {
    const { envelope } = await server.call('/rest/audit/verify', { token: companyA });
    return (envelope?.data as unknown as { brokenAt: number | null }).brokenAt;
  };
  it('is whole', async () => expect(await verify()).toBeNull());
  it('is broken where an entry was changed', async () => {
    const { storage } = server.running;
    const { id, detail } = await storage.db
      .selectFrom('audit')
      .select(['id', 'detail'])
      .where('action', '=', 'roles.create')
      .executeTakeFirstOrThrow();
    const set = (value: string) =>
      storage.write((db) => db.updateTable('audit').set({ detail: value }).where('id', '=', id).execute());
    await set('nobody');
    expect(await verify()).toBe(id);
    await set(detail);
    expect(await verify()).toBeNull();
  });
});

describe('every act', () => {
  it('that is written down is one of those that have words', async () => {
    const rows = await server.running.storage.db.selectFrom('audit').select('action').distinct().execute();
    const known: readonly string[] = auditActions;
    expect(rows.map(({ action }) => action).filter((action) => !known.includes(action))).toEqual([]);
  });
});
