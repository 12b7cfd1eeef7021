import type { MessageId } from '../base/messages.ts';
import type { Unit } from '../base/units.ts';
import type { Channel, EnumId, RowId } from '../catalogue/model.ts';
import { type ChannelOwner, kindChannels } from './kind-channels.ts';
import { kindChannelMessage } from './messages.ts';

/** One column of a data table: how its cells are read, and the heading's words. */
export interface TableColumn {
  readonly row: RowId;
  /** Channel id: the key of the values. */
  readonly id: string;
  readonly type: Channel['type'];
  readonly unit: Unit | null;
  /** Digits after the point; 0 where the type has none. */
  readonly digits: number;
  readonly heading: MessageId;
  /** Enumeration that names the values of an `enum`, or the two of a `flag`. */
  readonly values: EnumId | null;
  /** Flags of a `flagSet` in bit order. */
  readonly flags: readonly string[];
  /** True: a value for each node or layer. */
  readonly element: boolean;
}

function valuesOf(channel: Channel): EnumId | null {
  if (channel.type === 'enum') return channel.values;
  return channel.type === 'flag' ? (channel.words ?? null) : null;
}

/** Columns of one row of a kind (or the RTU), in the catalogue's order, without those the kind does not measure. */
export function rowColumns(owner: ChannelOwner, row: RowId): readonly TableColumn[] {
  return kindChannels(owner)
    .filter((entry) => entry.row === row)
    .map(({ channel, element }) => ({
      row,
      id: channel.id,
      type: channel.type,
      unit: 'unit' in channel ? channel.unit : null,
      digits: 'digits' in channel ? channel.digits : 0,
      heading: kindChannelMessage(owner, row, channel.id),
      values: valuesOf(channel),
      flags: channel.type === 'flagSet' ? channel.flags : [],
      element,
    }));
}
