import type { FormRefusal } from '../../components/form/use-form.ts';
import type { Text } from '../../components/i18n.ts';
import { typedNumber } from '../../components/values/typed-number.ts';

/** The first of the fields that holds no number, as a refusal; null when all do. */
export function notNumbers(
  values: Readonly<Record<string, string>>,
  fields: readonly string[],
  text: Text,
): FormRefusal | null {
  const field = fields.find((name) => Number.isNaN(typedNumber(values[name] ?? '')));
  return field === undefined ? null : { field, sentence: text('form.number') };
}

/** Minutes after midnight as HH:mm, and back; NaN for what is no time of day. */
export const clockText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
export function clockMinutes(text: string): number {
  const found = /^(\d{1,2}):(\d{2})$/.exec(text.normalize('NFKC').trim());
  const [hours, minutes] = [Number(found?.[1] ?? Number.NaN), Number(found?.[2] ?? Number.NaN)];
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : Number.NaN;
}
