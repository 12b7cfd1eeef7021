/** From an empty server to the first alarm in a mailbox, by what the screens say, in each language. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import {
  endStarted,
  formOf,
  makeCompany,
  makeOwner,
  startEmpty,
  type Words,
} from '../support/console/first-steps.ts';
import { metric, startEdge } from '../support/fleet/edge-client.ts';
import { startMailServer } from '../support/mail-server.ts';

const group = 'north';
const sn = 'RTU-7101';
const password = 'gully-above-the-road';
const minute = 60_000;

/** A project, a station with an RTU and a tilt sensor, by hand; answers the RTU's credential. */
async function makeSite(page: Page, words: Words): Promise<string> {
  await page.getByRole('button', { name: words['sites.new.project'] }).click();
  const project = formOf(page, words['sites.project']);
  await project.getByLabel(words['sites.project.name']).fill('North slope');
  await project.getByLabel(words['sites.project.code']).fill(group);
  await project.getByLabel(words['sites.timeZone']).fill('Asia/Tokyo');
  await project.getByRole('button', { name: words['sites.create'] }).click();
  await page.getByRole('button', { name: words['sites.new.station'] }).click();
  const station = formOf(page, words['sites.station']);
  await station.getByLabel(words['sites.station.name']).fill('Gully head');
  await station.getByLabel(words['sites.station.code']).fill('GH-1');
  await station.getByLabel(words['sites.station.latitude']).fill('35');
  await station.getByLabel(words['sites.station.longitude']).fill('138');
  await station.getByRole('button', { name: words['sites.create'] }).click();
  const rtu = formOf(page, words['sites.rtu.new']);
  await rtu.getByLabel(words['sites.rtu.sn']).fill(sn);
  await rtu.getByRole('button', { name: words['sites.rtu.create'] }).click();
  const secret = await page.locator('.credential__secret').innerText();
  await page.getByRole('button', { name: words['sites.new.sensor'] }).click();
  const sensor = formOf(page, words['sites.sensor']);
  await sensor.getByLabel(words['sites.sensor.kind']).selectOption('4');
  await sensor.getByRole('button', { name: words['sites.create'] }).click();
  await expect(page.getByRole('treeitem', { name: /^0 · / })).toBeVisible();
  return secret;
}

for (const [lang, words] of [
  ['zh-chs', zh],
  ['en', en],
  ['ja', ja],
] as const satisfies readonly (readonly [string, Words])[]) {
  test(`an empty server warns by mail, by what its screens say, ${lang}`, async ({ page }) => {
    test.setTimeout(360_000);
    const folder = mkdtempSync(join(tmpdir(), 'groundwatch-first-'));
    const mail = await startMailServer();
    const server = await startEmpty(folder, {
      SMTP_URL: mail.url,
      PUBLIC_URL: 'https://watch.example.org',
    });
    let edge: Awaited<ReturnType<typeof startEdge>> | null = null;
    try {
      await page.context().addCookies([{ name: 'lang', value: lang, url: server.address }]);
      await page.goto(server.address);
      await makeOwner(page, words, server.secret, password);
      await makeCompany(page, words, 'North works');
      const secret = await makeSite(page, words);

      // The board says what is missing, and leads to where it is made.
      await page.goto(`${server.address}/alarms`);
      const gaps = page.getByRole('region', { name: words['alarms.gaps'] });
      await expect(gaps).toContainText(words['alarms.gap.noRules']);
      await expect(gaps).toContainText(words['alarms.gap.noPolicy']);
      await expect(page.getByText(words['alarms.empty.noRules'])).toBeVisible();
      await gaps.getByRole('button', { name: words['page.alarmRules'] }).click();
      await page.getByRole('button', { name: words['rules.preset.tiltChange'] }).click();
      const editor = page.getByRole('region', { name: words['rules.preset.tiltChange'] });
      await editor.getByLabel(words['rules.reason']).fill('North slope');
      await page.keyboard.press('Control+Enter');
      await expect(page).toHaveURL(/rule=\d+/);

      await page.goto(`${server.address}/alarms`);
      await expect(gaps).not.toContainText(words['alarms.gap.noRules']);
      await gaps.getByRole('button', { name: words['page.notify'] }).click();
      await page.getByRole('button', { name: words['notify.myContacts'] }).click();
      const contacts = page.getByRole('dialog', { name: words['notify.myContacts'] });
      await contacts.getByLabel(words['notify.newAddress']).fill('owner@example.org');
      await contacts.getByRole('button', { name: words['notify.getCode'] }).click();
      const code = () => /\d{4,}/.exec(mail.mails.map(({ subject }) => subject ?? '').join(' '))?.[0] ?? '';
      await expect.poll(code, { timeout: 30_000 }).not.toBe('');
      await contacts.getByLabel(words['notify.code'], { exact: true }).fill(code());
      await contacts.getByRole('button', { name: words['notify.confirm'], exact: true }).click();
      await expect(contacts.getByText(words['notify.unconfirmed'])).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: words['notify.newPolicy'] }).click();
      const policy = page.getByRole('dialog', { name: words['notify.newPolicy'] });
      await policy.getByLabel(words['notify.policyName']).fill('Everything');
      await policy.getByLabel(words['level.cn.blue'], { exact: true }).check();
      await policy.getByLabel(words['level.cn.yellow'], { exact: true }).check();
      await policy.getByLabel('owner').check();
      await policy.getByRole('button', { name: words['sites.save'] }).click();
      await expect(policy).toHaveCount(0);
      await page.goto(`${server.address}/alarms`);
      await expect(page.getByText(words['alarms.empty.title'])).toBeVisible();
      await expect(gaps).toHaveCount(0);

      // The slope moves.
      const url = `tcp://127.0.0.1:${server.mqttPort}`;
      edge = await startEdge({ url, sn, group, secret });
      const tilt = (at: number, x: number) =>
        edge?.publishDeviceData('0', {
          timestamp: at,
          metrics: [metric('x', 'Double', x), metric('y', 'Double', 0)].map((one) => ({
            ...one,
            timestamp: at,
          })),
        });
      const warned = () => mail.mails.some(({ subject }) => subject?.includes('GH-1') === true);
      await expect(async () => {
        const now = Date.now();
        for (const before of [62, 61, 60, 59]) tilt(now - before * minute, 0);
        for (const before of [2, 1, 0]) tilt(now - before * minute, 12);
        await expect.poll(warned, { timeout: 5000 }).toBe(true);
      }).toPass({ timeout: 60_000 });
      const letter = mail.mails.find(({ subject }) => subject?.includes('GH-1') === true);
      expect(letter?.html).toContain(words['notify.text.open']);
      expect(letter?.html).toMatch(/https:\/\/watch\.example\.org\/alarms\/\d+/);
      await expect(page.getByRole('grid')).toContainText('GH-1');
    } finally {
      edge?.stop();
      await endStarted(server);
      await mail.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
