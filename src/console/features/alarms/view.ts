/** What the board shows, kept while the console is open. */
import { proxy } from 'valtio';
import type { AlarmActWord } from '../../../../commands/alarms/index.ts';
import type { Finding } from '../../../base/alarm-words.ts';
import type { AlarmView } from '../../state/alarms/alarms.ts';
import { type AlarmSort, asks, markOf, shownRank } from '../../state/alarms/order.ts';

export type AlarmTab = 'open' | 'shelved' | 'outOfService' | 'closed';
export const alarmTabs = ['open', 'shelved', 'outOfService', 'closed'] as const;

export interface AlarmFilters {
  readonly tab: AlarmTab;
  /** Ranks that are shown; none = all. */
  readonly ranks: readonly number[];
  readonly unanswered: boolean;
  readonly mine: boolean;
  readonly projectId: number | null;
  /** Sensor type code, 0 = of RTUs as a whole; null = all. */
  readonly kind: number | null;
  readonly text: string;
}

export const noFilters: Omit<AlarmFilters, 'tab'> = {
  ranks: [],
  unanswered: false,
  mine: false,
  projectId: null,
  kind: null,
  text: '',
};

/** `from`, `to`: days as the fields have them, `2026-11-20`; '' = the last 24 h. `account`: whose it is. */
export const alarmsView = proxy<{
  account: string;
  filters: AlarmFilters;
  from: string;
  to: string;
  finding: Finding | 'any';
  /** Stations of which only the head is shown. */
  folded: readonly number[];
  /** Floods of which every alarm is shown. */
  opened: readonly string[];
  sort: AlarmSort;
}>({
  account: '',
  filters: { tab: 'open', ...noFilters },
  from: '',
  to: '',
  finding: 'any',
  folded: [],
  opened: [],
  sort: 'worst',
});

/** Shows everything again where another user was before. */
export function viewAs(account: string): void {
  if (alarmsView.account === account) return;
  Object.assign(alarmsView, {
    account,
    filters: { tab: 'open', ...noFilters },
    from: '',
    to: '',
    finding: 'any',
    folded: [],
    opened: [],
    sort: 'worst',
  });
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** True for what the tab holds. */
export function isInTab(alarm: AlarmView, tab: AlarmTab): boolean {
  if (tab === 'closed') return alarm.closed !== null;
  if (alarm.closed !== null) return false;
  if (tab === 'shelved') return alarm.shelf !== null;
  return tab === 'open' || alarm.isOutOfService;
}

/**
 * True for what the filters leave, tab aside. `words`: what of it can be searched, besides station and rule.
 */
export function passes(
  alarm: AlarmView,
  filters: Omit<AlarmFilters, 'tab'>,
  account: string,
  words: (alarm: AlarmView) => string,
): boolean {
  const { ranks, unanswered, mine, projectId, kind, text } = filters;
  if (ranks.length > 0 && !ranks.includes(shownRank(alarm))) return false;
  if (unanswered && !asks(alarm)) return false;
  if (mine && alarm.assigned?.accountName !== account) return false;
  if (projectId !== null && alarm.projectId !== projectId) return false;
  if (kind !== null && (alarm.kind ?? 0) !== kind) return false;
  if (text.trim() === '') return true;
  const { stationCode, stationName, facts, assigned } = alarm;
  const target = fold(
    `${alarm.id} ${stationCode} ${stationName} ${facts.ruleName} ${assigned?.accountName ?? ''} ${words(alarm)}`,
  );
  return fold(text.trim())
    .split(/\s+/)
    .every((word) => target.includes(word));
}

/** True where closing can be asked for: it has returned and was answered. */
export const canClose = (alarm: AlarmView): boolean =>
  alarm.closed === null && alarm.present === 0 && alarm.answer !== null;

/** True where an answer is taken: also of what is put aside. */
export const canAcknowledge = (alarm: AlarmView): boolean => alarm.closed === null && alarm.answer === null;

/** True for alarms whose row is bold: nobody has seen to them. */
export const isBold = (alarm: AlarmView): boolean =>
  markOf(alarm) === 'unanswered' || markOf(alarm) === 'returned';

/** True where an act can be done to it as it stands. */
export function canDo(alarm: AlarmView, act: AlarmActWord): boolean {
  if (act === 'acknowledge') return canAcknowledge(alarm);
  if (act === 'close') return canClose(alarm);
  if (alarm.closed !== null) return false;
  return act === 'shelve' ? alarm.shelf === null : act === 'unshelve' ? alarm.shelf !== null : true;
}
