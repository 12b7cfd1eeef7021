/**
 * Stepping again: from a checkpoint on, over all samples that are known now, and what that says of the events that were
 * raised before. Versions of a rule follow each other in time: a reading is judged by the one in force at its moment.
 */
import type { Rule, ValueList } from './rule.ts';
import {
  type AlarmEvent,
  type AlarmSample,
  type AlarmStep,
  begin,
  edit,
  pass,
  type State,
  Stepping,
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

/**
 * The moment from which on a state was judged by another version than the one in force: a rule was saved while readings
 * behind the save were judged by the version before. Infinite where its version is the right one throughout, 0 where its
 * version is none of the rule's.
 * @param known a state, with the moment that it is of
 */
export function judgedOtherwiseFrom(
  versions: readonly RuleVersion[],
  known: { readonly t: number; readonly state: State },
): number {
  const own = versions.findIndex(({ rule }) => rule.version === known.state.version);
  if (own < 0) return 0;
  const next = versions[own + 1]?.from ?? Number.POSITIVE_INFINITY;
  return next <= known.t ? next : Number.POSITIVE_INFINITY;
}

/**
 * Time up to `t`: versions that began, and blindness that was due.
 * @param watched up to when readings may have come: patience is judged no further
 */
function advance(versions: readonly RuleVersion[], known: State, t: number, watched = t): AlarmStep {
  const events: AlarmEvent[] = [];
  let state = known;
  const index = versions.findIndex(({ rule }) => rule.version === state.version);
  for (const { from, rule } of versions.slice(index + 1)) {
    if (from > t) break;
    const current = versions.find((one) => one.rule.version === state.version);
    const passed =
      current === undefined ? { state, events: [] } : pass(current.rule, state, Math.min(from, watched));
    const edited = edit(rule, passed.state, from);
    events.push(...passed.events, ...edited.events);
    state = edited.state;
  }
  const passed = pass(versionAt(versions, t).rule, state, watched);
  return { state: passed.state, events: [...events, ...passed.events] };
}

/** Steps samples one after the other, by the version in force at each; what `replay` does, sample by sample. */
export class Replaying {
  readonly #versions: readonly RuleVersion[];
  #stepping: Stepping | null = null;
  readonly #state: State;
  /** Moment from which on the next version judges; until then the present one steps alone. */
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  constructor(versions: readonly RuleVersion[], known: State) {
    this.#versions = versions;
    this.#state = known;
  }

  /** Puts what happens by a sample to `events`; the list of values may be used again. @throws RangeError as `step` */
  take(t: number, values: ValueList, isReading: boolean, events: AlarmEvent[]): void {
    if (this.#stepping === null || t < this.#from || t >= this.#until) {
      const versions = this.#versions;
      const advanced = advance(versions, this.state(), t);
      events.push(...advanced.events);
      const current = versionAt(versions, t);
      this.#stepping = new Stepping(current.rule, advanced.state);
      const index = versions.indexOf(current);
      this.#from = index === 0 ? Number.NEGATIVE_INFINITY : current.from;
      this.#until = versions[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    }
    this.#stepping.take(t, values, isReading, events);
  }

  /** After the last sample. */
  state(): State {
    return this.#stepping?.state() ?? this.#state;
  }
}

/**
 * Steps samples, in order of their time, from a state on.
 * @param versions in order of `from`
 * @param known after all samples at or before its own time; null = from the beginning
 */
export function replay(
  versions: readonly RuleVersion[],
  known: State | null,
  samples: readonly AlarmSample[],
): AlarmStep {
  const events: AlarmEvent[] = [];
  const from = known ?? begin(versionAt(versions, samples[0]?.t ?? 0).rule);
  const replaying = new Replaying(versions, from);
  for (const { t, values, isReading } of samples) replaying.take(t, values, isReading, events);
  return { state: replaying.state(), events };
}

/**
 * What time alone has made of a state since its last sample: versions that began up to `now`, and blindness. Its state
 * is one of no sample: stepping goes on from the one before, which then says the same again.
 * @param watched up to when readings may have come
 */
export const elapse = (
  versions: readonly RuleVersion[],
  known: State,
  now: number,
  watched: number,
): AlarmStep => advance(versions, known, now, Math.min(now, watched));

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
