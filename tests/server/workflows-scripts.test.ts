/** Scripts that people keep: versions, who may see and change them, what the audit says, and the library. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/errors.ts';
import type { LibraryScript, ScriptDetail, ScriptVersion, ScriptView } from '../../src/contract/scripts.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { ScriptLibrary } from '../../src/server/workflows/scripts/library.ts';
import { password, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const tokens = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer();
  const { storage } = server.running;
  const user = { password, language: 'en' } as const;
  await createUser(storage, { ...user, accountName: 'mateA', companyId: 1, roleId: 2 });
  await createUser(storage, { ...user, accountName: 'viewerA', companyId: 1, roleId: 3 });
  for (const account of ['maintainer', 'operatorA', 'mateA', 'viewerA', 'operatorB', 'strangerA'])
    tokens.set(account, await server.login(account));
});
afterAll(async () => {
  await server.stop();
});

interface Data {
  readonly script: ScriptDetail;
  readonly scripts: readonly ScriptView[];
  readonly library: readonly LibraryScript[];
  readonly version: ScriptVersion;
  readonly text: string;
}
const ask = async (who: string, method: string, path = '', body?: object) => {
  const { http, envelope } = await server.call(`/rest/scripts${path}`, {
    token: tokens.get(who) ?? '',
    method,
    ...(body === undefined ? {} : { body }),
  });
  return {
    http,
    ...(envelope as unknown as { status: number; messageId?: string; field?: string; data: Data }),
  };
};
let made = 0;
const create = async (who: string, text = 'one') => {
  made += 1;
  return (await ask(who, 'POST', '', { name: `script ${made}`, text })).data.script;
};
const lastAudit = () =>
  server.running.storage.db
    .selectFrom('audit')
    .select(['action', 'subject', 'account_name', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
const seenBy = async (who: string, id: string) =>
  (await ask(who, 'GET')).data.scripts.some((script) => script.id === id);

describe('a script', () => {
  it('is kept under its name, private, as its first version, and audited', async () => {
    const { data } = await ask('operatorA', 'POST', '', { name: '  rain  ', text: 'const a = 1;' });
    expect(data.script).toMatchObject({
      name: 'rain',
      share: 'private',
      revision: 1,
      version: 1,
      isOwn: true,
      canEdit: true,
      text: 'const a = 1;',
      versions: [{ version: 1, savedBy: 'operatorA', note: '' }],
    });
    expect(await lastAudit()).toEqual({
      action: 'script.create',
      subject: `script:${data.script.id}`,
      account_name: 'operatorA',
      detail: 'rain',
    });
  });
  it('has a name that no other of its owner has, and that is no blank', async () => {
    const one = await create('operatorA');
    const two = await create('operatorA');
    const taken = await ask('operatorA', 'POST', '', { name: one.name, text: 'x' });
    expect(taken).toMatchObject({ status: 422, messageId: 'scripts.nameTaken', field: 'name' });
    const renamed = await ask('operatorA', 'PUT', `/${two.id}/name`, { revision: 1, name: ` ${one.name} ` });
    expect(renamed).toMatchObject({ status: 422, messageId: 'scripts.nameTaken' });
    const blank = await ask('operatorA', 'PUT', `/${two.id}/name`, { revision: 1, name: '  ' });
    expect(blank).toMatchObject({ status: 422, messageId: 'bound.required', field: 'name' });
    expect((await ask('mateA', 'POST', '', { name: one.name, text: 'x' })).status).toBe(200);
  });
  it('takes no more text than can be run, and no empty one', async () => {
    const long = await ask('operatorA', 'POST', '', { name: 'long', text: 'x'.repeat(100_001) });
    expect(long.http).toBe(400);
    expect((await ask('operatorA', 'POST', '', { name: 'none', text: '' })).http).toBe(400);
  });
});

describe('saving', () => {
  it('makes a version with its note; the versions before stay as they were', async () => {
    const { id } = await create('operatorA', 'one');
    const { data } = await ask('operatorA', 'PUT', `/${id}`, { revision: 1, text: 'two', note: ' denser ' });
    expect(data.script).toMatchObject({ revision: 2, version: 2, text: 'two' });
    expect(data.script.versions.map(({ version, note }) => [version, note])).toEqual([
      [2, 'denser'],
      [1, ''],
    ]);
    const first = await ask('operatorA', 'GET', `/${id}/versions/1`);
    expect(first.data).toMatchObject({ text: 'one', version: { version: 1 } });
    expect((await ask('operatorA', 'GET', `/${id}/versions/3`)).http).toBe(404);
    expect(await lastAudit()).toMatchObject({ action: 'script.save', detail: `script ${made} v2` });
  });
  it('of the same text makes none', async () => {
    const { id } = await create('operatorA', 'one');
    const { data } = await ask('operatorA', 'PUT', `/${id}`, { revision: 1, text: 'one', note: 'again' });
    expect(data.script).toMatchObject({ revision: 1, version: 1 });
  });
  it('is refused where another save came between, and changes nothing', async () => {
    const { id } = await create('operatorA', 'one');
    await ask('operatorA', 'PUT', `/${id}`, { revision: 1, text: 'two' });
    const late = await ask('operatorA', 'PUT', `/${id}`, { revision: 1, text: 'three' });
    expect(late).toMatchObject({ status: 409, messageId: 'scripts.stale' });
    expect((await ask('operatorA', 'GET', `/${id}`)).data.script.text).toBe('two');
  });
});

describe('sharing', () => {
  it('shows it to the company and to those who see every company, to read alone', async () => {
    const { id } = await create('operatorA');
    for (const who of ['mateA', 'viewerA', 'maintainer', 'operatorB']) {
      expect(await seenBy(who, id)).toBe(false);
      expect((await ask(who, 'GET', `/${id}`)).http).toBe(404);
    }
    await ask('operatorA', 'PUT', `/${id}/share`, { revision: 1, share: 'company' });
    expect(await lastAudit()).toMatchObject({ action: 'script.share' });
    for (const who of ['mateA', 'viewerA', 'maintainer']) {
      expect(await seenBy(who, id)).toBe(true);
      expect((await ask(who, 'GET', `/${id}`)).data.script).toMatchObject({
        canEdit: false,
        canShare: false,
      });
    }
    expect(await seenBy('operatorB', id)).toBe(false);
    expect((await ask('operatorB', 'GET', `/${id}`)).http).toBe(404);
    const other = await ask('mateA', 'PUT', `/${id}`, { revision: 2, text: 'mine now' });
    expect(other.http).toBe(403);
    await ask('operatorA', 'PUT', `/${id}/share`, { revision: 2, share: 'private' });
    expect(await seenBy('mateA', id)).toBe(false);
  });
  it('and keeping take the right to', async () => {
    expect((await ask('viewerA', 'POST', '', { name: 'v', text: 'x' })).http).toBe(403);
    expect((await ask('strangerA', 'GET')).http).toBe(403);
  });
});

describe('deleting', () => {
  it('takes it out of the lists, frees its name, and keeps its texts and an entry', async () => {
    const { id, name } = await create('operatorA', 'gone');
    expect((await ask('operatorA', 'DELETE', `/${id}`)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ action: 'script.delete', detail: `operatorA: ${name} v1` });
    expect((await ask('operatorA', 'GET', `/${id}`)).http).toBe(404);
    expect((await ask('operatorA', 'GET', `/${id}/versions/1`)).http).toBe(404);
    expect((await ask('operatorA', 'POST', '', { name, text: 'new' })).status).toBe(200);
    const { text } = await server.running.storage.db
      .selectFrom('script_versions')
      .select('text')
      .where('script_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(text).toBe('gone');
  });
  it('of what others share takes the right to; of what they do not share nobody has it', async () => {
    const { id } = await create('operatorA');
    expect((await ask('maintainer', 'DELETE', `/${id}`)).http).toBe(404);
    await ask('operatorA', 'PUT', `/${id}/share`, { revision: 1, share: 'company' });
    expect((await ask('mateA', 'DELETE', `/${id}`)).http).toBe(403);
    expect((await ask('maintainer', 'DELETE', `/${id}`)).status).toBe(200);
  });
});

describe('the library', () => {
  it('lists every script of the product as it declares itself, with its text', async () => {
    const { library } = (await ask('viewerA', 'GET')).data;
    expect(library.length).toBeGreaterThan(0);
    for (const { id, title } of library) {
      for (const language of ['zh-chs', 'en', 'ja'] as const) {
        expect(title?.[language], `${id} in ${language}`).toMatch(/\S/);
      }
      const { envelope } = await server.call(`/rest/library-scripts/${id}`, {
        token: tokens.get('viewerA') ?? '',
      });
      expect((envelope?.data as unknown as { text: string }).text).toContain('groundwatch');
    }
  });
  it('is where a script can come from, and the script says so', async () => {
    const [first] = (await ask('operatorA', 'GET')).data.library;
    const { data } = await ask('operatorA', 'POST', '', { name: 'mine', text: 'x', library: first?.id });
    expect(data.script.library).toBe(first?.id);
    const none = await ask('operatorA', 'POST', '', { name: 'other', text: 'x', library: 'no-such-script' });
    expect(none.http).toBe(404);
  });
  it('without a folder is empty', async () => {
    const library = new ScriptLibrary(null, () => Promise.reject(new Error('nothing to declare')));
    expect(await library.list()).toEqual([]);
    await expect(library.one('any')).rejects.toBeInstanceOf(Refusal);
  });
});

describe('a run', () => {
  const run = async (who: string, text: string, source?: object) => {
    const { envelope } = await server.call('/rest/workflows/runs', {
      token: tokens.get(who) ?? '',
      method: 'POST',
      body: { script: text, args: {}, title: 'run', ...(source === undefined ? {} : { source }) },
    });
    return (envelope as unknown as { data: { run: { source: unknown } } }).data.run;
  };
  it('says from which version it came, and whether its text was changed before', async () => {
    const own = await create('operatorA', '1;');
    const from = { script: own.id, version: 1 };
    expect((await run('operatorA', '1;', from)).source).toEqual({ ...from, edited: false });
    expect((await run('operatorA', '2;', from)).source).toEqual({ ...from, edited: true });
    const [first] = (await ask('operatorA', 'GET')).data.library;
    const library = { script: `library-${first?.id}`, version: null };
    expect((await run('operatorA', '1;', library)).source).toEqual({ ...library, edited: true });
  });
  it('says nothing of a script that its user cannot look at, and is not held up by it', async () => {
    const own = await create('operatorA');
    expect((await run('operatorB', '1;', { script: own.id, version: 1 })).source).toBeNull();
    expect((await run('operatorA', '1;', { script: own.id, version: 9 })).source).toBeNull();
    expect((await run('operatorA', '1;', { script: 'library-none', version: null })).source).toBeNull();
    expect((await run('operatorA', '1;')).source).toBeNull();
  });
});
