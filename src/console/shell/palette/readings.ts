import readings from '../../../../locales/readings.json';
import type { MessageId } from '../../../base/messages.ts';
import type { SearchField } from './search/index.ts';

interface Reading {
  readonly pinyin?: string;
  readonly kana?: string;
}
const known: Readonly<Record<string, Reading | undefined>> = readings;

/**
 * How a message of the fixed vocabulary is typed, as fields for the search: pinyin and kana. Initials and romaji the
 * search makes of them itself. Empty where the words have none (RTU, APN).
 */
export function spellings(id: MessageId): readonly SearchField[] {
  const { pinyin, kana } = known[id] ?? {};
  return [pinyin, kana].flatMap((text) => (text === undefined ? [] : [{ kind: 'reading', text }]));
}
