/** What one company may have: one more than its bound is refused with the bound, another company is not held up by it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyBounds, mostVersions } from '../../src/contract/company/company-bounds.ts';
import type { ScriptDetail } from '../../src/contract/scripts.ts';
import { appendAudit } from '../../src/server/audit/audit.ts';
import { ulid } from '../../src/server/delivery/ulid.ts';
import { type DeliveryProduct, startDeliveryProduct } from '../support/delivery/product.ts';
import { setOf } from '../support/plans/fleet.ts';

let product: DeliveryProduct;
const tokens = { all: '', a: '', b: '' };
const company = { a: 0, b: 0 };
beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 40 });
  tokens.all = await product.login('maintainer');
  tokens.a = await product.login('operatorA');
  tokens.b = await product.login('operatorB');
  const ofUser = async (name: string) =>
    (
      await product.running.storage.db
        .selectFrom('users')
        .select('company_id')
        .where('account_name', '=', name)
        .executeTakeFirstOrThrow()
    ).company_id ?? 0;
  company.a = await ofUser('operatorA');
  company.b = await ofUser('operatorB');
});
afterAll(async () => {
  await product.stop();
});

const userOf = async (name: string) =>
  (
    await product.running.storage.db
      .selectFrom('users')
      .select('id')
      .where('account_name', '=', name)
      .executeTakeFirstOrThrow()
  ).id;
/** Writes rows in parts. */
async function fill<T>(rows: readonly T[], insert: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) await insert(rows.slice(from, from + 500));
}
const siteOf = (companyId: number) => {
  const site = product.running.board.sites({ companyId }).find(({ rtu }) => rtu !== null);
  if (site === undefined) throw new Error('no station');
  return site;
};

test('D5: drafts of plans', async () => {
  const { storage } = product.running;
  const user_id = await userOf('operatorA');
  await storage.write((db) =>
    fill(
      Array.from({ length: companyBounds.drafts - 1 }, () => ({
        id: ulid(Date.now()),
        title: 'x',
        state: 'draft',
        revision: 1,
        surface: 'script',
        user_id,
        account_name: 'operatorA',
        created_at: 0,
        reason: '',
        approved_at: null,
        approver_id: null,
        approver_name: null,
        approver_address: null,
        issued_at: null,
        ended_at: null,
      })),
      (part) => db.insertInto('plans').values(part).execute(),
    ),
  );
  const draft = (token: string, companyId: number) =>
    product.ask<{ plan: { id: string } }>('POST', '/rest/plans', token, {
      title: 'one more',
      items: [setOf(siteOf(companyId).rtu?.id ?? 0)],
      surface: 'script',
    });
  expect(await draft(tokens.a, company.a)).toMatchObject({ status: 200 });
  const refused = await draft(tokens.a, company.a);
  expect(refused).toMatchObject({
    status: 422,
    messageId: 'plans.tooManyDrafts',
    params: { limit: companyBounds.drafts },
  });
  expect(refused.msg).toContain(String(companyBounds.drafts));
  expect(await draft(tokens.b, company.b)).toMatchObject({ status: 200 });
});

test('D5: remarks', async () => {
  const { storage } = product.running;
  const station_id = siteOf(company.a).station.id;
  await storage.write((db) =>
    fill(
      Array.from({ length: companyBounds.remarks - 1 }, (_, at) => ({
        station_id,
        sn: '',
        text: 'x',
        at,
        user_id: null,
        account_name: null,
        created_at: 0,
        edited_at: null,
      })),
      (part) => db.insertInto('remarks').values(part).execute(),
    ),
  );
  const add = (token: string, companyId: number) =>
    product.ask<{ remark: { id: number } }>(
      'POST',
      `/rest/stations/${siteOf(companyId).station.id}/remarks`,
      token,
      {
        text: 'cracks',
        at: 1,
      },
    );
  const last = await add(tokens.a, company.a);
  expect(last).toMatchObject({ status: 200 });
  const refused = await add(tokens.a, company.a);
  expect(refused).toMatchObject({ status: 422, messageId: 'remarks.tooMany' });
  expect(refused.msg).toContain(String(companyBounds.remarks));
  // Nobody of another company is held up, and what is deleted makes room.
  expect(await add(tokens.b, company.b)).toMatchObject({ status: 200 });
  await product.ask('DELETE', `/rest/stations/${station_id}/remarks/${last.data.remark.id}`, tokens.a);
  expect(await add(tokens.a, company.a)).toMatchObject({ status: 200 });
});

describe('D5: versions of scripts', () => {
  const create = (token: string, name: string) =>
    product.ask<{ script: ScriptDetail }>('POST', '/rest/scripts', token, { name, text: '1;' });
  const save = (token: string, { id, revision }: ScriptDetail, text: string) =>
    product.ask<{ script: ScriptDetail }>('PUT', `/rest/scripts/${id}`, token, { revision, text });

  test('of one script', async () => {
    const { script } = (await create(tokens.b, 'one')).data;
    await product.running.storage.write(async (db) => {
      await fill(
        Array.from({ length: mostVersions - 2 }, (_, at) => ({
          script_id: script.id,
          version: at + 2,
          text: String(at),
          note: '',
          saved_at: 0,
          saved_by: 'x',
        })),
        (part) => db.insertInto('script_versions').values(part).execute(),
      );
      await db
        .updateTable('scripts')
        .set({ version: mostVersions - 1 })
        .where('id', '=', script.id)
        .execute();
    });
    const last = await save(tokens.b, script, 'the last');
    expect(last).toMatchObject({ status: 200, data: { script: { version: mostVersions } } });
    const refused = await save(tokens.b, last.data.script, 'one more');
    expect(refused).toMatchObject({ status: 422, messageId: 'scripts.tooManyOfOne', field: 'text' });
    expect(refused.msg).toContain(String(mostVersions));
  });

  test('of all scripts of a company; those of deleted ones make room', async () => {
    const { storage } = product.running;
    const { script } = (await create(tokens.a, 'first')).data;
    const gone = (await create(tokens.a, 'gone')).data.script;
    const versionsOf = async (id: string) =>
      (await storage.db.selectFrom('script_versions').select('version').where('script_id', '=', id).execute())
        .length;
    await storage.write((db) =>
      fill(
        Array.from({ length: companyBounds.scriptVersions - 3 }, (_, at) => ({
          script_id: gone.id,
          version: at + 2,
          text: 'x',
          note: '',
          saved_at: 0,
          saved_by: 'x',
        })),
        (part) => db.insertInto('script_versions').values(part).execute(),
      ),
    );
    const second = await create(tokens.a, 'second');
    expect(second).toMatchObject({ status: 200 });
    const refused = await create(tokens.a, 'third');
    expect(refused).toMatchObject({ status: 422, messageId: 'scripts.tooManyVersions' });
    expect(refused.msg).toContain(String(companyBounds.scriptVersions));
    expect(await save(tokens.a, script, '2;')).toMatchObject({
      status: 422,
      messageId: 'scripts.tooManyVersions',
    });
    expect(await create(tokens.b, 'of another company')).toMatchObject({ status: 200 });
    expect(await product.ask('DELETE', `/rest/scripts/${gone.id}`, tokens.a)).toMatchObject({ status: 200 });
    expect(await save(tokens.a, script, '2;')).toMatchObject({
      status: 200,
      data: { script: { version: 2 } },
    });
    expect(await versionsOf(gone.id)).toBe(0);
    expect(await versionsOf(script.id)).toBe(2);
  });
});

test('D5: runs of scripts that have not ended', async () => {
  const { storage } = product.running;
  const user_id = await userOf('viewerA');
  const open = (count: number) =>
    storage.write((db) =>
      fill(
        Array.from({ length: count }, () => ({
          id: ulid(Date.now()),
          title: 'x',
          script: '',
          script_hash: '',
          args: '{}',
          seed: 1,
          user_id,
          account_name: 'viewerA',
          address: '',
          company_id: company.a,
          state: 'paused',
          created_at: 0,
          updated_at: 0,
          lines: 0,
          more: 0,
          awaited: 0,
        })),
        (part) => db.insertInto('workflow_runs').values(part).execute(),
      ),
    );
  const begin = (token: string) =>
    product.ask('POST', '/rest/workflows/runs', token, { script: '1;', args: {}, title: 'x' });
  await open(companyBounds.runs - 1);
  expect(await begin(tokens.a)).toMatchObject({ status: 200 });
  // Whether that one has ended or not.
  await open(1);
  const refused = await begin(tokens.a);
  expect(refused).toMatchObject({ status: 429, messageId: 'workflow.companyTooMany' });
  expect(refused.msg).toContain(String(companyBounds.runs));
  expect(await begin(tokens.b)).toMatchObject({ status: 200 });
});

describe('D5: the audit', () => {
  beforeAll(async () => {
    const entry = {
      at: 1,
      userId: null,
      accountName: null,
      address: null,
      action: 'session.login' as const,
      subject: null,
      result: 'ok' as const,
      detail: 'x'.repeat(2000),
    };
    for (let part = 0; part < 20; part++)
      await product.running.storage.write(async (db) => {
        for (let n = 0; n < 500; n++) await appendAudit(db, entry);
      });
  }, 300_000);

  test('is verified for a company once at a time', async () => {
    const verify = () => product.ask<{ brokenAt: number | null }>('GET', '/rest/audit/verify', tokens.all);
    const replies = await Promise.all(Array.from({ length: 8 }, verify));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(8);
    for (const reply of refused)
      expect(reply).toMatchObject({
        status: 429,
        messageId: 'bounds.companyVerifications',
        params: { limit: companyBounds.verifications },
      });
    expect(await verify()).toMatchObject({ status: 200, data: { brokenAt: null } });
  });

  test('is exported for a company so many times at once, however slowly it is read', async () => {
    const path = `${product.running.address}/rest/audit/export`;
    const open = () => {
      const abort = new AbortController();
      const headers = { authorization: tokens.all, lang: 'en', 'accept-encoding': 'identity' };
      return fetch(path, { headers, signal: abort.signal }).then((reply) => ({ reply, abort }));
    };
    const held = [];
    for (let n = 0; n < companyBounds.exports; n++) held.push(await open());
    expect(held.map(({ reply }) => reply.headers.get('content-type'))).toEqual(
      held.map(() => 'text/csv; charset=utf-8'),
    );
    const more = await open();
    expect(await more.reply.json()).toMatchObject({
      status: 429,
      messageId: 'bounds.companyExports',
      params: { limit: companyBounds.exports },
    });
    for (const { abort } of held) abort.abort();
    // Who went away holds nothing.
    await expect
      .poll(async () => {
        const { reply, abort } = await open();
        const type = reply.headers.get('content-type');
        abort.abort();
        return type;
      })
      .toBe('text/csv; charset=utf-8');
  });
});
