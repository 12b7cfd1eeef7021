import type { MessageId } from '../base/messages.ts';
import { formatNumber } from '../base/number-text.ts';
import { enums } from '../catalogue/index.ts';
import type { ParameterField, ParameterValue } from '../catalogue/model.ts';
import { enumValueMessage } from './messages.ts';

type Text = (id: MessageId) => string;

/** A moment of the device as it is written into a field: its date and minutes in UTC. */
const dateText = (value: number) => new Date(value).toISOString().slice(0, 16).replace('T', ' ');

/** A parameter's value in words, with its unit; a secret is never shown. */
export function parameterWords(field: ParameterField, value: ParameterValue, text: Text): string {
  if (field.type === 'secret') return text('value.secret');
  if (value === null) return text(field.type === 'number' && field.nullable ? 'value.off' : 'value.none');
  if (field.type === 'flag') return text(value === true ? 'value.on' : 'value.off');
  if (field.type === 'number' && field.off !== undefined && value === field.off) return text('value.off');
  if (field.type === 'enum' && typeof value === 'string') {
    const { id, values } = enums[field.values];
    return values.includes(value) ? text(enumValueMessage(id, value)) : value;
  }
  if (field.type === 'set' && Array.isArray(value))
    return value.length === 0
      ? text('value.none')
      : value
          .map((member) => text(enumValueMessage(enums[field.values].id, member)))
          .join(text('list.comma'));
  if (field.type === 'date' && typeof value === 'number') return `${dateText(value)} UTC`;
  if (field.type === 'number' && typeof value === 'number') {
    const number = formatNumber(value, field.digits);
    return field.unit === null ? number : `${number} ${field.unit}`;
  }
  return value === '' ? text('value.none') : String(value);
}
