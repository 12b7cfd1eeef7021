import type { MessageId } from '../base/messages.ts';
import { enums } from '../catalogue/index.ts';
import { enumValueMessage, flagMessage } from './messages.ts';
import type { TableColumn } from './row-columns.ts';

/** A value in words: of an enumeration, a flag or several flags; null for a column of numbers, times or texts. */
export function valueWords(
  { row, type, values, flags }: TableColumn,
  value: number | string,
  text: (id: MessageId) => string,
): string | null {
  if (type === 'enum' || (type === 'flag' && values !== null)) {
    const word = values === null ? undefined : enums[values].values[Number(value)];
    return values === null || word === undefined ? String(value) : text(enumValueMessage(values, word));
  }
  if (type === 'flag') return text(Number(value) === 0 ? 'value.off' : 'value.on');
  if (type === 'flagSet') {
    const bits = Number(value);
    const set = flags.filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1);
    return set.length === 0
      ? text('value.noFault')
      : set.map((flag) => text(flagMessage(row, flag))).join(', ');
  }
  return null;
}
