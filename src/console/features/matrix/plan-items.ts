import type { ParameterValue } from '../../../catalogue/model.ts';
import type { PlanOrder } from '../../../contract/plans/plans.ts';
import { isStranding } from '../../../domain/parameters/set-rules.ts';
import type { CheckedEdits } from './checks.ts';
import type { Model } from './model.ts';

const plain = (value: ParameterValue) => (typeof value === 'object' && value !== null ? [...value] : value);

/** The sets that the edits are, in the order of the rows; what may cut a device off is a set of its own. Pure. */
export function planItems(model: Model, checked: CheckedEdits, order: readonly number[]): PlanOrder[] {
  const { definition, group } = model.sheet;
  const rank = new Map(order.map((device, row) => [device, row]));
  const last = order.length;
  const devices = [...checked.devices.values()].sort(
    (a, b) => (rank.get(a.device) ?? last) - (rank.get(b.device) ?? last),
  );
  return devices.flatMap(({ device, changes }) => {
    const rtuId = model.matrix.devices.rtu[device] ?? 0;
    const target = { rtuId, slot: model.slotOf(device) };
    const part = (alone: boolean) =>
      Object.entries(changes)
        .filter(([id]) => isStranding(definition, [id]) === alone)
        .map(([id, value]) => [id, plain(value)] as const);
    return [part(false), part(true)]
      .filter((edits) => edits.length > 0)
      .map((edits) => ({ target, group, edits: Object.fromEntries(edits) }));
  });
}
