/** Readings for Grafana: what its JSON data source asks for, by a token, and what a foreign or poor one gets. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grafanaBounds } from '../../src/server/http/grafana.ts';
import { firstReading, readingCount, startTestServer, type TestServer } from '../support/server.ts';

const minute = 60_000;
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await tokenWith(['read']);
}, 120_000);
afterAll(() => server?.stop());

let accounts = 0;
/** A token of company A with these scopes. */
async function tokenWith(scopes: readonly string[]): Promise<string> {
  accounts += 1;
  const by = await server.session('maintainer');
  const body = { accountName: `grafana-${accounts}`, purpose: 'Dashboards', companyId: 1, roleId: 2 };
  const made = await server.call('/rest/service-accounts', { method: 'POST', token: by, body });
  const { id } = made.envelope?.data as unknown as { id: number };
  const given = await server.call(`/rest/service-accounts/${id}/tokens`, {
    method: 'POST',
    token: by,
    body: { name: 'grafana', scopes, days: 30 },
  });
  return (given.envelope?.data as unknown as { token: string }).token;
}

async function ask(path: string, body?: unknown, authorization = `Bearer ${token}`) {
  const answer = await fetch(`${server.address}/grafana/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, json: JSON.parse(await answer.text()) };
}
const iso = (t: number) => new Date(t).toISOString();
const rangeOf = (from: number, to: number) => ({
  range: { from: iso(from), to: iso(to), raw: { from: 'now-6h', to: 'now' } },
});
const all = rangeOf(firstReading, firstReading + readingCount * minute);

test('the connection is tested by the token, also as the password of Basic', async () => {
  expect(await ask('/')).toMatchObject({ status: 200, json: { status: 'ok' } });
  const basic = `Basic ${Buffer.from(`anybody:${token}`).toString('base64')}`;
  const answer = await ask('/', undefined, basic);
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
  expect(await ask('/', undefined, 'Bearer gwt_wrong')).toMatchObject({ status: 401 });
  expect(await ask('/', undefined, '')).toMatchObject({ status: 401 });
  const poor = `Bearer ${await tokenWith(['report'])}`;
  for (const path of ['/metrics', '/metric-payload-options', '/query'])
    expect(await ask(path, {}, poor), path).toMatchObject({
      status: 403,
      json: { messageId: 'api.outOfScope' },
    });
});

test('what there is, is what the account sees, also of one station alone', async () => {
  const { json } = await ask('/metrics', {});
  const values = json.map(({ value }: { value: string }) => value);
  expect(values).toContain('1.tilt.0.x');
  expect(values.every((value: string) => value.startsWith('1.'))).toBe(true);
  expect(json.find(({ value }: { value: string }) => value === '1.tilt.0.x').label).toMatch(
    /^A-1 A · #0 .+ \(°\)$/,
  );
  expect((await ask('/metrics', { payload: { station: 'A-1' } })).json).toHaveLength(values.length);
  expect((await ask('/metrics', { payload: { station: 'B-1' } })).json).toEqual([]);
  expect((await ask('/metric-payload-options', { metric: '', name: 'station' })).json).toEqual([
    { label: 'A-1 A', value: 'A-1' },
  ]);
});

test('series are the readings, or bins of them where there are more than points', async () => {
  const targets = [
    { refId: 'A', target: '1.tilt.0.x' },
    { refId: 'B', target: '1.tilt.0.y', hide: true },
    { refId: 'C', target: '' },
    { refId: 'D', target: '1.tilt.0.y' },
  ];
  const { status, json } = await ask('/query', { ...all, maxDataPoints: 500, intervalMs: 60_000, targets });
  expect(status).toBe(200);
  expect(json.map(({ refId }: { refId: string }) => refId)).toEqual(['A', 'D']);
  const expected = Array.from({ length: readingCount }, (_, i) => [i / 100, firstReading + i * minute]);
  expect(json[0].datapoints).toEqual(expected);
  expect(json[1].datapoints.map(([value]: [number]) => value)).toEqual(expected.map((_, i) => 0 - i / 50));
  // The end is outside.
  const part = await ask('/query', {
    ...rangeOf(firstReading, firstReading + 3 * minute),
    targets: [targets[0]],
  });
  expect(part.json[0].datapoints).toEqual(expected.slice(0, 3));
  const few = await ask('/query', { ...all, maxDataPoints: 5, targets: [targets[0]] });
  const bins = few.json[0].datapoints as [number, number][];
  expect(bins.length).toBeGreaterThan(1);
  expect(bins.length).toBeLessThan(readingCount / 2);
  const width = (bins[1]?.[1] ?? 0) - (bins[0]?.[1] ?? 0);
  for (const [mean, middle] of bins) {
    const within = expected
      .filter(([, t]) => Math.abs((t ?? 0) + 0.5 - middle) < width / 2)
      .map(([value]) => value ?? 0);
    expect(mean).toBeCloseTo(within.reduce((sum, value) => sum + value, 0) / within.length, 6);
  }
});

test('what is wrong is said as HTTP says it, and names what', async () => {
  const query = (target: string, more: object = all) =>
    ask('/query', { ...more, targets: [{ refId: 'A', target }] });
  expect(await query('2.tilt.0.x')).toMatchObject({ status: 404 });
  expect(await query('1.tilt.0.firmware')).toMatchObject({ status: 400, json: { messageId: 'api.channel' } });
  expect(await query('1.nowhere.0.x')).toMatchObject({ status: 400 });
  expect(await query("1.tilt.0.x' OR 1")).toMatchObject({ status: 400 });
  expect(await query('1.tilt.0.x', rangeOf(firstReading, firstReading))).toMatchObject({
    status: 400,
    json: { messageId: 'api.range', message: 'The range is not right: the start must lie before the end' },
  });
  expect(await query('1.tilt.0.x', { range: { from: 'yesterday', to: iso(firstReading) } })).toMatchObject({
    status: 400,
  });
  const many = (count: number) =>
    ask('/query', { ...all, targets: Array.from({ length: count }, () => ({ target: '1.tilt.0.x' })) });
  expect((await many(grafanaBounds.targets)).json).toHaveLength(grafanaBounds.targets);
  expect((await many(grafanaBounds.targets + 1)).status).toBe(400);
});
