/** What is sent to /ingest/v1: stored before it is answered, row by row, in the shapes that people have; refused with its bound. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server.ts';
import {
  editorOf,
  gzip,
  makeSource,
  send,
  type TestSource,
  tiltMapping,
  tiltRows,
} from '../../support/sources.ts';

let server: TestServer;
let operator: string;

beforeAll(async () => {
  server = await startTestServer();
  operator = await editorOf(server, 1);
});
afterAll(() => server.stop());

/** Times of their own for each test. */
let next = Date.UTC(2026, 5, 1);
const moment = () => {
  next += 3_600_000;
  return next;
};
const at = async (t: number) => (await tiltRows(server, t)).find((row) => row.t === t);
const outcomes = (answer: Awaited<ReturnType<typeof send>>) => answer.data.rows.map(({ outcome }) => outcome);

describe('what becomes of rows', () => {
  it('stores a row before it is answered; the same again is known, another column fills in', async () => {
    const source = await makeSource(server, operator);
    const t = moment();
    const first = await send(server, source, { ts: t, values: { x: 1.25 } });
    expect([first.http, outcomes(first)]).toEqual([200, ['stored']]);
    expect(await at(t)).toMatchObject({ x: 1.25, y: null });
    expect(outcomes(await send(server, source, { ts: t, values: { x: 1.25 } }))).toEqual(['known']);
    expect(outcomes(await send(server, source, { ts: t, values: { y: -0.5 } }))).toEqual(['filled']);
    expect(await at(t)).toMatchObject({ x: 1.25, y: -0.5 });
  });

  it('answers each row of a batch: stored, known, refused with its reason, and keeps what is good of a row', async () => {
    const source = await makeSource(server, operator);
    const [a, b] = [moment(), moment()];
    await send(server, source, { ts: a, values: { x: 1, y: 1 } });
    const answer = await send(server, source, [
      { ts: a, values: { x: 1, y: 1 } },
      { ts: b, values: { x: 2, y: 'broken' } },
      { ts: 'noon', values: { x: 3 } },
      { ts: b, values: { x: 9 } },
      { ts: moment() },
      { ts: Date.now() + 3 * 86_400_000, values: { x: 4 } },
    ]);
    expect(answer.http).toBe(200);
    expect(
      answer.data.rows.map(({ row, outcome, problems = [] }) => [row, outcome, problems[0]?.messageId]),
    ).toEqual([
      [1, 'known', undefined],
      [2, 'stored', 'import.reason.notANumber'],
      [3, 'refused', 'import.reason.time'],
      [4, 'refused', 'import.reason.repeatedTime'],
      [5, 'refused', 'import.reason.empty'],
      [6, 'refused', 'import.reason.timeRange'],
    ]);
    expect(answer.data.rows[1]?.problems?.[0]?.msg).toBe('y: broken is not a number');
    expect(answer.data).toMatchObject({ stored: 1, known: 1, filled: 0, refused: 4 });
    expect(await at(b)).toMatchObject({ x: 2, y: null });
  });

  it.each([
    ['keep', 200, 1],
    ['replace', 200, 5],
    ['fail', 409, 1],
  ] as const)('a value that differs, by the rule %s', async (conflicts, http, left) => {
    const source = await makeSource(server, operator, tiltMapping, { conflicts });
    const [t, other] = [moment(), moment()];
    await send(server, source, { ts: t, values: { x: 1 } });
    const answer = await send(server, source, [
      { ts: t, values: { x: 5 } },
      { ts: other, values: { x: 7 } },
    ]);
    expect(answer.http).toBe(http);
    expect((await at(t))?.x).toBe(left);
    // By `fail` nothing of the message is stored.
    expect((await at(other))?.x).toBe(conflicts === 'fail' ? undefined : 7);
  });

  it('says by its status that nothing was taken', async () => {
    const source = await makeSource(server, operator);
    const answer = await send(server, source, { ts: 'never', values: { x: 1 } });
    expect([answer.http, answer.messageId]).toEqual([422, 'sources.nothingTaken']);
    expect(outcomes(answer)).toEqual(['refused']);
  });
});

describe('bodies', () => {
  const csv = {
    ...tiltMapping,
    format: 'delimited',
    header: 1,
    timeZone: 'UTC+8',
    time: { column: 'Time' },
    sensors: [
      {
        station: 'A-1',
        slot: 0,
        kind: 'rt3000',
        row: 'tilt',
        channels: { x: { column: 'X' }, y: { column: 'Y' } },
      },
    ],
  } as const;

  it('takes text with a header, whatever its columns’ order and content type', async () => {
    const source = await makeSource(server, operator, { ...csv, sensors: [...csv.sensors] });
    const answer = await send(
      server,
      source,
      'Y,Time,X\n0.5,2026-07-01 08:00:00,1.5\n0.6,2026-07-01 09:00:00,NAN\n',
      {
        'content-type': 'text/plain',
      },
    );
    expect(outcomes(answer)).toEqual(['stored', 'stored']);
    expect(await at(Date.UTC(2026, 6, 1))).toMatchObject({ x: 1.5, y: 0.5 });
    expect(await at(Date.UTC(2026, 6, 1, 1))).toMatchObject({ x: null, y: 0.6 });
    const moved = await send(server, source, 'Time,Z\n2026-07-01 10:00:00,1\n');
    expect([moved.http, moved.messageId, moved.msg]).toEqual([
      400,
      'import.mapping.column',
      expect.stringContaining('X'),
    ]);
  });

  it('takes gzip, and stops inflating at its bound', async () => {
    const source = await makeSource(server, operator);
    const t = moment();
    const packed = await send(server, source, gzip({ ts: t, values: { x: 3 } }), {
      'content-encoding': 'gzip',
    });
    expect([packed.http, (await at(t))?.x]).toEqual([200, 3]);
    const bomb = await send(server, source, gzip(' '.repeat(17 * 1024 * 1024)), {
      'content-encoding': 'gzip',
    });
    expect([bomb.http, bomb.messageId]).toEqual([400, 'sources.inflated']);
    const torn = await send(server, source, gzip('x').subarray(0, 9), { 'content-encoding': 'gzip' });
    expect([torn.http, torn.messageId]).toEqual([400, 'sources.notPacked']);
    const other = await send(server, source, 'x', { 'content-encoding': 'br' });
    expect([other.http, other.messageId]).toEqual([400, 'sources.encoding']);
  });

  it.each([
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 422, 'sources.notInEncoding'],
    ['deep', '['.repeat(200_000), 422, 'sources.json.syntax'],
    ['deep and closed', `${'['.repeat(3000)}${']'.repeat(3000)}`, 422, 'sources.json.deep'],
    ['huge', 'x'.repeat(4 * 1024 * 1024 + 1), 400, 'api.tooLarge'],
    ['nothing', '', 422, 'sources.json.syntax'],
    ['an empty list', '[]', 422, 'sources.empty'],
  ] as const)('refuses what is %s, and goes on', async (_name, body, http, messageId) => {
    const source = await makeSource(server, operator);
    const answer = await send(server, source, body);
    expect([answer.http, answer.messageId]).toEqual([http, messageId]);
    const t = moment();
    expect((await send(server, source, { ts: t, values: { x: 1 } })).http).toBe(200);
  });
});

describe('devices of one gateway', () => {
  it('go to the sensors that they are assigned to; one that is not assigned is refused by name', async () => {
    const [sensor] = tiltMapping.sensors;
    if (sensor === undefined) throw new Error('a mapping has sensors');
    const only = (value: string) => ({ ...sensor, only: { column: 'dev', value } });
    const source = await makeSource(server, operator, { ...tiltMapping, sensors: [only('T1')] });
    const t = moment();
    const answer = await send(server, source, [
      { dev: 'T1', ts: t, values: { x: 1 } },
      { dev: 'T9', ts: t, values: { x: 2 } },
    ]);
    expect(answer.data.rows.map(({ outcome, problems = [] }) => [outcome, problems[0]?.msg])).toEqual([
      ['stored', undefined],
      ['refused', 'no sensor is assigned to T9'],
    ]);
    expect((await at(t))?.x).toBe(1);
  });
});

describe('who may', () => {
  it('answers a wrong token and a source that there is not alike, before it reads the body', async () => {
    const source = await makeSource(server, operator);
    const wrong = await send(server, { ...source, token: 'x' }, { ts: 1 });
    const missing = await send(server, { key: 'src-none', token: source.token }, { ts: 1 });
    expect([wrong.http, missing.http]).toEqual([401, 401]);
    expect({ ...wrong, retryAfter: null }).toEqual({ ...missing, retryAfter: null });
    expect((await send(server, { ...source, token: '' }, 'x'.repeat(5_000_000))).http).toBe(401);
  });

  it('takes the token as the password of Basic, and no token of another source', async () => {
    const [one, other] = [await makeSource(server, operator), await makeSource(server, operator)];
    const basic = `Basic ${Buffer.from(`logger:${one.token}`).toString('base64')}`;
    const t = moment();
    const answer = await send(server, one, { ts: t, values: { x: 1 } }, { authorization: basic });
    expect(answer.http).toBe(200);
    expect((await send(server, { ...one, token: other.token }, { ts: t })).http).toBe(401);
  });

  it('keeps the old token until the new one was used once, and none after a revocation', async () => {
    const source = await makeSource(server, operator);
    const old = source.token;
    const ask = (method: string, path = '', body?: unknown) =>
      server.call(`/rest/sources/${source.id}${path}`, {
        token: operator,
        method,
        ...(body === undefined ? {} : { body }),
      });
    const renewed = await ask('POST', '/token', { overlapHours: 24 });
    const fresh = (renewed.envelope?.data as unknown as TestSource).token;
    const by = async (token: string) =>
      (await send(server, { ...source, token }, { ts: moment(), values: { x: 1 } })).http;
    expect([await by(old), await by(fresh), await by(old)]).toEqual([200, 200, 401]);
    await ask('DELETE', '/token');
    expect(await by(fresh)).toBe(401);
    const again = await ask('POST', '/token', { overlapHours: 0 });
    const last = (again.envelope?.data as unknown as TestSource).token;
    expect(await by(last)).toBe(200);
    await ask('DELETE');
    expect(await by(last)).toBe(401);
  });

  it('stores nothing of a body whose token is taken back while it comes', async () => {
    const source = await makeSource(server, operator);
    const t = moment();
    const before = JSON.stringify([{ ts: t, values: { x: 1 } }]);
    let release: () => void = () => undefined;
    const revoked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(before.slice(0, 10)));
        await server.call(`/rest/sources/${source.id}/token`, { token: operator, method: 'DELETE' });
        release();
        controller.enqueue(new TextEncoder().encode(before.slice(10)));
        controller.close();
      },
    });
    const answer = await fetch(`${server.address}/ingest/v1/${source.key}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${source.token}` },
      body,
      // Of Node's fetch, for bodies that are still being written.
      ...{ duplex: 'half' },
    });
    await revoked;
    expect(answer.status).toBe(401);
    expect(await at(t)).toBeUndefined();
  });

  it('refuses while the source is paused, and keeps what came before there was a mapping as a sample', async () => {
    const source = await makeSource(server, operator, null);
    const t = moment();
    const early = await send(server, source, { ts: t, values: { x: 1 } });
    expect([early.http, early.messageId]).toEqual([409, 'sources.noMapping']);
    const { envelope } = await server.call(`/rest/sources/${source.id}`, { token: operator });
    const { messages } = envelope?.data as unknown as { messages: { text: string; status: number }[] };
    expect(messages).toEqual([
      expect.objectContaining({ text: JSON.stringify({ ts: t, values: { x: 1 } }), status: 409 }),
    ]);
    const ask = (path: string, method: string, body: unknown) =>
      server.call(`/rest/sources/${source.id}${path}`, { token: operator, method, body });
    await ask('/mappings', 'POST', { mapping: tiltMapping, conflicts: 'keep', before: null });
    await ask('', 'PUT', { name: 'held', isPaused: true });
    const held = await send(server, source, { ts: t, values: { x: 1 } });
    expect([held.http, held.messageId, await at(t)]).toEqual([409, 'sources.paused', undefined]);
  });

  it('slows a source down that sends too much, and says when to try again', async () => {
    const source = await makeSource(server, operator);
    // 10 MB may come at once: three bodies, and the one that goes beyond it.
    const body = ' '.repeat(3_900_000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(server, source, body)));
    const late = answers.filter(({ http }) => http === 429);
    expect(answers.filter(({ http }) => http === 422)).toHaveLength(8 - late.length);
    expect(late.length).toBeGreaterThan(2);
    expect(late.length).toBeLessThan(6);
    for (const { retryAfter, messageId } of late) {
      expect(messageId).toBe('sources.throttled');
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    // Another source has its own allowance.
    const other = await makeSource(server, operator);
    expect((await send(server, other, { ts: moment(), values: { x: 1 } })).http).toBe(200);
  });

  it('another company’s operator sees, changes and maps nothing of it', async () => {
    const source = await makeSource(server, operator);
    const stranger = await editorOf(server, 2);
    const list = await server.call('/rest/sources', { token: stranger });
    expect((list.envelope?.data as unknown as { sources: unknown[] }).sources).toEqual([]);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { name: 'mine', isPaused: false }],
      ['DELETE', '', undefined],
      ['POST', '/token', { overlapHours: 0 }],
      ['DELETE', '/token', undefined],
      ['POST', '/mappings', { mapping: tiltMapping, conflicts: 'keep', before: 1 }],
    ] as const) {
      const answer = await server.call(`/rest/sources/${source.id}${path}`, {
        token: stranger,
        method,
        ...(body === undefined ? {} : { body }),
      });
      expect([method, path, answer.http]).toEqual([method, path, 404]);
    }
    // A mapping cannot reach beyond the source's project.
    const foreign = tiltMapping.sensors.map((sensor) => ({ ...sensor, station: 'B-1' }));
    const reached = await server.call(`/rest/sources/${source.id}/mappings`, {
      token: operator,
      method: 'POST',
      body: { mapping: { ...tiltMapping, sensors: foreign }, conflicts: 'keep', before: 1 },
    });
    expect(reached.envelope).toMatchObject({ status: 404, messageId: 'import.target.station' });
  });
});

describe('what is kept of it', () => {
  it('counts and groups refusals, and gathers readings into a run that is taken back as a whole', async () => {
    const source = await makeSource(server, operator);
    const times = [moment(), moment(), moment()];
    for (const ts of times) await send(server, source, { ts, values: { x: 1, y: 'bad' } });
    const { envelope } = await server.call(`/rest/sources/${source.id}`, { token: operator });
    const detail = envelope?.data as unknown as {
      source: { stored: number; refused: number; messages: number };
      runs: { id: number; stored: number; lines: number; endedAt: number | null }[];
    };
    expect(detail.source).toMatchObject({ stored: 3, messages: 3, refused: 0 });
    expect(detail.runs).toMatchObject([{ stored: 3, lines: 3, endedAt: null }]);
    const list = await server.call('/rest/sources', { token: operator });
    const { refusals } = list.envelope?.data as unknown as {
      refusals: { sourceId: number; count: number; text: string }[];
    };
    expect(refusals.filter(({ sourceId }) => sourceId === source.id)).toMatchObject([
      { count: 3, text: 'y: bad is not a number' },
    ]);
    const run = detail.runs[0]?.id ?? 0;
    const confirmed = await server.call('/rest/user/confirm', {
      token: operator,
      method: 'POST',
      body: { password: 'slope-of-the-test', body: { undoImport: run } },
    });
    const confirmation = (confirmed.envelope?.data as unknown as { confirmation?: string } | null)
      ?.confirmation;
    const undone = await server.call(`/rest/imports/${run}/undone`, {
      token: operator,
      method: 'POST',
      body: { confirmation: confirmation ?? '' },
    });
    expect(undone.envelope).toMatchObject({ status: 200, data: { removed: 3 } });
    expect(await at(times[0] ?? 0)).toBeUndefined();
    // What comes after that begins another run.
    const t = moment();
    expect((await send(server, source, { ts: t, values: { x: 1 } })).http).toBe(200);
    const after = await server.call(`/rest/sources/${source.id}`, { token: operator });
    expect((after.envelope?.data as unknown as typeof detail).runs.map(({ stored }) => stored)).toEqual([
      1, 3,
    ]);
  });
});
