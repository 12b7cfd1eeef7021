import { proxy, ref } from 'valtio';
import type { CommandCall } from '../../command/command.ts';

export type Severity = 'info' | 'success' | 'warning' | 'error';
export interface Notice {
  readonly id: number;
  readonly severity: Severity;
  readonly text: string;
  /** Link to the log entry with the details. */
  readonly logId: number | null;
  /** Address inside the console of what it speaks of. */
  readonly address: string | null;
  /** What takes back what has just been done; null = nothing does. */
  readonly undo: CommandCall | null;
  /** True where the page itself announces the sentence: a screen reader says it once. */
  readonly isSaid: boolean;
}

/** ms that a notice stays; an error, and what can be taken back, for longer. */
const shownFor = 5000;
const shownLonger = 10_000;
/** ms after which one that is being read is looked at again. */
const heldFor = 1000;
let last = 0;
let isRead: () => boolean = () => false;

/** Nothing goes while `test` holds: somebody reads it, or is about to press what is in it (WCAG 2.2.1). */
export function holdNoticesWhile(test: () => boolean): void {
  isRead = test;
}

/** Notices on screen, newest last. */
export const notices = proxy<{ list: readonly Notice[] }>({ list: [] });

export function dismiss(id: number): void {
  notices.list = notices.list.filter((notice) => notice.id !== id);
}

function end(id: number): void {
  if (isRead()) setTimeout(end, heldFor, id);
  else dismiss(id);
}

/** What can be taken back for a shorter time than it is shown is not offered any longer, however long it is read. */
function endUndo(id: number): void {
  notices.list = notices.list.map((notice) => (notice.id === id ? { ...notice, undo: null } : notice));
}

function show(notice: Omit<Notice, 'id'>, undoFor: number): void {
  last += 1;
  const id = last;
  notices.list = [...notices.list.filter(({ text }) => text !== notice.text), { ...notice, id }].slice(-4);
  const canUndo = notice.undo !== null;
  if (canUndo && undoFor < shownLonger) setTimeout(endUndo, undoFor, id);
  setTimeout(end, notice.severity === 'error' || canUndo ? shownLonger : shownFor, id);
}

/**
 * Shows a sentence for five seconds, or ten (src/console/README.md#errors). `undoFor`: how long what it says can be taken
 * back, ms, where that is shorter.
 */
export function notify(
  severity: Severity,
  text: string,
  logId: number | null = null,
  address: string | null = null,
  undo: CommandCall | null = null,
  undoFor: number = shownLonger,
): void {
  show({ severity, text, logId, address, undo: undo === null ? null : ref(undo), isSaid: false }, undoFor);
}

/** Shows an error that an alert of the page announces already. */
export function notifySaid(text: string): void {
  show({ severity: 'error', text, logId: null, address: null, undo: null, isSaid: true }, shownLonger);
}

/** Takes away what `notifySaid` shows, when it holds no longer. */
export function dismissSaid(): void {
  notices.list = notices.list.filter(({ isSaid }) => !isSaid);
}
