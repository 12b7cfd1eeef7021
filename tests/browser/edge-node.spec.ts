/** An independent Sparkplug edge node, with a credential of its own, is seen in the console: embedded broker, mosquitto. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { type Running, startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { metric, startEdge } from '../support/fleet/edge-client.ts';
import { startMosquitto } from '../support/mosquitto.ts';
import { buildIfStale } from '../support/tools/build-if-stale.ts';

const sn = 'EDGE0001';
const password = 'w1-of-the-test';

/** A server with one station, one RTU with a tilt sensor in slot 0, and a user. */
async function startSite(
  mqttUrl: string | undefined,
): Promise<{ running: Running; folder: string; secret: string }> {
  buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'groundwatch-edge-'));
  const storage = await openStorage({ dataDir: folder });
  await storage.write(async (db) => {
    await db.insertInto('companies').values({ name: 'Edge', created_at: 0 }).execute();
    const zone = { time_zone: 'Asia/Tokyo', day_boundary: 0, retention_days: null };
    await db
      .insertInto('projects')
      .values({ company_id: 1, code: 'edge', name: 'Edge', ...zone })
      .execute();
    const place = { latitude: 35, longitude: 138, time_zone: 'Asia/Tokyo' };
    const station = {
      project_id: 1,
      code: 'ED-1',
      name: 'Edge slope',
      name_reading: null,
      site: 'slope',
      ...place,
    };
    await db.insertInto('stations').values(station).execute();
    const facts = {
      install_state: 1,
      send_cycle: 60,
      collection_cycle: 60,
      last_contact_at: null,
      jitter: 0,
      problems: '[]',
    };
    await db
      .insertInto('rtus')
      .values({ station_id: 1, sn, credential_hash: null, ...facts })
      .execute();
    const mount = { install_state: 1, mount_mode: 0, mount_azimuth: 0 };
    await db
      .insertInto('sensors')
      .values({ rtu_id: 1, slot: 0, kind: 4, name: null, ...mount })
      .execute();
  });
  await createUser(storage, {
    accountName: 'maintainer',
    password,
    companyId: null,
    roleId: 1,
    language: 'en',
  });
  const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const running = await startServer(
    readSettings({ ...environment, ...(mqttUrl ? { MQTT_URL: mqttUrl } : {}) }),
    { storage },
  );
  // A host that has just come waits for a rival's STATE before it takes the lead.
  await expect.poll(() => running.gateway.phase, { timeout: 20_000 }).toBe('online');
  return { running, folder, secret: await running.gateway.issueCredential(sn) };
}

for (const broker of ['embedded', 'mosquitto'] as const) {
  test(`an independent edge node on the ${broker} broker appears in the console and moves it`, async ({
    page,
  }) => {
    const mosquitto =
      broker === 'mosquitto'
        ? await startMosquitto({ groundwatch: 'host-secret', [sn]: 'node-secret' })
        : null;
    const { running, folder, secret } = await startSite(
      mosquitto === null ? undefined : `mqtt://groundwatch:host-secret@127.0.0.1:${mosquitto.port}`,
    );
    const url = `tcp://127.0.0.1:${mosquitto?.port ?? running.mqttPort}`;
    const client = await startEdge({
      url,
      sn,
      group: 'edge',
      secret: mosquitto === null ? secret : 'node-secret',
    });
    try {
      await page.context().addCookies([{ name: 'lang', value: 'en', url: running.address }]);
      await page.goto(`${running.address}/station/1/latest`);
      await page.getByLabel(en['login.account'], { exact: true }).fill('maintainer');
      await page.getByLabel(en['login.password'], { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      const card = page.locator('.card').first();
      await expect(card.locator('.card__value')).toContainText('0.5000');
      await expect(page.locator('.facts')).toContainText('12.34');
      client.publishDeviceData('0', { timestamp: Date.now(), metrics: [metric('x', 'Double', 0.75)] });
      await expect(card.locator('.card__value')).toContainText('0.7500');
    } finally {
      client.stop();
      await running.stop();
      await mosquitto?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
