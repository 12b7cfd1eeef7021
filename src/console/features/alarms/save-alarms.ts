/** Alarms as a file for spreadsheets. Its own chunk. */
import { csvCell, csvFile, neutralText } from '../../../base/csv.ts';
import { formatOffset, formatTime } from '../../../base/time-text.ts';
import { alarmText } from '../../../derive/alarm-text.ts';
import type { Text } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import type { AlarmView } from '../../state/alarms/alarms.ts';
import { type AlarmMark, markOf, shownRank } from '../../state/alarms/order.ts';

interface Words {
  readonly text: Text;
  readonly level: (rank: number) => string;
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

/** The lines of the file, heads first: times by the clocks of their stations, with the offset from UTC. */
export function alarmTable(
  alarms: readonly AlarmView[],
  words: Words,
): readonly (readonly (string | number)[])[] {
  const { text, level, mark } = words;
  const lines = alarms.map((alarm) => {
    const { answer, closed, facts } = alarm;
    const [term] = facts.terms;
    const zone = words.zoneOf(alarm.stationId) ?? 'UTC';
    const time = (ms: number | undefined) =>
      ms === undefined ? '' : `${formatTime(ms, zone, 'full')} ${formatOffset(zone, ms)}`;
    return [
      alarm.id,
      alarm.stationCode,
      alarm.stationName,
      words.projectOf(alarm.projectId),
      level(shownRank(alarm)),
      level(alarm.peak),
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

/** Hands the alarms to the browser as a file. */
export async function saveAlarms(
  alarms: readonly AlarmView[],
  format: 'csv' | 'xlsx',
  words: Words,
): Promise<void> {
  const table = alarmTable(alarms, words);
  const name = `groundwatch-alarms_${new Date().toISOString().slice(0, 10)}.${format}`;
  if (format === 'csv') {
    const content = csvFile(table.map((line) => line.map(csvCell).join(',')));
    saveFile(name, new Blob([content], { type: 'text/csv;charset=utf-8' }));
    return;
  }
  const { utils, write } = await import('xlsx');
  const sheet = utils.aoa_to_sheet(
    table.map((line) => line.map((value) => (typeof value === 'string' ? neutralText(value) : value))),
  );
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'alarms');
  const bytes = write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
  saveFile(
    name,
    new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
  );
}
