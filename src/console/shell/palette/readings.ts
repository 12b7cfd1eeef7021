import readings from '../../../../locales/readings.json';
import synonyms from '../../../../locales/synonyms.json';
import type { MessageId } from '../../../base/messages.ts';
import type { SearchField } from './search/index.ts';

interface Reading {
  readonly pinyin?: string;
  readonly kana?: string;
}
const known: Readonly<Record<string, Reading | undefined>> = readings;
interface Synonyms {
  readonly words: readonly string[];
  readonly readings?: readonly string[];
}
const others: Readonly<Record<string, Synonyms | undefined>> = synonyms;

/**
 * How a message of the fixed vocabulary is typed, as fields for the search: pinyin and kana, of which the search itself
 * makes initials and romaji, and other words that people use for it. Empty where there are none.
 */
export function spellings(id: MessageId): readonly SearchField[] {
  const { pinyin, kana } = known[id] ?? {};
  const { words = [], readings: more = [] } = others[id] ?? {};
  return [
    ...words.map((text): SearchField => ({ kind: 'alias', text })),
    ...[pinyin, kana, ...more].flatMap((text): SearchField[] =>
      text === undefined ? [] : [{ kind: 'reading', text }],
    ),
  ];
}
