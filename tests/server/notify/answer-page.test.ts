/** A11: a link in a message acknowledges once, by a press, for the person that it names. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlarmView } from '../../../src/contract/alarms/alarms.ts';
import { linkLife } from '../../../src/server/notify/answer-links.ts';
import { openStream, until } from '../../support/live-stream.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { slopeRule } from '../../support/notify.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let mail: MailServer;
let a = '';
let t = 0;
beforeAll(async () => {
  mail = await startMailServer();
  server = await startTestServer({
    environment: { SMTP_URL: mail.url, PUBLIC_URL: 'https://watch.example.org' },
  });
  a = await server.login('operatorA');
  const post = (path: string, body: unknown) => server.call(path, { token: a, method: 'POST', body });
  // The walk of whoever sets it up: an address, its code from the mailbox, a policy, a rule.
  const added = await post('/rest/contacts', { address: 'a@example.org' });
  expect(added.http).toBe(200);
  await until(() => mail.mails.length === 1);
  const code = /\d{6}/.exec(mail.mails[0]?.subject ?? '')?.[0];
  const { contact } = added.envelope?.data as unknown as { contact: { id: number } };
  expect((await post(`/rest/contacts/${contact.id}/confirm`, { code: '000' })).envelope?.messageId).toBe(
    'notify.code.wrong',
  );
  expect((await post(`/rest/contacts/${contact.id}/confirm`, { code })).http).toBe(200);
  const steps = [{ after: 0, to: [{ type: 'user', userId: 2 }], by: ['mail'] }];
  const body = {
    enabled: true,
    projects: [],
    ranks: [1, 2, 3, 4],
    steps,
    repeat: null,
    hours: { blue: null, yellow: null },
  };
  expect(
    (await post('/rest/notify/policies', { id: null, companyId: 1, revision: 0, name: 'P', body })).http,
  ).toBe(200);
  expect(
    (await post('/rest/alarm-rules', { name: 'Tilt', companyId: 1, reason: 'first', definition: slopeRule }))
      .http,
  ).toBe(200);
  await server.running.alarmEngine.settle();
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
});

async function measure(x: number): Promise<void> {
  t = Math.max(t + 1, Date.now());
  const reading = {
    ...{ sourceId: 1, row: 'tilt' as const, element: 0, t, receivedAt: Date.now(), historical: false },
    values: { x },
  };
  const result = await server.running.storage.readings.ingest([reading]);
  server.running.gateway.events.emit('stored', { batch: [reading], result });
  await server.running.alarmEngine.settle();
}
/** The link of the next mail that has one: the word that an alarm before it is over has none, and may come later. */
async function linkOfNext(x: number): Promise<string> {
  const before = mail.mails.length;
  const links = () =>
    mail.mails
      .slice(before)
      .flatMap(({ text }) => /https:\/\/watch\.example\.org(\/answer\/\S+)/.exec(text ?? '')?.[1] ?? []);
  await measure(x);
  await until(() => links().length > 0);
  return links()[0] ?? '';
}
const alarmOf = async () =>
  ((await server.call('/rest/alarms', { token: a })).envelope?.data as unknown as { alarms: AlarmView[] })
    .alarms[0];
const press = (path: string, body = '') =>
  fetch(server.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });

it('A11: opening it, as often as one likes, changes nothing; a press answers, once; consoles learn it within a second', async () => {
  const link = await linkOfNext(50);
  for (let count = 0; count < 3; count += 1) {
    const opened = await fetch(server.address + link, { headers: { accept: 'text/html' } });
    expect(opened.status).toBe(200);
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    const html = await opened.text();
    expect(html).toContain('A-1');
    expect(html).toContain('Close the road');
    expect(html).toContain('<form method="post">');
    expect(html).not.toContain('<script');
  }
  expect((await fetch(server.address + link, { method: 'HEAD' })).status).toBe(200);
  expect((await alarmOf())?.answer).toBeNull();
  const stream = await openStream(server, a);
  await until(() => stream.events.length > 0);
  const began = Date.now();
  const pressed = await press(link);
  expect([pressed.status, (await pressed.text()).includes('Acknowledged by operatorA')]).toEqual([200, true]);
  await until(() => stream.events.some(({ type, data }) => type === 'alarms' && data.includes('operatorA')));
  expect(Date.now() - began).toBeLessThan(1000);
  expect((await alarmOf())?.answer?.accountName).toBe('operatorA');
  for (const again of [await press(link), await fetch(server.address + link)]) expect(again.status).toBe(404);
});

it('A11: a link of another signature, of another alarm, after its time or of somebody without the right is none', async () => {
  await measure(1);
  const link = await linkOfNext(60);
  const [token = '', mac = ''] = link.replace('/answer/', '').split('.');
  for (const wrong of [
    token,
    `${token}.`,
    `${token}.${mac.slice(1)}x`,
    `${token.slice(1)}x.${mac}`,
    'x.y',
    '..',
    `${token}.${mac.toUpperCase()}`,
  ])
    expect((await press(`/answer/${wrong}`)).status, wrong).toBe(404);
  const { storage } = server.running;
  // Who can write the database cannot make a link lead to another alarm, another person or another time.
  const row = await storage.db
    .selectFrom('answer_links')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  for (const change of [
    { user_id: 3 },
    { alarms: '[{"id":999,"rank":4}]' as never },
    { expires_at: row.expires_at + 1 },
  ]) {
    await storage.write((db) =>
      db.updateTable('answer_links').set(change).where('id', '=', row.id).execute(),
    );
    expect((await press(link)).status).toBe(404);
    const { id: _, ...before } = row;
    await storage.write((db) =>
      db.updateTable('answer_links').set(before).where('id', '=', row.id).execute(),
    );
  }
  expect(row.expires_at - row.created_at).toBe(linkLife);
  await storage.write((db) =>
    db.updateTable('users').set({ role_id: 3 }).where('account_name', '=', 'operatorA').execute(),
  );
  expect((await press(link)).status).toBe(404);
  await storage.write((db) =>
    db
      .updateTable('users')
      .set({ role_id: 2, disabled: 1 })
      .where('account_name', '=', 'operatorA')
      .execute(),
  );
  expect((await press(link)).status).toBe(404);
  await storage.write((db) =>
    db.updateTable('users').set({ disabled: 0 }).where('account_name', '=', 'operatorA').execute(),
  );
  expect((await press(link)).status).toBe(200);
  // Sessions of somebody who was disabled end, as soon as they are looked at.
  a = await server.login('operatorA');
});

it('A11: of two presses at once one answers', async () => {
  await measure(1);
  const link = await linkOfNext(70);
  const statuses = (await Promise.all([press(link), press(link), press(link)]))
    .map(({ status }) => status)
    .sort();
  expect(statuses).toEqual([200, 404, 404]);
});

it('A11: a press answers no level above the one that its message, or its page, has shown', async () => {
  await measure(1);
  // Long enough ago: a yellow one follows no other within the window of a flood.
  const { storage, notifier } = server.running;
  await notifier.escalator.settle();
  await notifier.outbox.settle();
  await storage.write((db) => db.updateTable('messages').set({ done_at: 1 }).execute());
  const link = await linkOfNext(12);
  await measure(80);
  const late = await press(link);
  expect([late.status, (await late.text()).includes('has risen')]).toEqual([409, true]);
  expect((await alarmOf())?.answer).toBeNull();
  const html = await (await fetch(server.address + link)).text();
  const seen = /name="seen" value="(\d+)"/.exec(html)?.[1];
  expect(seen).toBe('4');
  // What nobody has sent is what the message said.
  for (const forged of ['seen=', 'seen=x', 'seen=44', `seen=${'4'.repeat(2000)}`, 'seen=3'])
    expect((await press(link, forged)).status, forged).toBe(409);
  expect((await press(link, `seen=${seen}`)).status).toBe(200);
  expect((await alarmOf())?.answer?.accountName).toBe('operatorA');
});

it('A11: a link is spent with the answer that it gives, not without it', async () => {
  await measure(1);
  const link = await linkOfNext(90);
  const { storage } = server.running;
  const trigger = `CREATE TRIGGER broken BEFORE INSERT ON alarm_entries WHEN NEW.type = 'acknowledge' BEGIN SELECT RAISE(ABORT, 'disk'); END`;
  await storage.write((db) => sql.raw(trigger).execute(db));
  expect((await press(link)).status).toBe(500);
  await storage.write((db) => sql.raw('DROP TRIGGER broken').execute(db));
  expect((await press(link)).status).toBe(200);
  expect((await press(link)).status).toBe(404);
});
