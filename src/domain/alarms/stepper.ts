/**
 * The stepper of an instance: one rule on one sensor, station or RTU. The same pure function serves live evaluation,
 * re-evaluation and back-test. Its state is plain data and is stored with the version of the rule.
 */
import { type Hold, holds, type LadderLevel, type Rule, rankOf, termsOf } from './rule.ts';

/** What is known at one moment of event time: of a reading its collection time, else a time that was due. */
export interface AlarmSample {
  /** UTC ms. Samples of an instance are stepped in its order. */
  readonly t: number;
  /** Of the rule's terms, in their order; null = unknown. */
  readonly values: readonly (number | null)[];
  /** False where nothing was collected and only time passed: it completes no hold. */
  readonly isReading: boolean;
}

/** A run of consecutive readings of which the same holds. */
interface Run {
  readonly count: number;
  /** Of its first and its last reading. */
  readonly from: number;
  readonly to: number;
}

interface LevelState {
  /** Readings that meet the condition. */
  readonly met: Run | null;
  /** Readings by which the level would not stay. */
  readonly left: Run | null;
}

export interface State {
  /** Of the rule by which it was made. */
  readonly version: number;
  /** Of the last sample; null before the first. */
  readonly t: number | null;
  /** Rank of the present level, 0 = none, and of the highest since it was last none. */
  readonly present: number;
  readonly peak: number;
  /** In the order of the ladder. */
  readonly levels: readonly LevelState[];
  /** Since when terms are unknown, in their order; null = known, or not yet seen. */
  readonly unknownSince: readonly (number | null)[];
  readonly isBlind: boolean;
}

/**
 * `raise`: from none to a level; `rise`, `fall`: from one to another; `return`: to none. `blind`, `sighted`: a term has
 * been unknown for longer than the patience, and is known again. `edited`: another version of the rule begins.
 */
export type EventType = 'raise' | 'rise' | 'fall' | 'return' | 'blind' | 'sighted' | 'edited';
export interface AlarmEvent {
  readonly type: EventType;
  /** Event time, UTC ms: of the reading that decided it, or at which patience was over. */
  readonly t: number;
  /** Ranks. */
  readonly from: number;
  readonly to: number;
  /** The values that decided it. */
  readonly values: readonly (number | null)[];
}
export interface AlarmStep {
  readonly state: State;
  readonly events: readonly AlarmEvent[];
}

/** The state before the first sample. */
export function begin(rule: Rule): State {
  return {
    version: rule.version,
    t: null,
    present: 0,
    peak: 0,
    levels: rule.ladder.map(() => ({ met: null, left: null })),
    unknownSince: rule.terms.map(() => null),
    isBlind: false,
  };
}

/** A run with one reading more. Unknown neither goes on with it nor ends it. */
function longer(run: Run | null, truth: boolean | null, t: number): Run | null {
  if (truth === null) return run;
  if (!truth) return null;
  return run === null ? { count: 1, from: t, to: t } : { count: run.count + 1, from: run.from, to: t };
}

function isFull(run: Run | null, hold: Hold): boolean {
  if (run === null) return false;
  return 'readings' in hold ? run.count >= hold.readings : run.to - run.from >= hold.minutes * 60_000;
}

/** The moment after which a term has been unknown for longer than the patience; null where nothing is due. */
export function blindAt(rule: Rule, state: State): number | null {
  if (rule.patience === null || state.isBlind) return null;
  const since = state.unknownSince.filter((t) => t !== null);
  return since.length === 0 ? null : Math.min(...since) + rule.patience;
}

/** Time alone: what patience makes of it. */
function passTo(rule: Rule, state: State, t: number): AlarmStep {
  const due = blindAt(rule, state);
  if (due === null || due >= t) return { state, events: [] };
  const rank = rankOf(rule.blindLevel);
  const values = rule.terms.map(() => null);
  return {
    state: { ...state, isBlind: true },
    events: [{ type: 'blind', t: due, from: 0, to: rank, values }],
  };
}

/** Whether terms that the ladder asks are known. */
function knownAfter(rule: Rule, state: State, { t, values }: AlarmSample): readonly (number | null)[] {
  const asked = new Set(rule.ladder.flatMap(({ condition }) => termsOf(condition)));
  return rule.terms.map((_, index) => {
    if (!asked.has(index)) return null;
    const value = values[index] ?? null;
    return value === null || Number.isNaN(value) ? (state.unknownSince[index] ?? t) : null;
  });
}

function levelsAfter(rule: Rule, before: readonly LevelState[], { t, values, isReading }: AlarmSample) {
  return rule.ladder.map(({ condition }, index): LevelState => {
    const { met, left } = before[index] ?? { met: null, left: null };
    if (!isReading) return { met, left };
    const isMet = holds(condition, values, false);
    const stays = holds(condition, values, true);
    return { met: longer(met, isMet, t), left: longer(left, stays === null ? null : !stays, t) };
  });
}

/** The next lower level of a ladder, as a rank. */
function below(ladder: readonly LadderLevel[], rank: number): number {
  return Math.max(0, ...ladder.map(({ level }) => rankOf(level)).filter((one) => one < rank));
}

/**
 * The state after a sample, and what happened by it. Levels rise at once when their hold is full, and fall one by one,
 * each by its own release.
 * @throws RangeError for a sample before the last one, which belongs to a replay from a checkpoint before it, and for a
 *   state of another version
 */
export function step(rule: Rule, before: State, sample: AlarmSample): AlarmStep {
  if (before.version !== rule.version) throw new RangeError('a state of another version');
  if (before.t !== null && sample.t < before.t) throw new RangeError('a sample before the last one');
  const passed = passTo(rule, before, sample.t);
  const events = [...passed.events];
  const { t, values } = sample;
  const levels = levelsAfter(rule, before.levels, sample);
  const full = rule.ladder.filter(({ hold }, index) => isFull(levels[index]?.met ?? null, hold));
  let { present, peak } = passed.state;
  const reached = Math.max(0, ...full.map(({ level }) => rankOf(level)));
  if (sample.isReading && reached > present) {
    events.push({ type: present === 0 ? 'raise' : 'rise', t, from: present, to: reached, values });
    peak = Math.max(peak, reached);
    present = reached;
  } else if (sample.isReading)
    for (let to = fallen(rule, levels, present); to < present; to = fallen(rule, levels, present)) {
      events.push({ type: to === 0 ? 'return' : 'fall', t, from: present, to, values });
      present = to;
    }
  if (present === 0) peak = 0;
  const unknownSince = knownAfter(rule, passed.state, sample);
  let { isBlind } = passed.state;
  if (isBlind && unknownSince.every((since) => since === null)) {
    isBlind = false;
    events.push({ type: 'sighted', t, from: rankOf(rule.blindLevel), to: 0, values });
  }
  return {
    state: { version: rule.version, t, present, peak, levels, unknownSince, isBlind },
    events,
  };
}

/** The level below the present one where that is released; the present one where it stays. */
function fallen(rule: Rule, levels: readonly LevelState[], present: number): number {
  const index = rule.ladder.findIndex(({ level }) => rankOf(level) === present);
  const own = rule.ladder[index];
  if (own === undefined) return present;
  return isFull(levels[index]?.left ?? null, own.releaseHold) ? below(rule.ladder, present) : present;
}

/** Another version begins at `t`: what was raised by the one before ends with that reason, and is judged anew. */
export function edit(rule: Rule, { present }: State, t: number): AlarmStep {
  const values = rule.terms.map(() => null);
  const events: AlarmEvent[] = present === 0 ? [] : [{ type: 'edited', t, from: present, to: 0, values }];
  return { state: { ...begin(rule), t }, events };
}

/** Only time has passed: blindness that was due before `t`. Answers the same state where nothing was. */
export const pass = (rule: Rule, state: State, t: number): AlarmStep => passTo(rule, state, t);
