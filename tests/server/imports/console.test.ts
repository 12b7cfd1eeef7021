/** R2: imports are listed in the console and taken back there, by who may and has confirmed it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../../../src/server/accounts/users.ts';
import { importFile } from '../../../src/server/imports/import-file.ts';
import type { Mapping } from '../../../src/server/imports/mapping.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { order } from '../../support/imports.ts';
import { type OwnServer, startOwn } from '../../support/own-server.ts';
import { account, signIn, writeSmallSite } from '../../support/small-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'groundwatch-imports-'));
const stranger = { accountName: 'stranger', password: 'of-another-company' };
let server: OwnServer;
let token: string;
let run: number;
const newest = Date.now() - 3_600_000;
const mapping: Mapping = {
  ...{ format: 'delimited', timeZone: 'UTC', time: { column: 0, pattern: 'epoch-ms' } },
  sensors: [{ slot: 0, kind: 'rt1030', row: 'tilt', channels: { x: { column: 1 } } }],
};

beforeAll(async () => {
  const storage = await openStorage({ dataDir: folder });
  await writeSmallSite(storage, 1);
  const { id: companyId } = await storage.write((db) =>
    db
      .insertInto('companies')
      .values({ name: 'other', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await createUser(storage, { ...stranger, companyId, roleId: 1, language: 'en' });
  const place = { sourceId: 1, row: 'tilt' as const, element: 0, historical: false };
  const measured = [1, 2].map((x) => {
    const t = newest - x * 600_000;
    return { ...place, t, receivedAt: t, values: { x } };
  });
  await storage.readings.ingest(measured);
  const file = join(folder, 'logger.csv');
  writeFileSync(file, `${newest},9\n${newest - 600_000},8\n${newest - 1_200_000},2\n`);
  const done = await importFile(
    storage,
    order(file, mapping, { station: 'S1', place: null, conflicts: 'replace', now: newest }),
  );
  run = done.run ?? 0;
  await storage.close();
  server = await startOwn(folder);
  token = await signIn(server.running.address);
});
afterAll(async () => {
  await server?.running.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: object, as = token) {
  const response = await fetch(`${server.running.address}${path}`, {
    method,
    headers: { authorization: as, lang: 'en', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as {
    readonly status: number;
    readonly messageId?: string;
    readonly field?: string;
    readonly data?: Record<string, unknown>;
  };
}
const confirmed = async (body: object, password: string) =>
  (await ask('POST', '/rest/user/confirm', { password, body })).data?.['confirmation'];
const undo = (id: number, body: object, as = token) => ask('POST', `/rest/imports/${id}/undone`, body, as);
const shown = () => server.running.board.summaries({ companyId: null })[0]?.primary;

test('R2 the imports of a station are listed with what they brought', async () => {
  const { data } = await ask('GET', '/rest/stations/1/imports');
  expect(data).toMatchObject({
    runs: [
      {
        ...{ id: run, who: 'engineer', conflicts: 'replace', startedAt: newest, undoneAt: null },
        ...{ file: expect.stringContaining('logger.csv'), checksum: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ...{ lines: 3, stored: 1, filled: 1, duplicates: 1, rejected: 0, conflictCount: 1 },
      },
    ],
  });
});

test('R2 an import is taken back by who has confirmed exactly that, and the board shows what was before', async () => {
  expect(shown()).toMatchObject({ value: 9, t: newest });
  const bare = await undo(run, {});
  expect(bare).toMatchObject({ status: 422, messageId: 'set.noPassword' });
  const none = { password: account.password, body: { undoImport: run + 1 } };
  const refusal = { status: 404, messageId: 'import.run.none' };
  expect(await ask('POST', '/rest/user/confirm', none)).toMatchObject(refusal);
  expect(await undo(run + 1, {})).toMatchObject(refusal);
  const signedIn = await fetch(`${server.running.address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(stranger),
  });
  const theirs = ((await signedIn.json()) as { data: { loginToken: string } }).data.loginToken;
  const wish = { password: stranger.password, body: { undoImport: run } };
  expect(await ask('POST', '/rest/user/confirm', wish, theirs)).toMatchObject(refusal);
  expect(await undo(run, {}, theirs)).toMatchObject(refusal);
  expect(await ask('GET', '/rest/stations/1/imports', undefined, theirs)).toMatchObject({ status: 404 });

  const confirmation = await confirmed({ undoImport: run }, account.password);
  expect(await undo(run, { confirmation })).toMatchObject({ status: 200, data: { removed: 1, restored: 1 } });
  expect(shown()).toMatchObject({ value: 1, t: newest - 600_000 });
  // Good once.
  expect(await undo(run, { confirmation })).toMatchObject({ messageId: 'set.confirmationOver' });
  const again = { confirmation: await confirmed({ undoImport: run }, account.password) };
  expect(await undo(run, again)).toMatchObject({ status: 409, messageId: 'import.run.undone' });
  expect((await ask('GET', '/rest/stations/1/imports')).data).toMatchObject({
    runs: [{ id: run, undoneBy: 'maintainer', undoneAt: expect.any(Number) }],
  });
});
