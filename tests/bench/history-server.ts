/** A real server with one tilt sensor and its history, for the benches from fetch to paint. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Reading } from '../../src/server/storage/storage.ts';

export const channels = ['x', 'y', 'z', 'temperature'] as const;

export interface HistoryServer {
  readonly address: string;
  readonly token: string;
  readonly from: number;
  readonly to: number;
  /** All rows as JSON, as a plain API would answer them. */
  json(): Promise<string>;
  stop(): Promise<void>;
}

/** The same number between −0.5 and 0.5 for the same reading. */
const scatter = (i: number, channel: number) => {
  const wave = Math.sin(i * 12.9898 + channel * 78.233) * 43_758.5453;
  return wave - Math.floor(wave) - 0.5;
};

/**
 * Seeds `rows` readings `step` ms apart, ending today, and starts the server.
 * @param noise width of what scatters each value, which then has four digits, as a device sends it; 0: smooth curves
 */
export async function startHistoryServer(rows: number, step: number, noise = 0): Promise<HistoryServer> {
  const sent = (value: number, i: number, channel: number) =>
    noise === 0 ? value : Math.round((value + noise * scatter(i, channel)) * 10_000) / 10_000;
  const folder = mkdtempSync(join(tmpdir(), 'bench-history-'));
  const storage = await openStorage({ dataDir: folder });
  await storage.write(async (db) => {
    await db.insertInto('companies').values({ name: 'Bench', created_at: 0 }).execute();
    const zone = { time_zone: 'Asia/Shanghai', day_boundary: 480, retention_days: null };
    await db
      .insertInto('projects')
      .values({ company_id: 1, code: 'bench', name: 'Bench', ...zone })
      .execute();
    const place = { latitude: 30, longitude: 105, time_zone: 'Asia/Shanghai' };
    const station = {
      project_id: 1,
      code: 'B-1',
      name: 'Bench',
      name_reading: null,
      site: 'slope',
      ...place,
    };
    await db.insertInto('stations').values(station).execute();
    const cycle = step / 1000;
    const facts = {
      install_state: 1,
      send_cycle: cycle,
      collection_cycle: cycle,
      last_contact_at: null,
      jitter: 0,
    };
    await db
      .insertInto('rtus')
      .values({ station_id: 1, sn: 'B1', credential_hash: null, problems: '[]', ...facts })
      .execute();
    const mount = { install_state: 1, mount_mode: 0, mount_azimuth: 0 };
    await db
      .insertInto('sensors')
      .values({ rtu_id: 1, slot: 0, kind: 4, name: null, ...mount })
      .execute();
  });
  const account = { accountName: 'bench', password: 'bench-of-curves' };
  await createUser(storage, { ...account, companyId: null, roleId: 1, language: 'en' });
  const to = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const from = to - rows * step;
  for (let begin = 0; begin < rows; begin += 10_000) {
    const batch = Array.from({ length: Math.min(10_000, rows - begin) }, (_, offset): Reading => {
      const i = begin + offset;
      const values = {
        x: sent(Math.sin(i / 300) / 5 + i / rows, i, 0),
        y: sent(Math.cos(i / 500) / 4, i, 1),
        z: sent(i / rows / 3, i, 2),
        temperature: sent(15 + 8 * Math.sin(i / 900), i, 3),
      };
      return {
        sourceId: 1,
        row: 'tilt',
        element: 0,
        t: from + i * step,
        receivedAt: from + i * step,
        historical: false,
        values,
      };
    });
    await storage.readings.ingest(batch);
  }
  await storage.readings.settle();
  const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const running = await startServer(readSettings(environment), { storage });
  const login = await fetch(`${running.address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { data } = (await login.json()) as { data: { loginToken: string } };
  return {
    address: running.address,
    token: data.loginToken,
    from,
    to,
    async json() {
      const place = { sourceId: 1, row: 'tilt' as const, element: 0, from, to, limit: rows };
      const page = await storage.readings.rows(place);
      return JSON.stringify(
        page.rows.toReversed().map(({ t, values }) => ({
          t,
          ...Object.fromEntries(channels.map((name) => [name, values[name]])),
        })),
      );
    },
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
