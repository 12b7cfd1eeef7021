/** Rules of one set as a whole (src/server/delivery/README.md#stranding-sets); bounds and rules between fields: parameter-rules. */
import type { GroupDefinition, ParameterValue } from '../../catalogue/model.ts';

/** True where a wrong value of any of these fields can cut the device off. */
export function isStranding(group: GroupDefinition, fields: readonly string[]): boolean {
  return group.fields.some((field) => field.stranding === true && fields.includes(field.id));
}

/** The stranding field of a set that holds others besides; null where it may go as it is. */
export function strandingMixed(group: GroupDefinition, fields: readonly string[]): string | null {
  const edited = group.fields.filter((field) => fields.includes(field.id));
  const stranding = edited.find((field) => field.stranding === true);
  return stranding !== undefined && edited.some((field) => field.stranding !== true) ? stranding.id : null;
}

/** The lifeline that a set turns off while no other is known to be on; null where the device stays in reach. */
export function lastLifeline(
  group: GroupDefinition,
  edits: Readonly<Record<string, ParameterValue>>,
  known: Readonly<Record<string, ParameterValue>>,
): string | null {
  const lifelines = group.fields.filter((field) => field.type === 'flag' && field.lifeline === true);
  const off = lifelines.find((field) => edits[field.id] === false);
  if (off === undefined) return null;
  const merged = { ...known, ...edits };
  return lifelines.some((field) => merged[field.id] === true) ? null : off.id;
}
