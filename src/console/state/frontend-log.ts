import { proxy } from 'valtio';
import { readStored, writeStored } from './stored.ts';

/** Equal errors as one entry. */
export interface LogEntry {
  readonly id: number;
  readonly message: string;
  readonly detail: string;
  readonly url: string;
  readonly user: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

const kept = 200;
const isList = (value: unknown): value is LogEntry[] => Array.isArray(value);

/** Errors of this browser: logged here, nowhere else. `unseen` is the badge. */
export const frontendLog = proxy<{ entries: readonly LogEntry[]; unseen: number; account: string }>({
  entries: [],
  unseen: 0,
  account: '',
});

export function loadLog(account: string): void {
  if (frontendLog.account !== '' && frontendLog.account !== account) frontendLog.unseen = 0;
  frontendLog.account = account;
  frontendLog.entries = readStored(`log.${account}`, [], isList);
}

/** Adds an error; an equal one only counts. Answers the entry's id. Tokens never reach it: calls carry them in a header. */
export function logError(message: string, detail: string): number {
  const now = Date.now();
  const known = frontendLog.entries.find((entry) => entry.message === message && entry.detail === detail);
  const entry: LogEntry = known
    ? { ...known, count: known.count + 1, lastAt: now, url: location.pathname }
    : {
        id: now + Math.floor(Math.random() * 1000) / 1000,
        message,
        detail,
        url: location.pathname,
        user: frontendLog.account,
        count: 1,
        firstAt: now,
        lastAt: now,
      };
  frontendLog.entries = [entry, ...frontendLog.entries.filter((other) => other.id !== entry.id)].slice(
    0,
    kept,
  );
  frontendLog.unseen += 1;
  writeStored(`log.${frontendLog.account}`, frontendLog.entries);
  return entry.id;
}

export function clearLog(): void {
  frontendLog.entries = [];
  frontendLog.unseen = 0;
  writeStored(`log.${frontendLog.account}`, []);
}
