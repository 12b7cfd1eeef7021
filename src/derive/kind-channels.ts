import { rows } from '../catalogue/index.ts';
import type { Channel, KindDefinition, RowId } from '../catalogue/model.ts';

/** What has channels: a sensor kind, or the RTU itself. */
export type ChannelOwner = Pick<KindDefinition, 'rows' | 'without' | 'units' | 'digits' | 'words'>;

export interface KindChannel {
  readonly row: RowId;
  /** With the kind's own unit and digits where it has some. */
  readonly channel: Channel;
  /** True: one value for each node or layer (elements 1, 2, …); false: the row's own (element 0). */
  readonly element: boolean;
  /** Unique in the kind: the channel's id, or `<row>/<channel>` where an earlier row has a channel of that id. */
  readonly name: string;
}

function adapted(channel: Channel, owner: ChannelOwner, path: string): Channel {
  if (!('unit' in channel)) return channel;
  const unit = owner.units?.[path];
  const digits = owner.digits?.[path];
  return unit === undefined && digits === undefined
    ? channel
    : { ...channel, unit: unit === undefined ? channel.unit : unit, digits: digits ?? channel.digits };
}

/** Every channel that a kind really has, row by row in the catalogue's order. */
export function kindChannels(owner: ChannelOwner): readonly KindChannel[] {
  const taken = new Set<string>();
  return owner.rows.flatMap((row) => {
    const definition = rows[row];
    const channels = [
      ...definition.channels.map((channel) => ({ channel, element: false })),
      ...(definition.elements?.channels ?? []).map((channel) => ({ channel, element: true })),
    ].filter(({ channel }) => !owner.without?.includes(`${row}/${channel.id}`));
    const earlier = new Set(taken);
    return channels.map(({ channel, element }) => {
      taken.add(channel.id);
      const path = `${row}/${channel.id}`;
      return {
        row,
        channel: adapted(channel, owner, path),
        element,
        name: earlier.has(channel.id) ? path : channel.id,
      };
    });
  });
}
