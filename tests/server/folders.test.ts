/** Folders and saved filters on both databases: whose they are, where they may go, what they hold, what is taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderBounds } from '../../src/base/bounds/folders.ts';
import type { LiveEvent } from '../../src/contract/live.ts';
import type { Folder } from '../../src/contract/sites/folders.ts';
import { noFilter } from '../../src/domain/folders/filter.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { openStream, type Stream, until } from '../support/live-stream.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { password, startTestServer, type TestServer } from '../support/server.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    server = await startTestServer(dialect === 'sqlite' ? {} : { databaseUrl: await postgres.database() });
    const { storage } = server.running;
    const user = { password, language: 'en' } as const;
    await createUser(storage, { ...user, accountName: 'viewerA', companyId: 1, roleId: 3 });
    // Three more stations of company A, of which the last is out of use.
    await storage.write(async (db) => {
      for (const id of [11, 12, 13])
        await db
          .insertInto('stations')
          .values({
            ...{ id, project_id: 1, code: `A-${id}`, name: 'Ridge', name_reading: null, site: 'slope' },
            ...{ latitude: 30, longitude: 105, time_zone: 'UTC', retired_at: id === 13 ? 1 : null },
          })
          .execute();
    });
    await server.running.board.load();
    for (const who of ['maintainer', 'operatorA', 'operatorB', 'viewerA'])
      tokens.set(who, await server.login(who));
  });
  afterAll(() => server.stop());

  const ask = async (who: string, path: string, method = 'GET', body?: object) => {
    const { http, envelope } = await server.call(`/rest/folders${path}`, {
      token: tokens.get(who) ?? '',
      method,
      ...(body === undefined ? {} : { body }),
    });
    const { status, messageId, field, data } = envelope ?? {};
    return { http, status, messageId, field, data: data as never };
  };
  const list = async (who: string) => ((await ask(who, '')).data as { folders: Folder[] }).folders;
  const make = async (who: string, name: string, parentId: number | null = null, more: object = {}) => {
    const answer = await ask(who, '', 'POST', { name, parentId, ...more });
    expect(answer.status, JSON.stringify(answer)).toBe(200);
    return (answer.data as { id: number }).id;
  };
  const refused = async (who: string, path: string, body: object, method = 'POST') => {
    const { status, messageId } = await ask(who, path, method, body);
    return [status, messageId];
  };
  const place = (who: string, stationIds: readonly number[], fromId: number | null, toId: number | null) =>
    ask(who, '/stations', 'POST', { stationIds, fromId, toId });
  const move = (who: string, folderIds: readonly number[], parentId: number | null, more: object = {}) =>
    ask(who, '/move', 'POST', { folderIds, parentId, beforeId: null, ...more });
  const names = async (who: string, parentId: number | null) =>
    (await list(who))
      .filter((folder) => folder.parentId === parentId)
      .sort((a, b) => a.position - b.position)
      .map(({ name }) => name);
  const audited = async (action: string) => {
    const { envelope } = await server.call(`/rest/audit?action=${action}`, {
      token: tokens.get('maintainer') ?? '',
    });
    return (envelope?.data as unknown as { entries: { accountName: string; detail: string }[] }).entries;
  };

  it('one’s own are seen by nobody else, whatever they may see besides', async () => {
    const river = await make('viewerA', '  River  ');
    expect(await list('viewerA')).toMatchObject([
      {
        ...{ id: river, name: 'River', parentId: null, share: 'own', owner: 'viewerA', canEdit: true },
        ...{ filter: null, stationIds: [], revision: 1 },
      },
    ]);
    for (const who of ['maintainer', 'operatorA', 'operatorB']) {
      expect(await list(who)).toEqual([]);
      expect((await ask(who, `/${river}`, 'PUT', { name: 'x', revision: 1 })).http).toBe(404);
      expect((await move(who, [river], null)).http).toBe(404);
      expect((await ask(who, '/delete', 'POST', { folderIds: [river] })).http).toBe(404);
      expect((await place(who, [1], null, river)).http).toBe(404);
    }
    expect((await audited('folder.create'))[0]).toMatchObject({ accountName: 'viewerA', detail: 'River' });
  });

  it('names are not empty, not too long, and not twice in one place', async () => {
    const create = (name: string) => refused('viewerA', '', { name, parentId: null });
    expect(await create('  ')).toEqual([422, 'folders.noName']);
    expect(await create('界'.repeat(folderBounds.name + 1))).toEqual([422, 'folders.longName']);
    expect(await create('界'.repeat(folderBounds.name))).toEqual([200, undefined]);
    expect(await create('river')).toEqual([422, 'folders.nameTaken']);
    const [river] = (await list('viewerA')).filter(({ name }) => name === 'River');
    await make('viewerA', 'River', river?.id);
    expect(
      await refused('viewerA', `/${river?.id}`, { name: '界'.repeat(folderBounds.name), revision: 1 }, 'PUT'),
    ).toEqual([422, 'folders.nameTaken']);
    expect(await refused('viewerA', `/${river?.id}`, { name: 'Rivers', revision: 1 }, 'PUT')).toEqual([
      ...[200, undefined],
    ]);
    expect(await refused('viewerA', `/${river?.id}`, { name: 'Brooks', revision: 1 }, 'PUT')).toEqual([
      ...[409, 'folders.changed'],
    ]);
    expect((await audited('folder.update'))[0]?.detail).toBe('River → Rivers');
  });

  it('refusals name field and bound in the asker’s language', async () => {
    for (const [lang, part] of [
      ['zh-chs', '最多 60 个字符'],
      ['en', '60 characters at most'],
      ['ja', '60文字まで'],
    ] as const) {
      const { envelope } = await server.call('/rest/folders', {
        token: tokens.get('viewerA') ?? '',
        method: 'POST',
        body: { name: 'x'.repeat(61), parentId: null },
        headers: { lang },
      });
      expect(envelope?.msg).toContain(part);
      expect(envelope?.field).toBe('name');
    }
  });

  it('shared ones are seen by the company and changed by who may', async () => {
    expect(await refused('viewerA', '', { name: 'Road', parentId: null, share: 'company' })).toEqual([
      ...[403, 'folders.notShare'],
    ]);
    const road = await make('operatorA', 'Road', null, { share: 'company' });
    expect((await place('operatorA', [1, 11], null, road)).data).toEqual({ placed: 2, removed: 0 });
    expect((await list('viewerA')).find(({ id }) => id === road)).toMatchObject({
      ...{ share: 'company', companyId: 1, owner: 'operatorA', canEdit: false },
    });
    expect((await list('operatorB')).some(({ id }) => id === road)).toBe(false);
    expect((await list('maintainer')).find(({ id }) => id === road)?.canEdit).toBe(true);
    expect(await refused('viewerA', `/${road}`, { name: 'x', revision: 1 }, 'PUT')).toEqual([
      ...[403, 'folders.notOwn'],
    ]);
    expect((await place('viewerA', [12], null, road)).messageId).toBe('folders.notOwn');
    expect((await place('operatorB', [2], null, road)).http).toBe(404);
    // Who sees every company shares in the one that is named.
    const theirs = await make('maintainer', 'Dams', null, { share: 'company', companyId: 2 });
    expect((await list('operatorB')).map(({ name }) => name)).toEqual(['Dams']);
    expect((await place('maintainer', [1], null, theirs)).messageId).toBe('folders.otherCompany');
    expect((await place('maintainer', [2], null, theirs)).data).toEqual({ placed: 1, removed: 0 });
    expect(
      (await ask('operatorA', '', 'POST', { name: 'x', parentId: null, share: 'company', companyId: 2 }))
        .http,
    ).toBe(404);
  });

  it('a station may be in several; what is out of use or of another company is in none', async () => {
    const one = await make('operatorA', 'One');
    const two = await make('operatorA', 'Two');
    expect((await place('operatorA', [1, 11, 11], null, one)).data).toEqual({ placed: 2, removed: 0 });
    expect((await place('operatorA', [11, 12], null, two)).data).toEqual({ placed: 2, removed: 0 });
    const holds = async (id: number) =>
      (await list('operatorA')).find((folder) => folder.id === id)?.stationIds.toSorted((a, b) => a - b);
    expect([await holds(one), await holds(two)]).toEqual([
      [1, 11],
      [11, 12],
    ]);
    // Moved: out of the one, into the other, where one of them is already.
    expect((await place('operatorA', [1, 11], one, two)).data).toEqual({ placed: 1, removed: 2 });
    expect([await holds(one), await holds(two)]).toEqual([[], [1, 11, 12]]);
    expect((await place('operatorA', [1], two, null)).data).toEqual({ placed: 0, removed: 1 });
    for (const foreign of [2, 13, 999]) {
      const { http, messageId } = await place('operatorA', [12, foreign], null, one);
      expect([http, messageId]).toEqual([404, 'api.notFound']);
    }
    expect(await holds(one)).toEqual([]);
    expect((await place('operatorA', [12], null, null)).messageId).toBe('bound.required');
    expect((await audited('folder.stations'))[0]?.detail).toBe('Two −1');
    // A station that goes out of use leaves every folder, and comes back with its return.
    const { storage } = server.running;
    const retire = (at: number | null) =>
      storage.write((db) =>
        db.updateTable('stations').set({ retired_at: at }).where('id', '=', 12).execute(),
      );
    await retire(1);
    expect(await holds(two)).toEqual([11]);
    await retire(null);
    expect(await holds(two)).toEqual([11, 12]);
  });

  it('go into each other, in order, and not into themselves, a filter, or too deep', async () => {
    const top = await make('operatorB', 'Top');
    const [a, b, c] = [
      await make('operatorB', 'A', top),
      await make('operatorB', 'B', top),
      await make('operatorB', 'C', top),
    ];
    expect((await move('operatorB', [c], top, { beforeId: a })).status).toBe(200);
    expect(await names('operatorB', top)).toEqual(['C', 'A', 'B']);
    expect((await move('operatorB', [c, a], top)).status).toBe(200);
    expect(await names('operatorB', top)).toEqual(['B', 'C', 'A']);
    // Several at once; one that is in another goes with it.
    expect((await move('operatorB', [a, b], c)).status).toBe(200);
    expect(await names('operatorB', c)).toEqual(['A', 'B']);
    expect((await move('operatorB', [top], b)).messageId).toBe('folders.intoItself');
    expect((await move('operatorB', [c], c)).messageId).toBe('folders.intoItself');
    expect((await move('operatorB', [a], null, { beforeId: b })).messageId).toBe('api.notFound');
    const filter = await make('operatorB', 'Red', null, { filter: { ...noFilter, level: 4 } });
    expect((await move('operatorB', [a], filter)).messageId).toBe('folders.intoFilter');
    expect((await place('operatorB', [2], null, filter)).messageId).toBe('folders.intoFilter');
    let deepest = a;
    for (let level = 4; level <= folderBounds.depth; level++)
      deepest = await make('operatorB', `Level ${level}`, deepest);
    expect(await refused('operatorB', '', { name: 'deeper', parentId: deepest })).toEqual([
      ...[422, 'folders.tooDeep'],
    ]);
    const single = await make('operatorB', 'Single');
    expect((await move('operatorB', [single], deepest)).messageId).toBe('folders.tooDeep');
    expect((await move('operatorB', [c, a], null)).status).toBe(200);
    expect((await names('operatorB', null)).at(-1)).toBe('C');
    expect((await audited('folder.move'))[0]).toMatchObject({ accountName: 'operatorB', detail: 'C → own' });
  });

  it('become shared with all that is in them, where all of it is of the company', async () => {
    const mine = await make('maintainer', 'Mine');
    const inner = await make('maintainer', 'Inner', mine);
    await place('maintainer', [1, 2], null, inner);
    const share = (companyId: number) => move('maintainer', [mine], null, { share: 'company', companyId });
    expect((await share(1)).messageId).toBe('folders.otherCompany');
    await place('maintainer', [2], inner, null);
    expect((await share(1)).status).toBe(200);
    expect((await list('viewerA')).filter(({ id }) => id === mine || id === inner)).toMatchObject([
      { share: 'company', companyId: 1, stationIds: [] },
      { share: 'company', companyId: 1, stationIds: [1], parentId: mine },
    ]);
    // Taken back by another one, they are that one's own.
    expect((await move('operatorA', [mine], null, { share: 'own' })).status).toBe(200);
    expect((await list('viewerA')).some(({ id }) => id === inner)).toBe(false);
    expect((await list('operatorA')).find(({ id }) => id === inner)).toMatchObject({
      share: 'own',
      owner: 'operatorA',
    });
  });

  it('saved filters keep what they ask; what they name is the asker’s, and leads nowhere back', async () => {
    const filter = {
      ...noFilter,
      text: ' Ridge ',
      projectId: 1,
      level: 2,
      silentHours: 24,
      states: ['late'],
    };
    const id = await make('viewerA', 'Nagano', null, { filter });
    expect((await list('viewerA')).find((folder) => folder.id === id)?.filter).toEqual({
      ...filter,
      text: 'Ridge',
    });
    const save = (more: object) =>
      refused('viewerA', '', { name: 'F', parentId: null, filter: { ...noFilter, ...more } });
    expect(await save({})).toEqual([422, 'folders.emptyFilter']);
    expect(await save({ projectId: 2 })).toEqual([404, 'api.notFound']);
    expect(await save({ folderId: 9999 })).toEqual([404, 'api.notFound']);
    expect(await save({ silentHours: 0 })).toEqual([400, 'bound.minimum']);
    expect(await save({ silentHours: 8761 })).toEqual([400, 'bound.maximum']);
    const second = await make('viewerA', 'Within', null, { filter: { ...noFilter, folderId: id } });
    expect(
      await refused(
        'viewerA',
        `/${id}`,
        { name: 'N', revision: 1, filter: { ...noFilter, folderId: second } },
        'PUT',
      ),
    ).toEqual([422, 'folders.filterRound']);
    const [river] = (await list('viewerA')).filter(({ name }) => name === 'Rivers');
    expect(
      await refused(
        'viewerA',
        `/${river?.id}`,
        { name: 'Rivers', revision: 2, filter: { ...noFilter, level: 1 } },
        'PUT',
      ),
    ).toEqual([422, 'folders.noFilter']);
    const own = await make('operatorA', 'Own');
    expect(
      await refused('operatorA', '', {
        ...{ name: 'F', parentId: null, share: 'company', filter: { ...noFilter, folderId: own } },
      }),
    ).toEqual([422, 'folders.filterOwn']);
  });

  it('are deleted with what is in them, and restored as they were', async () => {
    const outer = await make('viewerA', 'Outer');
    const inner = await make('viewerA', 'Kept', outer);
    await place('viewerA', [1, 11], null, inner);
    const before = (await list('viewerA')).filter(({ id }) => id === outer || id === inner);
    expect((await ask('viewerA', '/delete', 'POST', { folderIds: [outer, inner] })).data).toEqual({
      folders: 2,
    });
    expect((await list('viewerA')).some(({ id }) => id === inner)).toBe(false);
    for (const who of ['maintainer', 'operatorA'])
      expect((await ask(who, '/restore', 'POST', { folderIds: [outer] })).http).toBe(404);
    expect((await ask('viewerA', '/restore', 'POST', { folderIds: [outer] })).status).toBe(200);
    expect((await list('viewerA')).filter(({ id }) => id === outer || id === inner)).toEqual(before);
    expect((await ask('viewerA', '/restore', 'POST', { folderIds: [outer] })).http).toBe(404);
    // What stood in a folder that is gone does not come back alone; a name that is taken is not taken twice.
    await ask('viewerA', '/delete', 'POST', { folderIds: [inner] });
    await ask('viewerA', '/delete', 'POST', { folderIds: [outer] });
    expect(await refused('viewerA', '/restore', { folderIds: [inner] })).toEqual([409, 'folders.parentGone']);
    await make('viewerA', 'outer');
    expect(await refused('viewerA', '/restore', { folderIds: [outer] })).toEqual([422, 'folders.nameTaken']);
    expect((await audited('folder.delete'))[0]?.detail).toBe('Outer (1)');
  });

  it('are so many at most, and hold so many stations', async () => {
    const { storage } = server.running;
    const user = await storage.db
      .selectFrom('users')
      .select('id')
      .where('account_name', '=', 'viewerA')
      .executeTakeFirstOrThrow();
    const own = (await list('viewerA')).filter(({ share }) => share === 'own').length;
    await storage.write(async (db) => {
      for (let at = own; at < folderBounds.ofUser - 1; at++)
        await db
          .insertInto('folders')
          .values({
            ...{
              parent_id: null,
              name: `Many ${at}`,
              share: 'own',
              owner_id: user.id,
              owner_name: 'viewerA',
            },
            ...{
              company_id: 1,
              position: at,
              revision: 1,
              deleted_at: null,
              deleted_with: null,
              filter: null,
            },
          })
          .execute();
    });
    const last = await make('viewerA', 'The last one');
    expect(await refused('viewerA', '', { name: 'Too many', parentId: null })).toEqual([
      422,
      'folders.tooMany',
    ]);
    // A folder with one place left takes one station, and not two.
    await storage.write(async (db) => {
      const template = {
        project_id: 1,
        name: 'S',
        name_reading: null,
        site: 'slope',
        latitude: 30,
        longitude: 105,
      };
      for (let from = 0; from < folderBounds.stations - 1; from += 500) {
        const ids = Array.from(
          { length: Math.min(500, folderBounds.stations - 1 - from) },
          (_, at) => 20_000 + from + at,
        );
        await db
          .insertInto('stations')
          .values(ids.map((id) => ({ id, ...template, code: `S-${id}`, time_zone: 'UTC' })))
          .execute();
        await db
          .insertInto('folder_stations')
          .values(ids.map((id) => ({ folder_id: last, station_id: id })))
          .execute();
      }
    });
    expect((await place('viewerA', [1, 11], null, last)).messageId).toBe('folders.tooManyStations');
    expect((await place('viewerA', [1], null, last)).data).toEqual({ placed: 1, removed: 0 });
    expect((await place('viewerA', [11], null, last)).messageId).toBe('folders.tooManyStations');
  }, 300_000);

  it('a change is reported to consoles of the company, and to no other', async () => {
    const [a, b] = [
      await openStream(server, tokens.get('operatorA') ?? ''),
      await openStream(server, tokens.get('operatorB') ?? ''),
    ];
    const heard = ({ events }: Stream) =>
      events
        .map(({ data }) => JSON.parse(data) as LiveEvent)
        .flatMap((event) => (event.type === 'folders' ? [event.companyId] : []));
    await make('operatorA', 'Reported', null, { share: 'company' });
    await until(() => heard(a).length > 0);
    await make('operatorB', 'Another', null, { share: 'company' });
    await until(() => heard(b).length > 0);
    // What was changed before may still be on its way: of one's own company it may come more than once.
    expect([new Set(heard(a)), new Set(heard(b))]).toEqual([new Set([1]), new Set([2])]);
    a.close();
    b.close();
  });
});
