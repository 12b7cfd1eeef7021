/** The script API as TypeScript declarations, from the catalogue: for the editor's completion and for `tsc`. */
import type { MessageId } from '../../base/messages.ts';
import { deviceActions, groups, kinds, rtu } from '../../catalogue/index.ts';
import type { GroupDefinition, KindDefinition, ParameterField } from '../../catalogue/model.ts';
import { kindChannels } from '../../derive/kind-channels.ts';
import {
  argumentMessage,
  deviceActionMessage,
  groupMessage,
  kindMessage,
  quantityArgumentMessage,
  quantityMessage,
} from '../../derive/messages.ts';
import { parameterFields } from '../../derive/parameter-fields.ts';
import type { ArgumentDefinition } from '../../domain/alarms/model.ts';
import { quantities } from '../../domain/alarms/quantities/index.ts';
import { binStatistics, statistics } from '../calls.ts';
import { channelNotes, channelType, comment, fieldNotes, fieldType, type ScriptWords } from './values.ts';

const union = (values: readonly string[]) =>
  values.length === 0 ? 'never' : values.map((value) => JSON.stringify(value)).join(' | ');
const block = (head: string, members: string) => `  export interface ${head} {\n${members}  }\n`;

function member(
  field: ParameterField,
  group: GroupDefinition,
  words: ScriptWords,
  optional: boolean,
): string {
  const mark = optional ? '?' : '';
  return `${comment('      ', fieldNotes(field, group.id, words))}      readonly ${field.id}${mark}: ${fieldType(field)};\n`;
}

/** Of each group: what a device reports, and what may be set. */
function groupTypes(words: ScriptWords): string {
  const list = Object.values(groups).map((group) => {
    const fields = parameterFields(group.id);
    return {
      group,
      reported: fields
        .filter(({ type }) => type !== 'secret')
        .map((field) => member(field, group, words, false)),
      set: fields
        .filter(({ readOnly }) => readOnly !== true)
        .map((field) => member(field, group, words, true)),
    };
  });
  const of = (which: 'reported' | 'set') =>
    list
      .map(
        (entry) =>
          `${comment('    ', [words(groupMessage(entry.group.id))])}    readonly ${entry.group.id}: {\n${entry[which].join('')}    };\n`,
      )
      .join('');
  return block('GroupParameters', of('reported')) + block('GroupEdits', of('set'));
}

/** Of the RTU and each kind of sensor: its newest values, and the channels that have a history. */
function kindTypes(words: ScriptWords, own: readonly KindDefinition[]): string {
  const owners = [
    { id: 'rtu', owner: rtu, message: 'group.rtu' as MessageId },
    ...[...kinds, ...own].map((kind) => ({ id: kind.id, owner: kind, message: kindMessage(kind.id) })),
  ];
  const values = owners.map(({ id, owner, message }) => {
    const channels = kindChannels(owner).filter(
      ({ channel, name }) => channel.type !== 'samples' && name === channel.id,
    );
    const members = channels.map(
      ({ channel, row }) =>
        `${comment('      ', channelNotes(channel, row, words, owner))}      readonly ${channel.id}?: ${channelType(channel)};\n`,
    );
    return `${comment('    ', [words(message)])}    readonly ${JSON.stringify(id)}: {\n${members.join('')}    };\n`;
  });
  const histories = owners.map(({ id, owner }) => {
    const channels = kindChannels(owner)
      .filter(({ channel, element, name }) => channel.type === 'number' && !element && name === channel.id)
      .map(({ channel }) => channel.id);
    return `    readonly ${JSON.stringify(id)}: ${union([...new Set(channels)])};\n`;
  });
  return block('KindValues', values.join('')) + block('HistoryChannels', histories.join(''));
}

function actionTypes(words: ScriptWords): string {
  const members = deviceActions.map((action) => {
    const args = action.arguments.map(
      (field) =>
        `${comment('      ', [words(argumentMessage(action.id, field.id))])}      readonly ${field.id}?: ${fieldType(field)};\n`,
    );
    const shape = args.length === 0 ? 'Record<string, never>' : `{\n${args.join('')}    }`;
    return `${comment('    ', [words(deviceActionMessage(action.id))])}    readonly ${action.id}: ${shape};\n`;
  });
  return block('Actions', members.join(''));
}

/** Type of an argument of a quantity, and what its hover says of it. */
const argumentType = (is: ArgumentDefinition) => (is.type === 'number' ? 'number' : union(is.choices));
const argumentNotes = (is: ArgumentDefinition) =>
  is.type === 'number'
    ? [`Bounds: ${is.minimum}–${is.maximum}${is.unit === null ? '' : ` ${is.unit}`}`, `Usual: ${is.standard}`]
    : [`Usual: ${JSON.stringify(is.standard)}`];

/** Of each quantity that an alarm rule can ask: its arguments. */
function quantityTypes(words: ScriptWords): string {
  const members = quantities.map(({ id, args }) => {
    const own = Object.entries<ArgumentDefinition>(args).map(
      ([name, is]) =>
        `${comment('      ', [words(quantityArgumentMessage(id, name)), ...argumentNotes(is)])}      readonly ${name}?: ${argumentType(is)};\n`,
    );
    const shape = own.length === 0 ? 'Record<string, never>' : `{\n${own.join('')}    }`;
    return `${comment('    ', [words(quantityMessage(id))])}    readonly ${id}: ${shape};\n`;
  });
  return block('Quantities', members.join(''));
}

/**
 * The text of `groundwatch.d.ts`. `words`: a message in every language, for the hovers.
 * @param guest declarations of what the guest offers (main/guest-declarations)
 * @param own kinds that companies have made, as far as they are known
 */
export function printTypings(words: ScriptWords, guest: string, own: readonly KindDefinition[] = []): string {
  const types = [
    groupTypes(words),
    kindTypes(words, own),
    actionTypes(words),
    quantityTypes(words),
    `  export type Statistic = ${union(statistics)};\n`,
    `  export type BinStatistic = ${union(binStatistics)};\n`,
  ];
  return `declare module 'groundwatch' {\n${types.join('\n')}\n${guest}}\n`;
}
