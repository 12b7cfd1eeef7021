/** Stations that speak SL 651 over real TCP to the real server: let in, stored, confirmed after the commit, bounded. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RowId } from '../../../src/catalogue/model.ts';
import { Sl651Driver } from '../../../src/server/drivers/sl651/driver.ts';
import { LogBudget } from '../../../src/server/gateway/log-budget.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { until } from '../../support/security/world.ts';
import { type Answer, startTestServer, type TestServer } from '../../support/server.ts';
import { checksum, frameText, reportHead, StationClient } from '../../support/sl651.ts';

const address = '4512345678';
const sn = `SL651-${address}`;
/** A whole five minutes some hours ago, in Beijing's digits. */
const observed = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3 * 3_600_000;
const digits = (t: number) => new Date(t + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(2, 12);
const reportAt = (t: number, serial: number) => reportHead(serial, digits(t), address);
const timed = (t: number, serial: number, elements: string) =>
  frameText({ address, code: '32', text: reportAt(t, serial) + elements });

/** Holds commits up while it is closed. */
let gate: { readonly promise: Promise<void>; readonly open: () => void } | null = null;
const held = (storage: Storage): Storage =>
  new Proxy(storage, {
    get(target, name) {
      if (name !== 'readings') return Reflect.get(target, name, target);
      return new Proxy(target.readings, {
        get(readings, method) {
          const own: unknown = Reflect.get(readings, method, readings);
          if (method !== 'ingest' || typeof own !== 'function')
            return typeof own === 'function' ? own.bind(readings) : own;
          return async (...args: unknown[]) => {
            await gate?.promise;
            return own.apply(readings, args);
          };
        },
      });
    },
  });

let server: TestServer;
let token: string;
let port: number;
beforeAll(async () => {
  server = await startTestServer({ environment: { SL651_PORT: '0' }, through: held });
  token = await server.login('maintainer');
  port = server.running.drivers[0]?.port ?? 0;
});
afterAll(() => server.stop());

const ask = (method: string, path: string, body?: unknown) =>
  server.call(path, { token, method, ...(body === undefined ? {} : { body }) });
const dataOf = <T>(answer: Answer): T => {
  expect(answer.text).toContain('"status":200');
  return answer.envelope?.data as T;
};
const rowsOf = async (row: RowId, sourceId: number) =>
  (
    await server.running.storage.readings.rows({
      row,
      sourceId,
      element: 0,
      from: 0,
      to: Date.now(),
      limit: 100,
    })
  ).rows.toReversed();

/** Answer to a report: to the station, its serial number, and EOT by which it may leave. */
const confirms = (text: string, serial: number, code = '32') => {
  expect(text).toMatch(
    new RegExp(
      `^7E7E${address}011234${code}800802${serial.toString(16).toUpperCase().padStart(4, '0')}\\d{12}04[0-9A-F]{4}$`,
    ),
  );
  expect(text.slice(-4)).toBe(checksum(text.slice(0, -4)));
};

let ids: { rtu: number; rain: number; level: number; second: number };

test('nothing listens unless it is asked for', async () => {
  const other = await startTestServer();
  expect(other.running.drivers).toEqual([]);
  await other.stop();
});

test('a station that nobody has let in is not confirmed, and waits by its address', async () => {
  const client = await StationClient.connect(port);
  client.send(timed(observed, 1, '38121099'));
  const waiting = async () =>
    dataOf<{ waiting: { sn: string; group: string; address: string }[] }>(
      await ask('GET', '/rest/sites/waiting'),
    ).waiting;
  await until(async () => (await waiting()).some((one) => one.sn === sn));
  expect(await waiting()).toEqual([expect.objectContaining({ sn, group: 'SL651', attempts: 1 })]);
  expect((await waiting())[0]?.address).toContain('127.0.0.1');
  expect(client.received).toBe('');

  const place = {
    projectId: 1,
    code: 'HYD',
    name: 'Gauge',
    nameReading: null,
    site: 'dam',
    latitude: 30,
    longitude: 105,
  };
  const { id } = dataOf<{ id: number }>(
    await ask('POST', '/rest/sites/stations', { ...place, timeZone: 'Asia/Shanghai' }),
  );
  const rtu = dataOf<{ id: number }>(await ask('POST', `/rest/sites/stations/${id}/rtu`, { sn })).id;
  const sensor = async (slot: number, kind: number) => {
    const body = { slot, kind, name: null, installState: 1, mountMode: 0, mountAzimuth: 0 };
    return dataOf<{ id: number }>(await ask('POST', `/rest/sites/rtus/${rtu}/sensors`, body)).id;
  };
  ids = { rtu, rain: await sensor(3, 17), level: await sensor(4, 12), second: await sensor(9, 12) };
  expect(await waiting()).toEqual([]);
  client.socket.destroy();
});

describe('a registered station', () => {
  test('is confirmed only after its readings are committed', async () => {
    let open = () => {};
    const promise = new Promise<void>((resolve) => {
      open = resolve;
    });
    gate = { promise, open };
    const client = await StationClient.connect(port);
    client.send(timed(observed, 0x34, '2019000040' + '26190000403923000104903812' + '1099'));
    await until(() => server.running.gateway.link(ids.rtu)?.connected === true);
    await until(() => server.running.gateway.load.waiting === 0);
    expect(client.received).toBe('');
    gate.open();
    gate = null;
    await until(() => client.received !== '');
    confirms(client.received, 0x34);
    expect(await rowsOf('level', ids.level)).toMatchObject([{ t: observed, values: { level: 10.49 } }]);
    expect(await rowsOf('rain', ids.rain)).toMatchObject([{ t: observed, values: { daily: 4 } }]);
    const [status] = await server.running.storage.readings.latest('status', [ids.rtu]);
    expect(status?.values).toMatchObject({ batteryVoltage: 10.99 });
    client.socket.destroy();
    await until(() => server.running.gateway.link(ids.rtu)?.connected === false);
  });

  test('sends a report again: confirmed again, stored once', async () => {
    const client = await StationClient.connect(port);
    const report = timed(observed, 0x34, '3923000104903812' + '1099');
    client.send(report + report);
    await until(() => client.received.length === 2 * 50);
    confirms(client.received.slice(0, 50), 0x34);
    confirms(client.received.slice(50), 0x34);
    expect(await rowsOf('level', ids.level)).toHaveLength(1);
    client.socket.destroy();
  });

  test('an hour of five-minute rain becomes twelve intervals, each at its end', async () => {
    const start = observed + 3_600_000;
    const client = await StationClient.connect(port);
    const text =
      `${reportAt(start + 300_000, 0x35)}F460${'0005000000010000000203FF'}F0F0${digits(start + 3_600_000)}20190000513A23000081203812` +
      '1201';
    client.send(frameText({ address, code: '34', text }));
    await until(() => client.received !== '');
    confirms(client.received, 0x35, '34');
    const fell = (await rowsOf('rain', ids.rain)).filter(({ t }) => t > start);
    const amounts = [0, 0.5, 0, 0, 0, 0.1, 0, 0, 0, 0.2, 0.3, null];
    expect(fell.map(({ t, values }) => [(t - start) / 300_000, values['amount'] ?? null])).toEqual(
      amounts.map((amount, index) => [index + 1, amount]),
    );
    for (const { values } of fell.slice(0, 11)) expect(values).toMatchObject({ interval: 300, dataType: 1 });
    expect(fell.at(-1)?.values).toMatchObject({ daily: 5.1 });
    // Below the gate: the second level gauge.
    expect(await rowsOf('level', ids.second)).toMatchObject([
      { t: start + 3_600_000, values: { level: 8.12 } },
    ]);
    client.socket.destroy();
  });

  test('even periods in packets, one of which was lost, come whole after it was asked for', async () => {
    const start = observed - 24 * 3_600_000;
    const text = `${reportAt(start, 0x40)}0418000100${'3923'}${['00001000', '00001100', 'FFFFFFFF', '00001300'].join('')}`;
    const parts = [text.slice(0, 60), text.slice(60, 70), text.slice(70)];
    const packet = (number: number, end: string) =>
      frameText({
        address,
        code: '31',
        start: '16',
        end,
        text: `003${number.toString(16).padStart(3, '0')}${parts[number - 1]}`,
      });
    const client = await StationClient.connect(port);
    client.send(packet(1, '17') + packet(3, '03'));
    await until(() => client.received !== '');
    expect(client.received).toMatch(
      new RegExp(`^7E7E${address}01123431800B160030020040\\d{12}15[0-9A-F]{4}$`),
    );
    client.send(packet(2, '03'));
    await until(() => client.received.length === 2 * 56);
    expect(client.received.slice(56)).toMatch(
      new RegExp(`^7E7E${address}01123431800B160030030040\\d{12}04[0-9A-F]{4}$`),
    );
    const levels = (await rowsOf('level', ids.level)).filter(({ t }) => t < observed);
    expect(levels.map(({ t, values }) => [(t - start) / 3_600_000, values['level'] ?? null])).toEqual([
      [0, 1],
      [1, 1.1],
      [2, null],
      [3, 1.3],
    ]);
    client.socket.destroy();
  });

  test('a test report is confirmed and stored nowhere; a keep-alive is not answered; both are contacts', async () => {
    const before = await rowsOf('level', ids.level);
    const client = await StationClient.connect(port);
    const now = Math.floor(Date.now() / 60_000) * 60_000;
    client.send(frameText({ address, code: '2F', text: `0001${digits(now)}00` }));
    await until(() => server.running.gateway.link(ids.rtu)?.connected === true);
    client.send(
      frameText({ address, code: '30', text: `${reportAt(now, 0x50)}3923000999990E20000123` + '45' }),
    );
    await until(() => client.received !== '');
    confirms(client.received, 0x50, '30');
    expect(await rowsOf('level', ids.level)).toEqual(before);
    // What has no place of its own is shown to who makes the mapping.
    expect(server.running.gateway.foreign.list(ids.rtu)).toContainEqual(
      expect.objectContaining({ device: '', metric: '0EH', value: '12345' }),
    );
    client.socket.destroy();
  });

  test('a mapping takes an element where it is to go', async () => {
    const { storage, gateway } = server.running;
    await storage.write((db) =>
      db
        .insertInto('metric_aliases')
        .values({
          rtu_id: ids.rtu,
          device: '',
          metric: '0EH',
          slot: 9,
          element: 0,
          channel: 'level',
          unit: 'cm',
          scale: -1,
        })
        .execute(),
    );
    await gateway.sitesChanged();
    const client = await StationClient.connect(port);
    client.send(timed(observed + 60_000, 0x51, '0E200000' + '0250'));
    await until(() => client.received !== '');
    const found = (await rowsOf('level', ids.second)).find(({ t }) => t === observed + 60_000);
    expect(found?.values).toMatchObject({ level: -2.5 });
    client.socket.destroy();
  });

  test('what cannot be read as a whole is not confirmed and named; what follows is read', async () => {
    const client = await StationClient.connect(port);
    const picture = frameText({ address, code: '36', text: `${reportAt(observed, 0x60)}F3F3FFD8FFE0` });
    const cut = timed(observed + 120_000, 0x61, '39230001');
    client.send(`0D0A${picture}${cut.slice(0, 40)}`);
    client.send(`${cut.slice(40)}${timed(observed + 180_000, 0x62, '392300010700')}`);
    await until(() => client.received !== '');
    confirms(client.received, 0x62);
    const problems = server.running.gateway.link(ids.rtu)?.problems ?? [];
    expect(problems.map(({ reason, detail }) => [reason, detail])).toEqual(
      expect.arrayContaining([
        ['unreadReport', '36H'],
        ['unreadReport', 'cutOff'],
      ]),
    );
    client.socket.destroy();
  });

  test('a clock that is not set brings no reading', async () => {
    const before = (await rowsOf('level', ids.level)).length;
    const client = await StationClient.connect(port);
    client.send(timed(Date.now() + 5 * 86_400_000, 0x70, '392300010700'));
    await until(() => client.received !== '');
    expect(await rowsOf('level', ids.level)).toHaveLength(before);
    expect(server.running.gateway.link(ids.rtu)?.problems.map(({ reason }) => reason)).toContain(
      'implausibleTime',
    );
    client.socket.destroy();
  });
});

describe('whoever is no station', () => {
  const closed = (client: StationClient) => until(() => client.socket.destroyed);

  test('floods of noise, of broken frames and of strangers end, and a station comes through', async () => {
    const noise = await StationClient.connect(port);
    noise.send('00'.repeat(70_000));
    await closed(noise);
    const broken = await StationClient.connect(port);
    broken.send(`${timed(observed, 1, '38121099').slice(0, -4)}FFFF`.repeat(60));
    await closed(broken);
    const strangers = await StationClient.connect(port);
    const many = Array.from({ length: 40 }, (_, index) =>
      frameText({ address: String(index).padStart(10, '9'), code: '2F', text: '0001170718110016' }),
    );
    strangers.send(many.join(''));
    const client = await StationClient.connect(port);
    client.send(timed(observed + 240_000, 0x80, '38121099'));
    await until(() => client.received !== '');
    confirms(client.received, 0x80);
    // Of one address only so many new names are taken a minute.
    expect(server.running.gateway.waiting.list.length).toBeLessThanOrEqual(5);
    strangers.socket.destroy();
    client.socket.destroy();
  });

  test('connections are bounded, in number and in time', async () => {
    const driver = new Sl651Driver({
      host: server.running.gateway.drivers,
      log: new LogBudget({ info: () => {}, warn: () => {}, error: () => {} }),
      now: Date.now,
      port: 0,
      address: '127.0.0.1',
      limits: { unauthenticatedPerAddress: 2 },
      times: { first: 300, idle: 900, frame: 100 },
    });
    await driver.start();
    const [first, second] = [
      await StationClient.connect(driver.port),
      await StationClient.connect(driver.port),
    ];
    const third = await StationClient.connect(driver.port);
    await closed(third);
    // A frame that does not come to its end gives way to the next one.
    first.send(timed(observed, 0x90, '38121099').slice(0, 60));
    await until(async () => {
      first.send(timed(observed, 0x91, '38121099'));
      return first.received !== '';
    });
    expect(first.received.slice(28, 32)).toBe('0091');
    // One that said nothing is gone sooner than one that is known.
    await closed(second);
    expect(first.socket.destroyed).toBe(false);
    await closed(first);
    await until(() => driver.connections === 0);
    await driver.stop();
  });
});
