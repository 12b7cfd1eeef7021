/** A real server on free loopback ports with two companies, for tests of calls, accounts and streams. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Running, startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import { Sessions } from '../../src/server/accounts/sessions.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Storage } from '../../src/server/storage/storage.ts';

export interface Answer {
  readonly http: number;
  readonly type: string;
  readonly text: string;
  readonly envelope: {
    readonly status: number;
    readonly msg: string;
    readonly data: never;
    readonly messageId?: string;
    readonly field?: string;
  } | null;
}
export interface TestServer {
  readonly running: Running;
  readonly address: string;
  /** Its data directory. */
  readonly folder: string;
  call(
    path: string,
    options?: { token?: string; method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Token of a user: maintainer, operatorA, operatorB, strangerA (no permissions). */
  login(account: string): Promise<string>;
  /** The same without the work of a password: for tests that need hundreds of sessions. */
  session(account: string): Promise<string>;
  stop(): Promise<void>;
}

export const password = 'slope-of-the-test';
/** Moment of the first of the seeded readings; one a minute. */
export const firstReading = Date.UTC(2026, 0, 1);
export const readingCount = 50;

/** Company A: station 1, RTU 1, sensor 1 (tilt, readings). Company B: station 2, RTU 2, sensor 2 (tilt, readings). */
export async function startTestServer(
  options: {
    readonly log?: Logger;
    /** Settings besides the usual ones. */
    readonly environment?: Readonly<Record<string, string>>;
    /** PostgreSQL in place of SQLite. */
    readonly databaseUrl?: string;
    /** Puts something between the server and its storage. */
    readonly through?: (storage: Storage) => Storage;
  } = {},
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'groundwatch-http-'));
  const { databaseUrl } = options;
  const storage = await openStorage({
    dataDir: folder,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  await storage.write(async (db) => {
    for (const [index, name] of ['A', 'B'].entries()) {
      const id = index + 1;
      await db.insertInto('companies').values({ name, created_at: 0 }).execute();
      const zone = { time_zone: 'Asia/Shanghai', day_boundary: 480, retention_days: null };
      await db
        .insertInto('projects')
        .values({ company_id: id, code: name, name, ...zone })
        .execute();
      const place = { latitude: 30, longitude: 105, time_zone: 'Asia/Shanghai' };
      const station = {
        project_id: id,
        code: `${name}-1`,
        name,
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
      };
      await db
        .insertInto('rtus')
        .values({ station_id: id, sn: name, credential_hash: null, problems: '[]', ...facts })
        .execute();
      const mount = { install_state: 1, mount_mode: 0, mount_azimuth: 0 };
      await db
        .insertInto('sensors')
        .values({ rtu_id: id, slot: 0, kind: 9, name: null, ...mount })
        .execute();
    }
  });
  for (const sourceId of [1, 2]) {
    await storage.readings.ingest(
      Array.from({ length: readingCount }, (_, i) => {
        const t = firstReading + i * 60_000;
        return {
          sourceId,
          row: 'tilt' as const,
          element: 0,
          t,
          receivedAt: t,
          historical: false,
          values: { x: i / 100, y: -i / 50 },
        };
      }),
    );
  }
  await createUser(storage, {
    accountName: 'maintainer',
    password,
    companyId: null,
    roleId: 1,
    language: 'en',
  });
  await createUser(storage, { accountName: 'operatorA', password, companyId: 1, roleId: 2, language: 'en' });
  await createUser(storage, { accountName: 'operatorB', password, companyId: 2, roleId: 2, language: 'en' });
  await storage.write((db) => db.insertInto('roles').values({ name: 'nothing' }).execute());
  await createUser(storage, { accountName: 'strangerA', password, companyId: 1, roleId: 4, language: 'en' });
  const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const asked = { ...environment, ...options.environment };
  const running = await startServer(readSettings(asked), {
    storage: options.through?.(storage) ?? storage,
    ...(options.log === undefined ? {} : { log: options.log }),
  });
  const { address } = running;

  const call: TestServer['call'] = async (path, { token, method = 'GET', body, headers = {} } = {}) => {
    const response = await fetch(address + path, {
      method,
      headers: {
        lang: 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: token }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    const text = await response.text();
    return { http: response.status, type, text, envelope: type.includes('json') ? JSON.parse(text) : null };
  };
  const sessions = new Sessions(storage);
  return {
    running,
    address,
    folder,
    call,
    async login(accountName) {
      const { envelope } = await call('/login', { method: 'POST', body: { accountName, password } });
      return (envelope?.data as { loginToken: string } | undefined)?.loginToken ?? '';
    },
    async session(accountName) {
      const found = storage.db.selectFrom('users').select('id').where('account_name', '=', accountName);
      return sessions.open((await found.executeTakeFirstOrThrow()).id, '127.0.0.1', null);
    },
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
