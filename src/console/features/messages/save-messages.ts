/** Messages as a file for spreadsheets. Its own chunk. */
import { csvCell, csvFile } from '../../../base/csv.ts';
import type { Text } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import type { MessageSummary } from '../../state/devices/messages.ts';
import { readsText } from './words.ts';

/** The lines of the file, heads first; times as ISO in UTC. */
export function messageTable(
  list: readonly MessageSummary[],
  text: Text,
  zone: string,
): readonly (readonly (string | number)[])[] {
  const heads = (['received', 'from', 'kindHead', 'way', 'topic', 'bytes', 'reads', 'why'] as const).map(
    (name) => text(`messages.${name}`),
  );
  return [
    [...heads, text('messages.field.only')],
    ...list.map((message) => [
      new Date(message.at).toISOString(),
      message.sender,
      text(`messages.kind.${message.kind}`),
      text(`messages.way.${message.way}`),
      message.topic,
      message.bytes,
      readsText(message, text, zone),
      message.why,
      text(`messages.state.${message.state}`),
    ]),
  ];
}

export function saveMessages(list: readonly MessageSummary[], text: Text, zone: string): void {
  const content = csvFile(messageTable(list, text, zone).map((line) => line.map(csvCell).join(',')));
  const name = `groundwatch-messages_${new Date().toISOString().slice(0, 16)}.csv`;
  saveFile(name, new Blob([content], { type: 'text/csv;charset=utf-8' }));
}
