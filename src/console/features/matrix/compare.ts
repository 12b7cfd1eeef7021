/** Where devices differ from a standard set. Pure. */
import type { ParameterValue } from '../../../catalogue/model.ts';
import type { Standard } from '../../../contract/devices/standards.ts';
import { sameValue } from '../../../domain/parameters/same-value.ts';
import type { Model } from './model.ts';

/** Holds a model against a standard: each distinct value of a column once, so that half a million cells cost nothing. */
export class Comparison {
  readonly #differing: readonly (readonly boolean[] | null)[];

  constructor(
    readonly model: Model,
    readonly standard: Standard | null,
  ) {
    this.#differing = model.fields.map((field, column) => {
      const wanted = this.wanted(column);
      return wanted === undefined
        ? null
        : model.values(column).map((value) => !sameValue(field, value, wanted));
    });
  }

  /** What the standard wants of a column; undefined = it wants nothing. */
  wanted(column: number): ParameterValue | undefined {
    const field = this.model.fields[column];
    return field === undefined ? undefined : this.standard?.values[field.id];
  }

  /** True where the device is known to have another value; a value that was never reported is no difference. */
  differs(device: number, column: number): boolean {
    const differing = this.#differing[column];
    return differing != null && differing[this.model.place(device, column)] === true;
  }

  /** Fields in which a device differs. */
  ofDevice(device: number): number {
    let count = 0;
    for (let column = 0; column < this.#differing.length; column += 1)
      if (this.differs(device, column)) count += 1;
    return count;
  }

  /** Per column, how many of the devices differ, and of how many it is known. */
  counts(devices: readonly number[]): readonly { readonly differ: number; readonly of: number }[] {
    return this.model.fields.map((_, column) => {
      let differ = 0;
      let of = 0;
      const differing = this.#differing[column];
      if (differing == null) return { differ, of };
      for (const device of devices) {
        const place = this.model.place(device, column);
        if (place < 0) continue;
        of += 1;
        if (differing[place] === true) differ += 1;
      }
      return { differ, of };
    });
  }
}
