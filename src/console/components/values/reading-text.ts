import { formatNumber } from '../../../base/number-text.ts';
import { rows } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import { channelMessage, rowMessage } from '../../../derive/messages.ts';
import type { Text } from '../i18n.ts';

/** A reading in a few words: its row and its first chart channel that has a value. */
export function primaryOfRow(
  row: string,
  values: Readonly<Record<string, number | string | null>>,
  text: Text,
): string {
  if (!Object.hasOwn(rows, row)) return row;
  const definition = rows[row as RowId];
  const channels = [...definition.channels, ...(definition.elements?.channels ?? [])];
  const channel = channels.find(
    (entry) => entry.type === 'number' && entry.chart && typeof values[entry.id] === 'number',
  );
  if (channel === undefined || channel.type !== 'number') return text(rowMessage(definition.id));
  const value = values[channel.id];
  const number = formatNumber(typeof value === 'number' ? value : null, channel.digits);
  return `${text(channelMessage(definition.id, channel.id))} ${number}${channel.unit === null ? '' : ` ${channel.unit}`}`;
}
