/** Files that people send: who may see them, repeats, bounds, what is swept, the operator's own scan, backups. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyBounds } from '../../../src/contract/company/company-bounds.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { backUp } from '../../../src/server/backup/backup.ts';
import { checksum } from '../../../src/server/backup/manifest.ts';
import { restore } from '../../../src/server/backup/restore.ts';
import { Mutex } from '../../../src/server/storage/mutex.ts';
import { Shelf } from '../../../src/server/uploads/shelf.ts';
import { UploadSweep, unusedKept } from '../../../src/server/uploads/sweep.ts';
import { password, startTestServer, type TestServer } from '../../support/server.ts';
import { fetchFile, photograph, sendFile } from '../../support/uploads.ts';

let server: TestServer;
const tokens = new Map<string, string>();
const tokenOf = (who: string) => tokens.get(who) ?? '';
const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
beforeAll(async () => {
  server = await startTestServer();
  const user = { password, language: 'en' } as const;
  await createUser(server.running.storage, { ...user, accountName: 'mateA', companyId: 1, roleId: 2 });
  await createUser(server.running.storage, { ...user, accountName: 'viewerA', companyId: 1, roleId: 3 });
  for (const who of ['maintainer', 'operatorA', 'mateA', 'viewerA', 'operatorB', 'strangerA'])
    tokens.set(who, await server.login(who));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
const table = (text: string) => Buffer.from(`t,x\n1,${text}\n`);
const files = async (who: string, method = 'GET', body?: object, more = '') =>
  server.call(`/rest/stations/1/files${more}`, {
    token: tokenOf(who),
    method,
    ...(body === undefined ? {} : { body }),
  });
const httpOf = async (who: string, path: string) => (await fetchFile(server, tokenOf(who), path)).http;

describe('who may see a file', () => {
  it('until it hangs on something it is its sender’s alone', async () => {
    const { upload } = await sendFile(server, tokenOf('operatorA'), await photograph(), 'a.jpg');
    const seen = await Promise.all(
      ['operatorA', 'mateA', 'viewerA', 'operatorB', 'maintainer'].map((who) =>
        httpOf(who, String(upload.id)),
      ),
    );
    expect(seen).toEqual([200, 404, 404, 404, 404]);
  });
  it('then it is seen by who may see that, of its company alone', async () => {
    const { upload } = await sendFile(server, tokenOf('operatorA'), await photograph(), 'b.jpg');
    expect((await files('operatorA', 'POST', { uploadIds: [upload.id] })).envelope?.status).toBe(200);
    for (const path of [String(upload.id), `${upload.id}/thumbnail`]) {
      const seen = await Promise.all(
        ['operatorA', 'mateA', 'viewerA', 'maintainer', 'operatorB'].map((who) => httpOf(who, path)),
      );
      expect(seen).toEqual([200, 200, 200, 200, 404]);
      expect(await httpOf('strangerA', path)).toBe(403);
    }
  });
  it('S78 it is saved, never opened: type, disposition, sandbox, nosniff, no cache', async () => {
    const { upload } = await sendFile(server, tokenOf('operatorA'), await photograph(), '裂缝.jpg');
    const { headers, bytes } = await fetchFile(server, tokenOf('operatorA'), String(upload.id));
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="__.jpg"; filename*=UTF-8''${encodeURIComponent('裂缝.jpg')}`,
    );
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Number(headers.get('content-length'))).toBe(bytes.length);
  });
  it('what is no picture has no thumbnail', async () => {
    const { upload } = await sendFile(server, tokenOf('operatorA'), table('1'), 'a.csv');
    expect([
      await httpOf('operatorA', `${upload.id}`),
      await httpOf('operatorA', `${upload.id}/thumbnail`),
    ]).toEqual([200, 404]);
  });
  it('S28 a station of another company takes none, and nobody hangs up another’s', async () => {
    const foreign = await sendFile(server, tokenOf('operatorB'), table('2'), 'a.csv');
    expect(foreign.http).toBe(404);
    const own = await sendFile(server, tokenOf('operatorB'), table('2'), 'a.csv', { stationId: 2 });
    for (const who of ['operatorA', 'mateA', 'maintainer'])
      expect((await files(who, 'POST', { uploadIds: [own.upload.id] })).envelope?.messageId).toBe(
        'api.notFound',
      );
    const across = await sendFile(server, tokenOf('maintainer'), table('3'), 'a.csv', { stationId: 2 });
    expect((await files('maintainer', 'POST', { uploadIds: [across.upload.id] })).envelope?.messageId).toBe(
      'uploads.otherCompany',
    );
  });
  it('who may only look sends nothing', async () => {
    expect((await sendFile(server, tokenOf('viewerA'), table('4'), 'a.csv')).http).toBe(403);
    expect((await sendFile(server, '', table('4'), 'a.csv')).status).toBe(401);
  });
});

describe('a repeat', () => {
  it('with the same key is the same file, also when both come at once', async () => {
    const send = () =>
      sendFile(server, tokenOf('operatorA'), table('5'), 'a.csv', { key: 'key-of-the-test' });
    const [one, two] = await Promise.all([send(), send()]);
    const three = await send();
    expect(new Set([one, two, three].map(({ upload }) => upload.id)).size).toBe(1);
    const mate = await sendFile(server, tokenOf('mateA'), table('5'), 'a.csv', { key: 'key-of-the-test' });
    expect(mate.upload.id).not.toBe(one.upload.id);
  });
  it('of the same content lies there once', async () => {
    const names = () => readdirSync(join(server.folder, 'uploads'), { recursive: true }).length;
    await sendFile(server, tokenOf('operatorA'), table('6'), 'a.csv');
    const before = names();
    await sendFile(server, tokenOf('mateA'), table('6'), 'b.csv');
    expect(names()).toBe(before);
  });
  it('is in the audit, with its checksum', async () => {
    const { upload } = await sendFile(server, tokenOf('operatorA'), table('7'), 'a.csv');
    const row = await server.running.storage.db
      .selectFrom('audit')
      .select(['action', 'subject', 'account_name', 'detail'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ action: 'upload.add', subject: 'station:1', account_name: 'operatorA' });
    writeFileSync(join(folder, 'same.csv'), table('7'));
    expect(row.detail).toBe(
      `a.csv, ${upload.bytes} B, sha256 ${(await checksum(join(folder, 'same.csv'))).sha256}`,
    );
  });
});

describe('files of a plan', () => {
  /** By RTUs: test companies have one each, with their own number. */
  const planOf = async (who: string, rtuIds: readonly number[]) => {
    const items = rtuIds.map((rtuId) => ({
      ...{ target: { rtuId, slot: null }, group: 'rtu' },
      edits: { lowBattery: 11.1 },
    }));
    const made = await server.call('/rest/plans', {
      token: tokenOf(who),
      method: 'POST',
      body: { title: 'Files', items, surface: 'button' },
    });
    return (made.envelope?.data as unknown as { plan: { id: string } }).plan.id;
  };
  const of = (who: string, planId: string, method = 'GET', body?: object, more = '') =>
    server.call(`/rest/plans/${planId}/files${more}`, {
      token: tokenOf(who),
      method,
      ...(body === undefined ? {} : { body }),
    });
  const listed = async (who: string, planId: string) =>
    ((await of(who, planId)).envelope?.data as unknown as { files: { id: number }[] }).files.map(
      ({ id }) => id,
    );
  it('are added and taken away by who edits it, and seen by who sees the plan', async () => {
    const planId = await planOf('operatorA', [1]);
    const one = await sendFile(server, tokenOf('operatorA'), await photograph(), 'work.jpg');
    const two = await sendFile(server, tokenOf('operatorA'), table('plan'), 'levels.csv');
    await of('operatorA', planId, 'POST', { uploadIds: [one.upload.id] });
    await of('operatorA', planId, 'POST', { uploadIds: [two.upload.id] });
    expect(await listed('viewerA', planId)).toEqual([one.upload.id, two.upload.id]);
    expect(await httpOf('viewerA', String(two.upload.id))).toBe(200);
    expect(await httpOf('operatorB', String(two.upload.id))).toBe(404);
    expect((await of('operatorB', planId)).http).toBe(404);
    expect((await of('viewerA', planId, 'POST', { uploadIds: [two.upload.id] })).http).toBe(403);
    expect((await of('operatorA', planId, 'DELETE', undefined, `/${one.upload.id}`)).envelope?.status).toBe(
      200,
    );
    expect(await listed('operatorA', planId)).toEqual([two.upload.id]);
    expect(await httpOf('viewerA', String(one.upload.id))).toBe(404);
    const audit = await server.call('/rest/audit?action=plan', { token: tokenOf('maintainer') });
    expect(audit.text).toContain('plan.fileRemove');
  });
  it('S28 of a plan with devices of several companies are not seen by one of them', async () => {
    const planId = await planOf('maintainer', [1, 2]);
    const sent = await sendFile(server, tokenOf('maintainer'), table('both'), 'both.csv');
    await of('maintainer', planId, 'POST', { uploadIds: [sent.upload.id] });
    expect(await listed('maintainer', planId)).toEqual([sent.upload.id]);
    for (const who of ['operatorA', 'operatorB']) {
      expect((await of(who, planId)).http).toBe(404);
      expect(await httpOf(who, String(sent.upload.id))).toBe(404);
    }
  });
  it('are ten at most', async () => {
    const planId = await planOf('operatorA', [1]);
    const ids: number[] = [];
    for (let at = 0; at < 11; at++)
      ids.push((await sendFile(server, tokenOf('operatorA'), table(`ten ${at}`), `${at}.csv`)).upload.id);
    expect((await of('operatorA', planId, 'POST', { uploadIds: ids.slice(0, 10) })).envelope?.status).toBe(
      200,
    );
    expect((await of('operatorA', planId, 'POST', { uploadIds: ids.slice(10) })).envelope?.messageId).toBe(
      'uploads.tooMany',
    );
    expect(await listed('operatorA', planId)).toEqual(ids.slice(0, 10));
  });
});

describe('files of a station', () => {
  it('are listed, taken away by who sent them or by right, and audited', async () => {
    const sent = await Promise.all(
      ['x', 'y'].map((text) => sendFile(server, tokenOf('operatorA'), table(text), `${text}.csv`)),
    );
    const ids = sent.map(({ upload }) => upload.id);
    await files('operatorA', 'POST', { uploadIds: ids });
    const listed = (await files('viewerA')).envelope?.data as unknown as { files: { id: number }[] };
    expect(listed.files.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const [first = 0, second = 0] = ids;
    expect((await files('mateA', 'DELETE', undefined, `/${first}`)).envelope?.messageId).toBe(
      'remarks.notOwn',
    );
    expect((await files('operatorA', 'DELETE', undefined, `/${first}`)).envelope?.status).toBe(200);
    expect((await files('maintainer', 'DELETE', undefined, `/${second}`)).envelope?.status).toBe(200);
    expect((await files('operatorA', 'DELETE', undefined, `/${first}`)).http).toBe(404);
    expect(await httpOf('viewerA', String(first))).toBe(404);
  });
});

describe('bounds of a company', () => {
  const claim = (bytes: number, count: number) =>
    server.running.storage.write(async (db) => {
      const row = {
        company_id: 2,
        station_id: 2,
        user_id: 3,
        account_name: 'x',
        created_at: 0,
        idempotency_key: null,
        name: 'x.csv',
        type: 'csv',
        sha256: '',
        width: null,
        height: null,
        unused_since: null,
      };
      await db.deleteFrom('uploads').where('company_id', '=', 2).execute();
      for (let from = 0; from < count; from += 1000)
        await db
          .insertInto('uploads')
          .values(
            Array.from({ length: Math.min(1000, count - from) }, () => ({ ...row, bytes: bytes / count })),
          )
          .execute();
    });
  const send = () => sendFile(server, tokenOf('operatorB'), table('1'), 'a.csv', { stationId: 2 });
  const most = companyBounds.uploadGigabytes * 1_000_000_000;
  it('S69 bytes, from both sides; another company is not held up', async () => {
    await claim(most - table('1').length, 1);
    expect((await send()).status).toBe(200);
    expect((await send()).messageId).toBe('uploads.full');
    expect((await sendFile(server, tokenOf('operatorA'), table('8'), 'a.csv')).status).toBe(200);
  });
  it('S69 files, from both sides', async () => {
    await claim(0, companyBounds.uploads - 1);
    expect((await send()).status).toBe(200);
    expect((await send()).messageId).toBe('uploads.tooMany');
    await claim(0, 0);
  });
});

describe('the sweep', () => {
  const sweepAt = (now: number) => {
    const shelf = new Shelf(server.folder);
    const failed = (error: unknown) => {
      throw error;
    };
    return new UploadSweep({
      storage: server.running.storage,
      shelf,
      lock: new Mutex(),
      failed,
      now: () => now,
    }).sweep();
  };
  const pathOf = async (id: number) => {
    const row = await server.running.storage.db
      .selectFrom('uploads')
      .select('sha256')
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : join(server.folder, 'uploads', row.sha256.slice(0, 2), row.sha256);
  };
  it('removes what has hung on nothing for a day, not before, and leaves what hangs', async () => {
    const [loose, hung, twin] = await Promise.all(
      ['loose', 'hung', 'hung'].map((text) => sendFile(server, tokenOf('operatorA'), table(text), 'a.csv')),
    );
    if (loose === undefined || hung === undefined || twin === undefined) throw new Error('nothing was sent');
    await files('operatorA', 'POST', { uploadIds: [hung.upload.id] });
    const paths = [await pathOf(loose.upload.id), await pathOf(hung.upload.id)].map(String);
    await sweepAt(loose.upload.createdAt + unusedKept);
    expect(paths.map((path) => existsSync(path))).toEqual([true, true]);
    await sweepAt(twin.upload.createdAt + unusedKept + 60_000);
    // The twin's row is gone; the file is that of the other one too.
    expect(await pathOf(twin.upload.id)).toBeNull();
    expect(paths.map((path) => existsSync(path))).toEqual([false, true]);
    expect(await httpOf('operatorA', String(hung.upload.id))).toBe(200);
  });
  it('counts the day from when the last thing let go of it', async () => {
    const { upload } = await sendFile(server, tokenOf('operatorA'), table('let go'), 'a.csv');
    await files('operatorA', 'POST', { uploadIds: [upload.id] });
    await files('operatorA', 'DELETE', undefined, `/${upload.id}`);
    const later = upload.createdAt + 10 * unusedKept;
    await sweepAt(later);
    await sweepAt(later + unusedKept);
    expect(await pathOf(upload.id)).not.toBeNull();
    await sweepAt(later + unusedKept + 1);
    expect(await pathOf(upload.id)).toBeNull();
  });
  it('removes files that no row names, and what was being written at a kill', async () => {
    const stray = join(server.folder, 'uploads', 'ff', 'f'.repeat(64));
    const half = join(server.folder, 'uploads', 'half.partial');
    mkdirSync(join(server.folder, 'uploads', 'ff'), { recursive: true });
    for (const path of [stray, half]) writeFileSync(path, 'x');
    await sweepAt(Date.now() + 1000);
    expect(existsSync(stray)).toBe(true);
    await sweepAt(Date.now() + unusedKept + 60_000);
    new Shelf(server.folder).prepare();
    expect([existsSync(stray), existsSync(half)]).toEqual([false, false]);
  });
});

describe('the operator’s own scan', () => {
  const program = join(folder, 'scan');
  let own: TestServer;
  let token = '';
  const scans = (script: string) => {
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o700);
  };
  beforeAll(async () => {
    own = await startTestServer({ environment: { UPLOAD_SCAN: program } });
    token = await own.login('operatorA');
  });
  afterAll(async () => {
    await own.stop();
  });
  const send = () => sendFile(own, token, table('1'), 'a.csv');
  it.each([
    ['lets pass', 'grep -q "t,x" "$1" && exit 0; exit 1', undefined],
    ['finds something', 'exit 1', 'uploads.infected'],
    ['fails', 'exit 2', 'uploads.notScanned'],
    ['is killed', 'kill -9 $$', 'uploads.notScanned'],
  ])('that %s', async (_what, script, messageId) => {
    scans(script);
    expect((await send()).messageId).toBe(messageId);
  });
  it('that is not there refuses all', async () => {
    rmSync(program);
    expect((await send()).messageId).toBe('uploads.notScanned');
    const kept = await own.running.storage.db.selectFrom('uploads').select('id').execute();
    expect(kept).toHaveLength(1);
  });
});

it('S67 a backup holds the files, and a server that starts on what was restored answers them', async () => {
  const sent = await sendFile(server, tokenOf('operatorA'), await photograph(), 'kept.jpg');
  await files('operatorA', 'POST', { uploadIds: [sent.upload.id] });
  const { bytes } = await fetchFile(server, tokenOf('operatorA'), String(sent.upload.id));
  writeFileSync(join(server.folder, 'uploads', 'under-way.partial'), 'x');
  const { files: kept } = await backUp(server.folder, join(folder, 'backup'), 'test');
  expect(kept.some(({ path }) => path.endsWith('.partial'))).toBe(false);
  await restore(join(folder, 'backup'), join(folder, 'restored'));
  const row = await server.running.storage.db
    .selectFrom('uploads')
    .select('sha256')
    .where('id', '=', sent.upload.id)
    .executeTakeFirstOrThrow();
  const shelf = new Shelf(join(folder, 'restored'));
  const found = await shelf.read(row.sha256, false);
  found?.stream.destroy();
  expect(found?.bytes).toBe(bytes.length);
  const path = join(folder, 'restored', 'uploads', row.sha256.slice(0, 2), row.sha256);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});
