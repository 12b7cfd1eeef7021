/** A rule as a JSON file: what one console writes, another one reads. */
import { ruleFileType } from '../../../contract/alarms/rule-file.ts';
import { RuleDefinition } from '../../../contract/alarms/rule-schema.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import type { EditedRule } from '../../../domain/alarms/edits.ts';
import { type ShapeProblem, shapeProblems } from './shape.ts';

export const toFile = ({ name, definition }: EditedRule): string =>
  `${JSON.stringify({ type: ruleFileType, name, definition }, null, 2)}\n`;

/** The rule that a file holds, or what is wrong with it by its fields. */
export function fromFile(
  content: string,
): { readonly rule: EditedRule } | { readonly problems: readonly ShapeProblem[] } {
  let read: unknown;
  try {
    read = JSON.parse(content);
  } catch {
    return { problems: [{ path: '', message: 'rules.file.noJson' }] };
  }
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['type', 'name', 'definition'],
    properties: {
      type: { const: ruleFileType },
      // Of the rule that the file was written of, where the command line wrote it: here a file is a new rule.
      id: { type: 'integer' },
      name: { type: 'string', minLength: 1, maxLength: 80 },
      definition: RuleDefinition,
    },
  };
  const problems = shapeProblems(schema, read);
  if (problems.length > 0) return { problems };
  const { name, definition } = read as { readonly name: string; readonly definition: Definition };
  return { rule: { name, definition } };
}
