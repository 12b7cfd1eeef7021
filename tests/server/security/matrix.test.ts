/** Every call of the contract × who asks, generated; and holes that are planted to see that the checks find them. */
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPermission } from '../../../src/base/permissions.ts';
import { rows } from '../../../src/catalogue/index.ts';
import { type Call, call } from '../../../src/contract/call.ts';
import { calls } from '../../../src/contract/index.ts';
import { bind } from '../../../src/server/http/bind.ts';
import { visibleStations } from '../../../src/server/sites/visible.ts';
import * as checks from '../../support/security/checks.ts';
import { checkQuery, guardCompanies } from '../../support/security/company-guard.ts';
import { type Planted, startPlanted } from '../../support/security/planted.ts';
import { marks, startWorld, type World } from '../../support/security/world.ts';

let world: World;
let guarded = false;
let loading = 0;
let asked: (readonly number[])[] = [];
beforeAll(async () => {
  world = await startWorld({
    through: (storage) =>
      guardCompanies(storage, {
        on: () => guarded,
        sources: (ids) => {
          if (loading === 0) asked.push(ids);
        },
      }),
  });
  // The board knows every company's newest readings and filters when it is asked; it looks again by itself.
  const { board } = world.running;
  const load = board.load.bind(board);
  board.load = async () => {
    loading += 1;
    await load().finally(() => {
      loading -= 1;
    });
  };
});
afterAll(async () => {
  await world.stop();
});
const askers = (ask: World['ask']): checks.Askers => ({
  ask,
  holder: () => world.session('operatorA'),
  stranger: () => world.session('strangerA'),
  foreigner: () => world.session('operatorB'),
});
const everyRow = { row: Object.keys(rows) };

describe.each(calls.map((entry): [string, Call] => [entry.id, entry]))('%s', (_id, entry) => {
  it('S27 S18 S19 S20 to nobody, to false tokens, to a cookie, to a token in the address', async () => {
    expect(await checks.anonymousHoles(askers(world.ask), entry)).toEqual([]);
  });
  it('S27 S26 to one of the same company without permission', async () => {
    expect(await checks.strangerHoles(askers(world.ask), entry)).toEqual([]);
  });
  it('S27 to one of the same company with permission', async () => {
    expect(await checks.holderHoles(askers(world.ask), entry)).toEqual([]);
  });
  it('S27 to another company', async () => {
    expect(await checks.foreignerHoles(askers(world.ask), entry)).toEqual([]);
  });
  it('S30 S34 with rights and owners in body and query', async () => {
    expect(await checks.bodyHoles(askers(world.ask), entry)).toEqual([]);
  });
});

describe('S28 every optional parameter aimed at a foreign company', () => {
  const reads = calls.filter((entry) => entry.access !== 'public');
  it.each(reads.map((entry): [string, Call] => [entry.id, entry]))('S28 %s', async (_id, entry) => {
    expect(await checks.optionHoles(askers(world.ask), entry, everyRow)).toEqual([]);
  });
  it('S28 nothing distinguishes a foreign object from one that does not exist', async () => {
    const token = await world.login('operatorB');
    for (const path of ['/rest/stations/N', '/rest/stations/N/overview', '/rest/readings/N/rows?row=tilt']) {
      const [foreign, none] = await Promise.all(
        ['1', '999'].map((id) => world.ask({ path: path.replace('N', id), token })),
      );
      expect(foreign?.http).toBe(404);
      expect(foreign?.text.replaceAll('1', '999')).toBe(none?.text);
    }
  });
  it('S28 the readings of another company are never even begun to be read', async () => {
    // What the server counts by itself, once in a while, is of no call; a hole shows every time.
    let foreign: readonly number[] = [];
    for (let times = 0; times < 3; times += 1) {
      asked = [];
      await Promise.all(calls.map((entry) => checks.optionHoles(askers(world.ask), entry)));
      foreign = asked.flat().filter((id) => id === 1);
      if (foreign.length === 0) break;
    }
    expect(foreign).toEqual([]);
    // The spy does see what is asked for: one's own.
    await world.ask({ path: '/rest/readings/2/rows?row=tilt', token: await world.login('operatorB') });
    expect(asked.flat()).toContain(2);
  });
  it('S28 the planted world distinguishes its companies', async () => {
    const list = async (account: string) =>
      (await world.ask({ path: '/rest/stations', token: await world.login(account) })).text;
    const [a, b] = [await list('operatorA'), await list('operatorB')];
    expect([a.includes(marks[1]), a.includes(marks[2])]).toEqual([true, false]);
    expect([b.includes(marks[1]), b.includes(marks[2])]).toEqual([false, true]);
  });
});

describe('S29 the company filter is in one place', () => {
  it('S29 no call queries a company’s tables without it', async () => {
    const { board } = world.running;
    const load = board.load.bind(board);
    // The board reads every company on purpose and filters when it is asked; it also does so by itself.
    board.load = async () => {
      guarded = false;
      await load();
    };
    // So does the gateway, which knows every RTU, when sites were changed.
    const { gateway } = world.running;
    const look = gateway.sitesChanged.bind(gateway);
    gateway.sitesChanged = async () => {
      guarded = false;
      await look();
    };
    const holes: string[] = [];
    for (const entry of calls.filter((one) => one.access !== 'public')) {
      guarded = true;
      const reply = await checks.holderHoles(askers(world.ask), entry);
      holes.push(...reply, ...(await checks.foreignerHoles(askers(world.ask), entry)));
    }
    guarded = false;
    expect(holes).toEqual([]);
  });
  it('S29 a query without it throws', () => {
    const { db } = world.running.storage;
    const bare = db.selectFrom('stations').selectAll().where('id', '=', 1).toOperationNode();
    expect(() => checkQuery(bare)).toThrow(/company filter/);
    const joined = db
      .selectFrom('sensors')
      .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
      .selectAll('sensors')
      .toOperationNode();
    expect(() => checkQuery(joined)).toThrow(/company filter/);
    const own = visibleStations(db, { companyId: 1 }).select('stations.id').toOperationNode();
    expect(() => checkQuery(own)).not.toThrow();
  });
});

describe('S33 a check that checks nothing', () => {
  it.each([[null], [undefined], [''], [[]], [['']]])('S33 raises an error: %j', (needed) => {
    expect(() => hasPermission(['station:data:view'], needed)).toThrow(TypeError);
  });
});

describe('S26 deny by default', () => {
  const declared = (access: unknown) =>
    bind(
      { ...call('planted.route', 'GET /rest/planted', { access: 'session' }), access } as Call,
      async () => {},
    );
  it.each([
    [undefined],
    [''],
    [[]],
    [['']],
    ['station'],
    ['anyone'],
    [['session', 'station:data:view']],
  ])('S26 a call that declares %j does not start', async (access) => {
    await expect(startPlanted(world, [declared(access)])).rejects.toThrow(/does not say who may make it/);
  });
  it('S26 a route beside the contract that declares nothing does not start', async () => {
    const aside = startPlanted(world, [], (app) => app.get('/rest/aside', async () => 'all of it'));
    await expect(aside).rejects.toThrow(/GET \/rest\/aside does not say who may make it/);
  });
  it('S26 a call without a handler does not start', async () => {
    const one = declared('session');
    await expect(startPlanted(world, [one, one])).rejects.toThrow(/exactly one handler/);
  });
});

describe('planted holes are found by the same checks', () => {
  let planted: Planted;
  const id = Type.Object({ stationId: Type.Integer() }, { additionalProperties: false });
  const other = Type.Object(
    { otherStationId: Type.Optional(Type.Integer()) },
    { additionalProperties: false },
  );
  const names = Type.Object({ names: Type.Array(Type.String()) });
  const view = 'station:data:view';
  const open = call('planted.open', 'GET /rest/planted/open', { access: 'session', data: names });
  const aside = call('planted.aside', 'GET /rest/planted/aside', { access: view, data: names });
  const unfiltered = call('planted.one', 'GET /rest/planted/one/:stationId', {
    access: view,
    params: id,
    data: names,
  });
  const option = call('planted.option', 'GET /rest/planted/option/:stationId', {
    access: view,
    params: id,
    query: other,
    data: names,
  });
  const loose = call('planted.loose', 'POST /rest/planted/loose', {
    access: view,
    body: Type.Object({ row: Type.String() }),
    data: names,
  });
  const nameOf = async (stationId: number) => {
    const { db } = world.running.storage;
    const found = await db.selectFrom('stations').select('name').where('id', '=', stationId).execute();
    return { names: found.map((station) => station.name) };
  };
  beforeAll(async () => {
    planted = await startPlanted(
      world,
      [
        bind(open, async () => ({ names: [] })),
        bind(unfiltered, async ({ params }) => nameOf(params.stationId)),
        bind(option, async ({ viewer, params, query }) => {
          world.running.board.one(viewer, params.stationId);
          return nameOf(query.otherStationId ?? params.stationId);
        }),
        bind(loose, async () => ({ names: [] })),
      ],
      (app) => app.get('/rest/planted/aside', { config: { access: view } }, async () => nameOf(1)),
    );
  });
  afterAll(async () => {
    await planted.app.close();
  });

  it('S27 a route that lets everybody in who is signed in', async () => {
    const found = await checks.strangerHoles(askers(planted.ask), open, view);
    expect(found).toEqual([expect.stringContaining('to one without permission')]);
  });
  it('S27 a route that was registered past the door', async () => {
    const found = await checks.anonymousHoles(askers(planted.ask), aside);
    expect(found).toContainEqual(expect.stringMatching(/answers nobody/));
    expect(found).toContainEqual(expect.stringMatching(/answers a cookie/));
    expect(await checks.foreignerHoles(askers(planted.ask), aside)).toHaveLength(1);
  });
  it('S28 a foreign station by its id', async () => {
    const found = await checks.foreignerHoles(askers(planted.ask), unfiltered);
    expect(found).toHaveLength(2);
  });
  it('S28 a foreign station by an optional parameter', async () => {
    expect(await checks.foreignerHoles(askers(planted.ask), option)).toEqual([]);
    const found = await checks.optionHoles(askers(planted.ask), option);
    expect(found).toContainEqual(expect.stringMatching(/own things and a foreign otherStationId/));
  });
  it('S29 the same hole, by the query that it makes', async () => {
    guarded = true;
    const reply = await planted.ask({ path: '/rest/planted/one/1', token: await world.login('operatorA') });
    guarded = false;
    expect(reply.http).toBe(500);
  });
  it('S30 a body that takes what it does not know', async () => {
    const found = await checks.bodyHoles(askers(planted.ask), loose);
    expect(found).toContainEqual(expect.stringMatching(/takes roleId/));
  });
  it('S20 an answer that may be kept', async () => {
    const reply = await planted.ask({ path: '/rest/planted/open', token: await world.login('operatorA') });
    expect(checks.keepable(open, reply)).toEqual([]);
    expect(checks.keepable(open, { ...reply, headers: {} })).toHaveLength(1);
  });
});

it('S61 a denial is in the audit, once a minute for the same call', async () => {
  const denied = async () =>
    world.running.storage.db
      .selectFrom('audit')
      .select(['account_name', 'subject', 'result'])
      .where('action', '=', 'access.denied')
      .where('subject', '=', 'stations.list')
      .execute();
  const token = await world.login('strangerA');
  // The matrix may have asked before, more than a minute ago on a slow machine.
  const before = (await denied()).length;
  for (let i = 0; i < 5; i++) await world.ask({ path: '/rest/stations', token });
  const found = await denied();
  expect(found.length - before).toBeLessThanOrEqual(1);
  expect(found.at(-1)).toEqual({ account_name: 'strangerA', subject: 'stations.list', result: 'refused' });
});
