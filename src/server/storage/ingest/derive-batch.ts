/** Derived channels of a batch's rows that are newer than all that is stored. */
import type { Executor } from '../executor.ts';
import type { StoredDerived } from '../tables.ts';
import { deriveRow, lookedBackAt } from './derive.ts';
import type { SourceFacts } from './facts.ts';
import type { Pending } from './pending.ts';
import { windowFor } from './rederive.ts';
import type { Series } from './series.ts';
import type { Window } from './window.ts';

/** Series of which a batch has rows of several times, with those by time. */
export type Several = ReadonlyMap<Series, ReadonlyMap<number, Pending>>;

/** Derives the rows that are newer than all that is stored; the others are derived from the table afterwards. */
export async function deriveBatch(
  exec: Executor,
  pendings: readonly Pending[],
  several: Several,
): Promise<void> {
  for (const pending of pendings) {
    const { series } = pending;
    const { derived } = series.row;
    if (derived === null || series.key.element !== 0) continue;
    const byTime = several.get(series);
    // All rows of a series have their turn with its first one.
    if (byTime !== undefined && byTime.values().next().value !== pending) continue;
    const wait = deriveSeries(
      exec,
      derived,
      pending,
      byTime === undefined ? [pending] : [...byTime.values()],
    );
    if (wait !== undefined) await wait;
  }
}

/** Derives the fresh ones among the rows of a series; a promise where its window is to be read first. */
function deriveSeries(
  exec: Executor,
  derived: StoredDerived,
  { series, facts }: Pending,
  all: readonly Pending[],
): void | Promise<void> {
  const { window, row, key } = series;
  let first = Number.POSITIVE_INFINITY;
  for (const { isFresh, t } of all) if (isFresh && t < first) first = t;
  const hasFresh = first !== Number.POSITIVE_INFINITY;
  if (window !== null && !(hasFresh && window.from > derived.rule.since(first, facts))) {
    deriveAll(derived, window, facts, all);
    return;
  }
  if (!hasFresh) return;
  return windowFor(exec, row, key, facts, first, series.t).then((read) => {
    series.window = read;
    deriveAll(derived, read, facts, all);
  });
}

/** Takes the rows of a series into its window and derives the fresh ones. */
function deriveAll(
  derived: StoredDerived,
  window: Window,
  facts: SourceFacts,
  all: readonly Pending[],
): void {
  for (const { t, state, hasChanged } of all) if (hasChanged) window.put(t, lookedBackAt(derived, state));
  let last = Number.NEGATIVE_INFINITY;
  for (const { isFresh, t, state } of all) {
    if (!isFresh) continue;
    deriveRow(derived, t, state, window, facts);
    last = Math.max(last, t);
  }
  if (last === Number.NEGATIVE_INFINITY) return;
  const since = derived.rule.since(last, facts);
  window.trim(since, last - since);
}
