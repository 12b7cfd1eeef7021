/** The whole past of an instance, judged at once: what a rule would have raised between two moments. */

import { judge, underWay } from './judge.ts';
import type { JudgedInstance, ReadingSeries, SourceKey } from './judged-instance.ts';
import { channelOf, type SourceColumns } from './model.ts';
import { quantityOf } from './quantities/index.ts';
import { elapse, type RuleVersion } from './replay.ts';
import type { Rule, Term } from './rule.ts';
import { type Columns, placeAfter, stepColumns } from './step-columns.ts';
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

/** Readings of sources of one element each, by columns. */
export type ColumnSeries = ReadonlyMap<SourceKey, SourceColumns>;

/** Times of several sources, ascending, each once, from `from` on. */
function momentsOf(sources: readonly SourceColumns[], from: number): Float64Array {
  const [first, ...others] = sources;
  if (first === undefined) return new Float64Array(0);
  if (others.length === 0) return first.t.subarray(placeAfter(first.t, from - 1));
  const all = new Set(sources.flatMap(({ t }) => Array.from(t)).filter((t) => t >= from));
  return Float64Array.from(all).sort();
}

/**
 * Of a rule of one version the channel of every source that its terms read, where each of them can be asked of columns;
 * null where one cannot, or where time alone is judged.
 */
export function columnChannelsOf(
  instance: JudgedInstance,
): ReadonlyMap<SourceKey, { readonly element: number; readonly channels: ReadonlySet<string> }> | null {
  const found = new Map<SourceKey, { readonly element: number; readonly channels: Set<string> }>();
  const [version, ...later] = instance.versions;
  if (version === undefined || later.length > 0) return null;
  for (const term of version.rule.terms) {
    const place = instance.place(term);
    const quantity = quantityOf(term.quantity);
    if (place === null || quantity === undefined) continue;
    const { source, element, channel } = place;
    const known = found.get(source) ?? { element, channels: new Set<string>() };
    if (quantity.evaluateAll === undefined || channel === null || known.element !== element) return null;
    if (channelOf(place) === null) return null;
    known.channels.add(channel);
    found.set(source, known);
  }
  return found;
}

/** What the terms of an instance's rule were at each moment, in one pass. Only where `columnChannelsOf` is not null. */
export function termColumns(instance: JudgedInstance, series: ColumnSeries, from: number): Columns {
  const terms = instance.versions[0]?.rule.terms ?? [];
  const placed = terms.map((term) => ({ term, place: instance.place(term) }));
  const places = placed.flatMap(({ place }) => (place === null ? [] : [place]));
  const own = places.filter(({ isOwn }) => isOwn);
  const sources = new Set((own.length > 0 ? own : places).map(({ source }) => source));
  const moments = momentsOf(
    [...sources].flatMap((source) => series.get(source) ?? []),
    from,
  );
  const values = placed.map(({ term, place }) => {
    const readings = place === null ? undefined : series.get(place.source);
    const evaluateAll = quantityOf(term.quantity)?.evaluateAll;
    if (place === null || readings === undefined || evaluateAll === undefined)
      return new Float64Array(moments.length).fill(Number.NaN);
    return evaluateAll({ ...place, moments, readings, cycles: instance }, term.args);
  });
  return { t: moments, values };
}

/** The same as `judgePast` of an instance with one version, of what its terms were. */
export function stepPastColumns(
  rule: Rule,
  columns: Columns,
  sendCycle: number,
  stretch: PastStretch,
): JudgedPast {
  const versions: readonly RuleVersion[] = [{ from: stretch.from, rule }];
  const events: AlarmEvent[] = [];
  const state = stepColumns(rule, stateBefore(rule, stretch.from), columns, events);
  const passed = elapse(versions, state, stretch.to, watchedUntil(stretch, sendCycle));
  return { events: [...events, ...passed.events], state: passed.state, moments: columns.t.length };
}

/** What the terms of a rule were, moment after moment: `values` by term. */
export interface TermColumns {
  readonly t: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
}

const asColumns = new WeakMap<TermColumns, Columns>();

/** Lists as columns; the same ones for the same lists. */
function columnsOf(terms: TermColumns): Columns {
  const known = asColumns.get(terms);
  if (known !== undefined) return known;
  const made = {
    t: Float64Array.from(terms.t),
    values: terms.values.map((column) => Float64Array.from(column, (value) => value ?? Number.NaN)),
  };
  asColumns.set(terms, made);
  return made;
}

/**
 * The same of values that are known already, for a rule of the same terms: another limit asks no reading again. Not for
 * a rule whose moments follow from its limits (`momentsFollowLimits`).
 * @param terms lists that nobody changes any more
 */
export const stepPast = (
  rule: Rule,
  terms: TermColumns,
  sendCycle: number,
  stretch: PastStretch,
): JudgedPast => stepPastColumns(rule, columnsOf(terms), sendCycle, stretch);

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
