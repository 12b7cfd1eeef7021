/** Placeholders of mails of alarms, `{station}`: what there are, and a text with what they stand for. Pure. */
import { formatNumber } from '../base/number-text.ts';
import { type TermFacts, termLimit, termValue } from './alarm-text.ts';

/** By their names in braces, in the order of the list. Words: `mergeField.<name>`. */
export const mergeFields = [
  'level',
  'station',
  'code',
  'serial',
  'slot',
  'project',
  'time',
  'axis',
  'change1h',
  'limit1h',
  'change5h',
  'limit5h',
  'dx',
  'limitDx',
  'speed',
  'limitSpeed',
  'range',
  'x',
  'y',
  'z',
  'what',
  'rule',
  'link',
] as const;
export type MergeField = (typeof mergeFields)[number];
/** null = it has no value. */
export type MergeValues = Readonly<Record<MergeField, string | null>>;

const isField = (name: string): name is MergeField => (mergeFields as readonly string[]).includes(name);

/** A text in its parts: what stands in it as it is, and the names in braces. Braces around anything else are text. */
export function mergeParts(text: string): readonly { readonly text: string; readonly name: string | null }[] {
  const parts: { text: string; name: string | null }[] = [];
  let at = 0;
  for (const match of text.matchAll(/\{([A-Za-z][A-Za-z0-9]*)\}/g)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), name: null });
    parts.push({ text: match[0], name: match[1] ?? '' });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), name: null });
  return parts;
}

/** Names in braces that are none of the placeholders, in order, each once. */
export const unknownFields = (text: string): readonly string[] => [
  ...new Set(mergeParts(text).flatMap(({ name }) => (name === null || isField(name) ? [] : [name]))),
];

/** The placeholders of a text that have no value, each once. */
export const missingFields = (text: string, values: MergeValues): readonly MergeField[] => [
  ...new Set(
    mergeParts(text).flatMap(({ name }) =>
      name !== null && isField(name) && values[name] === null ? [name] : [],
    ),
  ),
];

/**
 * A text with its placeholders filled in: once, so that braces in a name of a station stay what they are. What has no
 * value is an en dash; an unknown name stays as it is written.
 */
export const merged = (text: string, values: MergeValues): string =>
  mergeParts(text)
    .map((part) => (part.name !== null && isField(part.name) ? (values[part.name] ?? '–') : part.text))
    .join('');

/** What an alarm knows of itself, beside its terms. */
export type MergeSite = Readonly<
  Record<'level' | 'station' | 'code' | 'project' | 'time' | 'what' | 'rule', string>
> &
  Readonly<Record<'serial' | 'slot' | 'link', string | null>>;

const withUnit = (number: string, unit: string | null) => (unit === null ? number : `${number}\u00a0${unit}`);

/** The term of a threshold on an axis: of the shape of inclination alerts. */
function termOn(terms: readonly TermFacts[], channel: string | null, name: string): TermFacts | null {
  return (
    terms.find(({ quantity, args, channel: own }) => {
      if (own !== channel) return false;
      if (name === 'dx') return quantity === 'absoluteChange';
      if (name === 'speed') return quantity === 'speed';
      return quantity === 'change' && args['window'] === (name === 'change1h' ? 1 : 5);
    }) ?? null
  );
}

const limitNames = { change1h: 'limit1h', change5h: 'limit5h', dx: 'limitDx', speed: 'limitSpeed' } as const;

/**
 * What the placeholders stand for, of facts as they are frozen with an event.
 * @param terms the one that decided stands first: it names the axis
 * @param angles of the reading, °
 */
export function mergeValues(
  terms: readonly TermFacts[],
  angles: Readonly<Record<string, number | null>>,
  site: MergeSite,
): MergeValues {
  const [first] = terms;
  const axis = first?.channel ?? null;
  const of: Partial<Record<MergeField, string | null>> = {};
  for (const [name, limitName] of Object.entries(limitNames) as [keyof typeof limitNames, MergeField][]) {
    const term = termOn(terms, axis, name);
    of[name] = term === null || term.value === null ? null : withUnit(termValue(term), term.unit);
    of[limitName] =
      term === null || term.limit === null ? null : withUnit(termLimit(term).replace('±', ''), term.unit);
  }
  const range = termOn(terms, axis, 'speed')?.args['range'];
  const angle = (name: string) => {
    const value = angles[name] ?? null;
    return value === null ? null : withUnit(formatNumber(value, 4), '°');
  };
  return {
    ...site,
    axis: axis === null ? null : axis.toUpperCase(),
    ...(of as Record<keyof typeof limitNames | (typeof limitNames)[keyof typeof limitNames], string | null>),
    range: typeof range === 'number' ? withUnit(String(range), 'min') : null,
    x: angle('x'),
    y: angle('y'),
    z: angle('z'),
  };
}
