/**
 * Message id of every entry of the catalogue. The ids are built, so a law (tests/laws/catalogue-words) holds that
 * each one exists in all locales.
 */
import type { MessageId } from '../base/messages.ts';
import type { EnumId, GroupId, KindDefinition, RowId } from '../catalogue/model.ts';

const checked = (id: string): MessageId => id as MessageId;

export const kindMessage = (kind: string) => checked(`kind.${kind}`);
export const rowMessage = (row: RowId) => checked(`row.${row}`);
/** Short enough for a table's head; the unit stands beside it. */
export const channelMessage = (row: RowId, channel: string) => checked(`channel.${row}.${channel}`);
/** The same of a channel as a kind has it: a kind of a company has words of its own for those that it names. */
export const kindChannelMessage = (
  owner: Pick<KindDefinition, 'words'> | undefined,
  row: RowId,
  channel: string,
) =>
  owner?.words?.channels.includes(`${row}/${channel}`) === true
    ? checked(`channel.${owner.words.prefix}.${channel}`)
    : channelMessage(row, channel);
export const enumValueMessage = (id: EnumId, value: string) => checked(`enum.${id}.${value}`);
export const flagMessage = (row: RowId, flag: string) => checked(`flag.${row}.${flag}`);
export const groupMessage = (group: GroupId) => checked(`group.${group}`);
export const fieldMessage = (group: GroupId, field: string) => checked(`field.${group}.${field}`);
/** A part of a long group. */
export const sectionMessage = (section: string) => checked(`section.${section}`);
export const deviceActionMessage = (action: string) => checked(`deviceCommand.${action}`);
export const argumentMessage = (action: string, argument: string) =>
  checked(`deviceCommand.${action}.${argument}`);
/** "Node 3", "Layer 3": takes `{number}`. */
export const elementMessage = (row: RowId, element: 'node' | 'layer') => checked(`${element}.${row}`);
/** Why a parameter value is refused (domain/parameter-rules). */
export const problemMessage = (reason: string) => checked(`parameterProblem.${reason}`);
/** A quantity of rules (domain/alarms/quantities), and an argument of it. */
export const quantityMessage = (quantity: string) => checked(`quantity.${quantity}`);
export const quantityArgumentMessage = (quantity: string, argument: string) =>
  checked(`quantityArgument.${quantity}.${argument}`);
/** What an argument can be chosen to be. The flags of the run status have their words already. */
export const quantityChoiceMessage = (quantity: string, argument: string, choice: string) =>
  quantity === 'runStatus' ? flagMessage('status', choice) : checked(`quantityChoice.${argument}.${choice}`);
