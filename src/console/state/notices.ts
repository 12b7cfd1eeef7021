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
}

const shownFor = 5000;
let last = 0;

/** Notices on screen, newest last. */
export const notices = proxy<{ list: readonly Notice[] }>({ list: [] });

export function dismiss(id: number): void {
  notices.list = notices.list.filter((notice) => notice.id !== id);
}

/** Shows a sentence for five seconds (src/console/README.md#errors). */
export function notify(
  severity: Severity,
  text: string,
  logId: number | null = null,
  address: string | null = null,
  undo: CommandCall | null = null,
): void {
  last += 1;
  const id = last;
  notices.list = [
    ...notices.list.filter((notice) => notice.text !== text),
    { id, severity, text, logId, address, undo: undo === null ? null : ref(undo) },
  ].slice(-4);
  setTimeout(() => dismiss(id), shownFor);
}
