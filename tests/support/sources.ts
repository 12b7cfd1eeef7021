/** Sources of a test server: made, mapped, sent to. */
import { gzipSync } from 'node:zlib';
import type { Mapping } from '../../src/contract/mapping.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { password, type TestServer } from './server.ts';

/** The tilt of station A-1 in messages of JSON with an epoch in ms. */
export const tiltMapping: Mapping = {
  format: 'json',
  timeZone: 'Asia/Shanghai',
  time: { column: 'ts', pattern: 'epoch-ms' },
  sensors: [
    {
      station: 'A-1',
      slot: 0,
      kind: 'rt3000',
      row: 'tilt',
      channels: { x: { column: 'values.x' }, y: { column: 'values.y' } },
    },
  ],
};

/** Signs in somebody who may edit sites of company 1 (A) or 2 (B). */
export async function editorOf(server: TestServer, companyId: 1 | 2): Promise<string> {
  const accountName = `editor${companyId}`;
  const { storage } = server.running;
  await createUser(storage, { accountName, password, companyId, roleId: 1, language: 'en' });
  return server.login(accountName);
}

export interface TestSource {
  readonly id: number;
  readonly key: string;
  token: string;
}
export interface IngestAnswer {
  readonly http: number;
  readonly status: number;
  readonly messageId?: string;
  readonly msg: string;
  readonly retryAfter: string | null;
  readonly data: {
    readonly stored: number;
    readonly filled: number;
    readonly known: number;
    readonly refused: number;
    readonly conflicts: number;
    readonly rows: readonly {
      readonly row: number;
      readonly outcome: string;
      readonly problems?: readonly { readonly messageId: string; readonly msg: string }[];
    }[];
  };
}

/** Makes a source of project A, and where one is given its mapping. */
export async function makeSource(
  server: TestServer,
  token: string,
  mapping: Mapping | null = tiltMapping,
  { way = 'http', conflicts = 'keep' }: { readonly way?: string; readonly conflicts?: string } = {},
): Promise<TestSource> {
  const made = await server.call('/rest/sources', {
    token,
    method: 'POST',
    body: { projectId: 1, name: 'K42 gateway', way },
  });
  const { id, key, token: secret } = made.envelope?.data as unknown as TestSource;
  if (mapping !== null) {
    const body = { mapping, conflicts, before: null };
    const saved = await server.call(`/rest/sources/${id}/mappings`, { token, method: 'POST', body });
    if (saved.envelope?.status !== 200) throw new Error(saved.text);
  }
  return { id, key, token: secret ?? '' };
}

/** Sends a body by HTTP: text and bytes as they are, anything else as JSON. */
export async function send(
  server: TestServer,
  source: Pick<TestSource, 'key' | 'token'>,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<IngestAnswer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${server.address}/ingest/v1/${source.key}`, {
    method: 'POST',
    headers: { lang: 'en', authorization: `Bearer ${source.token}`, ...headers },
    body: isRaw ? (body as BodyInit) : JSON.stringify(body),
  });
  const envelope = (await response.json()) as Omit<IngestAnswer, 'http' | 'retryAfter'>;
  return { ...envelope, http: response.status, retryAfter: response.headers.get('retry-after') };
}

export const gzip = (body: unknown): Uint8Array =>
  new Uint8Array(gzipSync(typeof body === 'string' ? body : JSON.stringify(body)));

/** Rows of the tilt of station A-1, the oldest first. */
export async function tiltRows(
  server: TestServer,
  from = 0,
): Promise<readonly { readonly t: number; readonly x: unknown; readonly y: unknown }[]> {
  const query = { sourceId: 1, row: 'tilt', element: 0, from, to: 4_102_444_800_000, limit: 10_000 } as const;
  const { rows } = await server.running.storage.readings.rows(query);
  return rows.toReversed().map(({ t, values }) => ({ t, x: values['x'] ?? null, y: values['y'] ?? null }));
}
