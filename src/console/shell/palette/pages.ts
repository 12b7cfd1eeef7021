/** The pages on which a command asks for its arguments, as search items. */
import type { Language } from '../../../base/messages.ts';
import type { ArgumentStep } from '../../../command/arguments.ts';
import type { CommandContext } from '../../../command/context.ts';
import type { Project } from '../../state/stations.ts';
import { type AllWords, wordFields } from './entries.ts';
import type { SearchItem } from './search/index.ts';

/** A value that can be chosen. */
export interface ValueItem extends SearchItem {
  readonly value: unknown;
}

/** The values of an argument that has a list; stations and texts are not asked for here. */
export function valueItems(
  commandId: string,
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
  if (step.ask === 'project')
    return [
      { key: 'all', value: null, fields: wordFields(['home.allProjects'], language, words) },
      ...projects.map(({ id, code, name }) => ({
        key: String(id),
        value: id,
        fields: [{ kind: 'title' as const, text: `${code} ${name}` }],
      })),
    ];
  return context.screen.choices(commandId, step.name, soFar).map(({ value, label }, index) => ({
    key: `${index} ${label}`,
    value,
    fields: [{ kind: 'title' as const, text: label }],
  }));
}
