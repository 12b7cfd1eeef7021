/** Short constructors of parameter fields, so that a group reads as a table. */
import type { Unit } from '../base/units.ts';
import type { EnumId, NumberField, OwnClass, ParameterField } from './model.ts';

/** Sources of bounds. Each bound stands in the catalogue alone, with one of these beside it. */
export const published = 'published manuals or standards of comparable devices';
export const assumed = 'assumed';

/** A number between two bounds. */
export const bounded = (
  id: string,
  unit: Unit | null,
  digits: number,
  range: readonly [min: number, max: number],
  fallback: number | null,
  source: string,
): NumberField => ({ id, type: 'number', unit, digits, ranges: [range], default: fallback, source });

/** A number out of a closed list, ascending. */
export const chosen = (
  id: string,
  unit: Unit | null,
  digits: number,
  choices: readonly [number, ...number[]],
  fallback: number,
  source: string,
): NumberField => ({
  ...bounded(id, unit, digits, [choices[0], choices.at(-1) ?? choices[0]], fallback, source),
  choices,
});

/** A switch. */
export const toggle = (id: string, fallback: boolean) =>
  ({ id, type: 'flag', default: fallback, source: assumed }) as const;

/** One value of an enumeration. */
export const option = (id: string, values: EnumId, fallback: string) =>
  ({ id, type: 'enum', values, default: fallback, source: assumed }) as const;

/** Time between two measurements of a sensor, 1 min to 18 h. */
export const collectionCycle = (fallback: number): NumberField =>
  bounded('collectionCycle', 's', 0, [60, 64_800], fallback, published);

/** Fields that stand together in a long group. */
export const section = (id: string, fields: readonly ParameterField[]): readonly ParameterField[] =>
  fields.map((field) => ({ ...field, section: id }));

/** A field that belongs to one device: its value is right for no other one. */
export const ofDevice = <F extends ParameterField>(own: OwnClass, field: F): F => ({ ...field, own });
