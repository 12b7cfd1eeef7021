import Type, { type TSchema } from 'typebox';
import { enums, rows } from '../catalogue/index.ts';
import type { Channel, RowId } from '../catalogue/model.ts';

/** Schema of a channel's value as the API carries it: codes, flags 0/1, bits and times as integers. */
export function channelSchema(channel: Channel): TSchema {
  switch (channel.type) {
    case 'number':
      return Type.Number();
    case 'enum':
      return Type.Integer({ minimum: 0, maximum: enums[channel.values].values.length - 1 });
    case 'flag':
      return Type.Integer({ minimum: 0, maximum: 1 });
    case 'flagSet':
      return Type.Integer({ minimum: 0, maximum: 2 ** channel.flags.length - 1 });
    case 'text':
      return Type.String({ maxLength: channel.maxLength });
    case 'time':
      return Type.Integer({ minimum: 0 });
    case 'samples':
      return Type.Array(Type.Number());
  }
}

/** Schema of a row's values by channel id, own and element channels alike; each may be null or left out. */
export function rowSchema(id: RowId) {
  const row = rows[id];
  const channels = [...row.channels, ...(row.elements?.channels ?? [])];
  return Type.Object(
    Object.fromEntries(
      channels.map((channel) => [
        channel.id,
        Type.Optional(Type.Union([channelSchema(channel), Type.Null()])),
      ]),
    ),
    { additionalProperties: false },
  );
}
