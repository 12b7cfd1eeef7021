/** A typed value read by the field that it is for. Pure. */
import { enums } from '../../../../catalogue/index.ts';
import type { ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import { enumValueMessage } from '../../../../derive/messages.ts';
import type { AllWords } from '../entries.ts';

/** Names of one unit, parted by spaces. */
function sized(quantity: string, size: number, names: string) {
  return Object.fromEntries(names.split(' ').map((name) => [name, [quantity, size] as const]));
}

/** What one of a unit is in the base unit of its quantity. */
const sizes: Readonly<Record<string, readonly [quantity: string, size: number]>> = {
  ...sized('time', 0.001, 'ms'),
  ...sized('time', 1, 's sec secs second seconds 秒 秒钟 秒間'),
  ...sized('time', 60, 'm min mins minute minutes 分 分钟 分間'),
  ...sized('time', 3600, 'h hr hrs hour hours 小时 小時 時間'),
  ...sized('time', 86_400, 'd day days 天 日 日間'),
  ...sized('length', 1, 'mm 毫米 ミリ'),
  ...sized('length', 10, 'cm 厘米 センチ'),
  ...sized('angle', 1, '° deg 度'),
  ...sized('acceleration', 1, 'mg'),
  ...sized('acceleration', 1000, 'g'),
  ...sized('frequency', 1, 'hz'),
  ...sized('frequency', 1000, 'khz'),
  ...sized('frequency', 1_000_000, 'mhz'),
  ...sized('voltage', 1, 'v volt volts 伏 ボルト'),
  ...sized('voltage', 0.001, 'mv'),
  ...sized('share', 1, '%'),
  ...sized('temperature', 1, '°c'),
  ...sized('pressure', 1, 'pa'),
  ...sized('pressure', 1000, 'kpa'),
};
/** What is counted has no unit of its own. */
const counts = new Set(['次', '回', '件', '条', '个', 'times', 'x']);
/** A metre is written like a minute: what it means, the field's own unit says. */
const metre = ['length', 1000] as const;

const sizeOf = (suffix: string, unit: string) => {
  const isLength = unit === 'mm' || unit === 'cm' || unit === 'm';
  return isLength && suffix === 'm' ? metre : sizes[suffix];
};

const single = /^([+-]?\d+(?:\.\d+)?)\s*(\D*)$/;
/** A length of two parts: 1h30m, 1小时30分. */
const double = /^(\d+(?:\.\d+)?\s*[^\d\s.]+)\s*(\d+(?:\.\d+)?\s*[^\d\s.]+)$/;

/** A number with or without a unit of the same quantity, in `unit`; null where it is none. */
export function readNumber(text: string, unit: string | null): number | null {
  const said = text.replace('−', '-');
  const [, first, second] = double.exec(said) ?? [];
  if (first !== undefined && second !== undefined) {
    const [longer, shorter] = [readNumber(first, unit), readNumber(second, unit)];
    return unit === null || longer === null || shorter === null || shorter >= longer
      ? null
      : longer + shorter;
  }
  const [, digits, suffix = ''] = single.exec(said) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  const written = suffix.trim().toLowerCase();
  if (written === '') return number;
  if (unit === null) return counts.has(written) ? number : null;
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
  打开: true,
  关闭: false,
  启用: true,
  停用: false,
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
