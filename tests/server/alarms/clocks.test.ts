/** A9: clocks that jump, leap days and daylight saving re-fire nothing and lose nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Definition } from '../../../src/domain/alarms/definition.ts';
import type { Reading } from '../../../src/server/storage/storage.ts';
import { unit } from '../../../src/simulator/random.ts';
import {
  definitionOf,
  engineOver,
  failuresOf,
  pastOf,
  recordedEvents,
  sitesOf,
  TestClock,
  writeRule,
} from '../../support/alarms.ts';
import { noticeBegin, openNotice } from '../../support/notify.ts';
import { openBoth } from '../../support/storage-fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const once = { readings: 1 } as const;

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(1);
});
afterAll(() => both.close());

const above = (limit: number, release = limit): Definition['ladder'] => [
  {
    level: 'yellow',
    condition: { type: 'limit', term: 0, side: 'above', limit, release },
    hold: once,
    releaseHold: once,
  },
];
const value = definitionOf({
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: above(10, 8),
});
const silence = definitionOf({
  of: 'rtu',
  terms: [{ quantity: 'silence', args: {} }],
  ladder: above(3),
});

/** Raises and returns of values against a limit of 10 with a release below 8, counted by hand. */
function eventsOf(values: readonly number[]): number {
  let isRaised = false;
  let events = 0;
  for (const x of values)
    if (isRaised ? x < 8 : x >= 10) {
      isRaised = !isRaised;
      events += 1;
    }
  return events;
}

describe.each(['sqlite', 'postgres'] as const)('A9: on %s', (dialect) => {
  it.each([
    ['the spring of daylight saving', Date.UTC(2027, 2, 27, 22)],
    ['the autumn of daylight saving', Date.UTC(2027, 9, 30, 22)],
    ['a leap day', Date.UTC(2028, 1, 28, 22)],
  ])('over %s a clock that jumps raises each alarm once, and loses none', async (_, begin) => {
    const { storage } = both.fixtures[dialect];
    const sites = await sitesOf(storage);
    const berlin = sites.find(({ project }) => project.timeZone === 'Europe/Berlin');
    const sourceId = berlin?.sensors[0]?.id ?? 0;
    const clock = new TestClock(begin);
    const scope = { ...value.scope, projects: [berlin?.project.id ?? 0] };
    const ruleId = await writeRule(storage, null, { ...value, scope }, begin);
    const engine = await engineOver(storage, clock);
    await engine.settle();
    const values: number[] = [];
    for (let n = 1; n <= 200; n += 1) {
      const t = begin + n * 10 * minute;
      const x = Math.round(unit(begin % 1000, n) * 18);
      values.push(x);
      // The server's clock is set back or forward, by up to a day, for a while.
      const jump = unit(7, Math.floor(n / 9)) < 0.5 ? 0 : (unit(8, Math.floor(n / 9)) - 0.5) * 2 * day;
      clock.at = Math.round(t + jump);
      const reading: Reading = {
        ...{ sourceId, row: 'tilt', element: 0, t, receivedAt: clock.at, historical: false },
        values: { x },
      };
      engine.stored([reading], await storage.readings.ingest([reading]));
      await engine.settle();
    }
    clock.at = begin + 3 * day;
    await engine.settle();
    const recorded = await recordedEvents(storage);
    const own = new Set(
      (
        await storage.db.selectFrom('alarm_instances').select('id').where('rule_id', '=', ruleId).execute()
      ).map(({ id }) => String(id)),
    );
    const found = recorded.filter((line) => own.has(line.split(' ')[0] ?? ''));
    expect(eventsOf(values)).toBeGreaterThan(20);
    expect(found).toHaveLength(eventsOf(values));
    expect(recorded).toEqual((await pastOf(storage, clock.at)).events);
    expect(failuresOf(storage)).toEqual([]);
    await engine.stop();
  });
});

it('A9: silence is raised once, however often the clock passes its moment', async () => {
  const { storage } = both.fixtures.sqlite;
  const begin = Date.UTC(2029, 5, 1);
  const [site] = await sitesOf(storage);
  const clock = new TestClock(begin);
  const scope = { ...silence.scope, projects: [site?.project.id ?? 0] };
  const ruleId = await writeRule(storage, null, { ...silence, scope }, begin);
  const engine = await engineOver(storage, clock);
  await engine.settle();
  const reading: Reading = {
    ...{ sourceId: site?.sensors[0]?.id ?? 0, row: 'tilt', element: 0, t: begin, receivedAt: begin },
    ...{ historical: false, values: { x: 0 } },
  };
  engine.stored([reading], await storage.readings.ingest([reading]));
  await engine.settle();
  const lines = async () => {
    const rows = await storage.db
      .selectFrom('alarm_entries')
      .innerJoin('alarms', 'alarms.id', 'alarm_entries.alarm_id')
      .select(['alarm_entries.type', 'alarm_entries.t'])
      .where('alarms.rule_id', '=', ruleId)
      .orderBy('alarm_entries.id')
      .execute();
    return rows.map(({ type, t }) => `${(t - begin) / minute} ${type}`);
  };
  // Send cycles of 10 minutes: three of them are over at 30, and not a millisecond before.
  clock.at = begin + 30 * minute - 1;
  await engine.settle();
  expect(await lines()).toEqual([]);
  clock.at = begin + 30 * minute;
  await engine.settle();
  expect(await lines()).toEqual(['30 raise']);
  for (const at of [29, -300, 31, 10, 30, 3000, 30, 31]) {
    clock.at = begin + at * minute;
    await engine.settle();
    expect(await lines(), `at ${at}`).toEqual(['30 raise']);
  }
  await engine.stop();
});

it('A9: a clock that is set back and forward sends no message again, and skips no step', async () => {
  const one = await openNotice();
  try {
    const to = (name: string) => [{ type: 'user' as const, userId: one.people[name] ?? 0 }];
    await one.policy({
      steps: [
        { after: 0, to: to('ann'), by: ['mail'] },
        { after: 30, to: to('bob'), by: ['mail'] },
      ],
    });
    await one.tilt(50);
    await one.settle();
    const names = async () => (await one.notified()).map((line) => line.split(' ')[1]);
    expect(await names()).toEqual(['ann']);
    for (const at of [-2 * day, 29 * minute, -hour, 10 * minute]) {
      one.clock.at = noticeBegin + at;
      await one.settle();
      expect(await names(), `at ${at}`).toEqual(['ann']);
    }
    // Set forward it is due; set back again it is not sent once more.
    for (const at of [45 * minute, 20 * minute, 45 * minute, 2 * hour, -hour]) {
      one.clock.at = noticeBegin + at;
      await one.settle();
      expect(await names(), `at ${at}`).toEqual(['ann', 'bob']);
    }
    expect(one.mail.mails).toHaveLength(2);
    expect(one.errors).toEqual([]);
  } finally {
    await one.close();
  }
});
