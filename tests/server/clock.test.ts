/** The server's clock jumps an hour ahead and back under ingest, and so does a device's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventCutter, type ServerEvent } from '../../src/console/state/connection/sse.ts';
import type { Gateway } from '../../src/server/gateway/gateway.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { type OwnServer, startOwn } from '../support/own-server.ts';
import { type Reporter, startReporter } from '../support/reporter.ts';
import { signIn, writeSmallSite } from '../support/small-site.ts';
import {
  bdSeq,
  connectNode,
  double,
  type Node,
  openSite,
  type Site,
  until,
} from './gateway/gateway-fixture.ts';

const hour = 3_600_000;
const trueNow = Date.now;
let offset = 0;
beforeAll(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + offset);
});
afterEach(() => {
  offset = 0;
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe('a node that loses a message', () => {
  let site: Site;
  let gateway: Gateway;
  let node: Node;
  const asked: number[] = [];

  beforeEach(async () => {
    site = await openSite({ GW1: [4] });
    gateway = await site.gateway({
      session: { reorderTime: 300, rebirth: { firstDelay: 0, interval: 1500, random: () => 0 } },
    });
    node = await connectNode(gateway.port ?? 0, 'GW1', await gateway.issueCredential('GW1'));
    asked.length = 0;
    node.client.on('message', () => asked.push(performance.now()));
    await node.listen();
  });
  afterEach(async () => {
    node.cut();
    await site.close();
  });
  const lose = async () => {
    const timestamp = Date.now();
    await node.send('NBIRTH', { timestamp, metrics: [bdSeq(1n), double('batteryVoltage', null)] });
    await node.send('NDATA', { timestamp, seq: 2, metrics: [double('batteryVoltage', 12)] });
    await node.client.publishAsync(node.topic('NDATA'), '', { qos: 1 });
  };

  it.each([hour, -hour])('is asked for its birth in the usual time after a jump of %i ms', async (jump) => {
    const { rtu } = await site.ids('GW1');
    const gaps = () => gateway.link(rtu)?.problems.find(({ reason }) => reason === 'sequenceGap')?.count;
    const began = performance.now();
    await lose();
    offset = jump;
    await until(() => asked.length === 1);
    // Neither cut short nor drawn out by an hour; a slow machine may take its time.
    expect(asked[0]).toBeGreaterThan(began + 290);
    expect(asked[0]).toBeLessThan(began + 30_000);
    expect(gaps()).toBe(1);
    offset = 0;
    await lose();
    await until(() => asked.length === 2);
    const [first = 0, second = 0] = asked;
    expect(second - first).toBeGreaterThan(1000);
    expect(second - first).toBeLessThan(30_000);
  });

  it('hears a STATE that never goes back, also at the stop', async () => {
    const states: { online: boolean; timestamp: number }[] = [];
    node.client.on('message', (topic, bytes) => {
      if (topic.includes('STATE')) states.push(JSON.parse(bytes.toString()));
    });
    await node.client.subscribeAsync('spBv1.0/STATE/groundwatch');
    await until(() => states.length === 1);
    offset = -hour;
    await gateway.stop();
    await until(() => states.length === 2);
    expect(states.map(({ online }) => online)).toEqual([true, false]);
    expect(states[1]?.timestamp).toBeGreaterThanOrEqual(states[0]?.timestamp ?? 0);
  });
});

describe('the product', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  let server: OwnServer;
  let reporter: Reporter;
  let token: string;
  let password: string;
  const stream: ServerEvent[] = [];
  let streamEnded = false;
  const leave = new AbortController();

  beforeAll(async () => {
    const storage = await openStorage({ dataDir: folder });
    const passwords = await writeSmallSite(storage, 1);
    await storage.write((db) => db.updateTable('rtus').set({ send_cycle: 600 }).execute());
    await storage.close();
    server = await startOwn(folder);
    token = await signIn(server.running.address);
    password = passwords.get('GW1') ?? '';
    reporter = await startReporter(server.running.mqttPort ?? 0, 'GW1', password);
    const response = await fetch(`${server.running.address}/rest/stream`, {
      headers: { authorization: token },
      signal: leave.signal,
    });
    const read = async () => {
      const cutter = new EventCutter();
      for await (const part of response.body ?? [])
        stream.push(...cutter.push(new TextDecoder().decode(part)));
    };
    void read()
      .catch(() => undefined)
      .then(() => {
        streamEnded = true;
      });
  });
  afterAll(async () => {
    leave.abort();
    reporter.node.client.end(true);
    await server.running.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const reported = new Set<number>();
  /** Readings of the device's clock, which differs from the true time. */
  const report = async (count: number, by = 0) => {
    for (let index = 0; index < count; index++) {
      let t = trueNow() + by;
      while (reported.has(t)) t++;
      reported.add(t);
      await reporter.report(t);
    }
  };
  const expectAll = async () => {
    await server.running.gateway.settled();
    const { rows, total } = await server.running.storage.readings.rows({
      row: 'tilt',
      sourceId: 1,
      element: 0,
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      limit: 10_000,
    });
    expect(rows.map(({ t }) => t)).toEqual([...reported].sort((a, b) => b - a));
    expect(total).toBe(reported.size);
    expect(server.running.gateway.link(1)?.problems).toEqual([]);
  };
  const live = () =>
    stream
      .filter(({ type }) => type === 'readings')
      .flatMap(({ data }) => (JSON.parse(data) as { readings: { t: number }[] }).readings);
  const station = () => server.running.board.one({ companyId: null }, 1).summary;

  it('stores everything once, notifies consoles and keeps sessions', async () => {
    for (const jump of [0, hour, 0, -hour, 0, hour, -hour]) {
      const before = report(100);
      offset = jump;
      await before;
      await report(100);
      const newest = Math.max(...reported);
      await until(() => live().some(({ t }) => t === newest));
      expect(await server.ask('/rest/stations', { token })).toMatchObject({ http: 200, status: 200 });
      expect(station()).toMatchObject({ link: 'connected', connected: true });
      expect((await server.ready())[0]).toBe(200);
    }
    expect(streamEnded).toBe(false);
    await expectAll();
  });

  it('stores everything once when the clock of a device jumps', async () => {
    for (const jump of [hour, 0, -hour, 0]) await report(50, jump);
    await expectAll();
    expect(streamEnded).toBe(false);
  });

  it('takes no sleeping node for late, and a last contact stands where it was in the new time', async () => {
    await reporter.node.send('NDEATH', { seq: null, metrics: [bdSeq(1n)] });
    await reporter.node.end();
    const heardAt = trueNow();
    await until(() => station().link === 'asleep');
    for (const jump of [hour, 0, -hour, hour]) {
      offset = jump;
      const { link, lastContactAt, nextContactAt } = station();
      expect(link).toBe('asleep');
      expect(Math.abs((lastContactAt ?? 0) - jump - heardAt)).toBeLessThan(10_000);
      expect(nextContactAt).toBe((lastContactAt ?? 0) + 600_000);
    }
  });

  it('lets a node in that comes after a jump', async () => {
    offset = -hour;
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.running.mqttPort}`, {
      clientId: 'GW1',
      username: 'GW1',
      password,
      reconnectPeriod: 0,
    });
    expect(client.connected).toBe(true);
    client.end(true);
  });
});
