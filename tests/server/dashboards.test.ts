/** Dashboards on both databases: whose they are, what they may hold, what is taken back; and how stations did in a week. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardBounds } from '../../src/base/bounds/dashboards.ts';
import { runStatusFlags } from '../../src/catalogue/rows/status.ts';
import type { Dashboard, DashboardHead, DashboardLayout, Tile } from '../../src/contract/dashboards.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import type { Reading } from '../../src/server/storage/storage.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { password, startTestServer, type TestServer } from '../support/server.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const rollouts: Tile = { id: 1, x: 0, y: 0, w: 3, h: 2, title: '', settings: { type: 'rollouts' } };
const withTiles = (...tiles: readonly Tile[]): DashboardLayout => ({
  pages: [{ tiles: [...tiles] }],
  turnSeconds: null,
});

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    server = await startTestServer(dialect === 'sqlite' ? {} : { databaseUrl: await postgres.database() });
    const user = { password, language: 'en' } as const;
    await createUser(server.running.storage, { ...user, accountName: 'viewerA', companyId: 1, roleId: 3 });
    for (const who of ['maintainer', 'operatorA', 'operatorB', 'viewerA'])
      tokens.set(who, await server.login(who));
  });
  afterAll(() => server.stop());

  const ask = async (who: string, path: string, method = 'GET', body?: object) => {
    const { envelope } = await server.call(`/rest/${path}`, {
      token: tokens.get(who) ?? '',
      method,
      ...(body === undefined ? {} : { body }),
    });
    const { status, messageId, field, data } = envelope ?? {};
    return { status, messageId, field, data: data as never };
  };
  const list = async (who: string) =>
    ((await ask(who, 'dashboards')).data as { dashboards: DashboardHead[] }).dashboards;
  const read = async (who: string, id: number) => (await ask(who, `dashboards/${id}`)).data as Dashboard;
  const make = (who: string, name: string, more: object = {}) =>
    ask(who, 'dashboards', 'POST', {
      name,
      share: 'own',
      companyId: null,
      layout: withTiles(rollouts),
      ...more,
    });
  const made = async (who: string, name: string, more: object = {}) => {
    const answer = await make(who, name, more);
    expect(answer.status, JSON.stringify(answer)).toBe(200);
    return (answer.data as { id: number }).id;
  };
  const refused = async (answer: ReturnType<typeof ask>) => {
    const { status, messageId } = await answer;
    return [status, messageId];
  };

  it('one’s own are seen by nobody else; shared ones by the company and by who sees every company', async () => {
    const own = await made('operatorA', '  Mine  ');
    const shared = await made('operatorA', 'Wall', { share: 'company' });
    const idsOf = async (who: string) => (await list(who)).map(({ id }) => id);
    expect(await idsOf('operatorA')).toEqual([own, shared]);
    expect((await list('operatorA'))[0]).toMatchObject({ name: 'Mine', canEdit: true, revision: 1 });
    expect(await idsOf('viewerA')).toEqual([shared]);
    expect(await idsOf('operatorB')).toEqual([]);
    expect(await idsOf('maintainer')).toEqual([shared]);
    expect(await refused(ask('maintainer', `dashboards/${own}`))).toEqual([404, 'api.notFound']);
    expect(await refused(ask('operatorB', `dashboards/${shared}`))).toEqual([404, 'api.notFound']);
    // Who may only look sees it and changes nothing of it.
    expect((await read('viewerA', shared)).canEdit).toBe(false);
    const change = { revision: 1, name: 'Wall', share: 'company', layout: withTiles() };
    expect(await refused(ask('viewerA', `dashboards/${shared}`, 'PUT', change))).toEqual([
      403,
      'dashboards.notOwn',
    ]);
    expect(await refused(make('viewerA', 'Mine too', { share: 'company' }))).toEqual([
      403,
      'dashboards.notShare',
    ]);
  });

  it('a change that is based on an older one is refused, and nothing is lost', async () => {
    const id = await made('operatorA', 'Two');
    const put = (revision: number, name: string) =>
      ask('operatorA', `dashboards/${id}`, 'PUT', { revision, name, share: 'own', layout: withTiles() });
    expect((await put(1, 'First')).data).toEqual({ revision: 2 });
    expect(await refused(put(1, 'Second'))).toEqual([409, 'dashboards.changed']);
    expect(await read('operatorA', id)).toMatchObject({ name: 'First', layout: withTiles(), revision: 2 });
  });

  it('what is deleted comes back whole', async () => {
    const id = await made('operatorA', 'Gone');
    expect((await ask('operatorA', `dashboards/${id}`, 'DELETE')).status).toBe(200);
    expect(await refused(ask('operatorA', `dashboards/${id}`))).toEqual([404, 'api.notFound']);
    expect(await refused(ask('operatorB', `dashboards/${id}/restore`, 'POST', {}))).toEqual([
      404,
      'api.notFound',
    ]);
    expect((await ask('operatorA', `dashboards/${id}/restore`, 'POST', {})).status).toBe(200);
    expect((await read('operatorA', id)).layout).toEqual(withTiles(rollouts));
  });

  it('tiles stand in the grid and beside each other; names have their bounds', async () => {
    const of = (...tiles: readonly Tile[]) => make('operatorA', 'Grid', { layout: withTiles(...tiles) });
    const { columns, name } = dashboardBounds;
    expect(await refused(of({ ...rollouts, x: columns - 2 }))).toEqual([422, 'dashboards.place.outside']);
    expect(await refused(of(rollouts, { ...rollouts, id: 2, x: 2 }))).toEqual([
      422,
      'dashboards.place.overlap',
    ]);
    expect((await of(rollouts, { ...rollouts, id: 2, x: 3 })).status).toBe(200);
    expect(await refused(make('operatorA', '   '))).toEqual([422, 'dashboards.noName']);
    expect(await refused(make('operatorA', 'x'.repeat(name + 1)))).toEqual([422, 'dashboards.longName']);
    expect((await make('operatorA', 'x'.repeat(name))).status).toBe(200);
  });

  it('a dashboard names nothing that those who see it may not see', async () => {
    const of = (who: string, settings: Tile['settings'], more: object = {}) =>
      make(who, 'Named', { layout: withTiles({ ...rollouts, settings }), ...more });
    const channel = (stationId: number, sensorId: number) => ({
      ...{ stationId, sensorId, row: 'tilt', channel: 'x', element: 0 },
    });
    const { storage } = server.running;
    const sensors = await storage.db
      .selectFrom('sensors')
      .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
      .select(['sensors.id', 'rtus.station_id as stationId'])
      .execute();
    const sensorOf = (stationId: number) => sensors.find((one) => one.stationId === stationId)?.id ?? 0;
    expect((await of('operatorA', { type: 'map', projectId: 1 })).status).toBe(200);
    expect(await refused(of('operatorA', { type: 'map', projectId: 2 }))).toEqual([404, 'api.notFound']);
    expect(await refused(of('operatorA', { type: 'health', projectId: null, stationId: 2 }))).toEqual([
      404,
      'api.notFound',
    ]);
    const picture = (stationId: number | null, sitePlanId: number | null, uploadId: number | null) =>
      of('operatorA', { type: 'picture', stationId, sitePlanId, uploadId });
    const upload = async (width: number | null) => {
      const { id } = await storage.write((db) =>
        db
          .insertInto('uploads')
          .values({
            ...{ company_id: 1, station_id: 1, user_id: 1, account_name: 'operatorA', created_at: 1 },
            ...{ idempotency_key: null, name: 'p', type: width === null ? 'pdf' : 'png', bytes: 1 },
            ...{ sha256: 'h', width, height: width, unused_since: null },
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      await storage.write((db) =>
        db
          .insertInto('upload_refs')
          .values({ upload_id: id, subject: 'station', subject_id: 1, station_id: 1, position: 0 })
          .execute(),
      );
      return id;
    };
    const [photo, sheet] = [await upload(10), await upload(null)];
    const plan = await storage.write((db) =>
      db
        .insertInto('site_plans')
        .values({ station_id: 1, name: 'plan', upload_id: photo, created_at: 1, account_name: 'operatorA' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    for (const good of [picture(null, null, null), picture(1, null, null), picture(1, plan.id, null)])
      expect((await good).status).toBe(200);
    expect((await picture(1, null, photo)).status).toBe(200);
    // Of another station, no picture, and of no station at all.
    for (const bad of [
      picture(2, null, null),
      picture(1, null, sheet),
      picture(1, plan.id + 1, null),
      picture(null, plan.id, null),
    ])
      expect(await refused(bad)).toEqual([404, 'api.notFound']);
    const curve = (stationId: number, sensorId: number) => ({
      type: 'curve' as const,
      channels: [channel(stationId, sensorId)],
      days: 7,
      gauge: null,
    });
    expect((await of('operatorA', curve(1, sensorOf(1)))).status).toBe(200);
    expect(await refused(of('operatorA', curve(2, sensorOf(2))))).toEqual([404, 'api.notFound']);
    const lens = (stationId: number, sensorId: number) => ({
      ...{ type: 'lens' as const, lens: 'rate' as const, range: 'month' as const },
      channel: channel(stationId, sensorId),
    });
    expect((await of('operatorA', lens(1, sensorOf(1)))).status).toBe(200);
    expect(await refused(of('operatorA', lens(2, sensorOf(2))))).toEqual([404, 'api.notFound']);
    // A sensor of one station under the name of another.
    expect(await refused(of('maintainer', curve(1, sensorOf(2))))).toEqual([404, 'api.notFound']);
    expect((await of('maintainer', curve(2, sensorOf(2)))).status).toBe(200);
    // Who sees every company shares with one of them what is that one's alone.
    expect(
      await refused(of('maintainer', curve(2, sensorOf(2)), { share: 'company', companyId: 1 })),
    ).toEqual([404, 'api.notFound']);
  });

  it('the health of stations: shares of this week and of the one before, counted by hand', async () => {
    const { storage, board } = server.running;
    const [rtu] = await storage.db.selectFrom('rtus').select('id').where('station_id', '=', 1).execute();
    const rtuId = rtu?.id ?? 0;
    const hour = 3_600_000;
    const now = Date.now();
    const bit = (flag: string) => 2 ** runStatusFlags.indexOf(flag);
    const report = (hours: number, runStatus: number): Reading => ({
      ...{ sourceId: rtuId, row: 'status', element: 0, t: now - hours * hour, receivedAt: now },
      ...{ historical: true, values: { runStatus, batteryVoltage: 12.5 } },
    });
    // Four reports this week (one of a bad clock, one of battery and sensor 2), two of the week before (one of the signal).
    await storage.readings.ingest([
      report(1, 0),
      report(20, bit('clock')),
      report(30, bit('batteryVoltage') + bit('sensor2')),
      report(7 * 24 - 1, 0),
      report(7 * 24 + 1, bit('signalQuality')),
      report(14 * 24 - 1, 0),
      report(14 * 24 + 1, bit('clock')),
    ]);
    await storage.readings.settle();
    const [sensor] = await storage.db
      .selectFrom('sensors')
      .select('id')
      .where('rtu_id', '=', rtuId)
      .execute();
    const day = 24 * hour;
    await storage.write(async (db) => {
      await db.deleteFrom('arrival_days').execute();
      // A day that is not over, the newest and the oldest of the week, the newest of the week before.
      for (const [back, expected, received] of [
        [day - 60_000, 100, 0],
        [day + 60_000, 10, 9],
        [8 * day - 60_000, 10, 6],
        [8 * day + 60_000, 4, 1],
      ] as const)
        await db
          .insertInto('arrival_days')
          .values({
            source_id: sensor?.id ?? 0,
            row_id: 'tilt',
            day: now - back,
            expected,
            received,
            stale: 0,
          })
          .execute();
    });
    await board.load();
    const health = async (who: string, query = '?stationId=1') =>
      (await ask(who, `fleet-health${query}`)).data as {
        week: Record<string, number | null>;
        before: Record<string, number | null>;
        stations: number;
        counted: number;
      };
    const { week, before, stations, counted } = await health('operatorA');
    expect(week).toMatchObject({
      arrival: 15 / 20,
      battery: 3 / 4,
      signal: 1,
      clock: 3 / 4,
      sensors: 3 / 4,
      orders: null,
    });
    expect(before).toMatchObject({ arrival: 1 / 4, battery: 1, signal: 1 / 2, clock: 1, sensors: 1 });
    expect([stations, counted]).toEqual([1, 1]);
    expect(await refused(ask('operatorB', 'fleet-health?stationId=1'))).toEqual([404, 'api.notFound']);
    expect(await refused(ask('operatorB', 'fleet-health?projectId=1'))).toEqual([404, 'api.notFound']);
    expect((await health('operatorB', '')).week['clock']).not.toBe(3 / 4);
  });
});
