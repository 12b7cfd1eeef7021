/** The product in this process with a log that the test reads, and what an operator asks it. */
import { createLog, type Running, startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import type { Storage } from '../../src/server/storage/storage.ts';

export interface OwnServer {
  readonly running: Running;
  /** Lines of the log so far. */
  log(): string;
  /** Status and reasons of `/ready`. */
  ready(): Promise<readonly [number, readonly string[]]>;
  /** A number of `/metrics`. */
  metric(name: string): Promise<number>;
  /** HTTP status and envelope of a call. */
  ask(
    path: string,
    options?: { readonly token?: string; readonly body?: unknown },
  ): Promise<{
    readonly http: number;
    readonly status: number;
    readonly messageId?: string;
    readonly msg: string;
  }>;
}

export async function startOwn(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  storage?: Storage,
): Promise<OwnServer> {
  const lines: string[] = [];
  const settings = readSettings({ PORT: '0', MQTT_PORT: '0', DATA_DIR: dataDir, ...environment });
  const running = await startServer(settings, {
    log: createLog('info', { write: (line) => void lines.push(line) }),
    ...(storage === undefined ? {} : { storage }),
  });
  const { address } = running;
  return {
    running,
    log: () => lines.join(''),
    async ready() {
      const response = await fetch(`${address}/ready`);
      const { reasons } = (await response.json()) as { reasons: readonly string[] };
      return [response.status, reasons];
    },
    async metric(name) {
      const text = await (await fetch(`${address}/metrics`)).text();
      return Number(new RegExp(`^groundwatch_${name} (\\S+)`, 'm').exec(text)?.[1]);
    },
    async ask(path, { token, body } = {}) {
      const response = await fetch(address + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          lang: 'en',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: token }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { http: response.status, ...((await response.json()) as { status: number; msg: string }) };
    },
  };
}
