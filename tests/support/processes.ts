/** Two whole servers over one PostgreSQL, each with a DATA_DIR of its own, as two machines behind a balancer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import { startPostgres } from './postgres.ts';
import { type Answer, startTestServer, type TestServer } from './server.ts';

type Options = NonNullable<Parameters<TestServer['call']>[1]>;
/** One of them. */
export interface OneProcess {
  readonly running: Running;
  readonly address: string;
  call(path: string, options?: Options): Promise<Answer>;
  stop(): Promise<void>;
}
export interface TwoProcesses {
  /** Seeded as a test server is. */
  readonly a: TestServer;
  readonly b: OneProcess;
  readonly databaseUrl: string;
  /** Starts one more. */
  more(environment?: Readonly<Record<string, string>>): Promise<OneProcess>;
  stop(): Promise<void>;
}

/** All of them have this one. */
export const sharedKey = 'a-key-that-two-processes-of-a-test-share';

/** Starts a process on a database, seeded or not. */
export async function startProcessOn(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<OneProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'groundwatch-process-'));
  const running = await startServer(
    readSettings({
      ...{ PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl },
      ...{ SERVER_KEY: sharedKey, ...environment },
    }),
  ).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  let isStopped = false;
  return {
    running,
    address: running.address,
    async call(path, { token, method = 'GET', body, headers = {} } = {}) {
      const response = await fetch(running.address + path, {
        method,
        headers: {
          lang: 'en',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: token }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const type = response.headers.get('content-type') ?? '';
      const text = await response.text();
      return { http: response.status, type, text, envelope: type.includes('json') ? JSON.parse(text) : null };
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts them; `environment` is of both. */
export async function startTwo(environment: Readonly<Record<string, string>> = {}): Promise<TwoProcesses> {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.database();
  const a = await startTestServer({ databaseUrl, environment: { SERVER_KEY: sharedKey, ...environment } });
  const others: OneProcess[] = [];
  const more = async (own: Readonly<Record<string, string>> = {}) => {
    const one = await startProcessOn(databaseUrl, { ...environment, ...own });
    others.push(one);
    return one;
  };
  const b = await more();
  return {
    ...{ a, b, databaseUrl, more },
    async stop() {
      for (const one of others) await one.stop();
      await a.stop();
      await postgres.stop();
    },
  };
}
