/** What the catalogue says of parameters. */
import type { GroupEdits, GroupParameters } from './catalogue.ts';
import type { GroupId } from './devices.ts';
import { freeze, hasOwn, start } from './host.ts';
import { wrong } from './stations.ts';

/** What a group's parameters are, by the catalogue. */
export interface Parameter<G extends GroupId> {
  readonly id: (keyof GroupParameters[G] | keyof GroupEdits[G]) & string;
  /** Belongs to one device, and as what; null = may be the same on many. */
  readonly own: 'calibration' | 'installation' | 'identity' | null;
  /** A wrong value can cut the device off: it is set alone. */
  readonly stranding: boolean;
  /** Devices report it: it is no secret. */
  readonly reported: boolean;
  readonly settable: boolean;
}
export function parameters<G extends GroupId>(group: G): readonly Parameter<G>[] {
  const known = hasOwn(start.parameters, group) ? start.parameters[group] : undefined;
  if (known === undefined) throw wrong('parameters', `no group ${group}`);
  return freeze(known.map((one) => freeze({ ...one })));
}
