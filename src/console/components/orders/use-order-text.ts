import { useMemo } from 'react';
import { deviceActions, groups, kindByCode } from '../../../catalogue/index.ts';
import type { GroupId, ParameterField, ParameterValue } from '../../../catalogue/model.ts';
import { argumentMessage, deviceActionMessage, fieldMessage } from '../../../derive/messages.ts';
import { parameterFields } from '../../../derive/parameter-fields.ts';
import { useValueText } from '../fields/use-value-text.ts';
import { useText } from '../i18n.ts';

type Values = Readonly<Record<string, ParameterValue>>;
/** What was ordered (contract/devices/orders), and of which kind of sensor; null = the RTU. */
interface Ordered {
  readonly content:
    | { readonly type: 'set'; readonly group: string; readonly edits: Values }
    | { readonly type: 'action'; readonly action: string; readonly args: Values };
  readonly kind: number | null;
}
export const isGroup = (id: string): id is GroupId => Object.hasOwn(groups, id);

/** The field of a group as the kind has it; undefined for one that the catalogue does not know (any more). */
export function fieldOf(group: string, id: string, kind: number | null): ParameterField | undefined {
  if (!isGroup(group)) return undefined;
  return parameterFields(group, kind === null ? undefined : kindByCode(kind)).find(
    (field) => field.id === id,
  );
}

/** Says what an order orders: "Send cycle 600 s", "Sound alarm: Clip 1, Volume 70 %". */
export function useOrderText(): {
  readonly order: (ordered: Ordered) => string;
  readonly value: (group: string, field: string, kind: number | null, value: ParameterValue) => string;
  readonly field: (group: string, field: string) => string;
} {
  const text = useText();
  const valueText = useValueText();
  return useMemo(() => {
    const value = (group: string, id: string, kind: number | null, of: ParameterValue) => {
      const field = fieldOf(group, id, kind);
      return field === undefined ? String(of) : valueText(field, of);
    };
    const name = (group: string, id: string) =>
      isGroup(group) && fieldOf(group, id, null) !== undefined ? text(fieldMessage(group, id)) : id;
    return {
      value,
      field: name,
      order({ content, kind }) {
        if (content.type === 'set') {
          return Object.entries(content.edits)
            .map(([id, to]) => `${name(content.group, id)} ${value(content.group, id, kind, to)}`)
            .join(text('list.comma'));
        }
        const definition = deviceActions.find(({ id }) => id === content.action);
        if (definition === undefined) return content.action;
        const args = definition.arguments.flatMap((argument) => {
          const given = content.args[argument.id];
          if (given === undefined) return [];
          return [`${text(argumentMessage(definition.id, argument.id))} ${valueText(argument, given)}`];
        });
        return [text(deviceActionMessage(definition.id)), ...args].join(text('list.comma'));
      },
    };
  }, [text, valueText]);
}
