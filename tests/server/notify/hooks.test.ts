/** Webhooks and browsers: where they may lead, what they are sent, and what their answers mean. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress, Outgoing } from '../../../src/server/outgoing.ts';
import { type Notice, openNotice } from '../../support/notify.ts';

interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
let server: Server;
let origin = '';
const asked: Asked[] = [];
let answer: (response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  origin = `http://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
let one: Notice;
beforeEach(async () => {
  asked.length = 0;
  answer = (response) => response.end('{"errcode":0,"code":0}');
  one = await openNotice({ sensors: 30, settings: { origins: [origin] } });
});
afterEach(() => one.close());

async function hook(preset: string, secret?: string): Promise<number> {
  const { id } = await one.book().saveHook(await one.by('ann'), {
    ...{ id: null, companyId: one.companyId, revision: 0, name: 'Hook' },
    body: {
      preset: preset as 'slack',
      url: `${origin}/x?key=1`,
      ...(secret === undefined ? {} : { secret }),
      language: 'en',
      enabled: true,
    },
  });
  await one.policy({ steps: [{ after: 0, to: [{ type: 'hook', hookId: id }], by: [] }] });
  return id;
}
const newest = async () =>
  one.storage.db
    .selectFrom('messages')
    .selectAll()
    .where('kind', 'in', ['raise', 'remind'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

describe('A12', () => {
  it('inside is refused when it is saved', async () => {
    const inside = [
      ...[
        'http://127.0.0.1/',
        'http://localhost/',
        'http://[::1]/',
        'http://10.0.0.1/',
        'http://192.168.1.1/',
        'http://172.16.0.1/',
      ],
      ...[
        'http://169.254.169.254/latest/',
        'http://0.0.0.0/',
        'http://[::ffff:127.0.0.1]/',
        'http://0x7f.1/',
        'http://2130706433/',
      ],
      ...[
        'http://[fe80::1]/',
        'http://[fc00::1]/',
        'http://100.64.0.1/',
        'http://intranet/',
        'file:///etc/passwd',
        'gopher://x.org/',
      ],
      ...[
        'https://user:word@example.org/',
        'http://224.0.0.1/',
        'http://255.255.255.255/',
        'http://[::]/',
        'http://192.0.2.1/',
      ],
    ];
    for (const url of inside)
      await expect(
        one.book().saveHook(await one.by('ann'), {
          ...{ id: null, companyId: one.companyId, revision: 0, name: 'Hook' },
          body: { preset: 'slack', url, language: 'en', enabled: true },
        }),
        url,
      ).rejects.toMatchObject({ status: 422, field: 'url' });
  });
  it('a name that leads inside is refused when it is called, and nothing is connected', async () => {
    const { port } = new URL(origin);
    const outgoing = new Outgoing({ allowed: [], anyPublic: true });
    // A name of this machine with a dot in it: what it leads to is known only when it is asked.
    await expect(outgoing.call(`http://localhost.localdomain:${port}/`)).rejects.toThrow(
      /public Internet|ENOTFOUND|EAI_AGAIN/,
    );
    await expect(outgoing.call(`http://ip6.localhost:${port}/`)).rejects.toThrow(
      /public Internet|ENOTFOUND|EAI_AGAIN/,
    );
    expect(asked).toEqual([]);
  });
  it('addresses are public from one to the next of each border', () => {
    const borders = [
      ['9.255.255.255', '10.0.0.0'],
      ['11.0.0.0', '10.255.255.255'],
      ['172.15.255.255', '172.16.0.0'],
      ['172.32.0.0', '172.31.255.255'],
      ['192.167.255.255', '192.168.0.0'],
      ['192.169.0.0', '192.168.255.255'],
      ['126.255.255.255', '127.0.0.0'],
      ['128.0.0.0', '127.255.255.255'],
      ['169.253.255.255', '169.254.0.0'],
      ['169.255.0.0', '169.254.255.255'],
      ['100.63.255.255', '100.64.0.0'],
      ['223.255.255.255', '224.0.0.0'],
    ] as const;
    for (const [outside, inside] of borders)
      expect([outside, isPublicAddress(outside), inside, isPublicAddress(inside)]).toEqual([
        outside,
        true,
        inside,
        false,
      ]);
  });
  it('an origin inside that the operator allows is called; a redirect from it is not followed', async () => {
    await hook('slack');
    answer = (response) => response.writeHead(302, { location: `${origin}/elsewhere` }).end();
    await one.tilt(50);
    await one.settle();
    expect(asked.map(({ path }) => path)).toEqual(['/x?key=1']);
    expect(await newest()).toMatchObject({ state: 'failed', answer: 'HTTP 302' });
  });
  it('of an answer its status alone is shown, however large or secret it is', async () => {
    await hook('slack');
    answer = (response) => response.writeHead(500).end(`token=abcdef ${'x'.repeat(200_000)}`);
    await one.tilt(50);
    await one.settle();
    const { state, answer: said } = await newest();
    expect(state).toBe('failed');
    expect(said).not.toContain('abcdef');
    expect(said.length).toBeLessThan(201);
  });
});

it('Standard Webhooks: id, time and signature are those that a receiver computes; a repeat has the same id', async () => {
  const given = await one.book().saveHook(await one.by('ann'), {
    ...{ id: null, companyId: one.companyId, revision: 0, name: 'Own' },
    body: { preset: 'standard', url: `${origin}/own`, language: 'ja', enabled: true },
  });
  expect(given.secret).toMatch(/^whsec_/);
  await one.policy({ steps: [{ after: 0, to: [{ type: 'hook', hookId: given.id }], by: [] }] });
  answer = (response) => response.writeHead(503).end();
  await one.tilt(50);
  await one.settle();
  answer = (response) => response.writeHead(204).end();
  await one.pass(1);
  expect(asked).toHaveLength(2);
  expect(new Set(asked.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  for (const { headers, body } of asked) {
    const key = Buffer.from((given.secret ?? '').slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
  }
  expect(JSON.parse(asked[1]?.body ?? '{}')).toMatchObject({
    type: 'alarm',
    data: { rank: 4, language: 'ja' },
  });
  expect(await newest()).toMatchObject({ state: 'accepted', tries: 2 });
});

it.each([
  ['wecom', '{"errcode":0}', '{"errcode":93000,"errmsg":"invalid webhook url"}'],
  ['dingtalk', '{"errcode":0}', '{"errcode":310000}'],
  ['feishu', '{"code":0}', '{"code":19021}'],
])('%s: an answer of 200 that says no is a failure', async (preset, good, bad) => {
  await hook(preset, 'SEC');
  answer = (response) => response.end(bad);
  await one.tilt(50);
  await one.settle();
  expect((await newest()).state).toBe('failed');
  answer = (response) => response.end(good);
  await one.pass(1);
  expect((await newest()).state).toBe('accepted');
});

it('DingTalk and Feishu are signed as they ask for', async () => {
  await hook('dingtalk', 'SECret');
  await one.tilt(50);
  await one.settle();
  const url = new URL(asked[0]?.path ?? '', origin);
  const timestamp = url.searchParams.get('timestamp') ?? '';
  expect(url.searchParams.get('sign')).toBe(
    createHmac('sha256', 'SECret').update(`${timestamp}\nSECret`).digest('base64'),
  );
  expect(url.searchParams.get('key')).toBe('1');
  one.clock.at += 60_000;
  await one.tilt(1);
  await hook('feishu', 'SECret');
  asked.length = 0;
  one.clock.at += 60_000;
  await one.tilt(50);
  await one.settle();
  const feishu = asked.map(({ body }) => JSON.parse(body)).find((body) => body.msg_type === 'text');
  expect(feishu.sign).toBe(createHmac('sha256', `${feishu.timestamp}\nSECret`).update('').digest('base64'));
});

it('A13: nothing that a person wrote mentions, links or formats in a chat', async () => {
  for (const preset of ['slack', 'teams', 'line', 'sms', 'wecom']) await hook(preset, 'token group');
  await one.tilt(50);
  await one.storage.write(async (db) => {
    const row = await db.selectFrom('alarms').selectAll().executeTakeFirstOrThrow();
    const facts = { ...JSON.parse(row.facts), stationName: '<!channel> [x](http://evil.example) @all' };
    await db
      .updateTable('alarms')
      .set({ facts: JSON.stringify(facts) as never })
      .execute();
  });
  await one.settle();
  const bodies = asked.map(({ body }) => body);
  expect(bodies).toHaveLength(5);
  const slack = bodies.find((body) => body.includes('mrkdwn')) ?? '';
  expect(slack).not.toContain('<!channel>');
  expect(slack).toContain('&lt;!channel&gt;');
  expect(bodies.find((body) => body.includes('adaptive')) ?? '').toContain('\\\\[x\\\\]');
  for (const body of bodies) expect(body).not.toContain('isAtAll');
});

it('a robot takes 20 a minute: red goes all the same, the rest when there is room again', async () => {
  await hook('wecom');
  const started = one.clock.at;
  // Each to a project of its own window: the bound of the channel alone is looked at.
  await one.storage.write((db) =>
    db
      .insertInto('messages')
      .values(
        Array.from({ length: 20 }, (_, index) => ({
          ...{
            company_id: one.companyId,
            project_id: null,
            alarm_id: null,
            escalation_id: null,
            kind: 'test',
            rank: 0,
          },
          ...{
            recipient: 'other',
            user_id: null,
            name: 'x',
            address: '',
            language: 'en',
            channel: 'hook:1',
            params: '{}' as never,
          },
          ...{
            state: 'accepted',
            tries: 1,
            created_at: started,
            due_at: null,
            expires_at: started + 1,
            done_at: started + index,
          },
          ...{ delivery: `sent ${index}`, title: '', answer: '' },
        })),
      )
      .execute(),
  );
  one.clock.at = started + 1000;
  await one.tilt(12, 0);
  await one.settle();
  expect(asked).toHaveLength(0);
  await one.tilt(50, 1);
  await one.settle();
  expect(asked.length).toBeGreaterThan(0);
  const before = asked.length;
  one.clock.at = started + 60_000 - 1;
  await one.settle();
  one.clock.at = started + 61_001 + 30_000;
  await one.settle();
  expect(asked.map(({ body }) => body).join('')).toContain('Yellow');
  expect(asked.length).toBeGreaterThanOrEqual(before);
});

it('a hook that is gone is given up at once; one that is wrongly signed in is tried again', async () => {
  await hook('slack');
  answer = (response) => response.writeHead(401).end();
  await one.tilt(50);
  await one.settle();
  expect((await newest()).state).toBe('failed');
  answer = (response) => response.writeHead(410).end();
  await one.pass(1);
  expect(await newest()).toMatchObject({ state: 'gaveUp', tries: 2, answer: 'HTTP 410' });
});
