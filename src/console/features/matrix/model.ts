/** The server's answer for a sheet, looked up by device and column. Pure. */
import type { ParameterField, ParameterValue } from '../../../catalogue/model.ts';
import type { Matrix, MatrixColumn, MatrixPending } from '../../../contract/devices/matrix.ts';
import { type Draft, isSameValue } from '../../../domain/parameters/parameter-edits.ts';
import type { DeviceEdits } from '../../state/devices/matrix-edits.ts';
import type { Sheet } from './sheets.ts';

const nothing: MatrixColumn = { field: '', values: [], of: [], older: null };

/** A device is its place in the lists, a column the place of its field in the sheet. */
export class Model {
  readonly fields: readonly ParameterField[];
  readonly count: number;
  /** `rtu/slot` of each device: under it its edits are kept. */
  readonly keys: readonly string[];
  readonly #columns: readonly MatrixColumn[];
  readonly #pending = new Map<number, MatrixPending>();
  readonly #places: ReadonlyMap<string, number>;

  constructor(
    readonly sheet: Sheet,
    readonly matrix: Matrix,
  ) {
    this.fields = sheet.definition.fields;
    const { devices, columns, pending } = matrix;
    const byField = new Map(columns.map((column) => [column.field, column]));
    this.#columns = this.fields.map(({ id }) => byField.get(id) ?? nothing);
    this.count = devices.rtu.length;
    this.keys = devices.rtu.map((rtu, place) => `${rtu}/${devices.slot[place]}`);
    this.#places = new Map(this.keys.map((key, place) => [key, place]));
    const columnOf = new Map(this.fields.map(({ id }, column) => [id, column]));
    for (const one of pending) {
      const column = columnOf.get(one.field);
      if (column !== undefined) this.#pending.set(one.device * this.fields.length + column, one);
    }
  }

  /** The device of a key; undefined where it is there no more. */
  deviceOf(key: string): number | undefined {
    return this.#places.get(key);
  }

  stationOf(device: number): number {
    return this.matrix.devices.station[device] ?? 0;
  }

  /** Null = the RTU itself. */
  slotOf(device: number): number | null {
    const slot = this.matrix.devices.slot[device] ?? -1;
    return slot < 0 ? null : slot;
  }

  /** Distinct values of a column. */
  values(column: number): readonly ParameterValue[] {
    return this.#columns[column]?.values ?? [];
  }

  /** Place of the device's value among them; −1 = never reported. */
  place(device: number, column: number): number {
    return this.#columns[column]?.of[device] ?? -1;
  }

  /** On the device; undefined = never reported. */
  value(device: number, column: number): ParameterValue | undefined {
    const place = this.place(device, column);
    return place < 0 ? undefined : this.values(column)[place];
  }

  /** When the device reported it, UTC ms; null = never. */
  reportedAt(device: number, column: number): number | null {
    if (this.place(device, column) < 0) return null;
    const older = this.#columns[column]?.older?.[device] ?? 0;
    return (this.matrix.devices.reported[device] ?? 0) - older * 1000;
  }

  pending(device: number, column: number): MatrixPending | undefined {
    return this.#pending.get(device * this.fields.length + column);
  }

  /** What the device has, or will have once what is under way has landed; null = not known. */
  expected(device: number, column: number): ParameterValue {
    const waiting = this.pending(device, column);
    return waiting === undefined ? (this.value(device, column) ?? null) : waiting.value;
  }

  /** The same of all fields, by their ids. */
  known(device: number): Draft {
    return Object.fromEntries(this.fields.map(({ id }, column) => [id, this.expected(device, column)]));
  }

  /** Edits of a device that change something. */
  changes(device: number, edits: DeviceEdits): DeviceEdits {
    return Object.fromEntries(
      this.fields.flatMap(({ id }, column): [string, ParameterValue][] => {
        const value = edits[id];
        if (value === undefined) return [];
        return isSameValue(value, this.expected(device, column)) ? [] : [[id, value]];
      }),
    );
  }
}
