/** Changes of a sheet's edits, as new edits. Pure. */
import type { ParameterValue } from '../../../../catalogue/model.ts';
import { isSameValue } from '../../../../domain/parameters/parameter-edits.ts';
import type { DeviceEdits, SheetEdits } from '../../../state/devices/matrix-edits.ts';
import type { Model } from '../model.ts';

/** A wanted value of a cell; undefined = its edit is taken back. */
export interface CellEdit {
  readonly device: number;
  readonly column: number;
  readonly value: ParameterValue | undefined;
}

/** The edits with those of some cells changed. What a device has already is no edit; what is read only takes none. */
export function withCells(model: Model, edits: SheetEdits, cells: Iterable<CellEdit>): SheetEdits {
  const next = new Map(edits);
  const own = new Map<string, Record<string, ParameterValue>>();
  for (const { device, column, value } of cells) {
    const key = model.keys[device];
    const field = model.fields[column];
    if (key === undefined || field === undefined || field.readOnly) continue;
    let fields = own.get(key);
    if (fields === undefined) {
      fields = { ...next.get(key) };
      own.set(key, fields);
    }
    const isEdit = value !== undefined && !isSameValue(value, model.expected(device, column));
    if (isEdit) fields[field.id] = value;
    else delete fields[field.id];
  }
  for (const [key, fields] of own) {
    if (Object.keys(fields).length === 0) next.delete(key);
    else next.set(key, fields satisfies DeviceEdits);
  }
  return next;
}
