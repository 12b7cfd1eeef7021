/** What is wrong with the edits of a sheet, and how many of them change something. Pure but for its memory. */
import { checkGroup, type ParameterProblem } from '../../../domain/parameters/parameter-rules.ts';
import { lastLifeline } from '../../../domain/parameters/set-rules.ts';
import type { DeviceEdits, SheetEdits } from '../../state/devices/matrix-edits.ts';
import type { Model } from './model.ts';

export interface CheckedDevice {
  readonly device: number;
  /** Without those that the device has already. */
  readonly changes: DeviceEdits;
  /** By field, the first that is wrong with it. */
  readonly problems: Readonly<Record<string, ParameterProblem>>;
}
export interface CheckedEdits {
  /** By device. */
  readonly devices: ReadonlyMap<number, CheckedDevice>;
  readonly edits: number;
  readonly problems: number;
}

const nothingWrong: CheckedDevice['problems'] = {};

function checkDevice(model: Model, device: number, edits: DeviceEdits): CheckedDevice {
  const changes = model.changes(device, edits);
  const known = model.known(device);
  const { definition } = model.sheet;
  const found = [...checkGroup(definition, changes, known)];
  const lifeline = lastLifeline(definition, changes, known);
  if (lifeline !== null) found.push({ field: lifeline, reason: 'lifeline', params: {} });
  if (found.length === 0) return { device, changes, problems: nothingWrong };
  const problems: Record<string, ParameterProblem> = {};
  for (const problem of found) problems[problem.field] ??= problem;
  return { device, changes, problems };
}

/** Checks the edits of sheets; a device whose edits and values are the same objects as before is not looked at again. */
export class Checker {
  #model: Model | null = null;
  #memory = new WeakMap<DeviceEdits, CheckedDevice>();

  check(model: Model, edits: SheetEdits): CheckedEdits {
    if (model !== this.#model) this.#memory = new WeakMap();
    this.#model = model;
    const devices = new Map<number, CheckedDevice>();
    let count = 0;
    let problems = 0;
    for (const [key, own] of edits) {
      const device = model.deviceOf(key);
      if (device === undefined) continue;
      const known = this.#memory.get(own);
      // One and the same edits may be those of many devices.
      const checked = known?.device === device ? known : checkDevice(model, device, own);
      this.#memory.set(own, checked);
      const changed = Object.keys(checked.changes).length;
      if (changed === 0) continue;
      devices.set(device, checked);
      count += changed;
      problems += Object.keys(checked.problems).length;
    }
    return { devices, edits: count, problems };
  }
}
