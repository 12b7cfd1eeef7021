/** Messages as they came and as they were read: on the real broker and HTTP server, on both databases. */
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageDetail, MessageStore, MessageSummary } from '../../../src/contract/messages.ts';
import { DataType } from '../../../src/protocol/datatype.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import type { MetricInput } from '../../../src/protocol/payload.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/security/world.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { frameText, reportHead, StationClient } from '../../support/sl651.ts';
import { editorOf, makeSource, send } from '../../support/sources.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres.stop());

const double = (name: string | null, value: number, alias: number | null = null): MetricInput => ({
  ...{ name, alias, datatype: DataType.Double, value, timestamp: Date.now() },
});
const bdSeq: MetricInput = { name: 'bdSeq', datatype: DataType.Int64, value: 1n };

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let server: TestServer;
  let tokenA: string;
  let tokenB: string;
  let maintainer: string;
  let client: mqtt.MqttClient;
  let seq = 0;

  beforeAll(async () => {
    server = await startTestServer({
      environment: { SL651_PORT: '0' },
      ...(dialect === 'sqlite' ? {} : { databaseUrl: await postgres.database() }),
    });
    tokenA = await editorOf(server, 1);
    tokenB = await editorOf(server, 2);
    maintainer = await server.login('maintainer');
    await connect();
  });
  afterAll(async () => {
    client?.end(true);
    await server?.stop();
  });

  async function connect(): Promise<void> {
    const { gateway, mqttPort } = server.running;
    const will = {
      topic: 'spBv1.0/A/NDEATH/A',
      payload: Buffer.from(encodePayload({ metrics: [bdSeq] })),
      qos: 1 as const,
      retain: false,
    };
    client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      ...{
        clientId: 'A',
        username: 'A',
        password: await gateway.issueCredential('A'),
        will,
        reconnectPeriod: 0,
      },
    });
    await publish('NBIRTH/A', [bdSeq, double('batteryVoltage', 12.5)]);
    await publish('DBIRTH/A/0', [double('x', 0, 7), double('y', 0, 8)]);
  }

  async function publish(path: string, metrics: readonly MetricInput[], qos: 0 | 1 = 1): Promise<Buffer> {
    const [type, rest] = [path.slice(0, path.indexOf('/')), path.slice(path.indexOf('/') + 1)];
    const bytes = Buffer.from(encodePayload({ timestamp: Date.now(), seq: seq++ % 256, metrics }));
    await client.publishAsync(`spBv1.0/A/${type}/${rest}`, bytes, { qos });
    return bytes;
  }
  async function list(query = '', token = tokenA) {
    await server.running.messages.recorder.settle();
    const { http, envelope } = await server.call(`/rest/messages?limit=200${query}`, { token });
    return {
      http,
      ...(envelope?.data as unknown as { messages: MessageSummary[]; more: boolean; until: number }),
    };
  }
  async function one(id: number, token = tokenA) {
    const { http, envelope } = await server.call(`/rest/messages/${id}`, { token });
    return { http, ...(envelope?.data as unknown as MessageDetail) };
  }
  const newest = async (query = '') => {
    const [first] = (await list(query)).messages;
    if (first === undefined) throw new Error('no message');
    return first;
  };

  it('has a message as it came and as it was read, by the birth’s aliases', async () => {
    const before = Date.now();
    const bytes = await publish('DDATA/A/0', [double(null, 0.25, 7), double(null, -0.5, 8)]);
    const found = await newest('&kind=data');
    expect(found).toMatchObject({
      ...{ sender: 'A', rtuId: 1, stationId: 1, way: 'mqtt', kind: 'data', topic: 'spBv1.0/A/DDATA/A/0' },
      ...{ bytes: bytes.length, state: 'taken', why: '', count: 2, isOut: false },
    });
    expect(found.at).toBeGreaterThanOrEqual(before);
    expect(found.at).toBeLessThanOrEqual(Date.now());
    expect(found.reads).toMatchObject([
      { name: 'x', slot: '0', kind: 9, row: 'tilt', channel: 'x', value: 0.25 },
      { name: 'y', slot: '0', kind: 9, row: 'tilt', channel: 'y', value: -0.5 },
    ]);
    const detail = await one(found.id);
    expect(Buffer.from(detail.body ?? '', 'base64').equals(bytes)).toBe(true);
    expect(detail).toMatchObject({ qos: 1, readings: 1, problems: [], isSecret: false });
    expect(detail.before.map(({ kind }) => kind)).toContain('birth');
    // A message that nobody has to confirm has its own QoS, too.
    await publish('DDATA/A/0', [double(null, 0.5, 7)], 0);
    await until(async () => (await one((await newest('&kind=data')).id)).qos === 0);
  });

  it('says why a message, or a part of it, was not taken, in the asker’s language', async () => {
    await client.publishAsync('spBv1.0/A/DDATA/A/0', Buffer.from('not protobuf at all'), { qos: 1 });
    const broken = await newest();
    expect(broken).toMatchObject({ state: 'refused', count: 0 });
    expect(broken.why).toMatch(/cannot be decoded|Sparkplug/);
    const chinese = await server.call(`/rest/messages/${broken.id}`, {
      ...{ token: tokenA, headers: { lang: 'zh-chs' } },
    });
    expect((chinese.envelope?.data as unknown as MessageDetail).problems[0]).toMatch(/[\u4e00-\u9fff]/);
    await publish('DDATA/A/0', [double(null, 1, 7), double('noSuchThing', 3)]);
    expect(await newest('&kind=data')).toMatchObject({
      ...{ state: 'partly', why: 'Unknown metric: noSuchThing' },
    });
    // Of this one nothing is left.
    await publish('DDATA/A/0', [double('noSuchThing', 3)]);
    expect(await newest('&kind=data')).toMatchObject({ state: 'refused' });
    // A confirmation of it would wait for its birth.
    await publish('DDATA/A/5', [double('x', 3)], 0);
    await until(async () => (await newest('&kind=data')).topic === 'spBv1.0/A/DDATA/A/5');
    expect(await newest('&kind=data')).toMatchObject({ state: 'partly' });
    const states = new Set((await list('&only=refused')).messages.map(({ state }) => state));
    expect([...states]).toEqual(['refused']);
    const flawed = (await list('&only=partly')).messages;
    expect(flawed.every(({ state }) => state !== 'taken')).toBe(true);
    expect(flawed.length).toBeGreaterThan((await list('&only=refused')).messages.length);
  });

  it('keeps no secret, wherever it stands', async () => {
    await publish('NDATA/A', [
      { name: 'param/rtu/center1Key', datatype: DataType.String, value: 'hush-hush' },
    ]);
    const found = await newest('&kind=data&contains=center1Key');
    const detail = await one(found.id);
    expect(detail).toMatchObject({ body: null, isSecret: true });
    expect(detail.metrics).toMatchObject([{ name: 'param/rtu/center1Key', value: null }]);
    const rows = await server.running.storage.db.selectFrom('device_messages').selectAll().execute();
    expect(rows.some(({ decoded, words, body }) => `${decoded} ${words} ${body}`.includes('hush'))).toBe(
      false,
    );
  });

  it('shows what goes to a device', async () => {
    await server.running.gateway.command('A', null, [
      { name: 'Node Control/Rebirth', datatype: DataType.Boolean, value: true },
    ]);
    expect(await newest('&kind=order')).toMatchObject({ isOut: true, topic: 'spBv1.0/A/NCMD/A', rtuId: 1 });
  });

  it('is found by metric, station, kind and time, page after page without a gap', async () => {
    const from = Date.now();
    for (let at = 0; at < 7; at += 1) await publish('DDATA/A/0', [double(null, at, 7)]);
    const all = (await list(`&kind=data&from=${from}`)).messages;
    expect(all.map(({ reads }) => reads[0]?.value)).toEqual([6, 5, 4, 3, 2, 1, 0]);
    const pages: number[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    for (let page = 0; page < 3; page += 1) {
      const { envelope } = await server.call(
        `/rest/messages?limit=3&kind=data&from=${from}&before=${before}`,
        {
          token: tokenA,
        },
      );
      const data = envelope?.data as unknown as { messages: MessageSummary[]; more: boolean; until: number };
      pages.push(...data.messages.map(({ id }) => id));
      before = data.until;
      expect(data.more).toBe(page < 2);
    }
    expect(pages).toEqual(all.map(({ id }) => id));
    expect((await list(`&contains=NOSUCH`)).messages.length).toBe(2);
    expect((await list('&contains=100%25_')).messages).toEqual([]);
    expect((await list(`&to=${from - 1}&kind=data`)).messages.every(({ at }) => at < from)).toBe(true);
    const newer = (await list(`&after=${all[1]?.id}&station=1`)).messages;
    expect(newer.map(({ id }) => id)).toContain(all[0]?.id);
    expect(newer.map(({ id }) => id)).not.toContain(all[1]?.id);
  });

  it('is listed whole also where many came within a millisecond', async () => {
    const { storage } = server.running;
    const [row] = await storage.db
      .selectFrom('device_messages')
      .selectAll()
      .where('rtu_id', '=', 1)
      .limit(1)
      .execute();
    if (row === undefined) throw new Error('no message');
    const first = (Date.now() - 3_600_000) * 2048;
    const ids = [0, 1, 2, 3, 4].map((at) => first + at);
    await storage.write((db) =>
      db
        .insertInto('device_messages')
        .values(ids.map((id) => ({ ...row, id, kept: 0, words: 'one millisecond' })))
        .execute(),
    );
    const found: number[] = [];
    for (let before: number | undefined; found.length < 5; before = found.at(-1)) {
      const path = `/rest/messages?limit=2&contains=millisecond${before === undefined ? '' : `&before=${before}`}`;
      const { envelope } = await server.call(path, { token: tokenA });
      const { messages } = envelope?.data as unknown as { messages: MessageSummary[] };
      if (messages.length === 0) break;
      found.push(...messages.map(({ id }) => id));
    }
    expect(found).toEqual(ids.toReversed());
    await storage.write((db) => db.deleteFrom('device_messages').where('id', 'in', ids).execute());
  });

  it('belongs to its company, and what strangers send to nobody', async () => {
    const own = await newest();
    expect((await list('', tokenB)).messages).toEqual([]);
    expect((await one(own.id, tokenB)).http).toBe(404);
    for (const filter of ['&station=1', '&rtuId=1']) expect((await list(filter, tokenB)).http).toBe(404);
    expect((await list('', await server.login('strangerA'))).http).toBe(403);
    const { mqttPort } = server.running;
    const options = { clientId: 'A', username: 'A', password: 'a guess', reconnectPeriod: 0 };
    await expect(mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options)).rejects.toThrow();
    const refusal = (await list('&kind=refusal', maintainer)).messages[0];
    expect(refusal).toMatchObject({
      ...{ sender: 'A', rtuId: null, state: 'refused', why: 'Wrong user name or credential' },
    });
    expect((await list('&kind=refusal')).messages).toEqual([]);
    // Who is known and does what it may not is named to its company.
    client.publish('spBv1.0/A/NDATA/B', Buffer.from('x'));
    await until(async () => (await list('&kind=refusal')).messages.length === 1);
    expect(await newest('&kind=refusal')).toMatchObject({
      rtuId: 1,
      why: 'It may not publish to spBv1.0/A/NDATA/B',
    });
    // That ended its connection.
    await connect();
  });

  it('has messages of sources, and wrong tokens, at their company', async () => {
    const source = await makeSource(server, tokenA);
    await send(server, source, { ts: Date.now() - 60_000, values: { x: 1.5, y: 'much' } });
    const taken = await newest(`&sourceId=${source.id}`);
    expect(taken).toMatchObject({
      sender: source.key,
      way: 'http',
      kind: 'batch',
      rtuId: 1,
      sourceId: source.id,
    });
    expect(taken.reads).toMatchObject([
      { name: 'values.x', slot: '0', row: 'tilt', channel: 'x', value: 1.5 },
    ]);
    expect(taken.state).toBe('partly');
    expect(taken.why).toContain('much');
    await send(server, source, 'no JSON');
    expect(await newest(`&sourceId=${source.id}`)).toMatchObject({ state: 'refused', bytes: 7 });
    await send(server, { ...source, token: 'wrong' }, {});
    expect(await newest(`&sourceId=${source.id}`)).toMatchObject({ kind: 'refusal', state: 'refused' });
    expect((await list(`&sourceId=${source.id}`, tokenB)).http).toBe(404);
  });

  it('has frames of SL 651, of stations that nobody let in as well', async () => {
    const { running } = server;
    const station = await StationClient.connect(running.drivers[0]?.port ?? 0);
    const digits = new Date(Date.now() + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(2, 12);
    const text = frameText({
      ...{ address: '0012345678', code: '32', text: `${reportHead(1, digits, '0012345678')}39230000012345` },
    });
    station.send(text);
    await until(async () => (await list('&kind=report', maintainer)).messages.length === 1);
    const [report] = (await list('&kind=report', maintainer)).messages;
    expect(report).toMatchObject({
      sender: 'SL651-0012345678',
      way: 'sl651',
      topic: '32H',
      state: 'refused',
    });
    const { body, problems } = await one(report?.id ?? 0, maintainer);
    expect(
      Buffer.from(body ?? '', 'base64')
        .toString('hex')
        .toUpperCase(),
    ).toBe(text);
    expect(problems).toEqual(['This RTU is not registered']);
    station.socket.destroy();
  });

  it('is kept as long and as much as its company says, within bounds', async () => {
    const stores = async () => {
      await server.running.messages.store.prune();
      const { envelope } = await server.call('/rest/messages/stores', { token: tokenA });
      return (envelope?.data as unknown as { stores: MessageStore[] }).stores;
    };
    const [usual, ...others] = await stores();
    expect(others).toEqual([]);
    expect(usual).toMatchObject({ companyId: 1, name: 'A', days: 30, megabytes: 512, dropped: 0 });
    const set = (companyId: number, body: object, token = tokenA) =>
      server.call(`/rest/messages/stores/${companyId}`, { token, method: 'PUT', body });
    for (const wrong of [
      { days: 0, megabytes: 1 },
      { days: 91, megabytes: 1 },
      { days: 1, megabytes: 0 },
      { days: 1, megabytes: 4097 },
    ])
      expect((await set(1, wrong)).http).toBe(400);
    expect((await set(2, { days: 1, megabytes: 1 })).http).toBe(404);
    expect((await set(1, { days: 90, megabytes: 4096 })).envelope?.status).toBe(200);
    // What is written counts as what is there.
    const sum = async () => {
      const row = await server.running.storage.db
        .selectFrom('device_messages')
        .select(({ fn }) => [fn.countAll<number>().as('messages'), fn.sum<number>('kept').as('kept')])
        .where('company_id', '=', 1)
        .executeTakeFirstOrThrow();
      return { messages: Number(row.messages), bytes: Number(row.kept) };
    };
    await list();
    expect((await stores())[0]).toMatchObject(await sum());
    const filler = Buffer.alloc(60_000, 7);
    for (let at = 0; at < 20; at += 1)
      await client.publishAsync('spBv1.0/A/DDATA/A/0', filler, { qos: 1 }).catch(() => undefined);
    const last = await newest();
    expect((await set(1, { days: 1, megabytes: 1 })).envelope?.status).toBe(200);
    const [bounded] = await stores();
    expect(bounded?.bytes).toBeLessThanOrEqual(1_000_000);
    expect(bounded?.bytes).toBeGreaterThan(800_000);
    expect(bounded).toMatchObject(await sum());
    expect((await newest()).id).toBe(last.id);
    const audit = await server.call('/rest/audit?limit=5&action=messages.store', { token: tokenA });
    expect(audit.text).toContain('1 d, 1 MB');
  });

  it('goes when its days are over, and not a moment before', async () => {
    const { storage } = server.running;
    const day = 86_400_000;
    const old = await storage.db
      .selectFrom('device_messages')
      .selectAll()
      .where('company_id', '=', 1)
      .limit(1)
      .executeTakeFirstOrThrow();
    const place = (at: number) => Math.floor(at) * 2048;
    const [gone, stays] = [place(Date.now() - day - 60_000), place(Date.now() - day + 60_000)];
    await storage.write((db) =>
      db
        .insertInto('device_messages')
        .values([gone, stays].map((id) => ({ ...old, id, kept: 0 })))
        .execute(),
    );
    await server.running.messages.store.prune();
    const left = await storage.db
      .selectFrom('device_messages')
      .select('id')
      .where('id', 'in', [gone, stays])
      .execute();
    expect(left.map(({ id }) => Number(id))).toEqual([stays]);
  });
});
