/** Parameters from a sheet on both databases: seen row by row, then a draft of a plan, and nothing is ever set directly. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../locales/en.json' with { type: 'json' };
import ja from '../../../locales/ja.json' with { type: 'json' };
import zh from '../../../locales/zh-chs.json' with { type: 'json' };
import type { Plan } from '../../../src/contract/plans/plans.ts';
import type { SheetResult } from '../../../src/contract/sheets.ts';
import { findParameterColumn } from '../../../src/derive/parameter-heads.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import type { ReportedValues } from '../../../src/server/storage/schema.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { password, startTestServer, type TestServer } from '../../support/server.ts';
import { editorOf } from '../../support/sources.ts';

type Cells = Readonly<Record<string, string>>;
interface Imported {
  readonly rows: readonly SheetResult[];
  readonly run: number | null;
  readonly planId: string | null;
}
const rain = 17;
const own = {
  'rtu/sendCycle': 3600,
  'rtu/collectionCycle': 600,
  'rtu/lowBattery': 11.5,
  'rtu/center1Enabled': true,
  'rtu/center1Host': 'a.example',
};
const ofRain = {
  'rain/alarm5min': 5,
  'rain/resolution': 0.5,
  'rain/dataType': 'timed',
  'rain/wakeOnRain': true,
};
const reportedOf = (values: Readonly<Record<string, number | string | boolean>>) =>
  toJson<ReportedValues>(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value, 1000, 1000]])),
  );

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let postgres: TestPostgres | null = null;
  let server: TestServer;
  let [a, b] = ['', ''];
  let stationId = 0;
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    const databaseUrl = await postgres?.database();
    server = await startTestServer(databaseUrl === undefined ? {} : { databaseUrl });
    [a, b] = [await editorOf(server, 1), await editorOf(server, 2)];
    const { storage } = server.running;
    await storage.write(async (db) => {
      const sensor = { rtu_id: 1, slot: 5, kind: rain, name: null };
      await db
        .insertInto('sensors')
        .values({ ...sensor, install_state: 1, mount_mode: 0, mount_azimuth: 0 })
        .execute();
      await db.deleteFrom('parameters').where('rtu_id', '=', 1).execute();
      await db
        .insertInto('parameters')
        .values([
          { rtu_id: 1, slot: -1, reported: reportedOf(own) },
          { rtu_id: 1, slot: 5, reported: reportedOf(ofRain) },
        ])
        .execute();
    });
    const station = storage.db.selectFrom('stations').select('id').where('code', '=', 'A-1');
    stationId = (await station.executeTakeFirstOrThrow()).id;
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    await postgres?.stop();
  });

  const send = async (
    cells: readonly Cells[],
    { token = a, dryRun = false, partial = false, language = 'en' } = {},
  ) =>
    server.call('/rest/sheets/parameters', {
      token,
      method: 'POST',
      body: { rows: cells.map((one, at) => ({ row: at + 2, cells: one })), dryRun, partial },
      headers: { lang: language },
    });
  const done = async (...given: Parameters<typeof send>) =>
    (await send(...given)).envelope?.data as unknown as Imported;
  const said = ({ rows }: Imported) => rows.map(({ result, field, messageId }) => [result, field, messageId]);
  const count = async (table: 'orders' | 'plans') =>
    (await server.running.storage.db.selectFrom(table).select('id').execute()).length;
  const planOf = async (id: string | null, token = a) =>
    (await server.call(`/rest/plans/${id}`, { token })).envelope?.data as unknown as { plan: Plan } | null;

  it('says of every row what would become of it: bounds, unknown fields and devices, what is so already', async () => {
    const before = await count('plans');
    const seen = await done(
      [
        { station: 'A-1', 'rtu.lowBattery': '11.4' },
        { station: 'A-1', 'rtu.lowBattery': '14.1' },
        { station: 'A-1', 'rtu.lowBattery': '2.9' },
        { station: 'A-1', 'rtu.lowBattery': '11.5', 'rtu.sendCycle': '', 'rtu.center1Enabled': 'TRUE' },
        { station: 'A-1', 'rtu.sendCycle': '3601' },
        { station: 'A-1', 'rtu.collectionCycle': '7200' },
        { station: 'A-1', 'rtu.maxResend': 'many' },
        { station: 'A-1', 'rtu.colour': 'red' },
        { station: 'A-1', 'rain.alarm5min': '6' },
        {
          station: 'A-1',
          slot: '5',
          'rain.dataType': zh['enum.rainDataType.timed'],
          'rain.wakeOnRain': '是',
        },
        { station: 'A-1', slot: '5', 'rain.alarm5min': '24.9' },
        { station: 'A-1', slot: '5', 'rain.alarm1h': '201' },
        { station: 'A-1', slot: '5', 'rain.resolution': '0.3' },
        { station: 'A-1', slot: '9', 'rain.alarm1h': '20' },
        { station: 'B-1', 'rtu.lowBattery': '11' },
        { station: 'A-1', 'rtu.center1Key': 'secret-of-the-site' },
        { station: 'A-1', 'rtu.center1Enabled': '关' },
        { station: 'A-1', 'rtu.lowBattery': '11.3' },
      ],
      { dryRun: true },
    );
    expect(said(seen)).toEqual([
      ['good', null, null],
      ['bad', 'rtu.lowBattery', 'parameterProblem.range'],
      ['bad', 'rtu.lowBattery', 'parameterProblem.range'],
      ['same', null, null],
      ['bad', 'rtu.sendCycle', 'parameterProblem.step'],
      ['bad', 'rtu.collectionCycle', 'parameterProblem.lessOrEqual'],
      ['bad', 'rtu.maxResend', 'parameterProblem.type'],
      ['bad', null, 'sheets.noParameter'],
      ['bad', 'rain.alarm5min', 'parameterProblem.unknownField'],
      ['same', null, null],
      ['good', null, null],
      ['bad', 'rain.alarm1h', 'parameterProblem.range'],
      ['bad', 'rain.resolution', 'parameterProblem.choice'],
      ['bad', 'slot', 'sheets.noSensor'],
      ['bad', 'station', 'sheets.unknown'],
      ['bad', 'rtu.center1Key', 'sheets.secret'],
      ['bad', 'rtu.center1Enabled', 'set.lastCenter'],
      ['bad', 'rtu.lowBattery', 'sheets.twice'],
    ]);
    expect(seen.rows[1]?.params).toEqual({ ranges: '3–14 V' });
    expect(await count('plans')).toBe(before);
  });

  it('names every fault of a row, each by its column, whichever group it is of', async () => {
    const faultsOf = async (cells: Cells) => {
      const { rows } = await done([{ station: 'A-1', ...cells }], { dryRun: true });
      return rows.flatMap((row) => [row, ...row.further]).map(({ field, messageId }) => [field, messageId]);
    };
    expect(
      await faultsOf({
        ...{
          'rtu.lowBattery': '14.1',
          'rtu.sendCycle': '3601',
          'rtu.maxResend': 'many',
          'rtu.colour': 'red',
        },
        ...{ 'rain.alarm5min': '6', 'rtu.center1Enabled': 'off' },
      }),
    ).toEqual([
      ['rtu.maxResend', 'parameterProblem.type'],
      [null, 'sheets.noParameter'],
      ['rain.alarm5min', 'parameterProblem.unknownField'],
      ['rtu.lowBattery', 'parameterProblem.range'],
      ['rtu.sendCycle', 'parameterProblem.step'],
      ['rtu.center1Enabled', 'set.lastCenter'],
    ]);
    expect(await faultsOf({ slot: '5', 'rain.alarm1h': '201', 'rain.resolution': '0.3' })).toEqual([
      ['rain.alarm1h', 'parameterProblem.range'],
      ['rain.resolution', 'parameterProblem.choice'],
    ]);
    expect(await faultsOf({ 'rtu.lowBattery': '11.4' })).toEqual([[null, null]]);
  });

  it('names fields of a rule in the language of who asks', async () => {
    const cells = [{ station: 'A-1', 'rtu.collectionCycle': '7200' }];
    const left = async (language: string) =>
      (await done(cells, { dryRun: true, language })).rows[0]?.params['left'];
    expect([await left('en'), await left('ja'), await left('zh-chs')]).toEqual(
      [en, ja, zh].map((words) => words['field.rtu.collectionCycle']),
    );
  });

  it('makes a plan of the good rows alone, sets nothing itself, and leaves out what is so already', async () => {
    const orders = await count('orders');
    const cells = [
      { station: 'A-1', 'rtu.lowBattery': '11.2', 'rtu.sendCycle': '3600', 'rtu.center1Host': 'b.example' },
      { station: 'A-1', slot: '5', 'rain.alarm5min': '7.5', 'rain.resolution': '0.5' },
      { station: 'A-1', slot: '5', 'rain.alarm1h': '0.9' },
      { station: 'A-1', slot: '5', 'rain.resolution': '0.5' },
    ];
    const kept = await done(cells);
    expect([kept.planId, kept.run]).toEqual([null, null]);
    const taken = await done(cells, { partial: true });
    expect(taken.rows.map(({ result }) => result)).toEqual(['added', 'added', 'bad', 'same']);
    expect(taken.run).toBeNull();
    const found = await planOf(taken.planId);
    expect(found?.plan.state).toBe('draft');
    const items = await server.running.storage.db
      .selectFrom('plan_items')
      .select(['slot', 'group_id', 'edits', 'order_id'])
      .where('plan_id', '=', taken.planId ?? '')
      .orderBy('position')
      .execute();
    // What may cut the device off is a set of its own, behind the others.
    expect(items.map(({ slot, group_id: group, edits }) => [slot, group, JSON.parse(edits)])).toEqual([
      [null, 'rtu', { lowBattery: 11.2 }],
      [null, 'rtu', { center1Host: 'b.example' }],
      [5, 'rain', { alarm5min: 7.5 }],
    ]);
    expect(items.every(({ order_id: order }) => order === null)).toBe(true);
    expect(await count('orders')).toBe(orders);
    // Of the other company it is none.
    expect(await planOf(taken.planId, b)).toBeNull();
    const audit = await server.call('/rest/audit?action=sheets.import', { token: a });
    expect(audit.text).toContain(`plan ${taken.planId}`);
  });

  it('gives a template of present values, in each language, that brings back nothing as it is', async () => {
    const texts = [zh, en, ja].map((words) => (id: keyof typeof en) => words[id]);
    const find = findParameterColumn(texts as never);
    for (const [language, words] of [
      ['en', en],
      ['ja', ja],
      ['zh-chs', zh],
    ] as const) {
      const { envelope } = await server.call('/rest/sheets/parameters/template', {
        ...{ token: a, method: 'POST', body: { stationIds: [stationId] } },
        headers: { lang: language },
      });
      const { heads, rows } = envelope?.data as unknown as {
        heads: string[];
        rows: (string | number | null)[][];
      };
      expect(heads.slice(0, 3)).toEqual(
        (['project', 'station', 'slot'] as const).map((column) => words[`sheets.column.${column}`]),
      );
      const columns = [
        'project',
        'station',
        'slot',
        ...heads.slice(3).map((head) => find(head) ?? 'unknown'),
      ];
      expect(columns).not.toContain('unknown');
      expect(new Set(columns).size).toBe(columns.length);
      expect(columns.some((column) => column.endsWith('Key'))).toBe(false);
      const cells = rows.map((row) =>
        Object.fromEntries(
          row.flatMap((cell, at) => (cell === null ? [] : [[columns[at] ?? '', String(cell)]])),
        ),
      );
      const of = cells.find(({ slot }) => slot === '5');
      expect(of).toMatchObject({
        station: 'A-1',
        'rain.alarm5min': '5',
        'rain.dataType': words['enum.rainDataType.timed'],
      });
      const seen = await done(cells, { dryRun: true });
      expect([...new Set(seen.rows.map(({ result }) => result))]).toEqual(['same']);
    }
  });

  it('makes a plan that is approved as any other', async () => {
    const orders = await count('orders');
    const { planId } = await done([{ station: 'A-1', 'rtu.lowBattery': '10.9' }]);
    const plan = (await planOf(planId))?.plan;
    const approve = (body: object) =>
      server.call(`/rest/plans/${planId}/approve`, { token: a, method: 'POST', body });
    const asked = await approve({ revision: plan?.revision, reason: '' });
    // What touches devices is confirmed: without that it stays a draft.
    expect(asked.envelope?.status).not.toBe(200);
    expect(await count('orders')).toBe(orders);
    const signed = { planId, revision: plan?.revision, reason: 'sheet' };
    const given = await server.call('/rest/user/confirm', {
      ...{ token: a, method: 'POST', body: { password, body: signed } },
    });
    const { confirmation } = given.envelope?.data as unknown as { confirmation: string };
    const confirmed = await approve({ revision: plan?.revision, reason: 'sheet', confirmation });
    expect(confirmed.envelope?.status).toBe(200);
    await expect.poll(() => count('orders')).toBe(orders + 1);
    const [order] = await server.running.storage.db
      .selectFrom('orders')
      .select(['name', 'body', 'plan_id'])
      .where('plan_id', '=', planId)
      .execute();
    expect([order?.name, JSON.parse(order?.body ?? '{}')]).toEqual(['rtu', { lowBattery: 10.9 }]);
  });

  it('is refused to who may not edit parameters, and shows no stations of others', async () => {
    const token = await server.login('strangerA');
    expect((await send([{ station: 'A-1', 'rtu.lowBattery': '11' }], { token })).envelope?.status).toBe(403);
    const body = { stationIds: [stationId] };
    const template = (by: string) =>
      server.call('/rest/sheets/parameters/template', { token: by, method: 'POST', body });
    expect((await template(token)).envelope?.status).toBe(403);
    expect((await template(b)).envelope?.status).toBe(404);
  });
});
