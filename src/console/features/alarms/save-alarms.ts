/** Alarms as a file for spreadsheets. Its own chunk. */
import { csvCell, csvFile } from '../../../base/csv.ts';
import { formatOffset, formatTime } from '../../../base/time-text.ts';
import { alarmText } from '../../../derive/alarm-text.ts';
import type { Text } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { type SheetValue, sheetType, writeSheet } from '../../components/sheets/write-sheet.ts';
import type { AlarmView } from '../../state/alarms/alarms.ts';
import { type AlarmMark, markOf, shownRank } from '../../state/alarms/order.ts';

interface Words {
  readonly text: Text;
  readonly level: (rank: number, alarm: AlarmView) => string;
  readonly mark: (mark: AlarmMark) => string;
  readonly zoneOf: (stationId: number) => string | undefined;
  readonly projectOf: (projectId: number) => string;
}

const columns = [
  'id',
  'station',
  'name',
  'project',
  'level',
  'peak',
  'state',
  'raised',
  'known',
  'what',
  'value',
  'limit',
  'unit',
  'rule',
  'version',
  'answeredBy',
  'answeredAt',
  'note',
  'with',
  'closedAt',
  'closedBy',
  'finding',
  'closingNote',
] as const;

/** The lines of the file, heads first: times by the clocks of their stations. */
export function alarmTable(alarms: readonly AlarmView[], words: Words): readonly (readonly SheetValue[])[] {
  const { text, level, mark } = words;
  const lines = alarms.map((alarm) => {
    const { answer, closed, facts } = alarm;
    const [term] = facts.terms;
    const zone = words.zoneOf(alarm.stationId) ?? 'UTC';
    const time = (at: number | undefined): SheetValue => (at === undefined ? null : { at, zone });
    return [
      alarm.id,
      alarm.stationCode,
      alarm.stationName,
      words.projectOf(alarm.projectId),
      level(shownRank(alarm), alarm),
      level(alarm.peak, alarm),
      mark(markOf(alarm)),
      time(alarm.raisedAt),
      time(alarm.knownAt),
      alarmText(alarm, text),
      term?.value ?? '',
      term?.limit ?? '',
      term?.unit ?? '',
      facts.ruleName,
      facts.ruleVersion,
      answer?.accountName ?? '',
      time(answer?.at),
      answer?.note ?? '',
      alarm.assigned?.accountName ?? '',
      time(closed?.at),
      closed?.accountName ?? '',
      closed?.finding == null ? '' : text(`alarms.finding.${closed.finding}`),
      closed?.note ?? '',
    ];
  });
  return [columns.map((column) => text(`alarms.file.${column}`)), ...lines];
}

/** A value as text files have it: moments with their offset from UTC. */
const plainOf = (value: SheetValue): string | number =>
  value === null
    ? ''
    : typeof value === 'object'
      ? `${formatTime(value.at, value.zone, 'full')} ${formatOffset(value.zone, value.at)}`
      : value;

/** Hands the alarms to the browser as a file. */
export async function saveAlarms(
  alarms: readonly AlarmView[],
  format: 'csv' | 'xlsx',
  words: Words,
): Promise<void> {
  const table = alarmTable(alarms, words);
  const name = `groundwatch-alarms_${new Date().toISOString().slice(0, 10)}.${format}`;
  if (format === 'csv') {
    const content = csvFile(table.map((line) => line.map((value) => csvCell(plainOf(value))).join(',')));
    saveFile(name, new Blob([content], { type: 'text/csv;charset=utf-8' }));
    return;
  }
  const [heads = [], ...rows] = table;
  const moments = rows.flat().filter((value) => typeof value === 'object' && value !== null);
  const offsets = new Set(moments.map(({ at, zone }) => formatOffset(zone, at)));
  // Dates of one offset, which their head names; of several, texts that name their own.
  const isOne = offsets.size === 1;
  const isTime = (column: number) =>
    rows.some((row) => typeof row[column] === 'object' && row[column] !== null);
  const book = writeSheet({
    name: 'alarms',
    heads: [
      heads.map((head, column) =>
        isOne && isTime(column) ? `${plainOf(head)} (${[...offsets].join('')})` : String(plainOf(head)),
      ),
    ],
    rows: isOne ? rows : rows.map((row) => row.map(plainOf)),
    widths: heads.map((_, column) => (isTime(column) ? 20 : 14)),
  });
  saveFile(name, new Blob([book], { type: sheetType }));
}
