/** Fault statistics: what arrived by station and day, flags and since when, cards, batteries; against counts made here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../../src/catalogue/index.ts';
import type { ArrivalTable, Battery, Card, FaultFlag } from '../../src/contract/devices/faults.ts';
import { meanDaysBetween, outagesOf } from '../../src/domain/outages.ts';
import type { Reading } from '../../src/server/storage/storage.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** 08:00 in Shanghai, where the projects' days begin, is 00:00 UTC. */
const today = Math.floor(Date.now() / day) * day;
const now = Math.floor(Date.now() / minute) * minute;

let server: TestServer;
let tokenA = '';
const flags = rows.status.channels.find(({ id }) => id === 'runStatus');
const bitOf = (flag: string) => 2 ** (flags?.type === 'flagSet' ? flags.flags.indexOf(flag) : -1);

const rowOf = (sourceId: number, row: Reading['row'], t: number, values: Reading['values']): Reading => ({
  sourceId,
  row,
  element: 0,
  t,
  receivedAt: t,
  historical: false,
  values,
});
const tilts = (sourceId: number, from: number, to: number, keep: (index: number) => boolean = () => true) =>
  Array.from({ length: Math.floor((to - from) / minute) }, (_, index) => index)
    .filter(keep)
    .map((index) => rowOf(sourceId, 'tilt', from + index * minute, { x: 1, y: 0 }));

beforeAll(async () => {
  server = await startTestServer();
  const { storage } = server.running;
  await storage.readings.ingest([
    // Whole, then without 100 readings, then without any, then half of them and one less, then today.
    ...tilts(1, today - 4 * day, today - 3 * day),
    ...tilts(1, today - 3 * day, today - 2 * day, (index) => index < 300 || index >= 400),
    ...tilts(1, today - day, today, (index) => index < 719),
    rowOf(1, 'tilt', today, { x: 1, y: 0 }),
    ...tilts(2, today - 2 * day, today),
  ]);
  const voltage = (ago: number) => 12 + (ago / 24) * 0.05;
  await storage.readings.ingest(
    Array.from({ length: 14 * 24 + 1 }, (_, index) => 14 * 24 - index).flatMap((ago) => {
      const t = now - ago * hour;
      const runStatus = ago <= 5 || ago === 20 ? bitOf('clock') + bitOf('lora') : bitOf('lora');
      const card = { imei: '864423051188423', iccid: '89860424119200123407', operator: 1 };
      return [
        rowOf(1, 'status', t, { batteryVoltage: voltage(ago), runStatus, ...card }),
        rowOf(2, 'status', t, { batteryVoltage: 12.5, runStatus: 0, ...card }),
      ];
    }),
  );
  await storage.readings.settle();
  await server.running.board.load();
  await server.running.arrivalCounter.settle();
  tokenA = await server.login('operatorA');
});
afterAll(() => server?.stop());

async function arrivals(token = tokenA, days = 7) {
  const { http, envelope } = await server.call(`/rest/faults/arrivals?days=${days}`, { token });
  return { http, data: envelope?.data as unknown as ArrivalTable };
}
async function faultsNow(token = tokenA) {
  const { envelope } = await server.call('/rest/faults/now', { token });
  return envelope?.data as unknown as { flags: FaultFlag[]; batteries: Battery[]; cards: Card[] };
}

describe('what arrived by station and day', () => {
  it('is what was due and what came, by the days of the project', async () => {
    const { data } = await arrivals();
    expect(data.stations).toEqual([1]);
    expect(data.last).toBe(today / day - 1);
    // Its first readings are of long ago.
    expect(data.expected).toEqual([1440, 1440, 1440, 1440, 1440, 1440, 1440]);
    expect(data.received).toEqual([0, 0, 0, 1440, 1340, 0, 719]);
    const whole = await arrivals(await server.login('maintainer'));
    expect(whole.data.stations).toEqual([1, 2]);
    expect(whole.data.received.slice(7)).toEqual([0, 0, 0, 0, 0, 1440, 1440]);
  });

  it('of fewer days the last ones', async () => {
    const { data } = await arrivals(tokenA, 2);
    expect(data.received).toEqual([0, 719]);
    expect((await arrivals(tokenA, 93)).http).toBe(400);
  });

  it('follows readings that come late', async () => {
    const { readings } = server.running.storage;
    await readings.ingest(tilts(1, today - 2 * day, today - day, (index) => index >= 1000));
    await readings.settle();
    await server.running.arrivalCounter.settle();
    expect((await arrivals()).data.received).toEqual([0, 0, 0, 1440, 1340, 440, 719]);
  });

  it('each company sees its own, and who may not see data none', async () => {
    const { data } = await arrivals(await server.login('operatorB'));
    expect(data.stations).toEqual([2]);
    expect((await arrivals(await server.login('strangerA'))).http).toBe(403);
  });
});

describe('what is so now', () => {
  it('flags, each with the first report that has it without a break', async () => {
    const { flags: found } = await faultsNow();
    expect(found.map(({ flag, stationId }) => [flag, stationId])).toEqual([
      ['clock', 1],
      ['lora', 1],
    ]);
    expect(found.map(({ since }) => since)).toEqual([now - 5 * hour, now - 14 * day]);
  });

  it('days until a battery is down, by its trend', async () => {
    const { batteries } = await faultsNow();
    // From 12.0 V to 11.5 V by 0.05 V a day.
    expect(batteries).toHaveLength(1);
    expect(batteries[0]?.days).toBeCloseTo(10, 1);
    expect(batteries[0]).toMatchObject({ stationId: 1, voltage: 12, limit: 11.5 });
  });

  it('cards, and which are there twice among those that one sees', async () => {
    const own = await faultsNow();
    expect(own.cards).toMatchObject([{ stationId: 1, iccid: '89860424119200123407', duplicates: [] }]);
    const all = await faultsNow(await server.login('maintainer'));
    expect(all.cards.map(({ stationId, duplicates }) => [stationId, duplicates])).toEqual([
      [1, [2]],
      [2, [1]],
    ]);
  });
});

describe('outages', () => {
  const days = (...shares: readonly number[]) =>
    shares.map((share) => ({ expected: share < 0 ? 0 : 100, received: share }));

  it('begin below half, last as long as it is no better, and days without expectation are none', () => {
    expect(outagesOf(days(100, 50, 49, 0, -1, 10, 80, 30))).toEqual({ days: 7, up: 3, outages: 2 });
    expect(outagesOf(days(0, 0))).toEqual({ days: 2, up: 0, outages: 1 });
    expect(outagesOf([])).toEqual({ days: 0, up: 0, outages: 0 });
  });

  it('the mean time between them is the time of operation for each', () => {
    expect(meanDaysBetween([outagesOf(days(100, 49, 100, 100)), outagesOf(days(100, 100, 0))])).toBe(5 / 2);
    expect(meanDaysBetween([outagesOf(days(100))])).toBeNull();
  });
});
