/** A company that is switched off while its alarms are open: nobody is notified, nothing is lost, nothing is raised twice. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../../../src/server/accounts/users.ts';
import { switchCompany } from '../../../src/server/sites/edit/companies.ts';
import { SiteEditor } from '../../../src/server/sites/edit/editor.ts';
import { type Notice, openNotice } from '../../support/notify.ts';
import { password, startTestServer, type TestServer } from '../../support/server.ts';

/** Signatures are those of the platform: of nobody's company. */
async function switched(one: Notice, off: boolean): Promise<void> {
  const by = await one.by('eve');
  const platform = { ...by, viewer: { ...by.viewer, companyId: null } };
  const editor = new SiteEditor(one.storage, () => one.board.load(), one.clock.now);
  const ended: number[] = [];
  const sessions = { closeAll: async (id: number) => void ended.push(id) };
  await switchCompany(editor, sessions, platform, one.companyId, off);
  const own = await one.storage.db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', one.companyId)
    .execute();
  expect(ended).toEqual(off ? own.map(({ id }) => id) : []);
}

describe('alarms of a company that is switched off', () => {
  let one: Notice;
  beforeEach(async () => {
    one = await openNotice();
    const to = [{ type: 'user' as const, userId: one.people['ann'] ?? 0 }];
    await one.policy({ steps: [0, 30, 60].map((after) => ({ after, to, by: ['mail' as const] })) });
  });
  afterEach(() => one.close());

  it('are raised and kept, and notified once it is on again: each once', async () => {
    await switched(one, true);
    await one.tilt(12);
    await one.settle();
    await one.pass(120);
    expect(one.mail.mails).toEqual([]);
    await one.tilt(13);
    await one.settle();
    expect(one.mail.mails).toEqual([]);
    expect(await one.storage.db.selectFrom('alarms').select(['present', 'closed_at']).execute()).toEqual([
      { present: 2, closed_at: null },
    ]);
    await switched(one, false);
    await one.pass(11);
    expect(one.mail.mails).toHaveLength(1);
    expect(await one.storage.db.selectFrom('alarms').select('id').execute()).toHaveLength(1);
    expect(one.errors).toEqual([]);
  });

  it('take no further step, though one was taken before', async () => {
    await one.tilt(12);
    await one.settle();
    expect(one.mail.mails).toHaveLength(1);
    await switched(one, true);
    await one.pass(180);
    expect(one.mail.mails).toHaveLength(1);
    await switched(one, false);
    await one.pass(11);
    expect(one.mail.mails.length).toBeGreaterThan(1);
  });

  it('that wait to be sent are given up with that reason, to a webhook and a list as to a person', async () => {
    await one.storage.write((db) =>
      db
        .insertInto('send_list')
        .values({
          ...{
            project_id: one.projectId,
            address: 'town@example.org',
            name: 'Town',
            language: 'en',
            created_at: 0,
          },
        })
        .execute(),
    );
    await one.policy({ steps: [{ after: 0, to: [{ type: 'list' }], by: ['mail'] }] });
    await one.tilt(12);
    await one.notifier.escalator.settle();
    const waiting = await one.storage.db.selectFrom('messages').select('state').execute();
    expect(waiting.map(({ state }) => state)).toContain('waiting');
    // As it is seen by another process that looked for messages just before.
    await one.storage.write((db) =>
      db.updateTable('companies').set({ off_at: 1 }).where('id', '=', one.companyId).execute(),
    );
    await one.settle();
    expect(one.mail.mails).toEqual([]);
    const given = await one.storage.db.selectFrom('messages').select(['state', 'answer']).execute();
    expect(given.length).toBeGreaterThan(1);
    for (const one of given) expect(one).toEqual({ state: 'gaveUp', answer: 'notify.reason.companyOff' });
  });
});

describe('people of a company that is switched off', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.stop());

  it('are signed out, cannot sign in and learn why; who is of another company stays; on again all is as before', async () => {
    const maintainer = await server.login('maintainer');
    const a = await server.login('operatorA');
    const b = await server.login('operatorB');
    const set = (off: boolean, token = maintainer, company = 1) =>
      server.call(`/rest/sites/companies/${company}/switched`, { token, method: 'POST', body: { off } });
    const list = (token: string) => server.call('/rest/stations', { token });
    const signIn = async (account: string, word = password) =>
      (await server.call('/login', { method: 'POST', body: { accountName: account, password: word } }))
        .envelope;

    // Whoever belongs to a company switches none off, not even the own one, whatever the role.
    const user = { password, language: 'en', companyId: 2, roleId: 1 } as const;
    await createUser(server.running.storage, { ...user, accountName: 'chiefB' });
    const chief = await server.login('chiefB');
    for (const company of [1, 2]) {
      expect((await set(true, b, company)).http).not.toBe(200);
      expect((await set(true, chief, company)).envelope?.status).not.toBe(200);
    }
    expect((await set(true, chief, 2)).envelope?.messageId).toBe('sites.platformOnly');
    expect((await list(b)).envelope?.status).toBe(200);

    expect((await set(true)).envelope?.status).toBe(200);
    expect((await list(a)).envelope?.status).toBe(401);
    expect((await list(b)).envelope?.status).toBe(200);
    const refused = await signIn('operatorA');
    expect(refused?.messageId).toBe('login.companyOff');
    expect(refused?.msg).toContain('has been switched off');
    // Who does not know the password does not learn it.
    expect((await signIn('operatorA', 'wrong-password'))?.messageId).toBe('login.wrong');

    const tree = (await server.call('/rest/sites', { token: maintainer })).envelope?.data as unknown as {
      companies: { id: number; offAt: number | null }[];
    };
    expect(tree.companies.map(({ id, offAt }) => [id, offAt !== null])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect((await set(false)).envelope?.status).toBe(200);
    expect((await list(await server.login('operatorA'))).envelope?.status).toBe(200);
    const audit = await server.running.storage.db
      .selectFrom('audit')
      .select(['action', 'subject'])
      .where('action', 'like', 'sites.company.o%')
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      { action: 'sites.company.off', subject: 'company:1' },
      { action: 'sites.company.on', subject: 'company:1' },
    ]);
  });
});
