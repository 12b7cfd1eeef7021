import type { MessageId } from '../../base/messages.ts';
import { enums } from '../../catalogue/index.ts';
import type { Channel, GroupId, ParameterField, RowId } from '../../catalogue/model.ts';
import type { ChannelOwner } from '../../derive/kind-channels.ts';
import { fieldMessage, kindChannelMessage } from '../../derive/messages.ts';
import { rangesText } from '../../domain/parameters/parameter-rules.ts';

/** A message's words in every language, as they stand in a hover: "Send cycle · 上报周期 · 送信周期". */
export type ScriptWords = (id: MessageId) => string;

const quoted = (values: readonly string[]) => values.map((value) => JSON.stringify(value)).join(' | ');
const clean = (text: string) => text.replaceAll('*/', '* /');

/** A comment over a member. */
export const comment = (indent: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : lines.length === 1
      ? `${indent}/** ${clean(lines[0] ?? '')} */\n`
      : `${indent}/**\n${lines.map((line) => `${indent} * ${clean(line)}\n`).join('')}${indent} */\n`;

/** The type of a parameter's value. */
export function fieldType(field: ParameterField): string {
  switch (field.type) {
    case 'number': {
      const number = field.choices === undefined ? 'number' : field.choices.join(' | ');
      return field.nullable === true ? `${number} | null` : number;
    }
    case 'enum':
      return quoted(enums[field.values].values);
    case 'flag':
      return 'boolean';
    case 'text':
    case 'secret':
      return 'string';
    case 'set':
      return `readonly (${quoted(enums[field.values].values)})[]`;
    case 'date':
      return 'number';
  }
}

/** What a field is, its bounds and its default, for its hover. */
export function fieldNotes(field: ParameterField, group: GroupId, words: ScriptWords): string[] {
  const notes = [words(fieldMessage(group, field.id))];
  if (field.type === 'number') {
    if (field.choices === undefined) notes.push(`Bounds: ${rangesText(field)}`);
    else if (field.unit !== null) notes.push(`Unit: ${field.unit}`);
    if (field.step !== undefined) notes.push(`Step: ${field.step}`);
    if (field.off !== undefined) notes.push('0 is off.');
    if (field.nullable === true) notes.push('null is off.');
  }
  if (field.type === 'text' || field.type === 'secret') notes.push(`At most ${field.maxLength} characters.`);
  if (field.type === 'secret') notes.push('Can be set, and is never reported.');
  if (field.type === 'date') notes.push('UTC milliseconds.');
  if ('default' in field && field.default !== null && field.type !== 'set')
    notes.push(`Default: ${JSON.stringify(field.default)}`);
  if (field.own !== undefined)
    notes.push(`Belongs to one device (${field.own}): to set it on several, name it in \`own\`.`);
  if (field.stranding === true)
    notes.push('A wrong value can cut the device off: it is set alone, tried, then kept.');
  return notes;
}

/** The type of a reading's value. */
export function channelType(channel: Channel): string {
  switch (channel.type) {
    case 'number':
    case 'time':
      return 'number | null';
    case 'enum':
      return `${quoted(enums[channel.values].values)} | null`;
    case 'flag':
      return 'boolean | null';
    case 'flagSet':
      return `readonly (${quoted(channel.flags)})[] | null`;
    default:
      return 'string | null';
  }
}

/** What a channel is and its unit, for its hover. @param owner the kind, which may have words of its own for it */
export function channelNotes(
  channel: Channel,
  row: RowId,
  words: ScriptWords,
  owner?: ChannelOwner,
): string[] {
  const notes = [words(kindChannelMessage(owner, row, channel.id))];
  if ('unit' in channel && channel.unit !== null) notes.push(`Unit: ${channel.unit}`);
  if (channel.type === 'time') notes.push('UTC milliseconds.');
  return notes;
}
