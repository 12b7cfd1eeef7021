/** Own patterns of times: `DD.MM.YY HH:mm`, `YYYY年M月D日 H時m分`, `M/D/YYYY h:mm:ss A`, `YYYY-MM-DDTHH:mm:ssZ`. */

/** The parts of a time as they stand in a cell; what does not stand there is undefined. */
export interface TimeParts {
  /** Four digits, or two where `isShortYear`. */
  readonly year: number;
  readonly isShortYear: boolean;
  readonly month?: number;
  readonly day?: number;
  readonly dayOfYear?: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly ms: number;
  /** Offset east of UTC in ms, where the cell has one. */
  readonly offset?: number;
}

export interface TimePattern {
  readonly hasShortYear: boolean;
  /** True where every cell that matches says its offset. */
  readonly hasOffset: boolean;
  /** Null where the cell does not match. */
  parse(cell: string): TimeParts | null;
}

const tokens = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MMM: '(?<monthName>[A-Za-z]{3})[a-z]*\\.?',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DDD: '(?<dayOfYear>\\d{1,3})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<hour12>\\d{2})',
  h: '(?<hour12>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  m: '(?<minute>\\d{1,2})',
  ss: '(?<second>\\d{2})',
  s: '(?<second>\\d{1,2})',
  A: '(?<half>[AaPp]\\.?[Mm]\\.?|上午|下午|午前|午後)',
  Z: '(?<offset>[Zz]|(?:UTC|GMT)?[+-]\\d{2}(?::?\\d{2})?)',
} as const;
type Token = keyof typeof tokens;

const cut = /'[^']*'|YYYY|YY|MMM|MM|M|DDD|DD|D|HH|H|hh|h|mm|m|ss|s|S+|A|Z|\s+|[\s\S]/g;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const afternoon = /^(?:p|下午|午後)/i;

const isToken = (part: string): part is Token => Object.hasOwn(tokens, part);
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Milliseconds of a fraction's digits: "6" is 600, "611" is 611; finer digits are rounded. */
const fraction = (digits: string) => Math.round(Number(`0.${digits}`) * 1000);

function offsetOf(text: string): number | null {
  if (/^z$/i.test(text)) return 0;
  const match = /([+-])(\d{2}):?(\d{2})?$/.exec(text);
  const minutes = Number(match?.[2]) * 60 + Number(match?.[3] ?? 0);
  if (!(minutes <= 14 * 60)) return null;
  return (match?.[1] === '-' ? -1 : 1) * minutes * 60_000;
}

function hourOf(groups: Readonly<Record<string, string | undefined>>): number | null {
  if (groups['hour12'] === undefined) return Number(groups['hour'] ?? 0);
  const hour = Number(groups['hour12']);
  if (hour > 12 || hour === 0) return null;
  return (hour % 12) + (afternoon.test(groups['half'] ?? '') ? 12 : 0);
}

/**
 * Compiles a pattern. Its words: `YYYY`, `YY`, `MMM` (Jan), `MM`, `M`, `DDD` (day of the year), `DD`, `D`, `HH`, `H`,
 * `hh` and `h` with `A` (AM/PM, 上午/下午, 午前/午後), `mm`, `m`, `ss`, `s`, `S…` (fraction of a second), `Z` (Z or
 * an offset); `T` and signs stand for themselves, other letters stand in quotes. A blank matches any run of blanks.
 * Null where it does not say a day, says a part twice, or has a letter that means nothing.
 */
export function compilePattern(text: string): TimePattern | null {
  const named = new Set<string>();
  let source = '';
  for (const [part] of text.trim().matchAll(cut)) {
    if (isToken(part)) {
      const name = /<(\w+)>/.exec(tokens[part])?.[1] ?? '';
      if (named.has(name)) return null;
      named.add(name);
      source += tokens[part];
    } else if (/^S+$/.test(part)) {
      if (named.has('fraction')) return null;
      named.add('fraction');
      source += '(?<fraction>\\d{1,9})';
    } else if (/^\s+$/.test(part)) source += '\\s+';
    else if (part.startsWith("'") && part.length > 1) source += escaped(part.slice(1, -1));
    else if (/^[A-Za-z]/.test(part) && part !== 'T') return null;
    else source += part === '.' || part === ',' ? '[.,]' : escaped(part);
  }
  const has = (...names: string[]) => names.filter((name) => named.has(name)).length;
  const hasDay =
    has('dayOfYear') === 1
      ? has('month', 'monthName', 'day') === 0
      : has('month', 'monthName') === 1 && has('day') === 1;
  if (has('year', 'short') !== 1 || !hasDay || has('hour', 'hour12') > 1) return null;
  if (has('hour12') !== has('half') || (has('minute') === 1 && has('hour', 'hour12') === 0)) return null;
  const regexp = new RegExp(`^${source}$`);
  const number = (value: string | undefined) => (value === undefined ? undefined : Number(value));
  return {
    hasShortYear: named.has('short'),
    hasOffset: named.has('offset'),
    parse(cell) {
      const groups: Readonly<Record<string, string | undefined>> | undefined = regexp.exec(
        cell.trim(),
      )?.groups;
      if (groups === undefined) return null;
      const hour = hourOf(groups);
      const month =
        groups['monthName'] === undefined
          ? number(groups['month'])
          : months.indexOf(groups['monthName'].toLowerCase()) + 1;
      const day = number(groups['day']);
      const dayOfYear = number(groups['dayOfYear']);
      const offset = groups['offset'] === undefined ? undefined : offsetOf(groups['offset']);
      if (hour === null || offset === null) return null;
      return {
        year: Number(groups['year'] ?? groups['short']),
        isShortYear: groups['short'] !== undefined,
        ...(month === undefined ? {} : { month }),
        ...(day === undefined ? {} : { day }),
        ...(dayOfYear === undefined ? {} : { dayOfYear }),
        hour,
        minute: Number(groups['minute'] ?? 0),
        second: Number(groups['second'] ?? 0),
        ms: groups['fraction'] === undefined ? 0 : fraction(groups['fraction']),
        ...(offset === undefined ? {} : { offset }),
      };
    },
  };
}
