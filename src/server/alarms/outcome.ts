/** One evaluation of one instance: what it comes to, and how that is written. */

import { judge, timedAfter, underWay } from '../../domain/alarms/judge.ts';
import { type JudgedInstance, sourcesOf } from '../../domain/alarms/judged-instance.ts';
import { elapse, reconcile } from '../../domain/alarms/replay.ts';
import { rankOf } from '../../domain/alarms/rule.ts';
import { type AlarmEvent, blindAt, type State } from '../../domain/alarms/stepper.ts';
import { toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { factsOf } from './facts.ts';
import type { HeldInstance } from './held.ts';
import { receiptsOf, type StretchSeries } from './reading-series.ts';
import { type RecordedEvent, record } from './record.ts';

/** Of what is judged at once a state is kept of each such stretch of event time, ms. */
const keptEvery = 6 * 3_600_000;
/** Of what is judged as it comes, ms: of each instance at another minute, so that not all are written at once. */
const savedEvery = 86_400_000;
/** So far back late readings are judged, ms; what is older moves nothing. */
const reach = 7 * 86_400_000;

/** Among the heads of a state: the last change of its RTU's cycles that it knew of. */
const cyclesHead = 'cyclesRevision';

/**
 * The moment from which on a state was judged by other cycles than were in force: that was not known yet. Infinite where
 * it was judged by the right ones.
 */
export const otherCyclesFrom = (
  { cycleChanges = [] }: Pick<JudgedInstance, 'cycleChanges'>,
  {
    base,
    heads,
  }: { readonly base: { readonly t: number }; readonly heads: Readonly<Record<string, number>> },
): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...cycleChanges
      .filter(({ revision, from }) => revision > (heads[cyclesHead] ?? 0) && from <= base.t)
      .map(({ from }) => from),
  );

/** How far before a moment readings are needed to judge from there on, ms. */
export const historyOf = ({ judged, history }: HeldInstance, from: number): number =>
  (judged.formerCycles ?? []).length === 0 ? history : sourcesOf(judged, from).history;

/** What an evaluation of one instance has come to. */
export interface Outcome {
  readonly held: HeldInstance;
  readonly added: readonly AlarmEvent[];
  readonly contradicted: readonly RecordedEvent[];
  /** After the newest moment that will not be judged otherwise by time alone. */
  readonly base: { readonly t: number; readonly state: State };
  /** After all. */
  readonly now: State;
  readonly marks: readonly State[];
  readonly heads: Record<string, number>;
  readonly dueAt: number | null;
  readonly evaluatedTo: number;
  readonly series: StretchSeries;
  /** Where it began: states behind it are of before. */
  readonly from: number;
}

/**
 * Judges an instance from a state on, over all readings behind it.
 * @param series of all its sources, from that state less its history on
 */
export function outcomeOf(
  held: HeldInstance,
  base: NonNullable<HeldInstance['base']>,
  series: StretchSeries,
  now: number,
): Outcome {
  const { judged } = held;
  const receipts = receiptsOf(series, held.receiptSources);
  const watched = now - underWay * judged.sendCycle * 1000;
  const judgement = judge(judged, series, receipts, base.state, {
    after: base.t,
    receiptsUntil: now,
    hoursUntil: watched,
    every: keptEvery,
  });
  const passed = elapse(judged.versions, judgement.state, now, watched);
  const { added, contradicted } = reconcile(held.recorded, [...judgement.events, ...passed.events]);
  const heads: Record<string, number> = { ...held.heads };
  for (const source of new Set([...held.sources, ...held.receiptSources]))
    for (const { t, element } of series.get(source) ?? []) {
      const place = `${source}/${element}`;
      if (!(t <= (heads[place] ?? Number.NEGATIVE_INFINITY))) heads[place] = t;
    }
  const revision = judged.cycleChanges?.at(-1)?.revision;
  if (revision !== undefined) heads[cyclesHead] = revision;
  const { rule } = judged.versions.find((one) => one.rule.version === passed.state.version) ?? {};
  // Of the version that is in force now: one that began since then has a patience of its own.
  const blind = rule === undefined ? null : blindAt(rule, passed.state);
  const timed = timedAfter(judged, receipts, { now, hoursFrom: watched });
  const grace = underWay * judged.sendCycle * 1000;
  const dues = [
    ...(blind === null ? [] : [blind + grace + 1]),
    ...(timed.receipts === null ? [] : [timed.receipts]),
    ...(timed.hours === null ? [] : [timed.hours + grace]),
  ];
  return {
    held,
    added,
    contradicted,
    base: judgement.base,
    now: passed.state,
    marks: judgement.marks,
    heads,
    dueAt: dues.length === 0 ? null : Math.ceil(Math.min(...dues)),
    evaluatedTo: judgement.state.t ?? base.t,
    series,
    from: base.t,
  };
}

/** It is stored sooner than the moment that stands there, or that one has come: it is not written at each reading. */
export function movesDue({ held, dueAt }: Outcome, now: number): boolean {
  if (dueAt === held.dueAt) return false;
  return held.dueAt === null || held.dueAt <= now || (dueAt !== null && dueAt < held.dueAt);
}

/** A state is due to be stored: none is of the day of the instance that `t` is in. */
export function mustSave({ id, savedTo }: Pick<HeldInstance, 'id' | 'savedTo'>, t: number): boolean {
  const shift = (id * 60_000) % savedEvery;
  return Math.floor((t + shift) / savedEvery) > Math.floor((savedTo + shift) / savedEvery);
}

/** Whether states are stored with it. */
export const keepsStates = ({ added, marks, held, base, from }: Outcome): boolean =>
  added.length > 0 || marks.length > 0 || (base.t > from && mustSave(held, base.t));

/** Whether anything of it is to be written. */
export function hasNews(outcome: Outcome, now: number): boolean {
  const { contradicted, held, from } = outcome;
  return keepsStates(outcome) || contradicted.length > 0 || held.savedTo > from || movesDue(outcome, now);
}

/** Writes an outcome: its events, states from which it can be stepped again, when it is due. */
export async function writeOutcome(db: Db, outcome: Outcome, now: number): Promise<readonly RecordedEvent[]> {
  const { held, added, contradicted, base, marks, heads, dueAt, from } = outcome;
  const { target, rule, judged } = held;
  const newest = rule.versions.at(-1);
  const recorded =
    added.length === 0 && contradicted.length === 0
      ? []
      : await record(
          db,
          {
            place: {
              instanceId: held.id,
              ruleId: rule.id,
              stationId: target.stationId,
              rtuId: target.rtuId,
              sensorId: newest?.definition.of === 'rtu' ? null : held.target.id,
            },
            added,
            contradicted,
            at: outcome.now.t ?? base.t,
            present: outcome.now.present,
            isBlind: outcome.now.isBlind,
            isOver: outcome.now.levels.length === 0,
            blindRank: rankOf(newest?.definition.blindLevel ?? 'blue'),
            evaluatedTo: held.evaluatedTo,
            factsOf: (event) =>
              factsOf({ target, judged, versions: rule.versions, series: outcome.series }, event),
          },
          now,
        );
  const states = keepsStates(outcome) ? [...new Set([...marks, base.state])] : [];
  if (states.length > 0 || held.savedTo > from) {
    // States behind the one that it went back to are of other readings.
    await db
      .deleteFrom('alarm_checkpoints')
      .where('instance_id', '=', held.id)
      .where('t', '>', from)
      .execute();
    for (const state of states)
      if (state.t !== null && state.t > from)
        await db
          .insertInto('alarm_checkpoints')
          .values({
            instance_id: held.id,
            t: state.t,
            state: toJson(state),
            heads: toJson(headsAt(heads, state, base.state)),
          })
          .execute();
    await prune(db, [held.id], base.t);
  }
  if (movesDue(outcome, now))
    await db.updateTable('alarm_instances').set({ due_at: dueAt }).where('id', '=', held.id).execute();
  return recorded;
}

/** Of a state in between nothing is known but that readings up to it are in it. */
const headsAt = (heads: Record<string, number>, state: State, newest: State) =>
  state === newest
    ? heads
    : Object.fromEntries(Object.entries(heads).map(([place, t]) => [place, Math.min(t, state.t ?? t)]));

/** The state of an instance of which nothing else is written. */
export interface UnsavedState {
  readonly held: HeldInstance;
  readonly state: State;
  readonly t: number;
  readonly heads: Record<string, number>;
}

/** Stores states of instances by which nothing happened. */
export async function saveStates(db: Db, unsaved: readonly UnsavedState[]): Promise<void> {
  for (let at = 0; at < unsaved.length; at += together) {
    const some = unsaved.slice(at, at + together);
    await db
      .insertInto('alarm_checkpoints')
      .values(
        some.map(({ held, state, t, heads }) => ({
          instance_id: held.id,
          t,
          state: toJson(state),
          heads: toJson(heads),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['instance_id', 't'])
          .doUpdateSet(({ ref }) => ({ state: ref('excluded.state'), heads: ref('excluded.heads') })),
      )
      .execute();
    await prune(
      db,
      some.map(({ held }) => held.id),
      Math.min(...some.map(({ t }) => t)),
    );
  }
}

/** Instances of one statement. */
const together = 100;

/** States that are older than late readings may be go; of each instance the newest of them stays. */
async function prune(db: Db, instanceIds: readonly number[], t: number): Promise<void> {
  await db
    .deleteFrom('alarm_checkpoints')
    .where('instance_id', 'in', instanceIds)
    .where('t', '<', ({ selectFrom }) =>
      selectFrom('alarm_checkpoints as later')
        .select(({ fn }) => fn.max('later.t').as('t'))
        .whereRef('later.instance_id', '=', 'alarm_checkpoints.instance_id')
        .where('later.t', '<=', t - reach),
    )
    .execute();
}
