/** A kind as texts of a form, and back. Names of the fields are those of the call's body. */
import { type Language, languages, type MessageId } from '../../../base/messages.ts';
import { type Unit, units } from '../../../base/units.ts';
import { classOfColumn, type OwnColumnClass, ownColumns } from '../../../catalogue/own-columns.ts';
import type { FormRefusal } from '../../components/form/use-form.ts';
import type { Text } from '../../components/i18n.ts';
import { typedNumber } from '../../components/values/typed-number.ts';
import type { Kind } from './use-kinds.ts';

export type KindValues = Readonly<Record<string, string>>;
type Channel = Kind['channels'][number];
type Column = Channel['column'];

export const fieldOf = (index: number, name: string): string => `channels.${index}.${name}`;
const nameFields = (prefix: string) => languages.map((language) => `${prefix}.${language}`);

/** Fields of a channel that is not there yet, in the first free column of its class; null where there is none left. */
export function newChannel(index: number, values: KindValues, of: OwnColumnClass): KindValues | null {
  const taken = new Set(Array.from({ length: index }, (_, at) => values[fieldOf(at, 'column')]));
  const column = ownColumns[of].find((one) => !taken.has(one));
  if (column === undefined) return null;
  return {
    [fieldOf(index, 'column')]: column,
    ...Object.fromEntries(nameFields(fieldOf(index, 'names')).map((field) => [field, ''])),
    [fieldOf(index, 'unit')]: of === 'bearing' ? '°' : '',
    [fieldOf(index, 'digits')]: of === 'bearing' ? '0' : '2',
    [fieldOf(index, 'min')]: '',
    [fieldOf(index, 'max')]: '',
    [fieldOf(index, 'hidden')]: '',
  };
}

/** How many channels the form has. */
export function countOf(values: KindValues): number {
  let count = 0;
  while (values[fieldOf(count, 'column')] !== undefined) count += 1;
  return count;
}

/** What the form of a kind begins with; of a new one a first channel. */
export function valuesOf(kind: Kind | null, companyId: number): KindValues {
  const begun: Record<string, string> = {
    companyId: String(companyId),
    primary: kind?.primary ?? 'c0',
    ...Object.fromEntries(languages.map((language) => [`names.${language}`, kind?.names[language] ?? ''])),
  };
  if (kind === null) return { ...begun, ...newChannel(0, {}, 'curve') };
  for (const [index, { column, names, unit, digits, min, max, hidden }] of kind.channels.entries()) {
    begun[fieldOf(index, 'column')] = column;
    for (const language of languages) begun[fieldOf(index, `names.${language}`)] = names[language];
    begun[fieldOf(index, 'unit')] = unit ?? '';
    begun[fieldOf(index, 'digits')] = String(digits);
    begun[fieldOf(index, 'min')] = min === null ? '' : String(min);
    begun[fieldOf(index, 'max')] = max === null ? '' : String(max);
    begun[fieldOf(index, 'hidden')] = hidden ? 'yes' : '';
  }
  return begun;
}

const unitOf = (text: string): Unit | null => units.find((unit) => unit === text) ?? null;
const columnOf = (text: string): Column => (classOfColumn(text) === null ? 'c0' : text);
const boundOf = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text));

/** The first field that cannot be sent, in words. */
export function problemOf(values: KindValues, text: Text): FormRefusal | null {
  const refuse = (field: string, id: MessageId): FormRefusal => ({ field, sentence: text(id) });
  const count = countOf(values);
  const named = [
    ...nameFields('names'),
    ...Array.from({ length: count }, (_, index) => nameFields(fieldOf(index, 'names'))).flat(),
  ];
  const empty = named.find((field) => (values[field] ?? '').trim() === '');
  if (empty !== undefined) return refuse(empty, 'bound.required');
  for (let index = 0; index < count; index += 1) {
    for (const bound of ['min', 'max']) {
      const value = boundOf(values[fieldOf(index, bound)] ?? '');
      if (value !== null && !Number.isFinite(value)) return refuse(fieldOf(index, bound), 'kinds.noNumber');
    }
  }
  return null;
}

/** The body of the call. */
export function bodyOf(values: KindValues) {
  const names = (prefix: string): Record<Language, string> => ({
    'zh-chs': (values[`${prefix}.zh-chs`] ?? '').trim(),
    en: (values[`${prefix}.en`] ?? '').trim(),
    ja: (values[`${prefix}.ja`] ?? '').trim(),
  });
  return {
    names: names('names'),
    primary: columnOf(values['primary'] ?? ''),
    channels: Array.from(
      { length: countOf(values) },
      (_, index): Channel => ({
        column: columnOf(values[fieldOf(index, 'column')] ?? ''),
        names: names(fieldOf(index, 'names')),
        unit: unitOf(values[fieldOf(index, 'unit')] ?? ''),
        digits: Number(values[fieldOf(index, 'digits')]),
        min: boundOf(values[fieldOf(index, 'min')] ?? ''),
        max: boundOf(values[fieldOf(index, 'max')] ?? ''),
        hidden: values[fieldOf(index, 'hidden')] === 'yes',
      }),
    ),
  };
}
