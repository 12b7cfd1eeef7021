import { formatNumber } from '../../../base/number-text.ts';
import { enums } from '../../../catalogue/index.ts';
import type { ParameterField } from '../../../catalogue/model.ts';
import type { ScreenChoice } from '../../../command/context.ts';
import { enumValueMessage } from '../../../derive/messages.ts';
import { subsets } from '../../../domain/subsets.ts';
import type { Text } from '../../components/i18n.ts';

/** The values that a field can be chosen from; none for one that is typed. */
export function editChoices(field: ParameterField | undefined, text: Text): readonly ScreenChoice[] {
  if (field === undefined || field.readOnly) return [];
  if (field.type === 'flag')
    return [
      { value: true, label: text('value.on') },
      { value: false, label: text('value.off') },
    ];
  if (field.type === 'enum')
    return enums[field.values].values.map((value) => ({
      value,
      label: text(enumValueMessage(field.values, value)),
    }));
  if (field.type === 'set')
    return subsets<string>(enums[field.values].values).map((value) => ({
      value,
      label: value.map((member) => text(enumValueMessage(field.values, member))).join(' '),
    }));
  if (field.type === 'number' && field.choices !== undefined)
    return field.choices.map((choice) => ({
      value: String(choice),
      label: `${formatNumber(choice, field.digits)} ${field.unit ?? ''}`.trim(),
    }));
  return [];
}
