/**
 * A night on the real product: a calm month, rain, then a slope that accelerates. The duty gets mail and push on a phone
 * and does not answer; the next one does, by the link. A browser's own push service is not reached from a test: the
 * subscription is one of the test's push endpoint, over TLS, with the keys of a real subscription.
 */
import { execFileSync } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { AlarmEntry, AlarmView } from '../../src/contract/alarms/alarms.ts';
import type { Definition } from '../../src/domain/alarms/definition.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';
import { productParts } from '../support/suite/programs.ts';

const day = 86_400_000;
/** A slope with a tilt sensor that is calm for a month, and a rain gauge that saw 80 mm since yesterday. */
const code = 'NG-0001';
const people = {
  duty: { accountName: 'duty', password: 'slope-watch-3', roleId: 2 },
  chief: { accountName: 'chief', password: 'slope-watch-4', roleId: 2 },
} as const;
type Account = (typeof people)[keyof typeof people];

/** How the slope moves: what the test writes here, the simulated sensor measures from then on. */
interface Slope {
  episode?: { readonly start: number; readonly length: number; readonly peak: number };
}
const slope: Slope = {};
/** ms in which it goes from rest to its fastest, and ° that it has moved by then. */
const length = 100_000;
const moved = 0.6;
const accelerate = (): void => {
  slope.episode = { start: Date.now(), length, peak: (moved * 3 * day) / length };
};
/** It stays where it is: an episode that was over in an instant. */
function stop(): void {
  const { start = 0, length: own = 1, peak = 0 } = slope.episode ?? {};
  const days = own / day;
  const share = Math.min(1, (Date.now() - start) / own);
  const over = Math.max(0, (Date.now() - start - own) / (0.4 * own));
  const so = (peak * days * share ** 3) / 3 + peak * days * 0.4 * (1 - Math.exp(-over));
  slope.episode = { start: Date.now() - 1000, length: 1, peak: so / ((1 / 3 + 0.4) / day) };
}

const limit = (term: number, value: number, release: number) =>
  ({ type: 'limit', term, side: 'above', either: true, limit: value, release }) as const;
const hold = { hold: { readings: 2 }, releaseHold: { readings: 3 } } as const;
/** Speed over a minute, °/h. */
const speedRule = (stationId: number): Definition => ({
  of: 'sensor',
  enabled: true,
  terms: [{ quantity: 'speed', args: { range: 1 }, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    { level: 'blue', condition: limit(0, 1, 0.6), ...hold },
    { level: 'yellow', condition: limit(0, 4, 3), ...hold },
    { level: 'orange', condition: limit(0, 9, 7), ...hold },
    { level: 'red', condition: limit(0, 16, 12), ...hold, card: 'Close the road below' },
  ],
  patience: null,
  blindLevel: 'blue',
  scope: { projects: [], kinds: [4], stations: [stationId], except: [], mounts: [], labels: [] },
  overrides: [],
});

let product: Product;
let mail: MailServer;
let folder = '';
let push: Server;
let pushOrigin = '';
let pushed = 0;
let token = '';
let ruleId = 0;
let stationId = 0;
let rainSlot = -1;
let companyId = 0;

async function startPush(): Promise<string> {
  folder = mkdtempSync(join(tmpdir(), 'night-push-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  push = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    request.resume().on('end', () => {
      pushed += 1;
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => push.listen(0, '127.0.0.1', resolve));
  const place = push.address();
  pushOrigin = `https://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}`;
  return cert;
}

async function call<T>(as: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(product.address + path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', authorization: as },
  });
  // Refusals come as 200 with a status of their own in the envelope.
  const { data, status, msg } = (await response.json()) as { data: T; status: number; msg: string };
  if (status !== 200) throw new Error(`${path}: ${status} ${msg}`);
  return data;
}
const login = async ({ accountName, password }: { accountName: string; password: string }) =>
  (await call<{ loginToken: string }>('', '/login', { accountName, password })).loginToken;

/** People with confirmed addresses, the duty's phone, and a policy: the duty at once, the chief after a minute. */
async function writePeople(): Promise<void> {
  const { createUser } = await productParts();
  const { storage } = product.running;
  const ids: Record<string, number> = {};
  for (const person of Object.values(people)) {
    await createUser(storage, { ...person, companyId, language: 'en' });
    const { id } = await storage.db
      .selectFrom('users')
      .select('id')
      .where('account_name', '=', person.accountName)
      .executeTakeFirstOrThrow();
    ids[person.accountName] = id;
    const address = `${person.accountName}@example.org`;
    const rest = { confirmed_at: 1, tries: 0, sent_at: 0, code_hash: null, code_until: null };
    await storage.write((db) =>
      db
        .insertInto('contacts')
        .values({ user_id: id, address, ...rest })
        .execute(),
    );
  }
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  await call(await login(people.duty), '/rest/contacts/browsers', {
    endpoint: `${pushOrigin}/phone`,
    p256dh: keys.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
    label: 'Phone',
  });
  const of = (name: string) => [{ type: 'user', userId: ids[name] }];
  await call(token, '/rest/notify/policies', {
    ...{ id: null, companyId, revision: 0, name: 'Red' },
    body: {
      ...{ enabled: true, projects: [], ranks: [4], repeat: null, hours: { blue: null, yellow: null } },
      steps: [
        { after: 0, to: of('duty'), by: ['push', 'mail'] },
        { after: 1, to: of('chief'), by: ['mail'] },
      ],
    },
  });
}

/** A month of the slope, and the rules that were there before it. */
async function writeMonth(): Promise<void> {
  const { past, planFleet, readSources, writeRule } = await productParts();
  const { running } = product;
  const { storage } = running;
  const anchor = Math.floor(Date.now() / 60_000) * 60_000;
  const fleet = planFleet({ seed: 1, anchor, stations: 9 });
  const planned = fleet.projects.flatMap(({ stations }) => stations).find((one) => one.code === code);
  if (planned === undefined) throw new Error(`no station ${code}`);
  const sourceOf = await readSources(storage);
  const month = [...past(planned.rtu, anchor, anchor - 30 * day, anchor - 2 * day, sourceOf)];
  for (let from = 0; from < month.length; from += 2000)
    await storage.readings.ingest(month.slice(from, from + 2000), { evaluates: false });
  const begin = anchor - 30 * day;
  ruleId = await writeRule(storage, null, speedRule(stationId), begin, companyId);
  const rain: Definition = {
    ...speedRule(stationId),
    terms: [{ quantity: 'rainSum', args: { window: 24 }, source: { row: 'rain' } }],
    ladder: [{ level: 'blue', condition: { ...limit(0, 30, 20) }, ...hold }],
    scope: { ...speedRule(stationId).scope, kinds: [17] },
  };
  await writeRule(storage, null, rain, begin, companyId);
  running.alarmEngine.changed();
  await running.alarmEngine.settle();
}

test.beforeAll(async () => {
  test.setTimeout(360_000);
  mail = await startMailServer();
  const ca = await startPush();
  const { startFleet } = await productParts();
  product = await startProduct(9, 2, {
    settings: {
      SMTP_URL: mail.url,
      PUBLIC_URL: 'https://watch.example.org',
      WEBHOOK_ORIGINS: pushOrigin,
      OUTGOING_CA: ca,
    },
    // The slope alone is on the air: it measures each second.
    start: async (rtus, options) => {
      const rtu = rtus.find(({ sensors, group }) => group === 'jp-nagano' && sensors.length === 3);
      if (rtu === undefined) throw new Error(`no RTU of ${code}`);
      const temper = { ...rtu.temper, awake: true, pace: 1, silentSince: null };
      const sensors = rtu.sensors.map((sensor) =>
        sensor.slot === 0 ? { ...sensor, movement: Object.assign(slope, sensor.movement) } : sensor,
      );
      return startFleet([{ ...rtu, fast: null, sendCycle: 5, collectionCycle: 1, temper, sensors }], options);
    },
  });
  token = await login(accounts.maintainer);
  const site = product.running.board.sites({ companyId: null }).find(({ station }) => station.code === code);
  stationId = site?.station.id ?? 0;
  rainSlot = site?.sensors.find(({ kind }) => kind === 17)?.slot ?? -1;
  companyId = site?.project.companyId ?? 0;
  await writePeople();
  await writeMonth();
});
test.afterAll(async () => {
  await product.stop();
  await mail.stop();
  push.closeAllConnections();
  push.close();
  rmSync(folder, { recursive: true, force: true });
});

const board = (page: Page) => page.getByRole('grid', { name: 'Alarms' });
const slopeRow = (page: Page) => board(page).getByRole('row').filter({ hasText: /speed/i });
const openAlarms = async () => (await call<{ alarms: AlarmView[] }>(token, '/rest/alarms')).alarms;
const speedAlarm = async () => (await openAlarms()).find((alarm) => alarm.ruleId === ruleId);

/** Readings of its tilt in the last 90 s. */
async function measured(): Promise<number> {
  const { running } = product;
  const site = running.board.sites({ companyId: null }).find(({ station }) => station.id === stationId);
  const sourceId = site?.sensors.find(({ slot }) => slot === 0)?.id ?? 0;
  const to = Date.now();
  const query = { sourceId, row: 'tilt' as const, element: 0, from: to - 90_000, to, limit: 200 };
  return (await running.storage.readings.rows(query)).rows.length;
}

/** Chromium as a phone's browser says that it is one. */
async function phoneOf(browser: Browser, account: Account): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    isMobile: true,
    hasTouch: true,
  });
  await enter(page, product, { account });
  return page;
}

test('a slope that accelerates in the night is noticed, escalated, answered by the link, and closed as true', async ({
  page,
  browser,
}) => {
  test.setTimeout(420_000);
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/alarms');
  // The calm month raised nothing but what the rain did.
  await expect(board(page).getByRole('row').filter({ hasText: code })).toHaveCount(1);
  expect((await openAlarms()).map(({ present, ruleId: own }) => [present, own === ruleId])).toEqual([
    [1, false],
  ]);

  const phone = await phoneOf(browser, people.duty);
  await visit(phone, product, '/alarms');
  // A speed over a minute is known once it has measured for longer than that.
  await expect.poll(measured, { timeout: 120_000 }).toBeGreaterThan(65);
  accelerate();
  const seen: string[] = [];
  await expect
    .poll(
      async () => {
        // While the focus is in the list nothing new moves it: it says so above.
        const newer = page.getByRole('button', { name: /newer above/ });
        if ((await newer.count()) > 0) await newer.click();
        const row = (await slopeRow(page).count()) > 0 ? await slopeRow(page).first().innerText() : '';
        const level = ['Blue', 'Yellow', 'Orange', 'Red'].find((name) => row.includes(name));
        if (level !== undefined && seen.at(-1) !== level) seen.push(level);
        return level;
      },
      { timeout: 150_000, intervals: [300] },
    )
    .toBe('Red');
  expect(seen).toEqual(['Blue', 'Yellow', 'Orange', 'Red']);
  const redAt = Date.now();

  // The duty: mail and push at once, and the alarm on the phone; nobody answers.
  const mailTo = (name: string) =>
    mail.mails.filter(({ to }) => [to].flat().some((one) => one?.text.includes(`${name}@`)));
  await expect.poll(() => mailTo('duty').length, { timeout: 20_000 }).toBe(1);
  await expect.poll(() => pushed, { timeout: 20_000 }).toBe(1);
  expect(mailTo('duty')[0]?.subject).toContain(code);
  expect(mailTo('duty')[0]?.text).toContain('Close the road below');
  await expect(phone.getByText('Red').first()).toBeVisible();
  expect(mailTo('chief')).toEqual([]);
  await expect(slopeRow(page).first()).toContainText('duty', { timeout: 30_000 });
  await phone.getByText(/speed/i).first().tap();
  await expect(phone.getByRole('article', { name: /^Alarm \d+$/ })).toContainText('Notified');

  // The next one, a minute later.
  await expect.poll(() => mailTo('chief').length, { timeout: 100_000 }).toBe(1);
  expect(Date.now() - redAt).toBeGreaterThan(40_000);
  const link = /https:\/\/watch\.example\.org(\/answer\/\S+)/.exec(mailTo('chief')[0]?.text ?? '')?.[1] ?? '';
  const chief = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await chief.goto(product.address + link);
  await expect(chief.getByText('Close the road below')).toBeVisible();
  expect((await speedAlarm())?.answer).toBeNull();
  await chief.getByRole('button').click();
  await expect(slopeRow(page).first()).toContainText('chief', { timeout: 1000 });
  stop();
  await expect(chief.getByText(/Acknowledged by chief/)).toBeVisible();
  await chief.close();

  // It stands still: the alarm returns, and waits for its finding.
  await expect.poll(async () => (await speedAlarm())?.present, { timeout: 150_000 }).toBe(0);
  const id = (await speedAlarm())?.id ?? 0;
  expect(pushed).toBeLessThanOrEqual(2);
  await visit(page, product, `/alarms/${id}`);
  const detail = page.getByRole('region', { name: `Alarm ${id}` });
  await expect(detail).toContainText('chief acknowledged');
  await detail.getByRole('button', { name: /^Close/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^True/ }).click();
  await dialog.getByLabel('Note').fill('Toe of the slope bulges by 20 cm');
  await dialog.getByRole('button', { name: 'Close as True' }).click();
  await expect(dialog).toHaveCount(0);
  const { entries } = await call<{ entries: AlarmEntry[] }>(token, `/rest/alarms/${id}`);
  // What readings that came later contradicted is no step: an RTU that a busy machine cut off sends again.
  const events = entries.filter(({ contradictedAt }) => contradictedAt === null);
  const steps = events.filter(({ type }) => ['raise', 'rise'].includes(type));
  expect(
    steps.map(({ to }) => to),
    JSON.stringify(entries),
  ).toEqual([1, 2, 3, 4]);
  expect(entries.at(-1)).toMatchObject({ type: 'close', finding: 'true' });
  await phone.close();

  await expectSameInThePast(page, events);
  expect(errors).toEqual([]);
});

/** The back-test of the rule says what the night said; that of a draft that minds the rain would have warned earlier. */
async function expectSameInThePast(page: Page, entries: readonly AlarmEntry[]): Promise<void> {
  const to = Date.now();
  const ofPast = async (definition: Definition) => {
    const asked = { definition, companyId, from: to - 30 * day, to };
    const { targets } = await call<{
      targets: { events: { type: string; t: number; from: number; to: number }[] }[];
    }>(token, '/rest/alarm-rules/back-test', asked);
    return targets.flatMap(({ events }) => events);
  };
  const own = speedRule(stationId);
  const lived = entries
    .filter(({ type }) => ['raise', 'rise', 'fall', 'return'].includes(type))
    .map(({ type, t, from, to: rank }) => ({ type, t, from, to: rank }));
  expect(await ofPast(own)).toEqual(lived);

  const [blue, ...others] = own.ladder;
  if (blue === undefined) throw new Error('a ladder without blue');
  const minding: Definition = {
    ...own,
    terms: [
      ...own.terms,
      { quantity: 'rainSum', args: { window: 24 }, source: { row: 'rain', slot: rainSlot } },
    ],
    ladder: [{ ...blue, condition: { type: 'or', of: [blue.condition, limit(1, 30, 20)] } }, ...others],
  };
  const earlier = await ofPast(minding);
  const rises = (events: readonly { to: number; from: number; t: number }[]) =>
    events.filter(({ from, to: rank }) => rank > from && rank > 1);
  expect(rises(earlier)).toEqual(rises(lived));
  expect((lived[0]?.t ?? 0) - (earlier[0]?.t ?? 0)).toBeGreaterThan(3_600_000);

  await visit(page, product, `/alarms/rules?rule=${ruleId}`);
  const backTest = page.getByRole('region', { name: 'Back-test' });
  await backTest.getByLabel('Span of the back-test').selectOption('30');
  await expect(backTest.getByText('1 of 1')).toBeVisible({ timeout: 30_000 });
}
