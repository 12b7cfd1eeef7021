/** R10: a logger with sixteen sensors and more fits one station: slots 0–63; an RTU's own ports stay 0–6. */
import { readFileSync } from 'node:fs';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../src/catalogue/index.ts';
import { lastPort } from '../../../src/catalogue/slots.ts';
import { Target } from '../../../src/contract/devices/orders.ts';
import { DataType } from '../../../src/protocol/datatype.ts';
import { ScriptDevice } from '../../../src/script/calls.ts';
import { importFile } from '../../../src/server/imports/import-file.ts';
import { parseMapping } from '../../../src/server/imports/mapping.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { order } from '../../support/imports.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { bdSeq, connectNode, double, openSite, until } from '../gateway/gateway-fixture.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.login('maintainer');
});
afterAll(() => server.stop());

const file = new URL('../../../../shared/data/bowdoin/Th-Bowdoin-2_Therm.dat', import.meta.url).pathname;
const coefficients = readFileSync(new URL('Th-Bowdoin-2_Coefs.dat', `file://${file}`), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/).map(Number));

test('R10 sixteen thermistors of one logger go to slots 0–15 of one station while the server runs', async () => {
  const byHand = parseMapping(
    readFileSync(new URL('../../support/recordings/bowdoin-thermistors.json', import.meta.url), 'utf8'),
  );
  const mapping = {
    ...byHand,
    sensors: byHand.sensors.map(({ station: _, ...sensor }, slot) => ({
      ...sensor,
      slot: slot === 15 ? 63 : slot,
    })),
  };
  const storage = await openStorage({ dataDir: server.folder });
  try {
    const place = {
      projectCode: 'A',
      latitude: 77.69,
      longitude: -68.56,
      timeZone: 'America/Nuuk',
      names: {},
    };
    const { counts } = await importFile(
      storage,
      order(file, mapping, { station: 'BOW', place, maxRefused: 5 }),
    );
    expect(counts.lines).toBe(6033);
    const sensors = await storage.db
      .selectFrom('sensors')
      .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
      .innerJoin('stations', 'stations.id', 'rtus.station_id')
      .select(['sensors.id', 'sensors.slot'])
      .where('stations.code', '=', 'BOW')
      .orderBy('sensors.slot')
      .execute();
    expect(sensors.map(({ slot }) => slot)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 63]);
    // Each sensor's first temperature is that of its own column by its own coefficients.
    const first = readFileSync(file, 'utf8').split('\n')[4]?.split(',') ?? [];
    for (const [index, { id }] of sensors.entries()) {
      const [a1 = 0, a2 = 0, a3 = 0] = coefficients[index] ?? [];
      const ln = Math.log(Number(first[3 + index]));
      const query = {
        sourceId: id,
        row: 'level',
        element: 0,
        from: 0,
        to: Date.UTC(2014, 6, 20, 19, 45),
      } as const;
      const page = await storage.readings.rows({ ...query, limit: 5 });
      expect(page.rows).toHaveLength(1);
      expect(Number(page.rows[0]?.values['temperature'])).toBeCloseTo(
        1 / (a1 + a2 * ln + a3 * ln ** 3) - 273.15,
        4,
      );
    }
  } finally {
    await storage.close();
  }
}, 300_000);

const ask = (method: string, path: string, body: unknown) => server.call(path, { token, method, body });

test('R10 a sensor stands on slots 0–63, by hand too, and 64 is refused by its field', async () => {
  const sensor = (slot: number) => ({
    slot,
    kind: 4,
    name: null,
    installState: 1,
    mountMode: 0,
    mountAzimuth: 0,
  });
  for (const slot of [7, 16, 63]) {
    expect(
      (await ask('POST', '/rest/sites/rtus/1/sensors', sensor(slot))).envelope?.status,
      String(slot),
    ).toBe(200);
  }
  for (const slot of [64, -1, 7.5]) {
    const { envelope } = await ask('POST', '/rest/sites/rtus/1/sensors', sensor(slot));
    expect([envelope?.status, envelope?.field], String(slot)).toEqual([400, 'slot']);
  }
  const { envelope } = await server.call('/rest/stations/1/parameters', { token });
  const { devices } = envelope?.data as unknown as { devices: { target: { slot: number | null } }[] };
  expect(devices.map(({ target }) => target.slot)).toEqual([null, 0, 7, 16, 63]);
});

test('R10 orders and scripts name the sensors of slots 0–63, and none beyond', () => {
  for (const slot of [null, 0, 6, 7, 63]) {
    expect(Value.Check(Target, { rtuId: 1, slot }), String(slot)).toBe(true);
    expect(Value.Check(ScriptDevice, { station: 1, slot }), String(slot)).toBe(true);
  }
  for (const slot of [-1, 64, 6.5]) {
    expect(Value.Check(Target, { rtuId: 1, slot }), String(slot)).toBe(false);
    expect(Value.Check(ScriptDevice, { station: 1, slot }), String(slot)).toBe(false);
  }
});

test('R10 what an edge sends for its devices 7 and 63 is stored as what it sends for 0', async () => {
  const sn = 'LOGGER';
  const site = await openSite({ [sn]: Array.from({ length: 64 }, () => 4) });
  try {
    const gateway = await site.gateway();
    const { sensors } = await site.ids(sn);
    const node = await connectNode(gateway.port ?? 0, sn, await gateway.issueCredential(sn));
    await node.listen();
    const t = Date.now() - 60_000;
    await node.send('NBIRTH', { timestamp: t, metrics: [bdSeq(1n)] });
    for (const slot of [0, 7, 63]) {
      const x = { name: 'x', alias: slot + 1, datatype: DataType.Double, value: null };
      await node.send('DBIRTH', { timestamp: t, metrics: [x] }, String(slot));
    }
    for (const slot of [0, 7, 63]) {
      await node.send('DDATA', { timestamp: t + 1, metrics: [double('x', slot / 100)] }, String(slot));
    }
    for (const slot of [0, 7, 63]) {
      const sourceId = sensors.get(slot) ?? -1;
      await until(
        async () => (await site.storage.readings.latest('tilt', [sourceId]))[0]?.values['x'] === slot / 100,
      );
    }
    node.cut();
  } finally {
    await site.close();
  }
});

test("R10 the status row has only channels of an RTU's own ports", () => {
  const elapsed = rows.status.channels.map(({ id }) => id).filter((id) => id.startsWith('elapsed'));
  expect(elapsed).toEqual([0, 1, 2, 3, 4, 5, 6].map((port) => `elapsed${port}`));
  expect(elapsed).toHaveLength(lastPort + 1);
});
