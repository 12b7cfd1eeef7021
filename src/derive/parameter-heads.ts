/** Heads of the columns of a sheet of parameters, one for each field: written in one language, found in any. */
import type { MessageId } from '../base/messages.ts';
import { groups } from '../catalogue/index.ts';
import type { GroupDefinition, ParameterField } from '../catalogue/model.ts';
import { fieldMessage, groupMessage } from './messages.ts';

type Text = (id: MessageId) => string;

/** Id of a column: its group and field. */
export const parameterColumn = (group: GroupDefinition, field: ParameterField): string =>
  `${group.id}.${field.id}`;

/** The group and field of a column; null where it is none. */
export function fieldOfColumn(
  column: string,
): { readonly group: GroupDefinition; readonly field: ParameterField } | null {
  const at = column.indexOf('.');
  const group = Object.values(groups).find(({ id }) => id === column.slice(0, at));
  const field = group?.fields.find(({ id }) => id === column.slice(at + 1));
  return group === undefined || field === undefined ? null : { group, field };
}

/** What stands over a column, such as `Rain gauge: Debounce [ms]`; the id itself where there is no such field. */
export function parameterHead(column: string, text: Text): string {
  const found = fieldOfColumn(column);
  if (found === null) return column;
  const { group, field } = found;
  const unit = field.type === 'number' && field.unit !== null ? ` [${field.unit}]` : '';
  return `${text(groupMessage(group.id))}: ${text(fieldMessage(group.id, field.id))}${unit}`;
}

const fold = (head: string) =>
  head
    .normalize('NFKC')
    .replace(/\[[^\]]*\]\s*$/, '')
    .replace(/\s*:\s*/, ':')
    .trim()
    .toLowerCase();

/**
 * Finds columns by their heads: ids, heads in one of the languages with or without the unit, or the words of a field
 * that no other group has. @param texts of every language
 */
export function findParameterColumn(texts: readonly Text[]): (head: string) => string | null {
  const whole = new Map<string, string>();
  const alone = new Map<string, string | null>();
  for (const group of Object.values(groups))
    for (const field of group.fields) {
      const column = parameterColumn(group, field);
      whole.set(fold(column), column);
      for (const text of texts) {
        whole.set(fold(parameterHead(column, text)), column);
        const word = fold(text(fieldMessage(group.id, field.id)));
        const other = alone.get(word);
        alone.set(word, other === undefined || other === column ? column : null);
      }
    }
  return (head) => whole.get(fold(head)) ?? alone.get(fold(head)) ?? null;
}
