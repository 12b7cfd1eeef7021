/** Fault statistics: what arrived by station and day, flags and since when, cards, batteries; against counts made here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { rows } from '../../src/catalogue/index.ts';
import type { ArrivalTable, Battery, Card, FaultFlag } from '../../src/contract/devices/faults.ts';
import { meanDaysBetween, outagesOf } from '../../src/domain/outages.ts';
import { ArrivalCounter } from '../../src/server/faults/arrival-days.ts';
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

describe('a month as a workbook', () => {
  const monthOf = (t: number) => new Date(t).toISOString().slice(0, 7);
  async function book(month: string, token = tokenA) {
    const response = await fetch(`${server.address}/rest/exports/file`, {
      method: 'POST',
      headers: { lang: 'en', 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ table: 'faultMonth', query: { month }, format: 'xlsx' }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.headers.get('x-rows') === null)
      return { names: [], sheet: () => [], status: bytes.toString() };
    const file = read(bytes);
    const sheet = (name: string) =>
      utils.sheet_to_json<(string | number | null)[]>(file.Sheets[name] ?? {}, { header: 1, defval: null });
    return { names: file.SheetNames, sheet, status: 'ok' };
  }
  /** Readings of its sensor, by the days that were sent above; days begin at 00:00 UTC. */
  const sent: Readonly<Record<number, number>> = { 1: 719, 2: 440, 3: 1340, 4: 1440 };
  /** Days of the month that are over, each with its readings; the station has reported for long. */
  function daysIn(month: string): readonly { readonly date: string; readonly received: number }[] {
    return Array.from({ length: 92 }, (_, index) => 92 - index).flatMap((back) => {
      const at = today - back * day;
      const date = new Date(at).toISOString().slice(0, 10);
      return date.startsWith(month) ? [{ date, received: sent[back] ?? 0 }] : [];
    });
  }

  it('has a sheet each of stations, days, faults, and what they are of', async () => {
    const month = monthOf(today - day);
    const expected = daysIn(month);
    const { names, sheet } = await book(month);
    expect(names).toEqual(['Fault statistics of a month', 'By day', 'Faults', 'About']);
    const received = expected.reduce((sum, one) => sum + one.received, 0);
    const due = expected.length * 1440;
    // Out below half of 1440: a day is up from 720 on.
    const up = expected.filter((one) => one.received >= 720).length;
    const starts = expected.filter(
      (one, at) => one.received < 720 && (expected[at - 1]?.received ?? 1440) >= 720,
    ).length;
    const [, , row, ...others] = sheet(names[0] ?? '');
    expect(others).toEqual([]);
    expect(row?.slice(1, 6)).toEqual(['A-1', 'A', expected.length, due, received]);
    expect(row?.[6]).toBeCloseTo((received / due) * 100, 9);
    expect(row?.[7]).toBeCloseTo((up / expected.length) * 100, 9);
    expect(row?.[8]).toBe(starts);
    expect(row?.[9]).toBeCloseTo(up / starts, 9);
    const days = sheet('By day').slice(2);
    expect(days.map((one) => [one[3], one[4], one[5]])).toEqual(
      expected.map((one) => [one.date, 1440, one.received]),
    );
    const facts = Object.fromEntries(sheet('About') as [string, string][]);
    expect(facts).toMatchObject({ Month: month, 'Arrival rate': `${((received / due) * 100).toFixed(2)} %` });
    // Of another company: nothing of this one.
    const other = await book(month, await server.login('operatorB'));
    expect(other.sheet(other.names[0] ?? '').flat()).not.toContain('A-1');
  });

  it('lists flags with their begin and end within the month, cut at its borders', async () => {
    const month = monthOf(now);
    const start = Date.parse(`${month}-01T00:00:00Z`);
    const { sheet } = await book(month);
    const serial = (t: number) => (t + 8 * hour) / day + 25_569;
    const listed = sheet('Faults')
      .slice(2)
      .map((row) => ({ what: row[4], from: row[5], before: row[6], until: row[7], hours: row[8] }));
    const first = now - 14 * day;
    // Reported once, 20 h ago, gone an hour later; and again for 5 h, until now.
    const clock = [
      { from: now - 20 * hour, until: now - 19 * hour },
      { from: now - 5 * hour, until: null },
    ].filter(({ until }) => until === null || until >= start);
    const found = listed.filter(({ what }) => what === 'Clock');
    expect(found).toHaveLength(clock.length);
    for (const [at, { from, until }] of clock.entries()) {
      expect(found[at]?.from).toBeCloseTo(serial(Math.max(from, start)), 6);
      if (until === null) expect(found[at]?.until).toBeNull();
      else expect(found[at]?.until).toBeCloseTo(serial(until), 6);
    }
    const lora = listed.find(({ what }) => what === 'LoRa');
    expect(lora?.from).toBeCloseTo(serial(Math.max(first, start)), 6);
    expect(lora?.before).toBe(first < start ? 'Yes' : null);
    const outages = listed.filter(({ what }) => what === 'Outage of data');
    expect(outages.length > 0).toBe(daysIn(month).some(({ received }) => received < 720));
  });

  it('is refused for what is no month, and for one that has not begun', async () => {
    expect((await book('2026-13')).status).toContain('month');
    expect((await book(monthOf(now + 40 * day))).status).toContain('api.range');
  });
});

it('counts what comes between the counting of a day and its writing', async () => {
  const { storage, board, gateway } = server.running;
  await storage.write((db) => db.deleteFrom('arrival_days').execute());
  let isFirst = true;
  const counter = new ArrivalCounter({
    storage: {
      ...storage,
      readings: {
        ...storage.readings,
        arrivals: async (query) => {
          const counted = await storage.readings.arrivals(query);
          if (query.sourceId === 1 && query.row === 'tilt' && query.to === today - 6 * day && isFirst) {
            isFirst = false;
            await storage.readings.ingest(tilts(1, today - 7 * day, today - 6 * day, (at) => at < 60));
            await storage.readings.settle();
          }
          return counted;
        },
      },
    },
    sites: () => board.sites({ companyId: null }),
    contact: (rtuId) => gateway.link(rtuId),
    failed: (error) => {
      throw error;
    },
  });
  await counter.settle();
  await counter.stop();
  expect(isFirst).toBe(false);
  expect((await arrivals()).data.received).toEqual([60, 0, 0, 1440, 1340, 440, 719]);
});
