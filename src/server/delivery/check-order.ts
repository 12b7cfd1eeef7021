/** Whether an order may be given to a device: by the catalogue alone (src/server/delivery/README.md#stranding-sets). */
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import type { DeviceActionDefinition, GroupDefinition, ParameterField } from '../../catalogue/model.ts';
import type { ActionContent, SetContent } from '../../contract/devices/orders.ts';
import { fieldMessage, problemMessage } from '../../derive/messages.ts';
import { checkField, checkGroup, type ParameterProblem } from '../../domain/parameters/parameter-rules.ts';
import { lastLifeline, strandingMixed } from '../../domain/parameters/set-rules.ts';
import { words } from '../words.ts';
import { definitionOf, groupOf, ownerOf, type Values } from './row.ts';
import type { FoundTarget } from './target.ts';

/** The first problem in words, under its field; all of them as data. @throws Refusal 422 where there is one */
export function refuse(
  problems: readonly ParameterProblem[],
  language: Language,
  group: GroupDefinition | null,
): void {
  const [first] = problems;
  if (first === undefined) return;
  const reported = words(language);
  const named = Object.fromEntries(
    Object.entries(first.params).map(([key, value]) => [
      key,
      group !== null && (key === 'left' || key === 'right') && group.fields.some(({ id }) => id === value)
        ? reported(fieldMessage(group.id, String(value)))
        : value,
    ]),
  );
  throw new Refusal(422, problemMessage(first.reason), named, first.field, { problems });
}

/** @throws Refusal 422: no such group, bounds, rules between fields, stranding fields among others, the last centre */
export function checkSet(
  content: SetContent,
  { kind }: Pick<FoundTarget, 'kind'>,
  known: Values,
  language: Language,
  /** What is so whatever becomes of the sets that are on their way. */
  sure: Values,
): GroupDefinition {
  const group = groupOf(content.group);
  if (group === undefined || ownerOf(kind)?.groups.includes(group.id) !== true)
    throw new Refusal(422, 'parameterProblem.unknownField', {}, 'group');
  const fields = Object.keys(content.edits);
  if (fields.length === 0) throw new Refusal(422, 'set.nothing', {}, 'edits');
  refuse(checkGroup(group, content.edits, known), language, group);
  const mixed = strandingMixed(group, fields);
  const name = (field: string) => words(language)(fieldMessage(group.id, field));
  if (mixed !== null) throw new Refusal(422, 'set.strandingAlone', { field: name(mixed) }, mixed);
  const last = lastLifeline(group, content.edits, sure);
  if (last !== null) throw new Refusal(422, 'set.lastCenter', {}, last);
  return group;
}

const ofArgument = (field: ParameterField, args: Values) =>
  field.id in args ? (args[field.id] ?? null) : 'default' in field ? field.default : null;

/**
 * Answers the action with its arguments, those left out by their defaults.
 * @throws Refusal 422: the device has no such action, arguments out of bounds
 */
export function checkAction(
  content: ActionContent,
  { kind }: Pick<FoundTarget, 'kind'>,
  language: Language,
): { readonly definition: DeviceActionDefinition; readonly args: Values } {
  const definition = definitionOf(content.action);
  if (definition === undefined || ownerOf(kind)?.actions.includes(definition.id) !== true)
    throw new Refusal(422, 'command.unknown', {}, 'action');
  const unknown = Object.keys(content.args).find(
    (id) => !definition.arguments.some((field) => field.id === id),
  );
  if (unknown !== undefined) throw new Refusal(422, 'parameterProblem.unknownField', {}, unknown);
  const args = Object.fromEntries(
    definition.arguments.map((field) => [field.id, ofArgument(field, content.args)] as const),
  );
  const problems = definition.arguments.flatMap((field) => checkField(field, args[field.id] ?? null) ?? []);
  refuse(problems, language, null);
  return { definition, args };
}
