import { enums } from '../../../../catalogue/index.ts';
import type { ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import { enumValueMessage } from '../../../../derive/messages.ts';
import { formatNumber, useText } from '../../../components/i18n.ts';

/** Says a parameter's value in the user's words, with its unit. */
export function useValueText(): (field: ParameterField, value: ParameterValue) => string {
  const text = useText();
  return (field, value) => {
    if (value === null) return text('value.off');
    if (field.type === 'flag') return text(value === true ? 'value.on' : 'value.off');
    if (field.type === 'enum' && typeof value === 'string')
      return text(enumValueMessage(enums[field.values].id, value));
    if (field.type === 'number' && typeof value === 'number') {
      const number = formatNumber(value, field.digits);
      return field.unit === null ? number : `${number} ${field.unit}`;
    }
    return String(value);
  };
}
