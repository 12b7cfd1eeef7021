/** Web push against a real endpoint over TLS: what it gets is decrypted by the browser's keys, and signed by the server's. */
import { execFileSync } from 'node:child_process';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { firstSound } from '../../../src/domain/sirens.ts';
import { pushKeysOf } from '../../../src/server/notify/channels/push.ts';
import { notifyOfDrill } from '../../../src/server/sirens/drill-messages.ts';
import { type Notice, openNotice } from '../../support/notify.ts';

let folder = '';
let server: Server;
let origin = '';
let ca = '';
let status = 201;
const asked: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'push-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = [
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
  ];
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  ca = readFileSync(cert, 'utf8');
  server = createServer({ key: readFileSync(key), cert: ca }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  origin = `https://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

let one: Notice;
afterEach(() => one.close());

/** A browser of `dan`, who has no mail. */
async function subscribed() {
  asked.length = 0;
  one = await openNotice({ settings: { origins: [origin], ca } });
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  const browser = {
    ...{ endpoint: `${origin}/browser`, p256dh: keys.getPublicKey('base64url'), auth, label: 'Phone' },
  };
  await one.contacts().addBrowser(await one.by('dan'), browser);
  const to = [{ type: 'user' as const, userId: one.people['dan'] ?? 0 }];
  await one.policy({ steps: [{ after: 0, to, by: ['push', 'mail'] }] });
  return { keys, auth };
}

/** What a browser does with a message (RFC 8291, RFC 8188), from the texts alone. */
function decrypted(body: Buffer, keys: ECDH, auth: string): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const sealed = body.subarray(21 + (body[20] ?? 0));
  const derived = (secret: Buffer, by: Buffer, info: Buffer, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, size));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derived(keys.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32);
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

it('the browser reads level, station and value, and a path that acknowledges; the server signs as its key says', async () => {
  status = 201;
  const { keys, auth } = await subscribed();
  await one.tilt(50);
  await one.settle();
  const [got] = asked;
  expect(asked.map(({ path }) => path)).toEqual(['/browser']);
  expect(got?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    urgency: 'high',
    ttl: String(12 * 3600),
  });
  const text = JSON.parse(decrypted(got?.body ?? Buffer.alloc(0), keys, auth));
  expect(text).toMatchObject({ rank: 4, tag: 'alarm 1', open: '/alarms/1' });
  expect(text.title).toContain('Red');
  expect(text.body).toContain('50.0');
  expect(text.answer).toMatch(/^\/answer\/[\w-]+\.[\w-]+$/);
  // RFC 8292: a token for this origin, signed by the key that browsers subscribe with.
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(got?.headers.authorization ?? '') ?? [];
  expect(key).toBe(one.notifier.pushKeys.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: origin });
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(signed).toBe(true);
});

it('a drill says that it is one, and asks for no answer', async () => {
  status = 201;
  const { keys, auth } = await subscribed();
  const drill = { stationId: 1, sound: firstSound, reason: 'yearly', accountName: 'cem' };
  await one.storage.write((db) => notifyOfDrill(db, drill, one.clock.at));
  await one.settle();
  const text = JSON.parse(decrypted(asked[0]?.body ?? Buffer.alloc(0), keys, auth));
  expect(text.title).toMatch(/^\[DRILL\] /);
  expect(text.body).toMatch(/^THIS IS A DRILL/);
  expect(text).toMatchObject({ rank: 0, answer: null });
});

it('a browser that has unsubscribed is forgotten, and the message is given up', async () => {
  status = 410;
  await subscribed();
  await one.tilt(50);
  await one.settle();
  expect(await one.notified()).toEqual(['0 dan gaveUp']);
  expect((await one.contacts().list((await one.by('dan')).viewer)).browsers).toEqual([]);
});

it('a service that is down for a while gets it later', async () => {
  status = 503;
  await subscribed();
  await one.tilt(50);
  await one.settle();
  expect(await one.notified()).toEqual(['0 dan failed']);
  status = 201;
  await one.pass(1);
  expect(await one.notified()).toEqual(['0 dan accepted']);
});

it('an endpoint inside, or without TLS, is refused', async () => {
  one = await openNotice();
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22), label: '' };
  for (const endpoint of [
    'https://127.0.0.1/x',
    'http://push.example.org/x',
    'https://10.1.2.3/',
    'https://printer/',
  ])
    await expect(one.contacts().addBrowser(await one.by('ann'), { endpoint, ...keys })).rejects.toMatchObject(
      { status: 422 },
    );
});

it('the key pair is the same after a restart, and another one for another server', () => {
  const of = (text: string) => pushKeysOf(Buffer.from(text.padEnd(32, '.')));
  expect(of('a')).toEqual(of('a'));
  expect(of('a')).not.toEqual(of('b'));
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(of('a').privateKey, 'base64url');
  expect(pair.getPublicKey('base64url')).toBe(of('a').publicKey);
});
