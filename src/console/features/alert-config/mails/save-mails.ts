/** Sent mails as a file for spreadsheets. Its own chunk. */
import { csvCell, csvFile } from '../../../../base/csv.ts';
import { formatOffset, formatTime } from '../../../../base/time-text.ts';
import type { Text } from '../../../components/i18n.ts';
import { saveFile } from '../../../components/save-file.ts';
import { sheetType, writeSheet } from '../../../components/sheets/write-sheet.ts';
import { answerText } from '../../../components/values/answer-text.ts';
import type { MessageView } from '../../../state/notify.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Hands the mails to the browser: address, name, time, title, content, state, what the server answered. */
export async function saveMails(
  mails: readonly MessageView[],
  format: 'csv' | 'xlsx',
  text: Text,
): Promise<void> {
  const heads = [
    text('notify.mailAddress'),
    text('notify.addressName'),
    `${text('alertForm.mails.time')} (${formatOffset(zone, Date.now())})`,
    text('alertForm.mails.title'),
    text('alertForm.mails.content'),
    text('alertForm.mails.state'),
    text('alertForm.mails.answer'),
  ];
  const cells = (mail: MessageView) => [
    mail.title,
    mail.content,
    text(`notify.state.${mail.state}`),
    answerText(mail.answer, text),
  ];
  const name = `${text('alertForm.mails.file')}_${formatTime(Date.now(), zone, 'date')}.${format}`;
  if (format === 'csv') {
    const rows = mails.map((mail) => [
      mail.address,
      mail.name,
      `${formatTime(mail.createdAt, zone, 'full')} ${formatOffset(zone, mail.createdAt)}`,
      ...cells(mail),
    ]);
    const content = csvFile([heads, ...rows].map((line) => line.map(csvCell).join(',')));
    saveFile(name, new Blob([content], { type: 'text/csv;charset=utf-8' }));
    return;
  }
  const rows = mails.map((mail) => [mail.address, mail.name, { at: mail.createdAt, zone }, ...cells(mail)]);
  const book = writeSheet({ name: 'mails', heads: [heads], rows, widths: [30, 20, 20, 40, 60, 12, 40] });
  saveFile(name, new Blob([book], { type: sheetType }));
}
