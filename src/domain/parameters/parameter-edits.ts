/** Edits of a group as they are made by hand: typed texts become values, and what is not changed is no edit. */
import type { NumberField, ParameterField, ParameterValue } from '../../catalogue/model.ts';

/** What was typed or chosen, by field id: a number as the text of its box, everything else as its value. */
export type Draft = Readonly<Record<string, ParameterValue>>;

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** The number that a text means; the text itself where it means none, so that the check can say so. */
function typedNumber(field: NumberField, text: string): ParameterValue {
  const plain = text.trim().replace(/[−－]/g, '-').replace(/,/g, '.');
  if (plain === '' && field.nullable) return null;
  return numeric.test(plain) ? Number(plain) : plain;
}

/** The value that a draft means for its field. */
export function draftValue(field: ParameterField, typed: ParameterValue): ParameterValue {
  if (field.type === 'number' && typeof typed === 'string') return typedNumber(field, typed);
  return field.type === 'text' && typeof typed === 'string' ? typed.trim() : typed;
}

/** True for equal values; a set is the same in any order. */
export function isSameValue(a: ParameterValue | undefined, b: ParameterValue | undefined): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((member) => b.includes(member));
}

/** True where a box was emptied that stands for no value of its own: nothing is meant by it. */
const isEmptied = (field: ParameterField, typed: ParameterValue) =>
  typed === '' && field.type !== 'text' && !(field.type === 'number' && field.nullable === true);

/** What a draft would change of a device: values by field id, without those that it has already. */
export function draftEdits(
  fields: readonly ParameterField[],
  draft: Draft,
  known: Readonly<Record<string, ParameterValue>>,
): Readonly<Record<string, ParameterValue>> {
  return Object.fromEntries(
    fields.flatMap((field): [string, ParameterValue][] => {
      const typed = draft[field.id];
      if (typed === undefined || isEmptied(field, typed)) return [];
      const value = draftValue(field, typed);
      return isSameValue(value, known[field.id]) ? [] : [[field.id, value]];
    }),
  );
}

/** Fields in the sections that they stand in, in order; null = the group has none. */
export function fieldSections(
  fields: readonly ParameterField[],
): readonly { readonly section: string | null; readonly fields: readonly ParameterField[] }[] {
  const found: { section: string | null; fields: ParameterField[] }[] = [];
  for (const field of fields) {
    const section = field.section ?? null;
    const last = found.at(-1);
    if (last?.section === section) last.fields.push(field);
    else found.push({ section, fields: [field] });
  }
  return found;
}
