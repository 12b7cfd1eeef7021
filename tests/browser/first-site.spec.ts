/** From an empty directory to the first live curve, by hand, as a new owner does it: embedded broker, mosquitto. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import mqtt from 'mqtt';
import en from '../../locales/en.json' with { type: 'json' };
import { endStarted, formOf, makeCompany, makeOwner, startEmpty } from '../support/console/first-steps.ts';
import { metric, startEdge } from '../support/fleet/edge-client.ts';
import { startMosquitto } from '../support/mosquitto.ts';

const sn = 'RTU-7001';
const group = 'north';
const password = 'gully-above-the-road';

/** A connection that is refused for its unknown user name. */
async function knock(url: string): Promise<void> {
  const client = mqtt.connect(url, {
    clientId: sn,
    username: sn,
    password: 'of-another-server',
    reconnectPeriod: 0,
  });
  await new Promise<void>((resolve) => client.once('error', () => resolve()));
  await client.endAsync(true);
}

const form = formOf;

for (const broker of ['embedded', 'mosquitto'] as const) {
  test(`an empty server becomes a watched site by hand, ${broker} broker`, async ({ page }) => {
    test.setTimeout(240_000);
    const folder = mkdtempSync(join(tmpdir(), 'groundwatch-first-'));
    const mosquitto =
      broker === 'mosquitto'
        ? await startMosquitto({ groundwatch: 'host-secret', [sn]: 'node-secret' })
        : null;
    const server = await startEmpty(
      folder,
      mosquitto === null ? {} : { MQTT_URL: `mqtt://groundwatch:host-secret@127.0.0.1:${mosquitto.port}` },
    );
    const port = mosquitto?.port ?? server.mqttPort;
    let edge: Awaited<ReturnType<typeof startEdge>> | null = null;
    try {
      await page.context().addCookies([{ name: 'lang', value: 'en', url: server.address }]);
      await page.goto(server.address);

      const setup = form(page, en['setup.title']);
      const devices = page.getByRole('region', { name: en['setup.devices'] });
      await expect(devices).toContainText(
        mosquitto === null ? `127.0.0.1:${port}` : en['setup.externalBroker'],
      );
      await setup.getByLabel(en['setup.secret']).fill('not-the-secret');
      await setup.getByLabel(en['login.account'], { exact: true }).fill('owner');
      await setup.getByLabel(en['login.password'], { exact: true }).fill(password);
      await setup.getByLabel(en['setup.again']).fill(password);
      await setup.getByRole('button', { name: en['setup.create'] }).click();
      await expect(setup.getByRole('alert')).toContainText(en['setup.wrong']);
      await makeOwner(page, en, server.secret, password);
      await makeCompany(page, en, 'North works');

      await page.getByRole('button', { name: en['sites.new.project'] }).click();
      const project = form(page, en['sites.project']);
      await project.getByLabel(en['sites.project.name']).fill('North slope');
      await project.getByLabel(en['sites.project.code']).fill('a group');
      await project.getByRole('button', { name: en['sites.create'] }).click();
      await expect(project.getByRole('alert')).toContainText(en['bound.pattern']);
      await project.getByLabel(en['sites.project.code']).fill(group);
      await project.getByLabel(en['sites.timeZone']).fill('Asia/Tokyo');
      await project.getByRole('button', { name: en['sites.create'] }).click();

      await page.getByRole('button', { name: en['sites.new.station'] }).click();
      const station = form(page, en['sites.station']);
      await station.getByLabel(en['sites.station.name']).fill('Gully head');
      await station.getByLabel(en['sites.station.code']).fill('GH-1');
      await station.getByLabel(en['sites.station.latitude']).fill('95');
      await station.getByLabel(en['sites.station.longitude']).fill('138');
      await station.getByRole('button', { name: en['sites.create'] }).click();
      await expect(station.getByRole('alert')).toContainText('90');
      const canvas = station.locator('canvas');
      await expect(station.locator('.map')).toHaveAttribute('aria-busy', 'false');
      await canvas.click({ position: { x: 200, y: 150 } });
      await expect(station.getByLabel(en['sites.station.latitude'])).not.toHaveValue('95');
      await station.getByRole('button', { name: en['sites.create'] }).click();
      await expect(page.getByRole('heading', { name: 'GH-1 Gully head' })).toBeVisible();

      // The RTU is on the air before anybody knows it: it is listed, and let in from there.
      const url = `tcp://127.0.0.1:${port}`;
      if (mosquitto === null) await knock(`mqtt://127.0.0.1:${port}`);
      else edge = await startEdge({ url, sn, group, secret: 'node-secret' });
      await page.getByRole('button', { name: en['sites.all'] }).click();
      const waits = page.getByRole('row', { name: new RegExp(sn) });
      await expect(waits).toBeVisible({ timeout: 15_000 });
      await waits.getByLabel(en['sites.waiting.station']).selectOption({ label: 'GH-1 Gully head' });
      await waits.getByRole('button', { name: en['sites.waiting.adopt'] }).click();
      const entry = form(page, en['sites.rtu.new']);
      await expect(entry.getByLabel(en['sites.rtu.sn'])).toHaveValue(sn);
      await entry.getByRole('button', { name: en['sites.rtu.create'] }).click();
      const secret = await page.locator('.credential__secret').innerText();
      expect(secret).toHaveLength(32);

      await page.getByRole('button', { name: en['sites.new.sensor'] }).click();
      const sensor = form(page, en['sites.sensor']);
      await sensor.getByLabel(en['sites.sensor.kind']).selectOption('4');
      await sensor.getByRole('button', { name: en['sites.create'] }).click();
      await expect(page.getByRole('treeitem', { name: /^0 · / })).toBeVisible();

      edge ??= await startEdge({ url, sn, group, secret });
      const client = edge;
      await page.goto(`${server.address}/index`);
      const row = page.locator('[data-station]').first();
      await expect(row).toContainText('Gully head');
      await row.dblclick();
      const card = page.locator('.card').first();
      await expect(async () => {
        client.publishDeviceData('0', { timestamp: Date.now(), metrics: [metric('x', 'Double', 0.75)] });
        await expect(card.locator('.card__value')).toContainText('0.7500', { timeout: 1500 });
      }).toPass({ timeout: 40_000 });
      await page.getByRole('tab', { name: en['station.tab.curve'] }).click();
      await expect(
        page.getByRole('slider', { name: en['chart.keys'] }).locator('canvas').first(),
      ).toBeVisible();
      const count = page.locator('.rail h2 .num').nth(1);
      const before = await count.innerText();
      client.publishDeviceData('0', { timestamp: Date.now(), metrics: [metric('x', 'Double', 0.875)] });
      await expect(page.locator('.rail__values')).toContainText('0.8750', { timeout: 20_000 });
      await expect(count).not.toHaveText(before);
    } finally {
      edge?.stop();
      await endStarted(server);
      await mosquitto?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
