/** What is judged: an instance of a rule, where its terms take their readings from, and how far back they look. */
import type { RowId } from '../../catalogue/model.ts';
import type { Baseline } from '../baseline.ts';
import { type CycleChange, cyclesSince, type KnownCycles, type RtuCycles } from './cycles.ts';
import type { LineSince } from './methods/own-lines.ts';
import type { QuantityDefinition, SourceReading } from './model.ts';
import { quantityOf } from './quantities/index.ts';
import type { RuleVersion } from './replay.ts';
import type { Rule, Term } from './rule.ts';

/** A source of readings: a sensor's row, or the status row of an RTU. `row/id`. */
export type SourceKey = `${RowId}/${number}`;
/** The key of a source. */
export const sourceKey = (row: RowId, sourceId: number): SourceKey => `${row}/${sourceId}`;

/** Where a term takes its readings from; null = there is nothing of that kind: it is unknown. */
export interface TermPlace {
  readonly source: SourceKey;
  readonly row: RowId;
  readonly element: number;
  readonly channel: string | null;
  /** Of the instance's own sensor or RTU: its readings are the moments that are judged. */
  readonly isOwn: boolean;
  /** Initial values in order, and the times at which a datum began, of its sensor. */
  readonly baselines: readonly Baseline[];
  readonly datums: readonly number[];
  /** Own lines of its station's rain, ascending; left out = its quantity reads none. */
  readonly lines?: readonly LineSince[];
}

/** An instance, with what its evaluation needs to know beside readings. */
export interface JudgedInstance extends KnownCycles {
  /** In order; the first begins with the instance. */
  readonly versions: readonly RuleVersion[];
  /** Of what is known of its cycles, in order; left out = there were none. */
  readonly cycleChanges?: readonly CycleChange[];
  readonly zone: string;
  readonly rainBoundary: number;
  place(term: Term): TermPlace | null;
}

/** Readings in order of their times; of a source that is not there, none. */
export type ReadingSeries = ReadonlyMap<SourceKey, readonly SourceReading[]>;

/** A term with its quantity and where it reads. */
export interface ReadTerm {
  readonly quantity: QuantityDefinition;
  readonly term: Term;
  readonly place: TermPlace;
}

/** The terms of a rule; null = there is nothing of that kind. */
export function readTerms(instance: JudgedInstance, rule: Rule): readonly (ReadTerm | null)[] {
  return rule.terms.map((term) => {
    const quantity = quantityOf(term.quantity);
    const place = quantity === undefined ? null : instance.place(term);
    return quantity === undefined || place === null ? null : { quantity, term, place };
  });
}

/**
 * Every source that an instance's rules read, and how far back before a moment, ms.
 * @param since nothing before this moment is judged: what its cycle was by then looks back no further
 */
export function sourcesOf(
  instance: JudgedInstance,
  since = Number.NEGATIVE_INFINITY,
): {
  readonly sources: ReadonlySet<SourceKey>;
  readonly history: number;
  /** It asks when anything of the RTU was received. */
  readonly asksReceipts: boolean;
} {
  const sources = new Set<SourceKey>();
  let history = 0;
  let asksReceipts = false;
  for (const { rule } of instance.versions)
    for (const read of readTerms(instance, rule)) {
      if (read === null) continue;
      const { quantity, place } = read;
      sources.add(place.source);
      history = Math.max(history, historySince(instance, read, since));
      if (quantity.timed === 'receipts') asksReceipts = true;
    }
  return { sources, history, asksReceipts };
}

/** How far a term looks back before moments from `since` on, ms. */
export function historySince(
  instance: JudgedInstance,
  { quantity, term }: Pick<ReadTerm, 'quantity' | 'term'>,
  since: number,
): number {
  // The start of a window lies in an earlier cycle than its end, maybe.
  const own = longestHistory(quantity, term, cyclesSince(instance, since));
  return longestHistory(quantity, term, cyclesSince(instance, since - own));
}

const longestHistory = (
  { history }: QuantityDefinition,
  { args }: Term,
  cycles: readonly RtuCycles[],
): number => Math.max(...cycles.map((one) => history(args, one)));
