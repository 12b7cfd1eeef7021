/** The whole past of an instance, judged at once: what a rule would have raised between two moments. */
import { type JudgedInstance, judge, type ReadingSeries, underWay } from './judge.ts';
import { quantityOf } from './quantities/index.ts';
import { elapse, Replaying, type RuleVersion } from './replay.ts';
import type { Rule, Term } from './rule.ts';
import { type AlarmEvent, type State, stateBefore } from './stepper.ts';

/** UTC ms; both inclusive. */
export interface PastStretch {
  readonly from: number;
  /** At most `now`. */
  readonly to: number;
  readonly now: number;
}

export interface JudgedPast {
  readonly events: readonly AlarmEvent[];
  /** At the end of the stretch. */
  readonly state: State;
  /** Moments that were judged. */
  readonly moments: number;
}

/** Up to when readings are expected to have come. */
const watchedUntil = ({ to, now }: PastStretch, sendCycle: number): number =>
  Math.min(to, now - underWay * sendCycle * 1000);

/**
 * What an instance's rules raise of its readings in a stretch: what live evaluation records of the same readings, where
 * the instance begins with the stretch.
 * @param series without what is after the stretch; from its beginning less the history that the quantities look back
 */
export function judgePast(
  instance: JudgedInstance,
  series: ReadingSeries,
  receipts: readonly number[],
  stretch: PastStretch,
  seen?: (t: number, values: readonly (number | null)[], rule: Rule) => void,
): JudgedPast {
  const { from, to } = stretch;
  const [first] = instance.versions;
  if (first === undefined) throw new RangeError('a rule without a version');
  const watched = watchedUntil(stretch, instance.sendCycle);
  const judged = judge(instance, series, receipts, stateBefore(first.rule, from), {
    after: from - 1,
    receiptsUntil: to,
    hoursUntil: watched,
    ...(seen === undefined ? {} : { seen }),
  });
  const passed = elapse(instance.versions, judged.state, to, watched);
  return {
    events: [...judged.events, ...passed.events],
    state: passed.state,
    moments: judged.moments,
  };
}

/** What the terms of a rule were, moment after moment: `values` by term. */
export interface TermColumns {
  readonly t: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
}

/**
 * The same of values that are known already, for a rule of the same terms: another limit asks no reading again. Not for
 * a rule whose moments follow from its limits (`momentsFollowLimits`).
 */
export function stepPast(
  rule: Rule,
  { t: times, values }: TermColumns,
  sendCycle: number,
  stretch: PastStretch,
): JudgedPast {
  const versions: readonly RuleVersion[] = [{ from: stretch.from, rule }];
  const replaying = new Replaying(versions, stateBefore(rule, stretch.from));
  const events: AlarmEvent[] = [];
  const own = new Float64Array(values.length);
  for (let place = 0; place < times.length; place += 1) {
    for (let term = 0; term < own.length; term += 1) own[term] = values[term]?.[place] ?? Number.NaN;
    replaying.take(times[place] ?? 0, own, true, events);
  }
  const passed = elapse(versions, replaying.state(), stretch.to, watchedUntil(stretch, sendCycle));
  return { events: [...events, ...passed.events], state: passed.state, moments: times.length };
}

/** Whether moments are judged because limits are reached by then: others with other limits. */
export const momentsFollowLimits = (terms: readonly Term[]): boolean =>
  terms.some(({ quantity }) => quantityOf(quantity)?.timed === 'receipts');

/** Channels that a rule's terms read, by source; null = all of its row. */
export function channelsOf(instance: JudgedInstance): ReadonlyMap<string, ReadonlySet<string> | null> {
  const found = new Map<string, Set<string> | null>();
  for (const { rule } of instance.versions)
    for (const term of rule.terms) {
      const place = instance.place(term);
      const quantity = quantityOf(term.quantity);
      if (place === null || quantity === undefined) continue;
      const known = found.get(place.source);
      if (known === null) continue;
      const isWhole = quantity.of !== 'channel' || quantity.readsRow === true || place.channel === null;
      if (isWhole) found.set(place.source, null);
      // Test tips of a rain gauge are distinguished from rain by their type.
      else found.set(place.source, new Set([...(known ?? []), place.channel, 'dataType']));
    }
  return found;
}
