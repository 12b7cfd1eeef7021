/** What the connection and the headers keep (tests/server/security/README.md#sessions, S17, S20, S40–S42), and that the product can still be used. */
import { connect } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../src/contract/index.ts';
import { addressKey } from '../../../src/server/accounts/address.ts';
import { Login } from '../../../src/server/accounts/login.ts';
import { ServiceTokens } from '../../../src/server/accounts/service/tokens.ts';
import { Sessions } from '../../../src/server/accounts/sessions.ts';
import { Denials } from '../../../src/server/audit/denials.ts';
import { AuditSeal } from '../../../src/server/audit/head.ts';
import { limitOf } from '../../../src/server/http/limits.ts';
import { createHttpServer, type Timeouts } from '../../../src/server/http/server.ts';
import { LiveHub } from '../../../src/server/live/hub.ts';
import { ownWindows } from '../../../src/server/processes/call-windows.ts';
import { ProcessBook } from '../../../src/server/processes/page.ts';
import { SiteEditor } from '../../../src/server/sites/edit/editor.ts';
import { sampleOf } from '../../support/security/samples.ts';
import { type Reply, startWorld, type World } from '../../support/security/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});
/** Every kind of answer: of each call, refused and unknown and malformed ones, the document, a page. */
async function everyAnswer(
  headers: Record<string, string> = {},
): Promise<readonly (readonly [string, Reply])[]> {
  const answers: (readonly [string, Reply])[] = [];
  for (const call of calls) {
    const token = await world.login('operatorA');
    answers.push([call.id, await world.ask({ ...sampleOf(call, 1), token, headers })]);
  }
  const others = [
    '/openapi.json',
    '/rest/nothing',
    '/rest/stations',
    '/rest/stations/%zz',
    '/rest/stations?a=1',
    '/dist/x',
  ];
  for (const path of others) answers.push([path, await world.ask({ path, headers })]);
  return answers;
}
const policyOf = (reply: Reply) =>
  new Map(
    String(reply.headers['content-security-policy'])
      .split(';')
      .map((part) => {
        const [name = '', ...values] = part.trim().split(/\s+/);
        return [name, values] as const;
      }),
  );

/** The calls that answer with what somebody sent. */
const filesSent = ['uploads.content', 'uploads.thumbnail', 'platform.logo.shown'];

it('S17 the content policy: no inline or evaluated scripts, no objects, no base, no frames', async () => {
  const answers = await everyAnswer();
  // A stream and a refusal before routing are no documents: their types are not guessed (S40).
  const documents = answers.filter(
    ([name, one]) => !one.type.includes('event-stream') && !name.includes('%') && !filesSent.includes(name),
  );
  expect(documents.length).toBe(calls.length + 4 - filesSent.length);
  // What people sent may load and run nothing at all.
  for (const sent of filesSent) {
    const file = answers.find(([name]) => name === sent)?.[1];
    expect(String(file?.headers['content-security-policy'])).toBe("default-src 'none'; sandbox");
  }
  for (const [name, reply] of documents) {
    const policy = policyOf(reply);
    expect([name, policy.get('script-src'), policy.get('worker-src')]).toEqual([
      name,
      ["'self'"],
      ["'self'"],
    ]);
    for (const directive of ['object-src', 'base-uri', 'frame-ancestors'])
      expect([name, directive, policy.get(directive)]).toEqual([name, directive, ["'none'"]]);
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
  }
});

it('S20 no answer of the API may be kept', async () => {
  for (const [name, reply] of await everyAnswer())
    expect([name, reply.headers['cache-control']]).toEqual([name, 'no-store']);
});

describe('S40 other origins', () => {
  it('S40 are allowed nothing, and types are not guessed', async () => {
    for (const [name, reply] of await everyAnswer({ origin: 'https://evil.example' })) {
      const cors = Object.keys(reply.headers).filter((header) => header.startsWith('access-control-'));
      expect([name, cors, reply.headers['x-content-type-options']]).toEqual([name, [], 'nosniff']);
    }
  });
  it('S40 get no CORS headers on a preflight request', async () => {
    for (const call of calls) {
      const reply = await world.ask({
        method: 'OPTIONS',
        path: sampleOf(call, 1).path,
        headers: { origin: 'https://evil.example', 'access-control-request-method': call.method },
      });
      expect(reply.http).toBe(404);
      expect(Object.keys(reply.headers).filter((header) => header.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('S41 connections that dawdle', () => {
  const server = async (timeouts?: Partial<Timeouts>) => {
    const { storage, board, gateway, delivery, orders, plans, issuer, driftWatch } = world.running;
    const { workflows, library, rehearsals, alarmEngine, alarmBook, ruleBook, sirenBook } = world.running;
    const { backTests, exports, reports, schedules } = world.running;
    const { notifier, notifyBook, messageBook, contactBook, sources, uploads, messages } = world.running;
    const { listeners, outlets, workNotices } = world.running;
    const sessions = new Sessions(storage);
    const hub = new LiveHub(board);
    const app = await createHttpServer({
      services: {
        storage,
        outlets,
        sessions,
        serviceTokens: new ServiceTokens(storage),
        login: new Login(storage, sessions),
        seal: new AuditSeal(Buffer.alloc(32), null),
        denials: new Denials(storage),
        callWindows: ownWindows(),
        board,
        ftp: () => null,
        foreign: gateway.foreign,
        listeners,
        processes: new ProcessBook({ storage, leases: null, version: '1' }),
        broker: () => null,
        platformFacts: { environment: [], mail: null },
        hub,
        editor: new SiteEditor(storage, () => board.load()),
        waiting: gateway.waiting,
        delivery,
        orders,
        plans,
        issuer,
        driftWatch,
        workflows,
        library,
        rehearsals,
        alarmEngine,
        alarmBook,
        ruleBook,
        sirenBook,
        exports,
        reports,
        schedules,
        backTests,
        notifier,
        notifyBook,
        messageBook,
        workNotices,
        contactBook,
        deviceMessages: messages.book,
        sources,
        uploads,
        settings: { version: '1', edition: 'cn', mapLayers: [], demo: false },
        mapFile: null,
        traffic: (rtuId) => gateway.link(rtuId),
        now: Date.now,
      },
      log: pino({ level: 'silent' }),
      consoleFolder: `${world.folder}/none`,
      apiBase: null,
      tls: null,
      mapOrigins: [],
      ...(timeouts === undefined ? {} : { timeouts }),
    });
    const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const stop = async () => {
      hub.close();
      await app.close();
    };
    return { raw: app.server, port: Number(address.port), stop };
  };
  /** Sends the parts and answers what came back by the time the server hung up. */
  const dawdle = (port: number, sent: string) =>
    new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(sent));
      socket.on('data', (data) => {
        text += data.toString('utf8');
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
  it('S41 are hung up on: in the headers, in the body, before a word', async () => {
    const { port, stop } = await server({ headers: 200, request: 300, idle: 400, checkEvery: 50 });
    const host = 'Host: 127.0.0.1\r\n';
    const json = 'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"accountName":';
    const [headers, body, nothing] = await Promise.all([
      dawdle(port, `GET /rest/settings HTTP/1.1\r\n${host}X-Slow: `),
      dawdle(port, `POST /login HTTP/1.1\r\n${host}${json}`),
      dawdle(port, ''),
    ]);
    expect(headers).toMatch(/^(HTTP\/1\.1 408|$)/);
    expect(body).toMatch(/^(HTTP\/1\.1 408|$)/);
    expect(nothing).toMatch(/^(HTTP\/1\.1 408|$)/);
    await stop();
  });
  it('S41 as the product is set: bounded, and longer than the console waits for an answer', async () => {
    const { raw, stop } = await server();
    expect([raw.headersTimeout, raw.requestTimeout, raw.timeout]).toEqual([20_000, 60_000, 300_000]);
    expect(raw.keepAliveTimeout).toBeLessThanOrEqual(120_000);
    expect(raw.timeout).toBeGreaterThan(280_000);
    await stop();
  });
});

describe('S42 the rate limit', () => {
  it('S42 holds for every call of history and readings, and counts by address', async () => {
    const limited = calls.filter((call) => /^\/rest\/(history|readings)/.test(call.path));
    expect(limited.length).toBeGreaterThan(3);
    for (const call of limited) expect([call.id, limitOf(call)]).toEqual([call.id, 1200]);
    const token = await world.login('operatorA');
    // Malformed ones count as well, and cost the test least.
    const path = '/rest/history/0/gaps?row=tilt&from=0&to=1';
    const from = '127.0.0.50';
    const statuses: number[] = [];
    const worker = async () => {
      while (statuses.length < 1230) {
        const reply = await world.ask({ path, token, from });
        const status = reply.envelope?.status ?? 0;
        statuses.push(status);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(statuses.filter((status) => status === 400)).toHaveLength(1200);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    const refused = await world.ask({ path, token, from });
    expect([refused.http, refused.envelope?.messageId]).toEqual([200, 'api.tooMany']);
    const elsewhere = await world.ask({
      path: '/rest/history/1/gaps?row=tilt&from=0&to=1',
      token,
      from: '127.0.0.9',
    });
    expect(elsewhere.envelope?.status).toBe(200);
    // Other calls of the same address go on.
    expect((await world.ask({ path: '/rest/stations', token, from })).envelope?.status).toBe(200);
  });
  it('S42 counts an IPv6 network as one, and an IPv4 address as itself', () => {
    const one = addressKey('2001:db8:1:2::1');
    expect([addressKey('2001:db8:1:2:ffff::9'), addressKey('2001:0db8:0001:0002:0:0:0:7%eth0')]).toEqual([
      one,
      one,
    ]);
    expect(addressKey('2001:db8:1:3::1')).not.toBe(one);
    expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(addressKey('10.0.0.2')).not.toBe(addressKey('10.0.0.1'));
    expect(addressKey('::1')).toBe('0:0:0:0::/64');
  });
});
