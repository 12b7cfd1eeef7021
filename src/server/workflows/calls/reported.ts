import type { HostCallArgs } from '../../../script/calls.ts';
import type { CallContext } from './call.ts';
import { type Failure, failure, findDevice } from './devices.ts';
import { type GroupValues, ofGroup, readAllTold } from './told.ts';

export type Told = { readonly ok: true; readonly slot: number | null } & Omit<GroupValues, 'heard'>;

/** What devices last told of a group, with its age; nothing is asked of them. */
export async function reportedCall(
  { viewer, storage, board, now }: CallContext,
  { devices, group }: HostCallArgs<'reported'>,
): Promise<readonly (Told | Failure)[]> {
  const found = devices.map((device) => findDevice(board, viewer, device, group));
  const told = await readAllTold(storage.db, [
    ...new Set(found.flatMap((one) => (typeof one === 'string' ? [] : one.rtuId))),
  ]);
  return found.map((one, index) => {
    if (typeof one === 'string') return failure(viewer, one, devices[index]?.slot ?? null);
    const { heard, ...values } = ofGroup(told(one.rtuId, one.slot), group, now);
    return heard === 0 ? failure(viewer, 'neverTold', one.slot) : { ok: true, slot: one.slot, ...values };
  });
}
