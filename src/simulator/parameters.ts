import { enums } from '../catalogue/enums.ts';
import { groups, rtu as rtuDefinition } from '../catalogue/index.ts';
import type { GroupId, ParameterField } from '../catalogue/model.ts';
import type { SimulatedRtu } from './rtu.ts';
import type { MemoryValue, SimulatedSensor } from './sensor.ts';

/** Slot of the RTU's own parameters. */
export const rtuSlot = -1;

/** A field's factory value in the device's memory: enumerations as code, sets as bits. Secrets are born empty. */
function factory(field: ParameterField): MemoryValue {
  switch (field.type) {
    case 'number':
    case 'flag':
    case 'text':
      return field.default;
    case 'enum':
      return enums[field.values].values.indexOf(field.default);
    case 'set':
      return enums[field.values].values.reduce(
        (bits, value, bit) => (field.default.includes(value) ? bits + 2 ** bit : bits),
        0,
      );
    case 'secret':
    case 'date':
      return null;
  }
}

/** A fresh memory of some groups: the catalogue's defaults, then what the plan sets. */
export function memory(
  groupIds: readonly GroupId[],
  settings: Readonly<Record<string, MemoryValue>> = {},
): Map<string, MemoryValue> {
  const map = new Map<string, MemoryValue>();
  for (const group of groupIds) {
    for (const field of groups[group].fields) map.set(`${group}/${field.id}`, factory(field));
  }
  for (const [name, value] of Object.entries(settings)) if (map.has(name)) map.set(name, value);
  return map;
}

export const rtuMemory = (rtu: SimulatedRtu): Map<string, MemoryValue> =>
  memory(rtuDefinition.groups, {
    'rtu/sendCycle': rtu.sendCycle,
    'rtu/collectionCycle': rtu.collectionCycle,
    'rtu/fastCollect': rtu.fast !== null,
    // Must be below the send cycle; 10 s is the least.
    'rtu/fastCollectCycle': rtu.fast ?? Math.min(300, Math.max(10, rtu.sendCycle / 2)),
    ...rtu.settings.get(rtuSlot),
  });

export const sensorMemory = (rtu: SimulatedRtu, sensor: SimulatedSensor): Map<string, MemoryValue> =>
  memory(sensor.kind.groups, rtu.settings.get(sensor.slot));
