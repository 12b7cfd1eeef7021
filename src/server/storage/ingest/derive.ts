/** Derived channels of rows that are held in memory. */
import type { StoredDerived } from '../tables.ts';
import { numberOf } from './cells.ts';
import type { SourceFacts } from './facts.ts';
import { type RowState, sameCell } from './row-state.ts';
import type { Window } from './window.ts';

/** Inputs of a row; one that the server computed itself is none. */
export function inputsOf(derived: StoredDerived, { cells, computed }: RowState): number[] {
  return derived.inputs.map((place) => {
    const bit = derived.channels.indexOf(place);
    return bit >= 0 && (computed & (1 << bit)) !== 0 ? Number.NaN : numberOf(cells[place]);
  });
}

/** The columns of a window for a row. */
export function lookedBackAt(derived: StoredDerived, { cells }: RowState): number[] {
  return derived.lookedBackAt.map((place) => numberOf(cells[place]));
}

/** Computes what nobody sent; true where a value changed. The window holds all that the row depends on, itself too. */
export function deriveRow(
  derived: StoredDerived,
  t: number,
  state: RowState,
  window: Window,
  facts: SourceFacts,
): boolean {
  if (state.computed === 0) return false;
  const values = derived.rule.derive(t, inputsOf(derived, state), window, facts);
  let changed = false;
  derived.channels.forEach((place, bit) => {
    if ((state.computed & (1 << bit)) === 0) return;
    const value = values[bit] ?? Number.NaN;
    const cell = Number.isFinite(value) ? value : null;
    if (!sameCell(state.cells[place] ?? null, cell)) {
      state.cells[place] = cell;
      changed = true;
    }
  });
  return changed;
}
