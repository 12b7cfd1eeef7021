/**
 * A1, A2, A4: for any order of arrival, resend, kill, edit and change of the RTU's cycles, the events of the live engine that are not contradicted are
 * those of one judgement over all that is stored in the end.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levels } from '../../../src/base/alarm-words.ts';
import type { Definition } from '../../../src/domain/alarms/definition.ts';
import type { Hold, LevelCondition, Term } from '../../../src/domain/alarms/rule.ts';
import type { AlarmEngine, AlarmFaultPoint } from '../../../src/server/alarms/engine.ts';
import { cycleReport, learnCycles, learnUnwritten } from '../../../src/server/gateway/cycle-book.ts';
import type { Reading, Storage } from '../../../src/server/storage/storage.ts';
import { unit } from '../../../src/simulator/random.ts';
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

const long = process.env['LONG'] === '1';
const schedules = { sqlite: long ? 2000 : 80, postgres: long ? 2000 : 20 };
const minute = 60_000;
/** Sensor type code of a crack meter. */
const crackRs485 = 8;
const start = Date.UTC(2026, 3, 1);

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(3);
  for (const { storage } of Object.values(both.fixtures))
    await storage.write((db) => db.updateTable('sensors').set({ kind: crackRs485 }).execute());
});
afterAll(() => both.close());

/** Takes out everything but the sites. */
async function empty(storage: Storage): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('alarm_entries').execute();
    await db.deleteFrom('alarms').execute();
    await db.deleteFrom('alarm_checkpoints').execute();
    await db.deleteFrom('alarm_instances').execute();
    await db.deleteFrom('alarm_rule_versions').execute();
    await db.deleteFrom('alarm_rules').execute();
    await db.deleteFrom('late_readings').execute();
    await db.deleteFrom('former_cycles').execute();
    await db.deleteFrom('cycle_changes').execute();
    await db
      .updateTable('rtus')
      .set({ collection_cycle: 600, send_cycle: 600, cycles_since: 0, cycles_revision: 0 })
      .execute();
  });
}

class Draws {
  #drawn = 0;
  constructor(readonly seed: number) {}
  one = () => unit(this.seed, this.#drawn++);
  whole = (below: number) => Math.floor(this.one() * below);
  is = (share: number) => this.one() < share;
  of = <T>(list: readonly T[]): T => {
    const found = list[this.whole(list.length)];
    if (found === undefined) throw new Error('of nothing');
    return found;
  };
}

/** Rules over crack, of the sensor and of a neighbour, by values, changes, statistics, arrivals and silence. */
function randomDefinition(draws: Draws, neighbour: number): Definition {
  const source = { row: 'crack', channel: 'opening' } as const;
  const all: readonly Term[] = [
    { quantity: 'value', args: {}, source },
    { quantity: 'change', args: { window: draws.of([20 / 60, 1]) }, source },
    {
      quantity: 'windowStatistic',
      args: { window: 1, statistic: draws.of(['mean', 'maximum', 'minimum', 'spread']) },
      source,
    },
    { quantity: 'value', args: {}, source: { ...source, sensorId: neighbour } },
    {
      quantity: 'windowStatistic',
      args: { window: 2, statistic: 'maximum' },
      source: { ...source, sensorId: neighbour },
    },
    { quantity: 'silence', args: {} },
    { quantity: 'arrivalRate', args: {}, source: { row: 'crack' } },
  ];
  const terms = Array.from({ length: 1 + draws.whole(3) }, () => draws.of(all));
  const condition = (depth: number): LevelCondition => {
    const kind = depth === 0 ? 0 : draws.whole(6);
    if (kind === 1) return { type: 'not', of: condition(depth - 1) };
    if (kind === 2 || kind === 3)
      return { type: kind === 2 ? 'and' : 'or', of: [condition(depth - 1), condition(depth - 1)] };
    const term = draws.whole(terms.length);
    const quantity = terms[term]?.quantity;
    const limit =
      quantity === 'silence' ? 1 + draws.whole(4) : quantity === 'arrivalRate' ? 80 : draws.whole(8);
    const isBelow = quantity === 'arrivalRate' || draws.is(0.2);
    const release = isBelow ? limit + draws.whole(2) : limit - draws.whole(2);
    return { type: 'limit', term, side: isBelow ? 'below' : 'above', limit, release };
  };
  const hold = (): Hold =>
    draws.is(0.7) ? { readings: 1 + draws.whole(3) } : { minutes: 10 + draws.whole(40) };
  const ladder = levels
    .filter(() => draws.is(0.6))
    .map((level) => ({ level, condition: condition(2), hold: hold(), releaseHold: hold() }));
  const red = { level: 'red' as const, condition: condition(1), hold: hold(), releaseHold: hold() };
  return definitionOf({
    terms,
    ladder: ladder.length === 0 ? [red] : ladder,
    patience: draws.is(0.5) ? null : 45 + draws.whole(90),
    enabled: draws.is(0.95),
  });
}

describe.each(['sqlite', 'postgres'] as const)('A1: on %s', (dialect) => {
  it(
    `${schedules[dialect]} random schedules end as the past does`,
    async () => {
      const { storage } = both.fixtures[dialect];
      const [site] = await sitesOf(storage);
      const sensors = site?.sensors.map(({ id }) => id) ?? [];
      const [own = 0, other = 0, third = 0] = sensors;
      let events = 0;
      let lates = 0;
      let backTested = 0;
      let cycles = 0;
      let contradicted = 0;
      for (let seed = 1; seed <= schedules[dialect]; seed += 1) {
        await empty(storage);
        const draws = new Draws(seed * 7919);
        // Each schedule has days of its own: readings are merged with nothing of another.
        const begin = start + seed * 2 * 86_400_000;
        const clock = new TestClock(begin);
        let definition = randomDefinition(draws, third);
        const ruleId = await writeRule(storage, null, definition, begin);
        let point: AlarmFaultPoint | null = null;
        const standing = { sites: await sitesOf(storage) };
        const killed = (reached: AlarmFaultPoint) => {
          if (reached !== point) return;
          point = null;
          throw new Error('killed');
        };
        const begun = () => engineOver(storage, clock, killed, standing);
        let engine: AlarmEngine = await begun();
        const rtuId = site?.rtu?.id ?? 0;
        const values = [4, 4, 4];
        const arrivals: { readonly at: number; readonly reading: Reading }[] = [];
        for (let n = 0; n < 60; n += 1) {
          const t = begin + (n * 10 + 1 + draws.whole(3)) * minute;
          if (draws.is(0.08)) n += draws.whole(8);
          for (const [index, sensorId] of [own, other, third].entries()) {
            values[index] = Math.max(0, Math.min(9, (values[index] ?? 0) + draws.whole(5) - 2));
            const isLate = draws.is(0.15);
            const at = t + (isLate ? draws.whole(120) : draws.whole(3)) * minute;
            const opening = draws.is(0.1) ? null : (values[index] ?? 0);
            const reading: Reading = {
              sourceId: sensorId,
              row: 'crack',
              element: 0,
              t,
              receivedAt: at,
              historical: isLate,
              values: opening === null ? { temperature: 20 } : { opening },
            };
            arrivals.push({ at, reading });
            if (draws.is(0.1)) arrivals.push({ at: at + draws.whole(60) * minute, reading });
            // What was missing is sent later.
            if (opening === null && draws.is(0.5))
              arrivals.push({
                at: at + draws.whole(90) * minute,
                reading: { ...reading, values: { opening: values[index] ?? 0 } },
              });
          }
        }
        arrivals.sort((a, b) => a.at - b.at);
        for (let next = 0; next < arrivals.length; ) {
          const size = 1 + draws.whole(12);
          const batch = arrivals.slice(next, next + size);
          next += size;
          clock.at = Math.max(clock.at, batch.at(-1)?.at ?? 0);
          const readings = batch.map(({ reading }) => reading);
          const result = await storage.readings.ingest(readings);
          // A third of the rules is never edited: a back-test is of one definition.
          if (draws.is(0.06) && seed % 3 !== 0) {
            definition = randomDefinition(draws, third);
            clock.at += 1;
            await writeRule(storage, ruleId, definition, clock.at);
            engine.changed();
          }
          // A report says that the RTU collects and sends otherwise, since a while ago, maybe behind a newer report; half of the rules see none.
          if (draws.is(0.3) && seed % 2 === 0) {
            const cycle = {
              collectionCycle: draws.of([60, 600, 3600]),
              sendCycle: draws.of([200, 600, 1800]),
            };
            const t = clock.at - draws.whole(90) * minute;
            const report: Reading = {
              ...{ sourceId: rtuId, row: 'status', element: 0, t, receivedAt: clock.at, historical: true },
              values: cycle,
            };
            // What was written of the RTU before is of an earlier contact.
            await storage.write((db) =>
              db
                .updateTable('rtus')
                .set({ last_contact_at: clock.at - 1 })
                .where('id', '=', rtuId)
                .execute(),
            );
            const taken = await storage.readings.ingest([report]);
            // The process may be killed after it stored the report and before it learnt of it.
            if (draws.is(0.3)) {
              await engine.stop();
              await learnUnwritten(storage);
              standing.sites = await sitesOf(storage);
              engine = await begun();
              engine.start();
            } else {
              engine.stored([report], taken);
              await learnCycles(storage, rtuId, [cycleReport(t, cycle)]);
              standing.sites = await sitesOf(storage);
              // The gateway that wrote it may be killed before the engine hears of it.
              if (draws.is(0.7)) engine.sitesLoaded();
            }
          }
          // A kill before it was evaluated, in the midst, or after.
          if (draws.is(0.1)) point = draws.of(['alarms.judged', 'alarms.recorded', 'alarms.written']);
          if (draws.is(0.05)) {
            await engine.stop();
            engine = await begun();
            engine.start();
            continue;
          }
          engine.stored(readings, result);
          if (draws.is(0.7)) await engine.settle();
          if (draws.is(0.03) || (point === null && draws.is(0.1))) {
            await engine.stop();
            engine = await begun();
            engine.start();
          }
        }
        point = null;
        clock.at += 12 * 3_600_000;
        await engine.stop();
        engine = await begun();
        await engine.settle();
        clock.at += 1000;
        await engine.settle();
        cycles += (await storage.db.selectFrom('former_cycles').selectAll().execute()).length;
        const recorded = await recordedEvents(storage);
        const past = await pastOf(storage, clock.at);
        expect(recorded, `seed ${seed}`).toEqual(past.events);
        if (seed % 3 === 0) {
          const tested = await backTestedEvents(storage, ruleId, definition, begin, clock.at);
          expect(tested, `back-test, seed ${seed}`).toEqual(recorded);
          backTested += tested.length;
        }
        expect(failuresOf(storage).filter((error) => !String(error).includes('killed'))).toEqual([]);
        // Nothing is left that would be looked at again and again.
        const due = await storage.db
          .selectFrom('alarm_instances')
          .select('id')
          .where('due_at', '<=', clock.at)
          .execute();
        expect(due, `seed ${seed}`).toEqual([]);
        events += recorded.length;
        const lines = await storage.db.selectFrom('alarm_entries').selectAll().execute();
        lates += lines.filter((line) => line.is_late === 1).length;
        contradicted += lines.filter((line) => line.contradicted_at !== null).length;
        // A4: an instance has one open alarm of a kind at most, and its level is that of the stepper.
        const open = await storage.db
          .selectFrom('alarms')
          .selectAll()
          .where('closed_at', 'is', null)
          .execute();
        for (const [instance, { present, isBlind }] of past.ends) {
          const own = open.filter((row) => row.instance_id === instance);
          const levelOf = (kind: number) =>
            own.filter((row) => row.is_blind === kind).map((row) => row.present);
          expect([levelOf(0).length, levelOf(1).length].every((count) => count <= 1)).toBe(true);
          expect(levelOf(0)[0] ?? 0, `seed ${seed} ${instance}`).toBe(present);
          expect((levelOf(1)[0] ?? 0) > 0, `seed ${seed} ${instance}`).toBe(isBlind);
        }
        await engine.stop();
      }
      // The schedules are not all quiet, and not all in order.
      expect(events).toBeGreaterThan(schedules[dialect] * 5);
      expect(backTested).toBeGreaterThan(schedules[dialect]);
      expect(cycles).toBeGreaterThan(schedules[dialect] / 2);
      expect(lates).toBeGreaterThan(schedules[dialect] / 10);
      expect(contradicted).toBeGreaterThan(schedules[dialect] / 10);
    },
    long ? 7_200_000 : 600_000,
  );
});
