/** The board of stations: what a load announces, that loads follow each other, and that they hold nobody up. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackStations } from '../../../src/contract/sites/station-columns.ts';
import { Board } from '../../../src/server/sites/board.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** Stations of company A besides the two of the test server, without devices. */
const many = 2000;
const everything = { companyId: null };

let server: TestServer;
const addStations = (codes: readonly string[]) =>
  server.running.storage.write((db) =>
    db
      .insertInto('stations')
      .values(
        codes.map((code) => ({
          ...{ project_id: 1, code, name: code, name_reading: null, site: 'slope' },
          ...{ latitude: 30, longitude: 105, time_zone: 'Asia/Shanghai' },
        })),
      )
      .execute(),
  );
beforeAll(async () => {
  server = await startTestServer();
  for (let from = 0; from < many; from += 500)
    await addStations(Array.from({ length: 500 }, (_, i) => `S-${from + i}`));
});
afterAll(() => server.stop());
/** One that nobody else asks for its changes. */
const newBoard = () => new Board(server.running.storage, () => null);
const idsOf = (board: Board) => board.takeChanged().map(({ summary }) => summary.id);

describe('a load announces', () => {
  it('every station the first time, and nothing while nothing changes', async () => {
    const board = newBoard();
    await board.load();
    expect(idsOf(board)).toHaveLength(many + 2);
    await board.load();
    expect(idsOf(board)).toEqual([]);
  });

  it('a station that was renamed, once, and one whose newest value another process has stored', async () => {
    const board = newBoard();
    await board.load();
    board.takeChanged();
    const { storage } = server.running;
    await storage.write((db) =>
      db.updateTable('stations').set({ name: 'Renamed' }).where('code', '=', 'S-7').execute(),
    );
    await board.load();
    expect(board.takeChanged().map(({ summary }) => summary.name)).toEqual(['Renamed']);
    const t = Date.now();
    await storage.readings.ingest([
      {
        ...{ sourceId: 1, row: 'tilt' as const, element: 0, t, receivedAt: t, historical: false },
        values: { x: 4.5, y: 1 },
      },
    ]);
    await board.load();
    expect(board.takeChanged().map(({ summary }) => [summary.id, summary.primary?.t])).toEqual([[1, t]]);
    await board.load();
    expect(idsOf(board)).toEqual([]);
  });

  it('a station that moved to another project of another company, to that one', async () => {
    const board = newBoard();
    await board.load();
    board.takeChanged();
    const move = (project: number) =>
      server.running.storage.write((db) =>
        db.updateTable('stations').set({ project_id: project }).where('code', '=', 'S-8').execute(),
      );
    await move(2);
    await board.load();
    expect(board.takeChanged().map(({ companyId }) => companyId)).toEqual([2]);
    await move(1);
  });
});

describe('loads', () => {
  it('follow each other: what was read before a station was added does not take it away again', async () => {
    const { storage } = server.running;
    // The first load is given its stations late, as by a database that is busy.
    let free = () => {};
    const released = new Promise<void>((resolve) => {
      free = resolve;
    });
    const late = <T extends object>(query: T): T =>
      new Proxy(query, {
        get: (target, name) => {
          const own = Reflect.get(target, name) as (...args: unknown[]) => object;
          if (name !== 'execute') return (...args: unknown[]) => late(own.apply(target, args));
          return () => Promise.all([own.apply(target, []), released]).then(([rows]) => rows);
        },
      });
    let isHeld = false;
    const db = new Proxy(storage.db, {
      get: (target, name) => {
        if (name !== 'selectFrom') return Reflect.get(target, name);
        return (table: 'stations') => {
          if (table !== 'stations' || isHeld) return target.selectFrom(table);
          isHeld = true;
          return late(target.selectFrom(table));
        };
      },
    });
    const board = new Board({ ...storage, db }, () => null);
    const before = board.load();
    while (!isHeld) await turn();
    for (let turns = 0; turns < 10; turns++) await turn();
    await addStations(['ADDED']);
    const after = board.load();
    for (let turns = 0; turns < 100; turns++) await turn();
    free();
    await Promise.all([before, after]);
    expect(board.sites(everything).map(({ station }) => station.code)).toContain('ADDED');
    expect(board.sites(everything)).toHaveLength(many + 3);
  });

  it('let others have their turn: at least each 250 stations', async () => {
    const board = newBoard();
    let turns = 0;
    let isOver = false;
    const count = async () => {
      for (; !isOver; turns++) await turn();
    };
    const counting = count();
    await board.load();
    isOver = true;
    await counting;
    expect(turns).toBeGreaterThanOrEqual(many / 250);
  });

  it('go on after one that failed', async () => {
    const board = newBoard();
    await board.load();
    const { readings } = server.running.storage;
    const { latest } = readings;
    Object.assign(readings, { latest: () => Promise.reject(new Error('no disk')) });
    try {
      await expect(board.load()).rejects.toThrow('no disk');
    } finally {
      Object.assign(readings, { latest });
    }
    await expect(board.load()).resolves.toBeUndefined();
  });
});

describe('little curves', () => {
  /** A board whose questions to the history are counted. */
  const countedBoard = () => {
    const { storage } = server.running;
    const asked: number[] = [];
    const readings = new Proxy(storage.readings, {
      get: (target, name) => {
        const own = Reflect.get(target, name) as unknown;
        if (typeof own !== 'function') return own;
        return (...args: readonly [{ readonly sourceId: number }]) => {
          if (name === 'history') asked.push(args[0].sourceId);
          return own.apply(target, args) as unknown;
        };
      },
    });
    return { board: new Board({ ...storage, readings }, () => null), asked };
  };
  const sparkOf = (board: Board, id: number) =>
    board.summaries(everything).find((summary) => summary.id === id)?.spark;

  it('are read of the stations that are asked for, once, and by no load', async () => {
    const { board, asked } = countedBoard();
    await board.load();
    expect(asked).toEqual([]);
    expect(sparkOf(board, 1)).toEqual([]);
    const [first] = await board.sparks(everything, [1]);
    expect(first).toMatchObject({ stationId: 1 });
    expect(first?.spark).toHaveLength(24);
    expect(first?.spark.at(-1)).toBe(4.5);
    expect(sparkOf(board, 1)).toEqual(first?.spark);
    await board.sparks(everything, [1, 3]);
    await board.load();
    expect(asked).toHaveLength(1);
  });

  it('are read anew once they were forgotten, and that is announced', async () => {
    const { board, asked } = countedBoard();
    await board.load();
    await board.sparks(everything, [1]);
    board.takeChanged();
    board.forgetSparks();
    expect(board.takeChanged().map(({ summary }) => [summary.id, summary.spark])).toEqual([[1, []]]);
    await board.sparks(everything, [1]);
    expect(asked).toHaveLength(2);
  });

  it('are read again after a question that failed', async () => {
    const board = newBoard();
    await board.load();
    const { readings } = server.running.storage;
    const { history } = readings;
    Object.assign(readings, { history: () => Promise.reject(new Error('no disk')) });
    try {
      await expect(board.sparks(everything, [1])).rejects.toThrow('no disk');
      expect(sparkOf(board, 1)).toEqual([]);
    } finally {
      Object.assign(readings, { history });
    }
    expect((await board.sparks(everything, [1]))[0]?.spark.at(-1)).toBe(4.5);
  });

  it('are answered of the asker’s own company alone, as are the stations', async () => {
    const own = async (path: string, body?: object) => {
      const token = await server.login('operatorA');
      const asked = body === undefined ? { token } : { token, method: 'POST' as const, body };
      return (await server.call(path, asked)).envelope?.data as unknown;
    };
    expect(await own('/rest/stations/sparks', { stationIds: [1, 2] })).toMatchObject({
      sparks: [{ stationId: 1 }],
    });
    const { columns } = (await own('/rest/stations/columns')) as {
      columns: Parameters<typeof unpackStations>[0];
    };
    const { stations } = (await own('/rest/stations')) as { stations: { id: number; spark: unknown[] }[] };
    expect(stations.every(({ spark }) => spark.length === 24)).toBe(true);
    const known = stations.map((station) => ({ ...station, spark: [] }));
    expect(unpackStations(columns)).toEqual(known);
    expect(known.some(({ id }) => id === 2)).toBe(false);
  });
});
