/** What was deleted is put back as it was, for a day, by who may; on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restorableFor } from '../../src/server/deleted-rows.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { sampleHook, samplePolicy, sampleRota } from '../support/security/plant-notify.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const outline = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [105, 30],
      [105.1, 30],
      [105.1, 30.1],
      [105, 30],
    ],
  ],
});

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    server = await startTestServer(dialect === 'sqlite' ? {} : { databaseUrl: await postgres.database() });
    // Operators draw outlines here.
    await server.running.storage.write((db) =>
      db
        .insertInto('role_permissions')
        .values({ role_id: 2, permission: 'device:site:edit' })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    for (const who of ['maintainer', 'operatorA', 'operatorB', 'strangerA'])
      tokens.set(who, await server.session(who));
  });
  afterAll(() => server.stop());

  const ask = async (who: string, method: string, path: string, body?: object) => {
    const { http, envelope } = await server.call(`/rest${path}`, {
      token: tokens.get(who) ?? '',
      method,
      ...(body === undefined ? {} : { body }),
    });
    const { status, messageId, data } = envelope ?? {};
    return { http, status, messageId, data: data as never };
  };
  const done = async <T>(who: string, method: string, path: string, body?: object): Promise<T> => {
    const answer = await ask(who, method, path, body);
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer)}`).toBe(200);
    return answer.data as T;
  };
  const audited = async (action: string) => {
    const path = `/audit?action=${action}`;
    return (await done<{ entries: { accountName: string; detail: string }[] }>('maintainer', 'GET', path))
      .entries;
  };
  /** Deletes it, and puts it back: as it was, once, and not by another company's or by who has no right. */
  async function thereAndBack(at: string, read: () => Promise<unknown>, stranger = 403): Promise<void> {
    const before = await read();
    await done('operatorA', 'DELETE', at);
    expect(await read()).not.toEqual(before);
    expect((await ask('strangerA', 'POST', `${at}/restore`)).http).toBe(stranger);
    expect((await ask('operatorB', 'POST', `${at}/restore`)).http).toBe(404);
    expect(await read()).not.toEqual(before);
    await done('operatorA', 'POST', `${at}/restore`);
    expect(await read()).toEqual(before);
    expect((await ask('operatorA', 'POST', `${at}/restore`)).http).toBe(404);
    expect(await read()).toEqual(before);
  }
  /** As if it had been deleted so long ago, ms. */
  const age = (table: 'deleted_rows' | 'notify_rotas' | 'scripts', ms: number) =>
    server.running.storage.write((db) =>
      db
        .updateTable(table)
        .set(({ eb }) => ({ deleted_at: eb('deleted_at', '-', ms) }) as never)
        .where('deleted_at', 'is not', null)
        .execute(),
    );

  it('policies, rotas and webhooks; a policy only while those whom it names are there', async () => {
    const save = (part: string, body: object, name = 'Night') =>
      done<{ id: number }>('operatorA', 'POST', `/notify/${part}`, {
        ...{ id: null, companyId: 1, revision: 0, name, body },
      });
    const setup = async () => {
      const { policies, rotas, hooks } = await done<Record<string, object[]>>('operatorA', 'GET', '/notify');
      return { policies, rotas, hooks };
    };
    const rota = await save('rotas', sampleRota);
    const hook = await save('hooks', { ...sampleHook, url: 'https://example.org/hook' });
    const to = [{ type: 'duty', rotaId: rota.id, layer: 0 }];
    const policy = await save('policies', { ...samplePolicy, steps: [{ after: 0, to, by: ['mail'] }] });
    await thereAndBack(`/notify/policies/${policy.id}`, setup);
    await thereAndBack(`/notify/hooks/${hook.id}`, setup);
    expect((await audited('notify.policy'))[0]).toMatchObject({
      ...{ accountName: 'operatorA', detail: 'Night: restored' },
    });
    // A rota that a policy names is not deleted; once that is gone, the policy waits for its rota.
    expect((await ask('operatorA', 'DELETE', `/notify/rotas/${rota.id}`)).messageId).toBe(
      'notify.problem.used',
    );
    await done('operatorA', 'DELETE', `/notify/policies/${policy.id}`);
    await done('operatorA', 'DELETE', `/notify/rotas/${rota.id}`);
    expect((await ask('operatorA', 'POST', `/notify/policies/${policy.id}/restore`)).http).toBe(404);
    await age('notify_rotas', restorableFor - 60_000);
    await done('operatorA', 'POST', `/notify/rotas/${rota.id}/restore`);
    await done('operatorA', 'POST', `/notify/policies/${policy.id}/restore`);
    await done('operatorA', 'DELETE', `/notify/policies/${policy.id}`);
    await done('operatorA', 'DELETE', `/notify/rotas/${rota.id}`);
    await age('notify_rotas', restorableFor + 1);
    expect((await ask('operatorA', 'POST', `/notify/rotas/${rota.id}/restore`)).http).toBe(404);
  });

  it('scripts, where their name and their texts are still there', async () => {
    const make = (name: string) =>
      done<{ script: { id: string } }>('operatorA', 'POST', '/scripts', { name, text: 'const a = 1;' });
    const list = () => done('operatorA', 'GET', '/scripts');
    const { script } = await make('Reboot');
    await thereAndBack(`/scripts/${script.id}`, list);
    expect((await audited('script.restore'))[0]?.detail).toBe('operatorA: Reboot v1');
    await done('operatorA', 'DELETE', `/scripts/${script.id}`);
    const other = await make('Reboot');
    expect((await ask('operatorA', 'POST', `/scripts/${script.id}/restore`)).messageId).toBe(
      'scripts.nameTaken',
    );
    await done('operatorA', 'DELETE', `/scripts/${other.script.id}`);
    await server.running.storage.write((db) =>
      db.deleteFrom('script_versions').where('script_id', '=', script.id).execute(),
    );
    expect((await ask('operatorA', 'POST', `/scripts/${script.id}/restore`)).http).toBe(404);
    await age('scripts', restorableFor + 1);
    expect((await ask('operatorA', 'POST', `/scripts/${other.script.id}/restore`)).http).toBe(404);
  });

  it('standard sets, where no other one has the name', async () => {
    const body = { companyId: 1, name: 'Hourly', group: 'rtu', values: { sendCycle: 600 } };
    const made = await ask('operatorA', 'POST', '/standards', body);
    expect(made.status, JSON.stringify(made)).toBe(200);
    const { id } = (made.data as { standard: { id: number } }).standard;
    await thereAndBack(`/standards/${id}`, () => done('operatorA', 'GET', '/standards'));
    expect(JSON.parse((await audited('standard.restore'))[0]?.detail ?? '{}')).toMatchObject({
      ...{ standard: id, name: 'Hourly', values: { sendCycle: 600 } },
    });
    await done('operatorA', 'DELETE', `/standards/${id}`);
    await done('operatorA', 'POST', '/standards', body);
    expect((await ask('operatorA', 'POST', `/standards/${id}/restore`)).messageId).toBe('standards.taken');
  });

  it('outlines on maps, where their station is still there, and for a day', async () => {
    const { shape } = await done<{ shape: { id: number } }>('operatorA', 'POST', '/map/shapes', {
      ...{ projectId: 1, stationId: 1, kind: 'hazardArea', name: 'Slide', geojson: outline },
    });
    const at = `/map/shapes/${shape.id}`;
    await thereAndBack(at, () => done('operatorA', 'GET', '/map/shapes'));
    expect((await audited('map.shape.restore'))[0]?.detail).toBe('hazardArea Slide');
    await done('operatorA', 'DELETE', at);
    await age('deleted_rows', restorableFor + 1);
    expect((await ask('operatorA', 'POST', `${at}/restore`)).http).toBe(404);
    // The next deletion forgets it altogether.
    const rows = () => server.running.storage.db.selectFrom('deleted_rows').select('subject').execute();
    expect((await rows()).some(({ subject }) => subject === 'map_shapes')).toBe(true);
    const again = await done<{ shape: { id: number } }>('operatorA', 'POST', '/map/shapes', {
      ...{ projectId: 1, stationId: null, kind: 'hazardArea', name: 'Slide', geojson: outline },
    });
    await done('operatorA', 'DELETE', `/map/shapes/${again.shape.id}`);
    expect((await rows()).map(({ subject }) => subject)).toEqual(['map_shapes']);
  });

  it('one’s own addresses and browsers, confirmed as they were; not where they are there again', async () => {
    const { storage } = server.running;
    const { id: userId } = await storage.db
      .selectFrom('users')
      .select('id')
      .where('account_name', '=', 'operatorA')
      .executeTakeFirstOrThrow();
    const add = (address: string) =>
      storage.write((db) =>
        db
          .insertInto('contacts')
          .values({
            ...{ user_id: userId, address, confirmed_at: 7, code_hash: null, code_until: null },
            ...{ tries: 0, sent_at: 0 },
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
    const { id } = await add('a@example.org');
    const list = async () => {
      const { mails, browsers } = await done<Record<string, object[]>>('operatorA', 'GET', '/contacts');
      return { mails, browsers };
    };
    await thereAndBack(`/contacts/${id}`, list, 404);
    expect((await audited('contact.restore'))[0]?.detail).toBe('a@example.org');
    await done('operatorA', 'DELETE', `/contacts/${id}`);
    await add('a@example.org');
    expect((await ask('operatorA', 'POST', `/contacts/${id}/restore`)).messageId).toBe('undo.there');
    const browser = (who: string) =>
      done<{ browser: { id: number } }>(who, 'POST', '/contacts/browsers', {
        endpoint: 'https://example.org/push/1',
        ...{ p256dh: 'a'.repeat(87), auth: 'b'.repeat(22), label: 'Firefox' },
      });
    const own = await browser('operatorA');
    await thereAndBack(`/contacts/browsers/${own.browser.id}`, list, 404);
    await done('operatorA', 'DELETE', `/contacts/browsers/${own.browser.id}`);
    await browser('operatorB');
    const late = await ask('operatorA', 'POST', `/contacts/browsers/${own.browser.id}/restore`);
    expect(late.messageId).toBe('undo.there');
  });
});
