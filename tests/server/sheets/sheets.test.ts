/** Sheets of stations, sensors and initial values on both databases: seen row by row, all or none unless asked, taken back as a whole, by company. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ja from '../../../locales/ja.json' with { type: 'json' };
import zh from '../../../locales/zh-chs.json' with { type: 'json' };
import type { Card } from '../../../src/contract/devices/faults.ts';
import type { SheetResult, SheetRun } from '../../../src/contract/sheets.ts';
import { cellOf, momentCell } from '../../../src/server/sheets/cells.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { editorOf } from '../../support/sources.ts';

type Cells = Readonly<Record<string, string>>;
interface Imported {
  readonly rows: readonly SheetResult[];
  readonly run: number | null;
}
describe('cells', () => {
  it('read moments by the clocks of a zone, with an offset, and as spreadsheets count days', () => {
    const at = (from: string) => momentCell({ from }, 'from', 'Asia/Shanghai');
    const noon = Date.UTC(2026, 2, 4, 4);
    expect(at('2026-03-04 12:00')).toBe(noon);
    expect(at('2026/3/4 12:00:00')).toBe(noon);
    expect(at('2026-03-04T04:00:00Z')).toBe(noon);
    expect(at('2026-03-04T13:00+09:00')).toBe(noon);
    // 4 March 2026 is day 46085 of spreadsheets: 25569 days before 1970, and 20516 since.
    expect(at(String(25_569 + 20_516 + 0.5))).toBe(noon);
    expect(at('2026-03-04')).toBe(noon - 12 * 3_600_000);
    for (const wrong of ['2026-02-30', '2026-03-04 24:00', 'noon', '12'])
      expect(() => at(wrong)).toThrow('sheets.moment');
  });
  it('are folded: full width is what it means', () => {
    expect(cellOf({ station: ' Ａ－１ ' }, 'station')).toBe('A-1');
  });
});

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let postgres: TestPostgres | null = null;
  let server: TestServer;
  let a: string;
  let b: string;
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    const databaseUrl = await postgres?.database();
    server = await startTestServer(databaseUrl === undefined ? {} : { databaseUrl });
    [a, b] = [await editorOf(server, 1), await editorOf(server, 2)];
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    await postgres?.stop();
  });
  const send = async (
    sheet: string,
    cells: readonly Cells[],
    { token = a, dryRun = false, partial = false } = {},
  ) => {
    const rows = cells.map((one, at) => ({ row: at + 2, cells: one }));
    const body = { rows, dryRun, partial };
    return server.call(`/rest/sheets/${sheet}`, { token, method: 'POST', body });
  };
  const done = async (...given: Parameters<typeof send>) =>
    (await send(...given)).envelope?.data as unknown as Imported;
  const runsOf = async (sheet: string, token = a) =>
    (
      (await server.call(`/rest/sheets/${sheet}/runs`, { token })).envelope?.data as unknown as {
        runs: readonly SheetRun[];
      }
    ).runs;
  const undo = (run: number | null, token = a) =>
    server.call(`/rest/sheets/runs/${run}/undone`, { token, method: 'POST' });
  const sensors = () =>
    server.running.storage.db
      .selectFrom('sensors')
      .select(['slot', 'kind', 'name', 'install_state', 'mount_mode', 'mount_azimuth', 'former_slot'])
      .where('rtu_id', '=', 1)
      .orderBy('id')
      .execute();
  const initials = () =>
    server.running.storage.db
      .selectFrom('baselines')
      .select(['sensor_id', 't', 'initial_values', 'reason', 'withdrawn_by'])
      .orderBy('id')
      .execute();

  describe('sensors', () => {
    const good = { station: 'A-1', slot: '4', kind: 'rain', name: 'Roof', mountAzimuth: '' };
    it('says of every row what would become of it, and stores nothing while one is bad', async () => {
      const before = await sensors();
      const rows = [
        good,
        { station: 'A-1', slot: '5', kind: zh['kind.rain'], installState: '', mountMode: 'arch' },
        { station: 'A-1', slot: '4', kind: 'rain' },
        { station: 'A-1', slot: '0', kind: 'rain' },
        { station: 'B-1', slot: '6', kind: 'rain' },
        { station: 'A-1', slot: '64', kind: 'rain' },
        { station: 'A-1', slot: '7', kind: 'sundial' },
        { station: 'A-1', slot: '', kind: 'rain' },
        { station: 'A-1', slot: '8', kind: 'rain', mountAzimuth: '360' },
        { station: 'A-1', slot: '8', kind: 'rain', colour: 'red' },
      ];
      const seen = await done('sensors', rows, { dryRun: true });
      expect(seen.rows.map(({ result, field, messageId }) => [result, field, messageId])).toEqual([
        ['good', null, null],
        ['good', null, null],
        ['bad', 'slot', 'sites.taken'],
        ['bad', 'slot', 'sites.taken'],
        ['bad', 'station', 'sheets.unknown'],
        ['bad', 'slot', 'bound.between'],
        ['bad', 'kind', 'sheets.unknown'],
        ['bad', 'slot', 'bound.required'],
        ['bad', 'mountAzimuth', 'bound.between'],
        ['bad', null, 'sheets.unknown'],
      ]);
      expect((await done('sensors', rows)).run).toBeNull();
      expect(await sensors()).toEqual(before);
    });

    it('names every fault of a row, each by its column', async () => {
      const row = { station: 'A-1', slot: '64', kind: 'sundial', installState: 'half', mountMode: 'upside' };
      const { rows } = await done('sensors', [{ ...row, mountAzimuth: 'north', position: 'moon' }], {
        dryRun: true,
      });
      const [bad] = rows;
      expect([
        [bad?.field, bad?.messageId],
        ...(bad?.further ?? []).map((one) => [one.field, one.messageId]),
      ]).toEqual([
        ['slot', 'bound.between'],
        ['kind', 'sheets.unknown'],
        ['installState', 'sheets.unknown'],
        ['mountMode', 'sheets.unknown'],
        ['mountAzimuth', 'form.number'],
        ['position', 'sheets.unknown'],
      ]);
    });

    it('stores the good rows where that is asked for; they are taken out of use together', async () => {
      const taken = await done('sensors', [good, { station: 'A-1', slot: '0', kind: 'rain' }], {
        partial: true,
      });
      expect(taken.rows.map(({ result }) => result)).toEqual(['added', 'bad']);
      expect((await sensors()).at(-1)).toMatchObject({ slot: 4, kind: 17, name: 'Roof', install_state: 1 });
      expect(await runsOf('sensors')).toMatchObject([{ id: taken.run, made: 1, undoneAt: null }]);
      expect((await undo(taken.run, b)).envelope?.status).toBe(404);
      expect(await runsOf('sensors', b)).toEqual([]);
      expect((await undo(taken.run)).envelope?.status).toBe(200);
      expect((await sensors()).at(-1)).toMatchObject({ former_slot: 4 });
      expect((await undo(taken.run)).envelope).toMatchObject({
        status: 409,
        messageId: 'sheets.undoneAlready',
      });
      // The slot is free again.
      const again = await done('sensors', [good]);
      expect(again.rows).toMatchObject([{ result: 'added', name: 'A-1/4' }]);
      const audit = await server.call('/rest/audit?action=sheets', { token: a });
      expect(audit.text).toContain('sheets.undo');
      await undo(again.run);
    });

    it('says where a sensor is by a code or a word of the company’s dictionary', async () => {
      const rows = [
        { ...good, position: 'toe' },
        { ...good, slot: '5', position: zh['dictionary.position.crown'] },
      ];
      const { run } = await done('sensors', rows);
      const stored = await server.running.storage.db
        .selectFrom('sensors')
        .select(['slot', 'position'])
        .where('rtu_id', '=', 1)
        .where('slot', 'in', [4, 5])
        .orderBy('slot')
        .execute();
      expect(stored).toEqual([
        { slot: 4, position: 'toe' },
        { slot: 5, position: 'crown' },
      ]);
      await undo(run);
    });

    it('are refused to who may not edit sites', async () => {
      const token = await server.login('strangerA');
      expect((await send('sensors', [good], { token })).envelope?.status).toBe(403);
    });
  });

  describe('SIM cards', () => {
    const [one, two] = ['89860424119200123407', '8981100002319875421F'];
    const cards = async (token = a) =>
      (
        (await server.call('/rest/faults/now', { token })).envelope?.data as unknown as {
          cards: readonly Card[];
        }
      ).cards.filter(({ listed }) => listed !== null);
    it('says everything that is wrong with a row, from both sides of the bounds', async () => {
      const seen = await done(
        'cards',
        [
          {
            iccid: one,
            imei: '864423051188423',
            operator: zh['enum.operator.mobile'],
            expires: '2027-03-01',
          },
          { iccid: '8.98604E+19', imei: '12345', expires: '2027-02-30', volume: 'much', station: 'B-1' },
          { iccid: one },
          { iccid: '8'.repeat(17) },
          { iccid: '8'.repeat(18), imei: '8'.repeat(14), volume: '10 TB', operator: 'x'.repeat(40) },
          { iccid: '8'.repeat(22), imei: '8'.repeat(16), volume: '0' },
          { iccid: '8'.repeat(23), imei: '8'.repeat(17), volume: '10485761', operator: 'x'.repeat(41) },
          { iccid: '7'.repeat(20), inUse: 'perhaps' },
          { iccid: '7'.repeat(20), imei: '8'.repeat(13), inUse: ja['value.no'] },
          { iccid: '6'.repeat(20), inUse: 'no' },
        ],
        { dryRun: true },
      );
      const faults = seen.rows.map(({ result, field, messageId, further }) =>
        result === 'bad'
          ? [{ field, messageId }, ...further].map((fault) => `${fault.field} ${fault.messageId}`)
          : result,
      );
      expect(faults).toEqual([
        'good',
        [
          'iccid sheets.digitsLost',
          'imei sheets.imei',
          'expires sheets.moment',
          'volume sheets.volume',
          'station sheets.unknown',
        ],
        ['iccid sheets.cardTwice'],
        ['iccid sheets.iccid'],
        'good',
        'good',
        ['iccid sheets.iccid', 'imei sheets.imei', 'operator bound.maxLength', 'volume bound.between'],
        ['inUse sheets.unknown'],
        ['imei sheets.imei', 'iccid sheets.cardTwice'],
        // It is not listed, so there is nothing to take out.
        'same',
      ]);
    });

    it('are kept by company, said anew by a second import, and are what they were when that is undone', async () => {
      const first = await done('cards', [
        {
          iccid: `${one.slice(0, 4)} ${one.slice(4)}`,
          operator: '中国移动',
          expires: '2027/3/1',
          volume: '1.5 GB',
        },
        { iccid: two, operator: 'Kumo Mobile', station: 'A-1' },
      ]);
      expect(first.rows.map(({ result }) => result)).toEqual(['added', 'added']);
      const listed = await cards();
      expect(listed).toMatchObject([
        { iccid: two.slice(0, -1), stationId: null, listed: { operator: 'Kumo Mobile', expires: null } },
        {
          iccid: one,
          listed: { operator: 'mobile', expires: '2027-03-01', volume: 1.5 * 1024, stationId: null },
        },
      ]);
      expect(await cards(b)).toEqual([]);
      const second = await done('cards', [
        { iccid: one, operator: 'mobile', expires: '2028-03-01', volume: '1536' },
        { iccid: two, operator: 'Kumo Mobile', station: 'A-1' },
        { iccid: two.slice(0, -1), inUse: '否' },
      ]);
      // The third row is the second one's card again.
      expect(second.rows.map(({ result }) => result)).toEqual(['good', 'same', 'bad']);
      const third = await done('cards', [
        { iccid: one, operator: 'mobile', expires: '2028-03-01', volume: '1536' },
        { iccid: two, inUse: '否' },
      ]);
      expect((await cards()).map(({ iccid, listed: of }) => [iccid, of?.expires])).toEqual([
        [one, '2028-03-01'],
      ]);
      expect((await undo(third.run, b)).envelope?.status).toBe(404);
      expect((await undo(third.run)).envelope?.status).toBe(200);
      expect(await cards()).toEqual(listed);
      await undo(first.run);
      expect(await cards()).toEqual([]);
    });

    it('of nobody in particular need a station that says whose they are', async () => {
      const token = await server.login('maintainer');
      const seen = await done('cards', [{ iccid: one }, { iccid: two, station: 'B-1' }], {
        token,
        partial: true,
      });
      expect(seen.rows.map(({ result, field, messageId }) => [result, field, messageId])).toEqual([
        ['bad', 'station', 'sheets.cardStation'],
        ['added', null, null],
      ]);
      expect((await cards(b)).map(({ iccid }) => iccid)).toEqual([two.slice(0, -1)]);
      expect(await cards(a)).toEqual([]);
      // Whose it is, is known now.
      const again = await done('cards', [{ iccid: two, volume: '30' }], { token });
      expect(again.rows[0]?.result).toBe('added');
    });
  });

  describe('initial values', () => {
    const row = { station: 'A-1', slot: '0', from: '2026-01-01 10:00', reason: 'survey' };
    it('makes one of the rows of a sensor and a moment, and withdraws it as a whole', async () => {
      const before = await initials();
      const rows = [
        { ...row, channel: 'x', value: '0.25' },
        { ...row, channel: zh['channel.tilt.y'], value: '-1' },
        { ...row, channel: 'x', value: '0.5', from: '2026-01-02 10:00' },
      ];
      const taken = await done('baselines', rows);
      expect(taken.rows.map(({ result }) => result)).toEqual(['added', 'added', 'added']);
      const made = (await initials()).slice(before.length);
      expect(made.map(({ t, initial_values: values }) => [t, JSON.parse(values as never)])).toEqual([
        [
          Date.UTC(2026, 0, 1, 2),
          [
            { row: 'tilt', channel: 'x', value: 0.25, element: 0 },
            { row: 'tilt', channel: 'y', value: -1, element: 0 },
          ],
        ],
        [Date.UTC(2026, 0, 2, 2), [{ row: 'tilt', channel: 'x', value: 0.5, element: 0 }]],
      ]);
      expect((await undo(taken.run)).envelope?.status).toBe(200);
      expect((await initials()).slice(before.length).map((one) => one.withdrawn_by)).toEqual([
        'editor1',
        'editor1',
      ]);
    });

    it('refuses by column what cannot be one', async () => {
      const later = new Date(Date.now() + 86_400_000).toISOString();
      const seen = await done(
        'baselines',
        [
          { ...row, channel: 'x', value: '1' },
          { ...row, channel: 'x', value: '2' },
          { ...row, channel: 'y', value: '1e7' },
          { ...row, channel: 'depth', value: '1' },
          { ...row, channel: 'y', value: 'one' },
          { ...row, channel: 'y', value: '1', from: later },
          { ...row, channel: 'y', value: '1', slot: '9' },
          { ...row, channel: 'y', value: '1', reason: ' ' },
          { ...row, channel: 'y', value: '1', station: 'B-1' },
        ],
        { dryRun: true },
      );
      expect(seen.rows.map(({ field, messageId }) => [field, messageId])).toEqual([
        [null, null],
        ['channel', 'baselines.twice'],
        ['value', 'bound.between'],
        ['channel', 'sheets.unknown'],
        ['value', 'form.number'],
        ['from', 'baselines.future'],
        ['slot', 'sheets.noSensor'],
        ['reason', 'bound.required'],
        ['station', 'sheets.unknown'],
      ]);
    });
  });

  describe('stations', () => {
    const stations = () =>
      server.running.storage.db
        .selectFrom('stations')
        .leftJoin('rtus', 'rtus.station_id', 'stations.id')
        .select([
          'stations.code',
          'stations.name',
          'stations.site',
          'stations.time_zone',
          'stations.retired_at',
        ])
        .select(['stations.latitude', 'stations.longitude', 'rtus.sn', 'rtus.credential_hash'])
        .where('stations.code', 'like', 'N-%')
        .orderBy('stations.code')
        .execute();
    const good = { project: 'A', code: 'N-1', name: 'North 1', latitude: '25.04', longitude: '102.7' };

    it('are bounded, column by column, from both sides; nothing is stored while one is bad', async () => {
      const rows = [
        { ...good, site: zh['site.dam'], timeZone: 'Asia/Tokyo', sn: 'NEW-1' },
        { ...good, code: 'N-2', latitude: '90', longitude: '-180' },
        { ...good, code: 'N-3', latitude: '90.001' },
        { ...good, code: 'N-3', longitude: '-180.1' },
        { ...good, code: 'N-3', latitude: '' },
        { ...good, code: 'N-1' },
        { ...good, code: 'A-1' },
        { ...good, code: 'N-3', project: 'B' },
        { ...good, code: 'N-3', site: 'volcano' },
        { ...good, code: 'N-3', timeZone: 'Asia/Nowhere' },
        { ...good, code: 'N'.repeat(41) },
        { ...good, code: 'N-3', name: 'n'.repeat(81) },
        { ...good, code: 'N-3', sn: 'NEW-1' },
        { ...good, code: 'N-3', sn: 'a/b' },
      ];
      const seen = await done('stations', rows, { dryRun: true });
      expect(seen.rows.map(({ result, field, messageId }) => [result, field, messageId])).toEqual([
        ['good', null, null],
        ['good', null, null],
        ['bad', 'latitude', 'bound.between'],
        ['bad', 'longitude', 'bound.between'],
        ['bad', 'latitude', 'bound.required'],
        ['bad', 'code', 'sites.taken'],
        ['bad', 'code', 'sites.taken'],
        ['bad', 'project', 'sheets.unknown'],
        ['bad', 'site', 'sheets.unknown'],
        ['bad', 'timeZone', 'sites.zone'],
        ['bad', 'code', 'bound.maxLength'],
        ['bad', 'name', 'bound.maxLength'],
        ['bad', 'sn', 'sites.taken'],
        ['bad', 'sn', 'sheets.serial'],
      ]);
      expect((await done('stations', rows)).run).toBeNull();
      expect(await stations()).toEqual([]);
    });

    it('are made with their RTUs, taken out of use as a whole, and brought back by the next import', async () => {
      const rows = [
        { ...good, site: ja['site.dam'], timeZone: 'Asia/Tokyo', sn: 'NEW-1' },
        { ...good, code: 'N-2' },
      ];
      const taken = await done('stations', rows);
      const usual = { latitude: 25.04, longitude: 102.7, retired_at: null, credential_hash: null };
      const made = [
        { ...usual, code: 'N-1', name: 'North 1', site: 'dam', time_zone: 'Asia/Tokyo', sn: 'NEW-1' },
        { ...usual, code: 'N-2', name: 'North 1', site: 'other', time_zone: 'Asia/Shanghai', sn: null },
      ];
      expect(await stations()).toEqual(made);
      const tree = await server.call('/rest/sites', { token: b });
      expect(tree.text).not.toContain('North 1');
      expect((await undo(taken.run, b)).envelope?.status).toBe(404);
      expect((await undo(taken.run)).envelope?.status).toBe(200);
      expect((await stations()).every(({ retired_at: at }) => at !== null)).toBe(true);
      const again = await done('stations', [{ ...rows[0], name: 'North one' }, rows[1] ?? {}]);
      expect(again.rows.map(({ result }) => result)).toEqual(['added', 'added']);
      expect(await stations()).toEqual([{ ...made[0], name: 'North one' }, made[1]]);
      await undo(again.run);
    });

    it('say of a serial number of another company no more than that it is not free, and store nothing', async () => {
      const { sn } = await server.running.storage.db
        .selectFrom('rtus')
        .innerJoin('stations', 'stations.id', 'rtus.station_id')
        .select('rtus.sn')
        .where('stations.code', '=', 'B-1')
        .executeTakeFirstOrThrow();
      const { envelope } = await send('stations', [
        { ...good, code: 'N-8' },
        { ...good, code: 'N-9', sn },
      ]);
      expect(envelope).toMatchObject({ status: 422, messageId: 'sites.notFree' });
      expect((await stations()).map(({ code }) => code)).toEqual(['N-1', 'N-2']);
    });
  });
});
