/** What a derived channel is: a formula over channels of one station. Its bounds: src/base/bounds/formulas.ts. */
import type { Unit } from '../../base/units.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { Names } from '../../catalogue/own-kinds.ts';

/** A channel that a formula reads, under the letter that stands for it in the text. */
export interface FormulaInput {
  readonly letter: string;
  /** Row and source as readings are stored: a sensor, or for the row `status` an RTU. */
  readonly row: RowId;
  readonly sourceId: number;
  /** Node of a profile; 0 for all else. */
  readonly element: number;
  /** Channel of the row. */
  readonly channel: string;
}

/** A version of a derived channel. */
export interface FormulaBody {
  readonly names: Names;
  readonly unit: Unit | null;
  readonly digits: number;
  /** Such as `a - 0.012 * (mean(b, 3 h) - 15)`. */
  readonly text: string;
  /** The first one gives the times: there is a value where it has one. */
  readonly inputs: readonly FormulaInput[];
  /** Seconds: older values of the other inputs do not count. */
  readonly age: number;
}
