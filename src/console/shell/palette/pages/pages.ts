/** The pages on which a command asks for its arguments, as search items. */
import type { Language } from '../../../../base/messages.ts';
import type { ArgumentStep } from '../../../../command/arguments.ts';
import type { Command } from '../../../../command/command.ts';
import type { CommandContext } from '../../../../command/context.ts';
import type { Project } from '../../../../contract/sites/stations.ts';
import { type AllWords, parameterItems, wordFields } from '../entries.ts';
import type { Hit, SearchIndex, SearchItem } from '../search/index.ts';

/** A value that can be chosen. */
export interface ValueItem extends SearchItem {
  readonly value: unknown;
  /** What stands at its right: what it is now. */
  readonly note?: string;
}

export interface FoundValue {
  readonly item: ValueItem;
  readonly hit: Hit | null;
}
const most = 100;

/** The values that match what was typed, the best first; all of them where nothing was. */
export function findValues(
  items: readonly ValueItem[],
  index: SearchIndex,
  query: string,
): readonly FoundValue[] {
  if (query === '') return items.slice(0, most).map((item) => ({ item, hit: null }));
  return index.search(query, { limit: most }).hits.flatMap((hit) => {
    const item = items[hit.index];
    return item === undefined ? [] : [{ item, hit }];
  });
}

/** The values of an argument that has a list; stations and texts are not asked for here. */
export function valueItems(
  command: Command,
  step: ArgumentStep,
  soFar: Readonly<Record<string, unknown>>,
  context: CommandContext,
  projects: readonly Project[],
  language: Language,
  words: AllWords,
): readonly ValueItem[] {
  if (step.ask === 'choice')
    return step.choices.map(({ value, title }) => ({
      key: String(value),
      value,
      fields: wordFields([title], language, words),
    }));
  if (step.ask === 'parameter')
    return parameterItems(language, words)
      .filter(({ field }) => field.type !== 'secret')
      .map(({ key, group, field, fields }) => ({ key, value: `${group}.${field.id}`, fields }));
  if (step.ask === 'project')
    return [
      { key: 'all', value: null, fields: wordFields(['home.allProjects'], language, words) },
      ...projects.map(({ id, code, name }) => ({
        key: String(id),
        value: id,
        fields: [{ kind: 'title' as const, text: `${code} ${name}` }],
      })),
    ];
  return context.screen.choices(command, step.name, soFar).map(({ value, label }, index) => ({
    key: `${index} ${label}`,
    value,
    fields: [{ kind: 'title' as const, text: label }],
  }));
}
