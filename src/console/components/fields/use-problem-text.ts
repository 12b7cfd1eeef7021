import { useMemo } from 'react';
import { enums } from '../../../catalogue/index.ts';
import type { FieldRule, GroupId, ParameterField } from '../../../catalogue/model.ts';
import { enumValueMessage, fieldMessage, problemMessage } from '../../../derive/messages.ts';
import type { ParameterProblem } from '../../../domain/parameters/parameter-rules.ts';
import { type Text, useText } from '../i18n.ts';

const last = (id: string) => id.split('/').at(-1) ?? id;

/** The values of an enumeration in words. */
const choices = (text: Text, field: ParameterField | undefined) =>
  field?.type === 'enum' || field?.type === 'set'
    ? {
        choices: enums[field.values].values
          .map((value) => text(enumValueMessage(field.values, value)))
          .join(', '),
      }
    : {};

/** Says what is wrong with a value, and what a rule between fields demands, with the names of the fields. */
export function useProblemText(
  group: GroupId,
  fields: readonly ParameterField[],
): {
  readonly problem: (problem: ParameterProblem) => string;
  readonly rule: (rule: FieldRule) => string;
} {
  const text = useText();
  return useMemo(() => {
    const name = (id: string | number) => text(fieldMessage(group, last(String(id))));
    return {
      problem: ({ field, reason, params }) =>
        text(problemMessage(reason), {
          ...params,
          ...choices(
            text,
            reason === 'choice'
              ? fields.find(({ id, type }) => id === field && type !== 'number')
              : undefined,
          ),
          ...('left' in params ? { left: name(params['left'] ?? '') } : {}),
          ...('right' in params ? { right: name(params['right'] ?? '') } : {}),
        }),
      rule: ({ type, left, right }) => text(problemMessage(type), { left: name(left), right: name(right) }),
    };
  }, [text, group, fields]);
}
