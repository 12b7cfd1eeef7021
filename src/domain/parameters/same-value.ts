import type { ParameterField, ParameterValue } from '../../catalogue/model.ts';

/** True where a value read back is the one that was set: numbers within the field's digits, sets in any order. */
export function sameValue(field: ParameterField, a: ParameterValue, b: ParameterValue): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return field.type === 'number' ? Math.abs(a - b) <= 0.5 * 10 ** -field.digits : a === b;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((member) => b.includes(member));
  return a === b;
}
