/** Health, readiness and metrics as supervisors and Prometheus ask for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import { type OwnServer, startOwn } from '../../support/own-server.ts';
import { startReporter } from '../../support/reporter.ts';
import { signIn, writeSmallSite } from '../../support/small-site.ts';
import { until } from '../gateway/gateway-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'probes-'));
const metricsToken = 'Vq3-mZ8_tW6-xK1_pB4';
let server: OwnServer;
let passwords: ReadonlyMap<string, string>;
beforeAll(async () => {
  const storage = await openStorage({ dataDir: folder });
  passwords = await writeSmallSite(storage, 1);
  server = await startOwn(folder, { METRICS_TOKEN: metricsToken }, storage);
});
afterAll(async () => {
  await server.running.stop();
  rmSync(folder, { recursive: true, force: true });
});
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.running.address + path, { headers });

describe('health and readiness', () => {
  it.each([
    ['/health', { alive: true }],
    ['/ready', { ready: true, reasons: [] }],
  ])('%s answers everybody, browsers included, with nothing else', async (path, body) => {
    for (const headers of [{}, { accept: 'text/html' }]) {
      const response = await get(path, headers);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(await response.json()).toEqual(body);
    }
    expect((await fetch(server.running.address + path, { method: 'HEAD' })).status).toBe(200);
  });
  it('asking often writes seldom', async () => {
    const writes = () => server.metric('storage_write_seconds_count{kind="write"}'.replace(/[{}]/g, '\\$&'));
    const before = await writes();
    for (let index = 0; index < 50; index++) await get('/ready');
    expect((await writes()) - before).toBeLessThan(25);
  });
});

describe('metrics', () => {
  it('are for this machine, not for whom a proxy on it passes on', async () => {
    expect((await get('/metrics')).status).toBe(200);
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host']) {
      const response = await get('/metrics', { [header]: '127.0.0.1' });
      expect([header, response.status]).toEqual([header, 403]);
      expect(await response.text()).not.toContain('groundwatch_');
    }
  });
  it('are for others with the token, and with no other', async () => {
    const proxied = { via: '1.1 proxy' };
    const statusOf = async (authorization: string) =>
      (await get('/metrics', { ...proxied, authorization })).status;
    expect(await statusOf(`Bearer ${metricsToken}`)).toBe(200);
    const session = await signIn(server.running.address);
    for (const wrong of ['', 'x', metricsToken.slice(1), `${metricsToken}x`, session])
      expect(await statusOf(`Bearer ${wrong}`)).toBe(403);
  });
  it('are Prometheus’ text, and count what happens', async () => {
    const token = await signIn(server.running.address);
    const reporter = await startReporter(server.running.mqttPort ?? 0, 'GW1', passwords.get('GW1') ?? '');
    const t0 = Date.UTC(2026, 0, 1);
    for (let index = 0; index < 12; index++) await reporter.report(t0 + (index % 8) * 1000);
    await mqtt
      .connectAsync(`mqtt://127.0.0.1:${server.running.mqttPort}`, {
        clientId: 'GW9',
        username: 'GW9',
        password: 'wrong',
        reconnectPeriod: 0,
      })
      .catch(() => undefined);
    const leave = new AbortController();
    await fetch(`${server.running.address}/rest/stream`, {
      headers: { authorization: token },
      signal: leave.signal,
    });
    await get('/rest/readings/1/rows?row=tilt', { authorization: token });
    for (let index = 0; index < 5; index++) await get(`/rest/nothing/${index}`);
    await server.running.gateway.settled();

    await until(async () => (await server.metric('streams')) === 1);
    const text = await (await get('/metrics')).text();
    for (const line of text.split('\n'))
      expect(line).toMatch(
        /^$|^# (HELP|TYPE) \w+ .+$|^\w+(\{(\w+="[^"]*",?)*\})? (-?\d+(\.\d+)?(e[+-]?\d+)?|NaN|\+Inf)$/i,
      );
    const number = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')
          .at(-1),
      );
    expect(number('groundwatch_readings_stored_total')).toBe(8);
    expect(number('groundwatch_readings_duplicate_total')).toBe(4);
    expect(number('groundwatch_readings_dropped_total')).toBe(0);
    expect(number('groundwatch_ingest_batches_total')).toBeGreaterThan(0);
    expect(number('groundwatch_ingest_waiting')).toBe(0);
    expect(number('groundwatch_ingest_stalled')).toBe(0);
    expect(number('groundwatch_mqtt_connections')).toBe(1);
    expect(number('groundwatch_mqtt_refused_total')).toBeGreaterThan(0);
    expect(number('groundwatch_mqtt_online')).toBe(1);
    expect(number('groundwatch_storage_bytes')).toBeGreaterThan(4096);
    expect(number('groundwatch_storage_write_seconds_count{kind="ingest"}')).toBeGreaterThan(0);
    expect(number('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
    expect(number('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    const requests = text.split('\n').filter((line) => line.startsWith('groundwatch_http_requests_total{'));
    expect(requests).toContain(
      'groundwatch_http_requests_total{method="GET",route="/rest/readings/:sourceId/rows",status="200"} 1',
    );
    expect(requests).toContain('groundwatch_http_requests_total{method="GET",route="none",status="404"} 5');
    expect(text).not.toMatch(/GW1|127\.0\.0\.1|maintainer/);
    for (const secret of [token, metricsToken, passwords.get('GW1') ?? ''])
      expect(text).not.toContain(secret);

    leave.abort();
    await until(async () => (await server.metric('streams')) === 0);
    await reporter.node.end();
    await until(async () => (await server.metric('mqtt_connections')) === 0);
  });
});
