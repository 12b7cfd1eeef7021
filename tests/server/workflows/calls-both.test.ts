/** Calls of scripts are answered alike from SQLite and from PostgreSQL, each by a connection of the thread's own. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kindByCode, rows as rowsOf } from '../../../src/catalogue/index.ts';
import { rtuSlot } from '../../../src/server/delivery/row.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import type { ReportedValues } from '../../../src/server/storage/schema.ts';
import { type DeliveryProduct, startDeliveryProduct } from '../../support/delivery/product.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { runsOf } from '../../support/workflows/runs.ts';

let postgres: TestPostgres;
const products: DeliveryProduct[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  products.push(await startDeliveryProduct({ stations: 20 }));
  products.push(await startDeliveryProduct({ stations: 20, databaseUrl: await postgres.database() }));
}, 300_000);
afterAll(async () => {
  for (const product of products) await product.stop();
  await postgres.stop();
});

const at = Date.UTC(2026, 0, 1);
const readings = 11_000;
const valueAt = (n: number) => (n * 7919) % 1009;

/** The same facts in either; answers what the script says of them. */
async function said(
  product: DeliveryProduct,
): Promise<{ readonly lines: readonly string[]; readonly bytes: number }> {
  const { storage, board } = product.running;
  const sites = board.sites({ companyId: null });
  const [site] = sites.filter(({ rtu, sensors }) => rtu !== null && sensors.length > 0);
  const sensor = site?.sensors[0];
  const row = kindByCode(sensor?.kind ?? -1)?.rows[0];
  const channel =
    row === undefined
      ? undefined
      : rowsOf[row].channels.find((one) => one.type === 'number' && one.circular !== true)?.id;
  if (!site || !sensor || !row || !channel) throw new Error('no sensor');
  await storage.write(async (db) => {
    for (const { rtu, station } of sites) {
      if (rtu === null) continue;
      await db.deleteFrom('parameters').where('rtu_id', '=', rtu.id).execute();
      const reported = toJson<ReportedValues>({ 'rtu/lowBattery': [station.id % 3 === 0 ? 11 : 12, at, at] });
      await db.insertInto('parameters').values({ rtu_id: rtu.id, slot: rtuSlot, reported }).execute();
    }
  });
  await storage.readings.ingest(
    Array.from({ length: readings }, (_, n) => ({
      sourceId: sensor.id,
      row,
      element: 0,
      t: at + n * 60_000,
      receivedAt: at + n * 60_000,
      historical: false,
      values: { [channel]: valueAt(n) },
    })),
  );
  const token = await product.login('maintainer');
  const runs = runsOf(product, () => token);
  const kind = kindByCode(sensor.kind)?.id;
  const run = await runs.run(`import { fleet, log } from 'groundwatch';
const all = await fleet.stations();
const low = await fleet.stations({ where: { group: 'rtu', field: 'lowBattery', below: 11.5 } });
log(all.length, low.map(({ code }) => code).join());
const answers = await fleet.reported([...low, ...low], 'rtu');
log(answers.length, answers.every((one) => one.ok && one.values.lowBattery === 11));
const station = all.find(({ id }) => id === ${site.station.id})!;
const [latest] = await fleet.latest([station], '${kind}' as never);
log(latest!.readings.find((one) => one.slot === ${sensor.slot})?.at, (latest!.readings.find((one) => one.slot === ${sensor.slot})?.values as any)['${channel}']);
for (const statistic of ['median', 'sd', 'count', 'first', 'last'] as const) {
  const answers = await fleet.history(station, '${kind}' as never, ['${channel}'] as never, { from: ${at}, to: ${at + readings * 60_000}, statistic });
  const [one] = answers.filter((each) => each.ok && each.slot === ${sensor.slot});
  log(statistic, one?.ok && (one.values as any)['${channel}']);
}`);
  if (run.problem !== null) throw new Error(JSON.stringify(run.problem));
  const { lines } = await runs.log(run.id);
  return { lines: lines.map(({ text }) => text), bytes: run.journal.bytes };
}

test('D1: from SQLite and from PostgreSQL alike, and as computed here', async () => {
  const values = Array.from({ length: readings }, (_, n) => valueAt(n));
  const sorted = [...values].sort((a, b) => a - b);
  const mean = values.reduce((sum, value) => sum + value, 0) / readings;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (readings - 1));
  for (const product of products) {
    const sites = product.running.board.sites({ companyId: null });
    const low = sites.filter(({ rtu, station }) => rtu !== null && station.id % 3 === 0);
    expect(low.length).toBeGreaterThan(1);
    const codes = low.map(({ station }) => station.code).sort((a, b) => (a < b ? -1 : 1));
    const { lines, bytes } = await said(product);
    expect(lines.slice(0, 3)).toEqual([
      `${sites.length} ${codes.join()}`,
      `${2 * low.length} true`,
      `${at + (readings - 1) * 60_000} ${valueAt(readings - 1)}`,
    ]);
    const reported = new Map(lines.slice(3).map((line) => line.split(' ') as [string, string]));
    expect(Number(reported.get('median'))).toBe(
      ((sorted[readings / 2 - 1] ?? 0) + (sorted[readings / 2] ?? 0)) / 2,
    );
    expect(Number(reported.get('sd'))).toBeCloseTo(sd, 6);
    expect([reported.get('count'), reported.get('first'), reported.get('last')]).toEqual([
      String(readings),
      String(valueAt(0)),
      String(valueAt(readings - 1)),
    ]);
    expect(bytes).toBeGreaterThan(100);
  }
}, 300_000);

test('stations of a shared folder and of those in it, by name and by path; other names are errors', async () => {
  for (const product of products) {
    const operator = await product.login('operatorA');
    const stranger = await product.login('operatorB');
    const [first, second] = product.running.board.sites({ companyId: 1 }).map(({ station }) => station);
    if (first === undefined || second === undefined) throw new Error('no stations');
    const ask = async (body: object) => {
      const reply = await product.ask<{ id: number }>('POST', '/rest/folders', operator, body);
      expect(reply.status, reply.msg).toBe(200);
      return reply.data.id;
    };
    const river = await ask({ name: 'River', parentId: null, share: 'company' });
    const bank = await ask({ name: 'Bank', parentId: river });
    for (const [toId, id] of [
      [river, first.id],
      [bank, second.id],
    ])
      await product.ask('POST', '/rest/folders/stations', operator, { stationIds: [id], fromId: null, toId });
    const codesIn = async (folder: string, token = operator) => {
      const runs = runsOf(product, () => token);
      const run = await runs.run(`import { fleet, log } from 'groundwatch';
log((await fleet.stations({ folder: ${folder} })).map(({ code }) => code).join());`);
      return run.problem === null ? (await runs.log(run.id)).lines[0]?.text : run.problem;
    };
    const both = [first.code, second.code].sort((a, b) => (a < b ? -1 : 1)).join();
    expect(await codesIn(`'River'`)).toBe(both);
    expect(await codesIn(`'Bank'`)).toBe(second.code);
    expect(await codesIn(`'River / Bank'`)).toBe(second.code);
    const missing = { id: 'folder', params: { name: 'Bnak' }, line: 2 };
    expect(await codesIn(`['River', 'Bnak']`)).toMatchObject(missing);
    expect(await codesIn(`'River'`, stranger)).toMatchObject({ id: 'folder', params: { name: 'River' } });
  }
}, 120_000);
