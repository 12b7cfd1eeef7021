import { type IntlShape, useIntl } from 'react-intl';
import type { MessageParams } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import { formatNumber } from '../../base/number-text.ts';
import { formatOffset, formatTime } from '../../base/time-text.ts';

export type Text = (id: MessageId, params?: MessageParams) => string;

const texts = new WeakMap<IntlShape, Text>();

/** Words and, at odd places, names of arguments; null where a message takes more to say: plurals, quotes, tags. */
function partsOf(words: unknown): readonly string[] | null {
  if (typeof words !== 'string' || /['<]/.test(words)) return null;
  const parts = words.split(/\{(\w+)\}/);
  return parts.some((part, index) => index % 2 === 0 && /[{}]/.test(part)) ? null : parts;
}

/** Most messages are words with arguments put in; react-intl, which is slow even at those it knows, says the rest. */
function createText(intl: IntlShape): Text {
  const known = new Map<MessageId, readonly string[] | null>();
  const say = (parts: readonly string[], params: MessageParams | undefined): string | null => {
    let said = '';
    for (const [index, part] of parts.entries()) {
      const value = index % 2 === 0 ? part : params?.[part];
      if (typeof value !== 'string' && typeof value !== 'number') return null;
      said += value;
    }
    return said;
  };
  return (id, params) => {
    let parts = known.get(id);
    if (parts === undefined) {
      parts = partsOf(intl.messages[id]);
      known.set(id, parts);
    }
    const said = parts === null ? null : say(parts, params);
    return said ?? intl.formatMessage({ id }, { ...params });
  };
}

/** Messages in the user's language. One and the same function for all who ask, until the language changes. */
export function useText(): Text {
  const intl = useIntl();
  let text = texts.get(intl);
  if (text === undefined) {
    text = createText(intl);
    texts.set(intl, text);
  }
  return text;
}

const two = (value: number) => String(value).padStart(2, '0');

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

export interface Formatters {
  readonly number: typeof formatNumber;
  readonly time: typeof formatTime;
  readonly offset: typeof formatOffset;
  /** Length of a span in its largest unit: 2 min, 3 h, 5 d. */
  duration(ms: number): string;
  /** Clock form of a span under a day: 06:54, 1:06:54. */
  countdown(ms: number): string;
}

const formats = new Map<string, Formatters>();

function createFormat(locale: string): Formatters {
  // A formatter takes long to make: each is made when it is first wanted.
  const units = new Map<string, Intl.NumberFormat>();
  const formatOf = (unit: (typeof steps)[number][0]) => {
    const known = units.get(unit);
    if (known !== undefined) return known;
    const made = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
    units.set(unit, made);
    return made;
  };
  return {
    number: formatNumber,
    time: formatTime,
    offset: formatOffset,
    duration(ms) {
      const span = Math.abs(ms);
      const [unit, size] = steps.find(([, length]) => span >= length) ?? (['second', 1000] as const);
      return formatOf(unit).format(Math.floor(span / size));
    },
    countdown(ms) {
      const seconds = Math.max(0, Math.floor(ms / 1000));
      const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
      return seconds < 3600 ? rest : `${Math.floor(seconds / 3600)}:${rest}`;
    },
  };
}

/** Numbers, times and spans in the user's language. One and the same for all who ask in a language. */
export function useFormat(): Formatters {
  const { locale } = useIntl();
  let format = formats.get(locale);
  if (format === undefined) {
    format = createFormat(locale);
    formats.set(locale, format);
  }
  return format;
}
