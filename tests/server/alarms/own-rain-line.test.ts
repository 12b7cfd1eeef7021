/**
 * A rule on the line that is kept for a station: each moment is judged by the line that stood then, also when readings come late, by
 * the engine, by a judgement over all that is stored, and by a back-test; all against a calculation by the minute.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnRainLine } from '../../../src/contract/sites/rain-lines.ts';
import type { By } from '../../../src/server/audit/by.ts';
import { setRainLine } from '../../../src/server/sites/rain-lines.ts';
import type { Reading } from '../../../src/server/storage/storage.ts';
import {
  backTestedEvents,
  definitionOf,
  engineOver,
  failuresOf,
  pastOf,
  recordedEvents,
  sitesOf,
  TestClock,
  writeRule,
} from '../../support/alarms.ts';
import { openBoth } from '../../support/storage-fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const begin = Date.UTC(2026, 4, 1);
/** Sensor type code of a rain gauge. */
const gauge = 17;

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(1);
  for (const { storage } of Object.values(both.fixtures))
    await storage.write((db) => db.updateTable('sensors').set({ kind: gauge }).execute());
});
afterAll(() => both.close());

const definition = definitionOf({
  terms: [{ quantity: 'ownRainLine', args: {}, source: { row: 'rain' } }],
  ladder: [
    {
      level: 'red',
      condition: { type: 'limit', term: 0, side: 'above', limit: 1 },
      hold: { readings: 1 },
      releaseHold: { readings: 1 },
    },
  ],
});

const line = (factor: number): OwnRainLine => ({ factor, exponent: 0, shortest: 1, longest: 48, gap: 6 });
interface Fall {
  /** Minutes after the beginning at which it ends. */
  readonly end: number;
  readonly minutes: number;
  readonly amount: number;
}

/** By the minute: rain of hours that end at the moment, the event that lasts, its mean intensity over the factor that stood. */
function expected(falls: readonly Fall[], factorAt: (minutes: number) => number | null): string[] {
  const events: string[] = [];
  let isRed = false;
  for (const { end } of [...falls].sort((a, b) => a.end - b.end)) {
    const factor = factorAt(end);
    if (factor === null) continue;
    const hours = Array.from({ length: 55 }, (_, back) => {
      let sum = 0;
      for (let at = end - 60 * (back + 1); at < end - 60 * back; at += 1)
        for (const fall of falls)
          if (fall.end <= end && at >= fall.end - fall.minutes && at < fall.end)
            sum += fall.amount / fall.minutes;
      return sum;
    });
    let [first, last, dry] = [-1, -1, 0];
    for (const [back, sum] of hours.entries()) {
      if (sum >= 0.1 - 1e-9) {
        if (last < 0) last = back;
        first = back;
        dry = 0;
      } else dry += 1;
      if (dry >= 6) break;
    }
    const duration = first - last + 1;
    const sum = first < 0 ? 0 : hours.slice(last, first + 1).reduce((a, b) => a + b, 0);
    const red = first >= 0 && sum / duration / factor >= 1 - 1e-9;
    if (red !== isRed) events.push(`${end} ${red ? 'raise 0→4' : 'return 4→0'}`);
    isRed = red;
  }
  return events;
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  it('a rule follows the line that stands, moment by moment', async () => {
    const { storage } = both.fixtures[dialect];
    const [site] = await sitesOf(storage);
    if (site === undefined) throw new Error('no site');
    const sourceId = site.sensors[0]?.id ?? 0;
    const clock = new TestClock(begin);
    const by: By = {
      viewer: {
        companyId: site.project.companyId,
        accountName: 'tester',
        userId: null,
      } as unknown as By['viewer'],
      address: '127.0.0.1',
    };
    const ruleId = await writeRule(storage, null, definition, begin, site.project.companyId);
    const engine = await engineOver(storage, clock);
    const falls: Fall[] = [];
    const rain = async (...list: readonly Fall[]) => {
      falls.push(...list);
      const readings = list.map(
        ({ end, minutes, amount }): Reading => ({
          ...{ sourceId, row: 'rain', element: 0, historical: false },
          ...{ t: begin + end * minute, receivedAt: Math.max(clock.at, begin + end * minute) },
          values: { amount, interval: minutes * 60, dataType: 1 },
        }),
      );
      clock.at = Math.max(clock.at, begin + Math.max(...list.map(({ end }) => end)) * minute);
      engine.stored(readings, await storage.readings.ingest(readings));
      await engine.settle();
    };
    const set = async (scope: 'station' | 'project', minutes: number, factor: number | null) => {
      clock.at = begin + minutes * minute;
      const change = { scope, ownLine: factor === null ? null : line(factor) };
      await setRainLine({ storage, now: clock.now }, by, site.station.id, change);
      // As the server does when it hears of the change.
      engine.changed();
      await engine.settle();
    };
    const each = (end: number, amount: number): Fall => ({ end, minutes: 60, amount });

    await rain(each(60, 5));
    await rain(each(120, 5), each(180, 5));
    await set('project', 210, 20);
    await rain(each(240, 5));
    await set('station', 270, 4);
    await rain(each(300, 5));
    await set('station', 330, null);
    await rain(each(360, 5));
    // At the very moment of a reading that comes afterwards: it is judged by the new line.
    await set('project', 420, 4);
    await rain(each(420, 5));
    await set('project', 421, 5.001);
    await rain(each(480, 5));
    // On the line is over it.
    await set('project', 500, 5);
    await rain(each(540, 5), each(600, 0));
    const factorAt = (at: number) => {
      if (at < 210) return null;
      if (at >= 270 && at < 330) return 4;
      return at < 420 ? 20 : at < 421 ? 4 : at < 500 ? 5.001 : 5;
    };
    const events = async () =>
      (await recordedEvents(storage)).map((text) => {
        const [, t, ...rest] = text.split(' ');
        return [(Number(t) - begin) / minute, ...rest].join(' ');
      });
    expect(await events()).toEqual(expected(falls, factorAt));
    expect(await events()).toEqual([
      '300 raise 0→4',
      '360 return 4→0',
      '420 raise 0→4',
      '480 return 4→0',
      '540 raise 0→4',
    ]);

    // Much rain that comes late is judged by the lines of its time, of which some stand no more.
    await rain({ end: 255, minutes: 15, amount: 90 });
    clock.at += 12 * hour;
    await engine.settle();
    const recorded = await recordedEvents(storage);
    expect(await events()).toEqual(expected(falls, factorAt));
    expect((await events())[0]).toBe('255 raise 0→4');
    expect((await pastOf(storage, clock.at)).events).toEqual(recorded);
    expect(await backTestedEvents(storage, ruleId, definition, begin, clock.at)).toEqual(recorded);
    expect(failuresOf(storage)).toEqual([]);
    await engine.stop();
  });
});
