import { neutralText } from '../../../base/csv.ts';
import { formatTime } from '../../../base/time-text.ts';
import type { Text } from '../../components/i18n.ts';
import type { LogEntry } from '../../state/session/frontend-log.ts';

export type Shown = 'all' | 'error' | 'warning';
export type LogFormat = 'tsv' | 'json';

/** What an entry says, in the reader's language where it is one of the console's own sentences. */
export function messageOf(entry: LogEntry, text: Text): string {
  return entry.messageId === null ? entry.message : text(entry.messageId, entry.params);
}

/** The entries that hold every word that is looked for, of the severity that is shown. */
export function matching(
  entries: readonly LogEntry[],
  wanted: string,
  shown: Shown,
  text: Text,
): readonly LogEntry[] {
  const fold = (value: string) => value.normalize('NFKC').toLowerCase();
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (shown !== 'all' && entry.severity !== shown) return false;
    const { name, detail, where, url, user } = entry;
    const whole = fold([name, messageOf(entry, text), detail, where, url, user].join('\n'));
    return words.every((word) => whole.includes(word));
  });
}

const iso = (ms: number) => new Date(ms).toISOString();
// A cell is one line of a sheet, and none of it may be taken for a formula.
const cell = (value: string) => neutralText(value.replace(/[\t\r\n]+/g, ' '));

/** Entries as tab-separated values for a sheet, one line each below the heads, times in UTC. */
export function toTsv(entries: readonly LogEntry[], text: Text): string {
  const heads = [
    'last',
    'first',
    'times',
    'severity',
    'name',
    'message',
    'where',
    'url',
    'user',
    'detail',
  ] as const;
  const lines = entries.map((entry) => [
    iso(entry.lastAt),
    iso(entry.firstAt),
    String(entry.count),
    ...[entry.severity, entry.name, messageOf(entry, text), entry.where, entry.url, entry.user].map(cell),
    cell(entry.detail),
  ]);
  return [heads.map((head) => text(`log.${head}`)), ...lines].map((line) => line.join('\t')).join('\n');
}

/** Entries as JSON, with the version that they come from. */
export function toJson(entries: readonly LogEntry[], text: Text): string {
  const reported = entries.map(({ id: _id, messageId, params: _params, firstAt, lastAt, ...entry }) => ({
    ...entry,
    message: messageId === null ? entry.message : text(messageId, _params),
    messageId,
    firstAt: iso(firstAt),
    lastAt: iso(lastAt),
  }));
  return JSON.stringify({ version: __VERSION__, browser: navigator.userAgent, entries: reported }, null, 2);
}

/** A time of today as time of day, one of another day with its date. */
export function shortTime(ms: number, zone: string, now: number): string {
  const sameDay = formatTime(ms, zone, 'date') === formatTime(now, zone, 'date');
  return formatTime(ms, zone, sameDay ? 'time' : 'dayTime');
}
