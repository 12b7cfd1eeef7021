/** S68, a full disk under the folder of FTP: the client is refused with the reason, and sends the file again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FolderWatch } from '../../../src/server/sources/folder.ts';
import { ftpClient, textStream } from '../../support/ftp.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { type SmallDisk, smallDisk } from '../../support/small-disk.ts';
import { editorOf, makeSource, tiltRows } from '../../support/sources.ts';

const day = Date.UTC(2026, 7, 1);
const mapping = {
  format: 'delimited',
  header: 1,
  timeZone: 'UTC',
  time: { column: 'Time' },
  sensors: [{ station: 'A-1', slot: 0, row: 'tilt', channels: { x: { column: 'X' } } }],
} as const;
const disk: SmallDisk = smallDisk();
/** Where nothing may be mounted there is no folder that can be filled. */
const isMounted = disk.maxBytes === undefined;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { SOURCES_DIR: disk.folder, FTP_PORT: '0' } });
}, 300_000);
afterAll(async () => {
  await server.stop();
  disk.remove();
});

it.runIf(isMounted)(
  'S68 the file is refused as long as the disk is full, is said at the source, and comes whole afterwards',
  async () => {
    const token = await editorOf(server, 1);
    const source = await makeSource(
      server,
      token,
      { ...mapping, sensors: [...mapping.sensors] },
      { way: 'ftp' },
    );
    const { storage, sources, ftp } = server.running;
    const client = await ftpClient(ftp?.access.port ?? 0, source);
    const stamp = (t: number) => new Date(t).toISOString().slice(0, 19).replace('T', ' ');
    const lines = Array.from({ length: 2000 }, (_, at) => `${stamp(day + at * 10_000)},${at / 1000}\n`);
    const whole = `Time,X\n${lines.join('')}`;
    // As much as has room, then nothing more.
    disk.fill();
    await expect(client.uploadFrom(textStream(whole), 'log.csv')).rejects.toThrow(/^452 The disk is full/);
    const view = await server.call('/rest/sources', { token });
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
    const stored = (await tiltRows(server, day)).map(({ t, x }) => [(t - day) / 10_000, x]);
    expect(stored).toEqual(lines.map((_, at) => [at, at / 1000]));
  },
);
