/** The tables of listeners as workbooks. Its own chunk, with the library that writes them. */
import type { Text } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { type SheetValue, sheetType, writeSheet } from '../../components/sheets/write-sheet.ts';
import type { ListenerKnock, ListenerView } from '../../state/listeners.ts';
import { placeOf, reasonText } from './columns.tsx';

function save(name: string, heads: readonly string[], rows: readonly (readonly SheetValue[])[]): void {
  const widths = heads.map((head) => Math.max(14, head.length + 2));
  const book = writeSheet({ name: 'listeners', heads: [heads], rows, widths });
  saveFile(`${name}.xlsx`, new Blob([book], { type: sheetType }));
}

/** Numbers as they are: bytes are not rounded. */
export function saveListeners(rows: readonly ListenerView[], zone: string, text: Text): void {
  const heads = [
    ...(['name', 'state', 'address', 'since', 'open', 'connectionsDay'] as const),
    ...(['messagesHour', 'messagesDay', 'bytesHour', 'bytesDay'] as const),
  ].map((head) => text(`listeners.${head}`));
  const lines = rows.map((row): readonly SheetValue[] => [
    text(`listeners.id.${row.id}`),
    text(`listeners.state.${row.state}`),
    placeOf(row),
    { at: row.since, zone },
    ...[row.open, row.connectionsDay, row.messagesHour, row.messagesDay, row.bytesHour, row.bytesDay],
  ]);
  save(`groundwatch-${text('listeners.save.listeners')}`, heads, lines);
}

export function saveKnocks(rows: readonly ListenerKnock[], zone: string, text: Text): void {
  const heads = [
    text('listeners.knocks.last'),
    text('argument.listener'),
    text('listeners.knocks.from'),
    text('listeners.knocks.times'),
    text('listeners.knocks.reason'),
    text('listeners.knocks.detail'),
    text('listeners.knocks.first'),
  ];
  const lines = rows.map((row): readonly SheetValue[] => [
    { at: row.lastAt, zone },
    text(`listeners.id.${row.listener}`),
    row.address,
    row.count,
    reasonText(row, text),
    row.detail,
    { at: row.firstAt, zone },
  ]);
  save(`groundwatch-${text('listeners.save.knocks')}`, heads, lines);
}
