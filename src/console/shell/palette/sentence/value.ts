/** A typed value read by the field that it is for. Pure. */
import { enums } from '../../../../catalogue/index.ts';
import type { ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import { enumValueMessage } from '../../../../derive/messages.ts';
import type { AllWords } from '../entries.ts';

/** What one of a unit is in the base unit of its quantity. */
const sizes: Readonly<Record<string, readonly [quantity: string, size: number]>> = {
  ms: ['time', 0.001],
  s: ['time', 1],
  sec: ['time', 1],
  秒: ['time', 1],
  m: ['time', 60],
  min: ['time', 60],
  分: ['time', 60],
  分钟: ['time', 60],
  h: ['time', 3600],
  小时: ['time', 3600],
  時間: ['time', 3600],
  d: ['time', 86_400],
  天: ['time', 86_400],
  日: ['time', 86_400],
  mm: ['length', 1],
  cm: ['length', 10],
  '°': ['angle', 1],
  deg: ['angle', 1],
  度: ['angle', 1],
  mg: ['acceleration', 1],
  g: ['acceleration', 1000],
  hz: ['frequency', 1],
  khz: ['frequency', 1000],
  mhz: ['frequency', 1_000_000],
  v: ['voltage', 1],
  mv: ['voltage', 0.001],
  '%': ['share', 1],
  '°c': ['temperature', 1],
  pa: ['pressure', 1],
  kpa: ['pressure', 1000],
};
/** A metre is written like a minute: what it means, the field's own unit says. */
const metre = ['length', 1000] as const;

const sizeOf = (suffix: string, unit: string) => {
  const isLength = unit === 'mm' || unit === 'cm' || unit === 'm';
  return isLength && suffix === 'm' ? metre : sizes[suffix];
};

/** A number with or without a unit of the same quantity, in `unit`; null where it is none. */
export function readNumber(text: string, unit: string | null): number | null {
  const [, digits, suffix = ''] = /^([+-]?\d+(?:\.\d+)?)\s*(\D*)$/.exec(text.replace('−', '-')) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  const written = suffix.trim().toLowerCase();
  if (written === '' || unit === null) return written === '' ? number : null;
  const [from, to] = [sizeOf(written, unit), sizeOf(unit.toLowerCase(), unit)];
  if (from === undefined || to === undefined || from[0] !== to[0]) return null;
  // Decimal: 0.1 m is 100 mm and no hair more.
  return Number(((number * from[1]) / to[1]).toPrecision(12));
}

const switches: Readonly<Record<string, boolean>> = {
  on: true,
  off: false,
  yes: true,
  no: false,
  true: true,
  false: false,
  开: true,
  关: false,
  是: true,
  否: false,
  オン: true,
  オフ: false,
  有効: true,
  無効: false,
};

/** The value that a text means for a field, undefined where it means none. */
export function readValue(field: ParameterField, text: string, words: AllWords): ParameterValue | undefined {
  const said = text.trim().toLowerCase();
  if (said === '') return undefined;
  if (field.type === 'number') {
    if (field.off !== undefined && switches[said] === false) return field.off;
    if (field.nullable && switches[said] === false) return null;
    return readNumber(said, field.unit) ?? undefined;
  }
  if (field.type === 'flag') return switches[said];
  if (field.type === 'enum') {
    const { id, values } = enums[field.values];
    const called = (value: string) =>
      [value, ...Object.values(words).map((all) => all[enumValueMessage(id, value)] ?? '')].map((word) =>
        word.toLowerCase(),
      );
    return (
      values.find((value) => called(value).includes(said)) ??
      values.find((value) => called(value).some((word) => word.startsWith(said)))
    );
  }
  return field.type === 'text' ? text.trim() : undefined;
}
