/**
 * Stepping again: from a checkpoint on, over all samples that are known now, and what that says of the events that were
 * raised before. Versions of a rule follow each other in time: a reading is judged by the one in force at its moment.
 */
import type { Rule } from './rule.ts';
import {
  type AlarmEvent,
  type AlarmSample,
  type AlarmStep,
  begin,
  edit,
  pass,
  type State,
  step,
} from './stepper.ts';

/** A version of a rule, with the moment from which on it judges. */
export interface RuleVersion {
  /** UTC ms; the first one judges all that was before, too. */
  readonly from: number;
  readonly rule: Rule;
}

/** The version in force at a moment. @throws RangeError where there is none at all */
export function versionAt(versions: readonly RuleVersion[], t: number): RuleVersion {
  const found = versions.findLast(({ from }) => from <= t) ?? versions[0];
  if (found === undefined) throw new RangeError('a rule without a version');
  return found;
}

/** Time up to `t`: blindness that was due, and versions that began. */
function advance(versions: readonly RuleVersion[], known: State, t: number): AlarmStep {
  const events: AlarmEvent[] = [];
  let state = known;
  const index = versions.findIndex(({ rule }) => rule.version === state.version);
  for (const { from, rule } of versions.slice(index + 1)) {
    if (from > t) break;
    const current = versions.find((one) => one.rule.version === state.version);
    const passed = current === undefined ? { state, events: [] } : pass(current.rule, state, from);
    const edited = edit(rule, passed.state, from);
    events.push(...passed.events, ...edited.events);
    state = edited.state;
  }
  const passed = pass(versionAt(versions, t).rule, state, t);
  return { state: passed.state, events: [...events, ...passed.events] };
}

/**
 * Steps samples, in order of their time, from a state on.
 * @param versions in order of `from`
 * @param known after all samples at or before its own time; null = from the beginning
 * @param until time that has passed behind the last sample; null = none
 */
export function replay(
  versions: readonly RuleVersion[],
  known: State | null,
  samples: readonly AlarmSample[],
  until: number | null = null,
): AlarmStep {
  const events: AlarmEvent[] = [];
  let state = known ?? begin(versionAt(versions, samples[0]?.t ?? until ?? 0).rule);
  for (const sample of samples) {
    const advanced = advance(versions, state, sample.t);
    const stepped = step(versionAt(versions, sample.t).rule, advanced.state, sample);
    state = stepped.state;
    events.push(...advanced.events, ...stepped.events);
  }
  if (until === null) return { state, events };
  const advanced = advance(versions, state, until);
  return { state: advanced.state, events: [...events, ...advanced.events] };
}

/** By what two runs tell an event: a value that was merged later does not make it another one. */
const keyOf = ({ type, t, from, to }: AlarmEvent): string => `${t} ${type} ${from} ${to}`;

export interface Reconciled<E extends AlarmEvent> {
  /** Raised now that all is known, and not before: late evidence. */
  readonly added: readonly AlarmEvent[];
  /** Raised before, and not now: they stay, with the note that later data contradict them. */
  readonly contradicted: readonly E[];
}

/**
 * Compares the events that were raised with those of a replay over the same stretch.
 * @param raised without those that were contradicted already
 */
export function reconcile<E extends AlarmEvent>(
  raised: readonly E[],
  replayed: readonly AlarmEvent[],
): Reconciled<E> {
  const now = new Set(replayed.map(keyOf));
  const before = new Set(raised.map(keyOf));
  return {
    added: replayed.filter((event) => !before.has(keyOf(event))),
    contradicted: raised.filter((event) => !now.has(keyOf(event))),
  };
}
