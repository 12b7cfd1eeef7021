/** How a device of a station, and a group of it, are named in one word: `rtu`, `2`, `rtu/rtu`, `2/mems`. */
import { slotPattern } from '../catalogue/slots.ts';

/** The RTU itself (slot null), or the sensor in a slot. */
export const devicePath = (slot: number | null): string => (slot === null ? 'rtu' : String(slot));
export const groupPath = (slot: number | null, group: string): string => `${devicePath(slot)}/${group}`;

/** Pattern of the name of a device, and of a group of one. */
export const devicePattern = `^(?:rtu|${slotPattern})$`;
export const groupPattern = `^(?:rtu|${slotPattern})/\\w+$`;

/** The slot that a device's name means; null = the RTU. */
export const slotOf = (path: string): number | null =>
  path.startsWith('rtu') ? null : Number.parseInt(path, 10);
/** The group in the name of one. */
export const groupOf = (path: string): string => path.slice(path.indexOf('/') + 1);
