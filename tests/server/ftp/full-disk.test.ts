/** S68, a full disk under the folder of FTP: the client is refused with the reason, and sends the file again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FolderWatch } from '../../../src/server/sources/folder.ts';
import { ftpClient, textStream } from '../../support/ftp.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { type SmallDisk, smallDisk } from '../../support/small-disk.ts';
import { editorOf, makeSource, tiltRows } from '../../support/sources.ts';

const other = mkdtempSync(join(tmpdir(), 'groundwatch-ftp-disk-'));
let disk: SmallDisk;
let server: TestServer;
beforeAll(async () => {
  disk = smallDisk();
  server = await startTestServer({ environment: { SOURCES_DIR: disk.folder, FTP_PORT: '0' } });
}, 60_000);
afterAll(async () => {
  await server.stop();
  disk.remove();
  rmSync(other, { recursive: true, force: true });
});

it('S68 the file is refused as long as the disk is full, is said at the source, and comes whole afterwards', async () => {
  const token = await editorOf(server, 1);
  const source = await makeSource(server, token, undefined, { way: 'ftp' });
  const { storage, sources, ftp } = server.running;
  const client = await ftpClient(ftp?.access.port ?? 0, source);
  const whole = tiltRows(2000);
  // As much as has room, then nothing more.
  disk.fill();
  await expect(client.uploadFrom(textStream(whole), 'log.csv')).rejects.toThrow(/^452 The disk is full/);
  const view = await server.call(`/rest/sources/${source.id}`, { token });
  expect(view.text).toContain('ENOSPC');
  // The connection goes on.
  expect((await client.list()).map(({ name }) => name).filter((name) => name !== 'log.csv')).toEqual([]);
  disk.free();
  await client.uploadFrom(textStream(whole), 'log.csv');
  client.close();
  const watch = new FolderWatch({
    ...{ storage, intake: sources.intake, root: disk.folder, now: Date.now, arriving: sources.arriving },
    failed: (error) => {
      throw error;
    },
  });
  await watch.look();
  await watch.look();
  const query = { row: 'tilt', sourceId: 1, element: 0, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10_000 };
  const { rows } = await storage.readings.rows({ ...query, row: 'tilt' });
  expect(rows).toHaveLength(2000);
});
