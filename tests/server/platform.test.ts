/** The platform as a whole: who sets it up, name and logo for everybody, bounds that hold at once, undo, the test mail. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustableBounds, companyBounds } from '../../src/contract/company/company-bounds.ts';
import type { Platform } from '../../src/contract/company/platform.ts';
import { Sessions } from '../../src/server/accounts/sessions.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { mailPause, TestMails } from '../../src/server/platform/test-mails.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { password, startTestServer, type TestServer } from '../support/server.ts';
import { metadataOf } from '../support/uploads.ts';

let mails: MailServer;
let server: TestServer;
let maintainer = '';
let operator = '';
beforeAll(async () => {
  mails = await startMailServer();
  server = await startTestServer({
    environment: {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Watch <watch@example.org>',
      HEARTBEAT_URL: 'https://watch.example.org/beat/7f3a-its-token',
    },
  });
  maintainer = await server.login('maintainer');
  operator = await server.login('operatorA');
});
afterAll(async () => {
  await server.stop();
  await mails.stop();
});

const read = async (token = maintainer) =>
  (await server.call('/rest/platform', { token })).envelope?.data as unknown as Platform;
const call = async (method: string, path: string, body?: unknown, token = maintainer) => {
  const { envelope } = await server.call(`/rest/platform${path}`, {
    ...{ token, method },
    ...(body === undefined ? {} : { body }),
  });
  return envelope as unknown as { status: number; messageId?: string; msg: string; data: never };
};
const save = async (change: Partial<Pick<Platform, 'name' | 'bounds' | 'version'>>) => {
  const { version, name, bounds } = await read();
  return call('PUT', '', { version, name, bounds, ...change, reason: 'as agreed' });
};
const look = async () =>
  ((await server.call('/rest/settings')).envelope?.data as unknown as { platform: Platform }).platform;
const audited = async (action: string) =>
  server.running.storage.db
    .selectFrom('audit')
    .select(['account_name', 'subject', 'result', 'detail'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute();

describe('who', () => {
  it('nobody of a company, whatever the role; nobody without the permission', async () => {
    const user = { password, language: 'en', companyId: 1 } as const;
    await createUser(server.running.storage, { ...user, accountName: 'chiefA', roleId: 1 });
    const chief = await server.login('chiefA');
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { version: 0, name: (await look()).name, bounds: (await read()).bounds, reason: '' }],
      ['POST', '/restore', { version: 0, restored: 0, reason: '' }],
      ['DELETE', '/logo', undefined],
      ['POST', '/mail', { address: 'a@example.org' }],
    ] as const) {
      expect(await call(method, path, body, chief), path).toMatchObject({ messageId: 'sites.platformOnly' });
      expect(await call(method, path, body, operator), path).toMatchObject({ messageId: 'api.forbidden' });
    }
    expect((await read()).version).toBe(0);
  });
});

describe('name, bounds and undo', () => {
  it('is the product’s own at first', async () => {
    const { bounds, fixed, versions } = await read();
    expect(bounds.remarks).toBe(companyBounds.remarks);
    expect(fixed).toContainEqual({ id: 'exports', value: companyBounds.exports });
    expect(versions).toEqual([]);
    expect(await look()).toEqual({ name: { 'zh-chs': '', en: '', ja: '' }, logo: null });
  });
  it('a name is everybody’s at once; of two saves at once the second is refused; a former version comes back', async () => {
    const named = { 'zh-chs': ' 滑坡监测 ', en: 'Slopes', ja: '' };
    expect(await save({ name: named })).toMatchObject({ status: 200, data: { version: 1 } });
    expect((await look()).name).toEqual({ 'zh-chs': '滑坡监测', en: 'Slopes', ja: '' });
    expect(await save({ name: named, version: 0 })).toMatchObject({
      status: 409,
      messageId: 'platform.moved',
    });
    const { bounds } = await read();
    expect(await save({ bounds: { ...bounds, remarks: 2000 } })).toMatchObject({ data: { version: 2 } });
    expect(await call('POST', '/restore', { version: 2, restored: 1, reason: 'too few' })).toMatchObject({
      data: { version: 3 },
    });
    const after = await read();
    expect(after.bounds.remarks).toBe(companyBounds.remarks);
    expect(after.name.en).toBe('Slopes');
    expect(after.versions.map(({ version, reason }) => [version, reason])).toEqual([
      [3, 'too few'],
      [2, 'as agreed'],
      [1, 'as agreed'],
    ]);
    expect((await audited('platform.save')).map(({ detail }) => detail)).toEqual([
      'remarks: 2000 → 50000 · too few',
      'remarks: 50000 → 2000 · as agreed',
      'name: – → 滑坡监测 / Slopes · as agreed',
    ]);
    expect(await call('POST', '/restore', { version: 3, restored: 9, reason: '' })).toMatchObject({
      messageId: 'api.notFound',
    });
    expect(await call('POST', '/restore', { version: 3, restored: 0, reason: '' })).toMatchObject({
      data: { version: 4 },
    });
    expect((await look()).name.en).toBe('');
  });
  it('a bound has its own borders', async () => {
    const { bounds } = await read();
    for (const [name, { min, max }] of Object.entries(adjustableBounds)) {
      for (const value of [min, max])
        expect(await save({ bounds: { ...bounds, [name]: value } }), name).toMatchObject({ status: 200 });
      for (const value of [min - 1, max + 1])
        expect(await save({ bounds: { ...bounds, [name]: value } }), name).toMatchObject({ status: 400 });
    }
    expect(await save({ bounds })).toMatchObject({ status: 200 });
  });
  it('a changed bound holds from the next write on, and takes nothing away', async () => {
    const { bounds } = await read();
    const place = (n: number) => JSON.stringify({ type: 'Point', coordinates: [105 + n / 1000, 30] });
    const add = async (n: number) =>
      (
        await server.call('/rest/map/shapes', {
          ...{ token: maintainer, method: 'POST' },
          body: { projectId: 1, stationId: null, kind: 'assemblyPoint', name: `p${n}`, geojson: place(n) },
        })
      ).envelope as unknown as { status: number; messageId?: string; msg: string };
    await save({ bounds: { ...bounds, mapShapes: 11 } });
    for (let n = 0; n < 11; n += 1) expect(await add(n)).toMatchObject({ status: 200 });
    expect(await add(11)).toMatchObject({ status: 422, messageId: 'shapes.tooMany' });
    await save({ bounds: { ...bounds, mapShapes: 12 } });
    expect(await add(11)).toMatchObject({ status: 200 });
    await save({ bounds: { ...bounds, mapShapes: 10 } });
    const refused = await add(12);
    expect(refused).toMatchObject({ status: 422, messageId: 'shapes.tooMany' });
    expect(refused.msg).toContain('10');
    const kept = await server.running.storage.db.selectFrom('map_shapes').select('id').execute();
    expect(kept).toHaveLength(12);
    await save({ bounds });
  });
});

describe('the logo', () => {
  const send = async (content: Buffer | string, token = maintainer) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'logo');
    const answer = await fetch(`${server.address}/rest/platform/logo`, {
      ...{ method: 'POST', headers: { authorization: token }, body: form },
    });
    return (await answer.json()) as { status: number; messageId?: string; data: { version: number } };
  };
  const shown = () => fetch(`${server.address}/rest/platform/logo?v=0a1b`);
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();

  it('a drawing becomes a small picture: nothing of its markup is kept, nothing outside is asked', async () => {
    expect((await shown()).status).toBe(404);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" onload="alert(1)">
      <script>alert(2)</script><rect width="200" height="40" fill="#c00"/><image href="${server.address}/healthz" width="9" height="9"/></svg>`;
    expect(await send(svg)).toMatchObject({ status: 200 });
    const answer = await shown();
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.includes('alert')).toBe(false);
    const { width, height, exif } = await metadataOf(bytes);
    expect([width, height, exif]).toEqual([480, 96, undefined]);
    expect((await look()).logo).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
  it('what is no picture, is damaged or too large is refused, and the logo stays', async () => {
    const { logo } = await look();
    const whole = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    for (const [content, messageId] of [
      ['a,b\n1,2\n', 'platform.logoType'],
      ['%PDF-1.7\n', 'platform.logoType'],
      ['<html></html>', 'uploads.type'],
      ['<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>', 'uploads.type'],
      [whole.subarray(0, whole.length / 2), 'uploads.damaged'],
      [Buffer.alloc(1024 * 1024 + 1, whole), 'uploads.tooLarge'],
      [await blank(5001, 5000), 'uploads.pixels'],
    ] as const)
      expect(await send(content as Buffer), messageId).toMatchObject({ messageId });
    expect(await send(whole, operator)).toMatchObject({ messageId: 'api.forbidden' });
    expect((await look()).logo).toBe(logo);
    expect(await send(await blank(5000, 5000))).toMatchObject({ status: 200 });
    const { width, height } = await metadataOf(Buffer.from(await (await shown()).arrayBuffer()));
    expect([width, height]).toEqual([96, 96]);
  });
  it('a former logo comes back with its version', async () => {
    const { version, versions, logo } = await read();
    const drawing = versions.find((one) => one.logo !== null && one.logo !== logo);
    expect(await call('DELETE', '/logo')).toMatchObject({ data: { version: version + 1 } });
    expect((await shown()).status).toBe(404);
    const body = { version: version + 1, restored: drawing?.version, reason: '' };
    expect(await call('POST', '/restore', body)).toMatchObject({ status: 200 });
    expect((await look()).logo).toBe(drawing?.logo);
    expect((await shown()).status).toBe(200);
  });
});

describe('mail and environment', () => {
  const test = (address: string) => call('POST', '/mail', { address });
  it('shows the mail server without its password, and no secret at all', async () => {
    const { envelope, text } = await server.call('/rest/platform', { token: maintainer });
    const { mail, environment } = envelope?.data as unknown as Platform;
    const { hostname, port } = new URL(mails.url);
    expect(mail).toEqual({ host: hostname, port: Number(port), protection: 'starttls', user: null });
    expect(environment).toContainEqual({ name: 'HEARTBEAT_URL', value: 'https://watch.example.org' });
    expect(environment).toContainEqual({ name: 'DATABASE_URL', value: 'SQLite' });
    expect(text).not.toContain('7f3a');
  });
  it('sends a mail at once and says what the server said; the next one not before ten seconds', async () => {
    expect(await test('chief@example.org')).toMatchObject({ status: 200, data: { accepted: true } });
    expect(mails.mails.map(({ subject, from }) => [subject, from?.text])).toEqual([
      ['Test mail of the platform', '"Watch" <watch@example.org>'],
    ]);
    expect(await test('chief@example.org')).toMatchObject({ status: 429, messageId: 'platform.mailPause' });
    expect(mails.mails).toHaveLength(1);
    for (const address of ['two@a.org, three@b.org', 'no address', '"x" <a@b.org>'])
      expect(await test(address), address).toMatchObject({ status: 400 });
    // The pause by a clock of its own, and a mailbox that is not there.
    mails.bounce('gone@example.org');
    const { notifier, storage } = server.running;
    let clock = 1_000_000;
    const own = new TestMails(
      storage,
      (to, language) => notifier.testMail(to, language),
      () => clock,
    );
    const sessions = new Sessions(storage);
    const viewer = await sessions.viewer(maintainer);
    if (viewer === null) throw new Error('nobody is signed in');
    const send = () => own.send({ viewer, address: '::1' }, 'gone@example.org', 'en');
    const bounced = await send();
    expect(bounced.accepted).toBe(false);
    expect(bounced.answer).toContain('no such mailbox');
    clock += mailPause - 1;
    await expect(send()).rejects.toMatchObject({ messageId: 'platform.mailPause' });
    clock += 1;
    expect((await send()).accepted).toBe(false);
    expect((await audited('platform.mail')).map(({ subject, result }) => [subject, result])).toEqual([
      ['mail:gone@example.org', 'failed'],
      ['mail:gone@example.org', 'failed'],
      ['mail:chief@example.org', 'ok'],
    ]);
  });
  it('says so where there is no mail server', async () => {
    const other = await startTestServer();
    try {
      const token = await other.login('maintainer');
      const { envelope } = await other.call('/rest/platform/mail', {
        ...{ token, method: 'POST', body: { address: 'a@example.org' } },
      });
      expect(envelope).toMatchObject({ status: 409, messageId: 'platform.noMail' });
    } finally {
      await other.stop();
    }
  });
});
