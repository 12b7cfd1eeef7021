/** Derived channels of rows that are held in memory. */
import type { StoredDerived } from '../tables.ts';
import { numberOf } from './cells.ts';
import type { SourceFacts } from './facts.ts';
import { type RowState, sameCell } from './row-state.ts';
import type { Window } from './window.ts';

/** Inputs of a row; one that the server computed itself is none. */
export function inputsOf({ inputs, inputBits }: StoredDerived, { cells, computed }: RowState): number[] {
  const values: number[] = [];
  for (let index = 0; index < inputs.length; index += 1) {
    const isOurs = (computed & (inputBits[index] ?? 0)) !== 0;
    values.push(isOurs ? Number.NaN : numberOf(cells[inputs[index] ?? -1]));
  }
  return values;
}

/** The columns of a window for a row. */
export function lookedBackAt(derived: StoredDerived, { cells }: RowState): number[] {
  const values: number[] = [];
  for (const place of derived.lookedBackAt) values.push(numberOf(cells[place]));
  return values;
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
  const { channels } = derived;
  for (let bit = 0; bit < channels.length; bit += 1) {
    const place = channels[bit];
    if (place === undefined || (state.computed & (1 << bit)) === 0) continue;
    const value = values[bit] ?? Number.NaN;
    const cell = Number.isFinite(value) ? value : null;
    if (!sameCell(state.cells[place] ?? null, cell)) {
      state.cells[place] = cell;
      changed = true;
    }
  }
  return changed;
}
