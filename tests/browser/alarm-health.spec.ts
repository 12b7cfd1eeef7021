/** What the health page of the alarm system offers against each of its rows, done on the real product. */
import { expect, type Page, test } from '@playwright/test';
import { sql } from 'kysely';
import en from '../../locales/en.json' with { type: 'json' };
import type { Definition } from '../../src/domain/alarms/definition.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';
import { productParts } from '../support/suite/programs.ts';

const hour = 3_600_000;
let product: Product;
let mail: MailServer;
let token = '';
let companyId = 0;
/** Stations with a tilt sensor in slot 0; no device is on the air, so that they measure what the test says. */
let slopes: readonly { readonly stationId: number; readonly code: string; readonly sensorId: number }[] = [];

test.beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct(9, 1, {
    settings: { SMTP_URL: mail.url },
    start: async () => ({ devices: [], async stop() {} }),
  });
  const { accountName, password } = accounts.maintainer;
  token = (await call<{ loginToken: string }>('POST', '/login', { accountName, password })).loginToken;
  const { board } = product.running;
  const [project] = board.projects({ companyId: null });
  companyId = project?.companyId ?? 0;
  slopes = board.sites({ companyId }).flatMap(({ station, sensors }) => {
    const tilt = sensors.find(({ kind }) => kind === 4);
    return tilt === undefined ? [] : [{ stationId: station.id, code: station.code, sensorId: tilt.id }];
  });
});
test.afterAll(async () => {
  await product.stop();
  await mail.stop();
});

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(product.address + path, {
    method,
    headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data, status, msg } = (await response.json()) as { data: T; status: number; msg: string };
  if (status !== 200) throw new Error(`${path}: ${status} ${msg}`);
  return data;
}

/** A rule on the tilt of one station that rings from 50 ° on, which no slope of the past has. */
const steep = (stationId: number, level: 'yellow' | 'orange'): Definition => ({
  of: 'sensor',
  enabled: true,
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    {
      level,
      condition: { type: 'limit', term: 0, side: 'above', limit: 50, release: 40 },
      hold: { readings: 1 },
      releaseHold: { readings: 1 },
    },
  ],
  patience: null,
  blindLevel: 'blue',
  scope: { projects: [], kinds: [4], stations: [stationId], except: [], mounts: [], labels: [] },
  overrides: [],
});

async function ruleOf(name: string, definition: Definition): Promise<number> {
  const body = { name, companyId, reason: 'of a test', definition };
  return (await call<{ rule: { id: number } }>('POST', '/rest/alarm-rules', body)).rule.id;
}
const endRule = (id: number) => call('DELETE', `/rest/alarm-rules/${id}`);

let measured = 0;
/** A reading of now, stored and judged as one that a device has sent. */
async function measure(sensorId: number, x: number): Promise<void> {
  const { storage, alarmEngine } = product.running;
  const t = Math.max(Date.now(), measured + 1);
  measured = t;
  const reading = {
    sourceId: sensorId,
    row: 'tilt' as const,
    element: 0,
    t,
    receivedAt: t,
    historical: false,
  };
  const batch = [{ ...reading, values: { x } }];
  alarmEngine.stored(batch, await storage.readings.ingest(batch));
  await alarmEngine.settle();
}
const alarmsOf = (ruleId: number) =>
  product.running.storage.db.selectFrom('alarms').selectAll().where('rule_id', '=', ruleId).execute();

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const lines = (page: Page, name: string, holding: string) =>
  panel(page, name).getByRole('listitem').filter({ hasText: holding });

test('what has stood for a day, is over and was answered is closed from its row, with a finding', async ({
  page,
}) => {
  const errors = watchErrors(page);
  const [slope] = slopes;
  if (slope === undefined) throw new Error('no tilt sensor');
  const name = 'Steep since yesterday';
  const rule = await ruleOf(name, steep(slope.stationId, 'orange'));
  await measure(slope.sensorId, 60);
  const [alarm] = await alarmsOf(rule);
  expect(alarm).toMatchObject({ present: 3, closed_at: null });
  const alarmIds = [alarm?.id ?? 0];
  // It was raised the day before yesterday.
  await product.running.storage.write((db) =>
    db
      .updateTable('alarms')
      .set({ raised_at: Date.now() - 48 * hour })
      .where('rule_id', '=', rule)
      .execute(),
  );
  await enter(page, product);
  await visit(page, product, '/alarms/health');
  const row = lines(page, 'Standing over 24 h', name);
  // While it holds there is nothing to close: its limit may be too near.
  await expect(row.getByRole('button', { name: 'Try limit 20 % further' })).toBeVisible();
  await expect(row.getByRole('button', { name: /^Close/ })).toHaveCount(0);

  await measure(slope.sensorId, 10);
  await call('POST', '/rest/alarms/acknowledge', { alarmIds, note: '' });
  const close = row.getByRole('button', { name: /^Close/ });
  await expect(close).toBeVisible();
  await close.click();
  const dialog = page.getByRole('dialog');
  // Orange does not close without a finding.
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: /^False/ }).click();
  await dialog.getByRole('button', { name: /^Close as/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await expect.poll(async () => (await alarmsOf(rule))[0]?.finding).toBe('false');
  // It counts among the findings of its rule at once.
  await expect(lines(page, 'Findings by rule', name).getByRole('img', { name: 'False 1' })).toBeVisible();
  await endRule(rule);
  expect(errors).toEqual([]);
});

test('the key of the list of stations closes the alarm of the current one, with a finding', async ({
  page,
}) => {
  const errors = watchErrors(page);
  const [slope] = slopes;
  if (slope === undefined) throw new Error('no tilt sensor');
  const rule = await ruleOf('Steep for a while', steep(slope.stationId, 'orange'));
  await measure(slope.sensorId, 60);
  const alarmIds = [(await alarmsOf(rule))[0]?.id ?? 0];
  await enter(page, product);
  await visit(page, product, '/index');
  const row = page.locator(`[data-station="${slope.stationId}"]`);
  await expect(row).toContainText('Orange');
  await row.click();
  // While it holds it does not close: it is said, and nothing is asked.
  await page.keyboard.press('e');
  await expect(page.getByText(en['alarms.cannot.close']).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await measure(slope.sensorId, 10);
  await call('POST', '/rest/alarms/acknowledge', { alarmIds, note: '' });
  await visit(page, product, '/index');
  await row.click();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: /^True/ }).click();
  await dialog.getByRole('button', { name: /^Close as/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(async () => (await alarmsOf(rule))[0])
    .toMatchObject({ finding: 'true', closed_at: expect.any(Number) });
  await endRule(rule);
  expect(errors).toEqual([]);
});

test('what is not watched is tried with twice the patience', async ({ page }) => {
  const errors = watchErrors(page);
  const { writeRule } = await productParts();
  const { storage, alarmEngine } = product.running;
  const slope = slopes[1];
  if (slope === undefined) throw new Error('no second tilt sensor');
  // Of its last hours nothing has come, and the rule was there before.
  const until = Date.now() - 6 * hour;
  await storage.write((db) =>
    sql`DELETE FROM reading_tilt WHERE source_id = ${slope.sensorId} AND t > ${until}`.execute(db),
  );
  const definition = { ...steep(slope.stationId, 'yellow'), patience: 60 };
  const rule = await writeRule(storage, null, definition, Date.now() - 20 * hour, companyId);
  alarmEngine.changed();
  await expect
    .poll(async () => {
      await alarmEngine.settle();
      return (await alarmsOf(rule)).map((one) => [one.is_blind, one.present, one.closed_at]);
    })
    .toEqual([[1, 1, null]]);
  await enter(page, product);
  await visit(page, product, '/alarms/health');
  const row = lines(page, 'Not watched', `rule ${rule}`);
  await expect(row).toContainText(slope.code);
  await row.getByRole('button', { name: `Try ${en['rules.fix.patience']}` }).click();
  await expect(page).toHaveURL(new RegExp(`/alarms/rules\\?rule=${rule}`));
  await expect(page.getByText('Draft of version 2')).toBeVisible();
  await expect(page.getByText(/after 60 min → Blue after 120 min/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Back-test' }).getByText('Not watched')).toBeVisible();
  await endRule(rule);
  // A rule that is gone watches nothing, and nothing is blind by it.
  await visit(page, product, '/alarms/health');
  await expect(row).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('the noisiest are opened as drafts: one for each rule, with its holds doubled', async ({ page }) => {
  const errors = watchErrors(page);
  const rules: number[] = [];
  for (const [index, slope] of slopes.slice(0, 2).entries()) {
    rules.push(await ruleOf(`Noisy ${index}`, steep(slope.stationId, 'yellow')));
    await measure(slope.sensorId, 60);
    await measure(slope.sensorId, 10);
    if (index === 0) await measure(slope.sensorId, 60);
  }
  const calm = await ruleOf('Calm', steep(slopes[0]?.stationId ?? 0, 'orange'));
  await enter(page, product);
  await visit(page, product, '/alarms/health');
  await panel(page, 'Ten noisiest').getByRole('button', { name: 'Open as drafts…' }).click();
  await expect(page).toHaveURL(/\/alarms\/rules\?rule=\d+/);
  await expect(page.getByText('for 1 reading → for 2 readings')).toBeVisible();
  await expect(page.getByText('Back-test')).toBeVisible();
  const list = page.getByRole('region', { name: 'List of alarm rules' });
  const edited = list.getByRole('button').filter({ hasText: 'edited' });
  await expect(edited.filter({ hasText: 'Noisy 0' })).toHaveCount(1);
  await expect(edited.filter({ hasText: 'Noisy 1' })).toHaveCount(1);
  await expect(edited.filter({ hasText: 'Calm' })).toHaveCount(0);
  // They are drafts: nothing has been saved.
  for (const rule of rules)
    expect(await call('GET', `/rest/alarm-rules/${rule}/versions`)).toMatchObject({
      versions: [{ version: 1 }],
    });
  await list
    .getByRole('button', { name: /^Noisy 1/ })
    .first()
    .click();
  await expect(page.getByText('for 1 reading → for 2 readings')).toBeVisible();
  for (const rule of [...rules, calm]) await endRule(rule);
  expect(errors).toEqual([]);
});

test('a message that failed is sent again from its row; one that fails anew comes back', async ({ page }) => {
  const errors = watchErrors(page);
  const slope = slopes[0];
  if (slope === undefined) throw new Error('no tilt sensor');
  const address = 'guard@example.org';
  const { storage } = product.running;
  const { id: userId } = await storage.db
    .selectFrom('users')
    .select('id')
    .where('account_name', '=', accounts.operator.accountName)
    .executeTakeFirstOrThrow();
  await storage.write((db) =>
    db
      .insertInto('contacts')
      .values({
        ...{ user_id: userId, address, confirmed_at: 1, tries: 0, sent_at: 0 },
        ...{ code_hash: null, code_until: null },
      })
      .execute(),
  );
  await call('POST', '/rest/notify/policies', {
    ...{ id: null, companyId, revision: 0, name: 'Yellow' },
    body: {
      ...{ enabled: true, projects: [], ranks: [2], repeat: null, hours: { blue: null, yellow: null } },
      steps: [{ after: 0, to: [{ type: 'user', userId }], by: ['mail'] }],
    },
  });
  // A mail server that takes nothing for good.
  mail.behave({ code: 550, text: 'mailbox is full' });
  const rule = await ruleOf('Steep by mail', steep(slope.stationId, 'yellow'));
  await measure(slope.sensorId, 60);
  await expect.poll(() => mail.tries).toBeGreaterThan(0);
  await enter(page, product);
  await visit(page, product, '/alarms/health');
  const failed = panel(page, 'Messages that failed');
  const row = lines(page, 'Messages that failed', accounts.operator.accountName);
  await expect(row).toContainText('mailbox is full');
  await expect(failed).toContainText('1 of 1 shown');
  const tries = mail.tries;
  await row.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => mail.tries).toBe(tries + 1);
  await expect(row).toContainText('mailbox is full');

  mail.behave(null);
  await row.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => mail.mails.length).toBe(1);
  expect([mail.mails[0]?.to].flat()[0]?.text).toContain(address);
  await expect(failed).toContainText('Every message arrived.');
  await endRule(rule);
  expect(errors).toEqual([]);
});
