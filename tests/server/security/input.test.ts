/** What comes in (tests/server/security/README.md#input-and-output, S34–S37) and what goes out when it is wrong (S39). */
import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/base/errors.ts';
import { type Call, call } from '../../../src/contract/call.ts';
import { calls } from '../../../src/contract/index.ts';
import { bind } from '../../../src/server/http/bind.ts';
import { type Planted, startPlanted } from '../../support/security/planted.ts';
import { sampleOf, textsOf } from '../../support/security/samples.ts';
import { type Reply, startWorld, type World } from '../../support/security/world.ts';

let world: World;
let planted: Planted;
let token = '';
const taken: unknown[] = [];
const take = async ({ body }: { body: unknown }) => {
  taken.push(body);
  return {};
};
const strict = { additionalProperties: false } as const;
const numbers = call('planted.numbers', 'POST /rest/planted/numbers', {
  access: 'session',
  body: Type.Object({ number: Type.Number(), count: Type.Optional(Type.Integer()) }, strict),
  data: Type.Object({}),
});
/** Takes anything that the door lets in. */
const anything = call('planted.anything', 'POST /rest/planted/anything', {
  access: 'session',
  body: Type.Unknown(),
  data: Type.Object({}),
});
const fault = call('planted.fault', 'GET /rest/planted/fault', { access: 'session', data: Type.Object({}) });
beforeAll(async () => {
  world = await startWorld();
  token = await world.login('operatorA');
  planted = await startPlanted(world, [
    bind(numbers, take),
    bind(anything, take),
    bind(fault, async () => {
      await world.running.storage.db
        .selectFrom('nothing' as 'users')
        .selectAll()
        .execute();
      throw new Error('never reached');
    }),
  ]);
});
afterAll(async () => {
  await planted.app.close();
  await world.stop();
});
/** A stack, an SQL statement, a path of the machine, a module. */
const inner =
  /\bat \S+ .*:\d+:\d+|\.ts\b|node_modules|\bSELECT\b|\bINSERT\b|sqlite|no such table|\/tmp\/|\/src\/|ENOENT/i;
const isMalformed = (reply: Reply) => {
  expect([reply.http, reply.envelope?.status]).toEqual([400, 400]);
  expect(reply.text).not.toMatch(inner);
};
const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  planted.ask({ method: 'POST', path: `/rest/planted/${path}`, body, token, headers });

describe('S34 every body, query and path', () => {
  const all = calls.map((entry): [string, Call] => [entry.id, entry]);
  it.each(all)('S34 %s refuses unknown keys, by name', async (_id, entry) => {
    const sample = sampleOf(entry, 1);
    const own = await world.login('operatorA');
    const join = sample.path.includes('?') ? '&' : '?';
    const inQuery = await world.ask({ ...sample, token: own, path: `${sample.path}${join}surplus=1` });
    isMalformed(inQuery);
    expect(inQuery.envelope?.field).toBe('surplus');
    // A form has one field and no other (tests/server/uploads.test.ts).
    const bodies = typeof sample.body !== 'object' ? [] : [{ ...sample.body, surplus: 1 }];
    for (const body of bodies) {
      const inBody = await world.ask({ ...sample, token: own, body });
      isMalformed(inBody);
      expect(inBody.envelope?.field).toBe('surplus');
    }
  });

  const wrong = [null, true, 7, [], {}, ['a'], { a: 1 }];
  const bodied = calls.filter((entry) => textsOf(entry).some((text) => text.place === 'body'));
  it.each(
    bodied.map((entry): [string, Call] => [entry.id, entry]),
  )('S34 %s coerces nothing in its body', async (_id, entry) => {
    const own = await world.login('operatorA');
    const schemas = (entry.body as unknown as { properties: Readonly<Record<string, TSchema>> }).properties;
    for (const { name } of textsOf(entry).filter((text) => text.place === 'body')) {
      const schema = schemas[name] ?? Type.Unknown();
      for (const value of wrong.filter((one) => !Value.Check(schema, one)))
        isMalformed(await world.ask({ ...sampleOf(entry, 1, [], { [name]: value }), token: own }));
    }
    for (const body of wrong.slice(1, 4))
      isMalformed(await world.ask({ ...sampleOf(entry, 1), body: JSON.stringify(body), token: own }));
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('S34 a body of type %s is refused', async (type) => {
    isMalformed(await send('anything', 'a=1', { 'content-type': type }));
  });
  it.each([
    '{',
    '{"a":}',
    '',
    '{"a":1}}',
    '\u0000',
    '{"a":01}',
    '{"a":"\u0001"}',
  ])('S34 a body of %j is refused', async (body) => {
    isMalformed(await send('anything', body));
  });
  it('S34 a body of 1 MB is taken, a byte more is not', async () => {
    const most = 1024 * 1024;
    const text = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) });
    expect((await send('anything', text(most))).envelope?.status).toBe(200);
    const more = await send('anything', text(most + 1));
    isMalformed(more);
    expect(more.envelope?.messageId).toBe('api.tooLarge');
  });
  it('S34 sixteen levels are taken, one more is not, nor as many as fit', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect((await send('anything', nested(16))).envelope?.status).toBe(200);
    for (const depth of [18, 1000, 500_000]) isMalformed(await send('anything', nested(depth)));
    isMalformed(await send('anything', `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`));
  });
  it('S34 what was sent is not sent back at length', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key-number-${index}`, 1]));
    const reply = await world.ask({ method: 'POST', path: '/login', body: { ...many, accountName: 'a' } });
    isMalformed(reply);
    expect(reply.text.length).toBeLessThan(1000);
  });
  it.each([
    '/rest/stations/%zz',
    '/rest/stations/%00',
    `/rest/stations/${'1'.repeat(5000)}`,
    '/rest/stations/1%2f..%2f2',
  ])('S34 the address %s is answered as a refusal', async (path) => {
    const reply = await world.ask({ path, token });
    expect([400, 404]).toContain(reply.http);
    expect(reply.envelope?.messageId).toMatch(/^api\./);
    expect(reply.text).not.toMatch(inner);
  });
});

describe('S35 keys that reach a prototype', () => {
  const keys = ['__proto__', 'constructor', 'prototype'];
  it.each(keys)('S35 %s in JSON, at any depth', async (key) => {
    const escaped = [...key].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    for (const body of [
      `{"${key}":{"admin":true}}`,
      `{"a":[{"b":{"${key}":1}}]}`,
      `{"${escaped}":{"admin":true}}`,
    ])
      isMalformed(await send('anything', body));
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
  it.each(keys)('S35 %s in every query', async (key) => {
    for (const entry of calls) {
      const sample = sampleOf(entry, 1);
      const join = sample.path.includes('?') ? '&' : '?';
      const own = await world.login('operatorA');
      isMalformed(await world.ask({ ...sample, token: own, path: `${sample.path}${join}${key}=1` }));
      isMalformed(await world.ask({ ...sample, token: own, path: `${sample.path}${join}${key}[admin]=1` }));
    }
  });
  it.each(keys)('S35 %s as a row, a channel, a language', async (key) => {
    isMalformed(await world.ask({ path: `/rest/readings/1/rows?row=${key}`, token }));
    isMalformed(await world.ask({ path: `/rest/history/1/columns?row=tilt&channels=${key}`, token }));
    const reply = await world.ask({ path: '/rest/stations/1', token, headers: { lang: key } });
    expect(reply.http).toBe(200);
  });
});

describe('S36 hostile text in every place that takes text', () => {
  const hostile = [
    "' OR '1'='1",
    "tilt'; DROP TABLE users; --",
    'tilt" UNION SELECT password_hash FROM users --',
    't.x, (select token_hash from sessions)',
    'x ASC; DELETE FROM audit',
    '%00',
    '\u0000',
    '../../etc/passwd',
    '#{7*7}{{7*7}}',
    '\ud800',
  ];
  const taking = calls.filter((entry) => textsOf(entry).length > 0);
  it.each(taking.map((entry): [string, Call] => [entry.id, entry]))('S36 S39 %s', async (_id, entry) => {
    for (const { name, place } of textsOf(entry)) {
      const own = await world.login('operatorA');
      // An address cannot hold half a character.
      const sendable = place === 'body' ? hostile : hostile.filter((text) => text !== '\ud800');
      for (const text of sendable) {
        const from = `127.0.1.${hostile.indexOf(text) + 1}`;
        const reply = await world.ask({ ...sampleOf(entry, 1, [], { [name]: text }), token: own, from });
        expect(reply.http).toBeLessThan(500);
        // What is answered as it was typed, as JSON writes it, is nobody's own: a list holds what was typed before, too.
        let answered = reply.text;
        for (const one of hostile)
          answered = answered.replaceAll(one, '').replaceAll(JSON.stringify(one).slice(1, -1), '');
        expect(answered).not.toMatch(inner);
      }
    }
  });
  it('S36 nothing came of it', async () => {
    const { db } = world.running.storage;
    const users = await db.selectFrom('users').select('id').where('is_service', '=', 0).execute();
    const audit = await db.selectFrom('audit').select('id').execute();
    expect(users).toHaveLength(4);
    expect(audit.length).toBeGreaterThan(10);
  });
});

describe('S37 numbers', () => {
  it.each([
    '1e999',
    '-1e999',
    'NaN',
    'Infinity',
    '"1"',
    'true',
    'null',
  ])('S37 the body’s number %s is refused', async (text) => {
    isMalformed(await send('numbers', `{"number":${text}}`));
  });
  it.each(['1.5', '1e30', '"3"'])('S37 the body’s count %s is refused', async (text) => {
    taken.length = 0;
    const reply = await send('numbers', `{"number":1,"count":${text}}`);
    // 1e30 is a whole number, but none that can be counted with.
    isMalformed(reply);
    expect(taken).toEqual([]);
  });
  const texts = [
    '-1',
    '1e3',
    '0x10',
    '1.5',
    '',
    ' ',
    'NaN',
    'Infinity',
    '9007199254740993',
    '9'.repeat(400),
    '１',
    'true',
  ];
  const numeric = calls.flatMap((entry) =>
    (['params', 'query'] as const).flatMap((place) => {
      const schema = entry[place] as { properties?: Record<string, { type?: string }> } | undefined;
      return Object.entries(schema?.properties ?? {})
        .filter(([, of]) => of.type === 'integer' || of.type === 'number')
        .map(([name]): [string, string, Call] => [entry.id, name, entry]);
    }),
  );
  it.each(numeric)('S37 %s: %s', async (_id, name, entry) => {
    for (const text of texts) {
      const reply = await world.ask({ ...sampleOf(entry, 1, [], { [name]: text }), token });
      // An empty part of a path is another address.
      expect(
        [text, [400, 404].includes(reply.http)],
        'a number in a path or query is whole and has a minimum of 0 or more',
      ).toEqual([text, true]);
      if (text !== '') isMalformed(reply);
    }
  });
  it.each(numeric)('S37 %s: the largest %s', async (_id, name, entry) => {
    for (const text of ['9007199254740991', '8640000000000001', '0']) {
      const reply = await world.ask({ ...sampleOf(entry, 1, [], { [name]: text }), token });
      // 403: what is the platform's is refused before anything is looked for.
      expect([200, 400, 403, 404]).toContain(reply.http);
    }
  });
  it('S37 a key given twice is no list', async () => {
    isMalformed(await world.ask({ path: '/rest/readings/1/rows?row=tilt&row=status', token }));
    isMalformed(await world.ask({ path: '/rest/readings/1/rows?row=tilt&limit=1&limit=2', token }));
  });
});

describe('S39 errors', () => {
  it('S39 a fault of the database says its number and nothing else', async () => {
    const reply = await planted.ask({ path: '/rest/planted/fault', token });
    expect(reply.http).toBeGreaterThanOrEqual(500);
    expect(reply.text).not.toMatch(inner);
    expect(reply.text).not.toMatch(/nothing|never reached/);
  });
  it('S39 the answers that are looked for would be found', () => {
    expect('SqliteError: no such table: nothing').toMatch(inner);
    expect('at Object.handler (/srv/app/server.js:10:3)').toMatch(inner);
    expect(new Refusal(404, 'api.notFound').message).not.toMatch(inner);
  });
});
