import type { Channel, RowDefinition } from '../catalogue/model.ts';

export interface ReadingColumn {
  /** Column name; the channel's id. */
  readonly name: string;
  readonly type: 'real' | 'integer' | 'text' | 'blob';
  readonly channel: Channel;
}
/**
 * A row's storage table. Beside these columns it has source_id, element, t (its key), received_at, historical and
 * not_good, and `computed` where the row has derived channels.
 */
export interface ReadingTable {
  readonly name: string;
  readonly columns: readonly ReadingColumn[];
}

const types = {
  number: 'real',
  enum: 'integer',
  flag: 'integer',
  flagSet: 'integer',
  time: 'integer',
  text: 'text',
  samples: 'blob',
} as const;

/** The wide table of a row: its own channels, then those of its elements; a channel of both has one column. */
export function readingTable(row: RowDefinition): ReadingTable {
  const byName = new Map<string, ReadingColumn>();
  for (const channel of [...row.channels, ...(row.elements?.channels ?? [])]) {
    if (!byName.has(channel.id)) {
      byName.set(channel.id, { name: channel.id, type: types[channel.type], channel });
    }
  }
  return { name: `reading_${row.id}`, columns: [...byName.values()] };
}
