import type { HostCallArgs } from '../../../script/calls.ts';
import { type CallContext, type Pieces, rowWork } from './call.ts';
import { failure, findOn } from './devices.ts';
import { type GroupValues, ofGroup, readAllReported } from './reported-values.ts';

export type ReportedGroup = { readonly ok: true; readonly slot: number | null } & Omit<GroupValues, 'heard'>;

/** Devices that are looked at together. */
const together = 100;

/** What devices last reported of a group, with its age; no device is asked. One that is named twice is read once. */
export async function* reportedCall(
  { viewer, stations, db, now, work, answers }: CallContext,
  { devices, group }: HostCallArgs<'reported'>,
): Pieces {
  const made = new Map<string, string>();
  for (let from = 0; from < devices.length; from += together) {
    const found = devices.slice(from, from + together).map(({ station, slot }) => ({
      key: `${station}/${slot}`,
      slot,
      device: made.has(`${station}/${slot}`) ? null : findOn(stations.get(station), slot, group),
    }));
    const rtus = new Set(
      found.flatMap(({ device }) => (device === null || typeof device === 'string' ? [] : device.rtuId)),
    );
    work.add(rtus.size * rowWork);
    const reported = await readAllReported(db, [...rtus]);
    for (const { key, slot, device } of found) {
      const known = made.get(key);
      if (known !== undefined) answers.addText(known);
      else if (device !== null) {
        if (typeof device === 'string') made.set(key, answers.add(failure(viewer, device, slot)));
        else {
          const { heard, ...values } = ofGroup(reported(device.rtuId, device.slot), group, now);
          const one =
            heard === 0
              ? failure(viewer, 'neverReported', device.slot)
              : { ok: true, slot: device.slot, ...values };
          made.set(key, answers.add(one));
        }
      }
      yield;
    }
  }
}
