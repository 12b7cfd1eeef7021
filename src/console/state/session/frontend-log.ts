import { proxy } from 'valtio';
import type { MessageParams } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import { clipBytes } from '../clip.ts';
import { readStored, writeStored } from '../stored.ts';

export type LogSeverity = 'error' | 'warning' | 'info';

/** Equal errors as one entry. */
export interface LogEntry {
  readonly id: number;
  readonly severity: LogSeverity;
  /** What kind of error: `HTTP 502`, `ChunkLoadError`, `TypeError`. */
  readonly name: string;
  /** As it was thrown or said; empty where `messageId` says it. */
  readonly message: string;
  /** Shown in the language of the log's reader. */
  readonly messageId: MessageId | null;
  readonly params: MessageParams;
  /** Stack, or what else is known. */
  readonly detail: string;
  /** The call or file that failed; the page where that is not known. */
  readonly where: string;
  /** The page on which it happened last. */
  readonly url: string;
  readonly user: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}
type Reported = Partial<Pick<LogEntry, 'severity' | 'name' | 'messageId' | 'params' | 'where'>>;

const kept = 200;
/** Bytes of UTF-8 that each text of an entry keeps: 200 entries stay well below what a browser stores. */
const most = { name: 100, message: 1000, detail: 4000, where: 500, url: 500, user: 200, param: 500 } as const;
const writeAfter = 250;

const texts = ['name', 'message', 'detail', 'where', 'url', 'user'] as const;
const numbers = ['id', 'count', 'firstAt', 'lastAt'] as const;
function isEntry(value: unknown): value is LogEntry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Readonly<Record<string, unknown>>;
  return (
    texts.every((name) => typeof entry[name] === 'string') &&
    numbers.every((name) => Number.isFinite(entry[name])) &&
    ['error', 'warning', 'info'].includes(String(entry['severity'])) &&
    (entry['messageId'] === null || typeof entry['messageId'] === 'string') &&
    typeof entry['params'] === 'object' &&
    entry['params'] !== null
  );
}
const isList = (value: unknown): value is LogEntry[] => Array.isArray(value) && value.every(isEntry);

/** Errors of this browser: logged here, nowhere else. `unseen` is the badge. */
export const frontendLog = proxy<{ entries: readonly LogEntry[]; unseen: number; account: string }>({
  entries: [],
  unseen: 0,
  account: '',
});

let timer: ReturnType<typeof setTimeout> | null = null;

/** Writes what is still to be written; an error that repeats itself a thousand times a second is written four times. */
export function flushLog(): void {
  if (timer === null) return;
  clearTimeout(timer);
  timer = null;
  writeStored(`log.${frontendLog.account}`, frontendLog.entries);
}
function writeSoon(): void {
  timer ??= setTimeout(flushLog, writeAfter);
}
globalThis.addEventListener?.('pagehide', flushLog);

/** The log of an account. Errors from before its login become its own: nobody else would ever see them. */
export function loadLog(account: string): void {
  if (frontendLog.account === account && frontendLog.entries.length > 0) return;
  flushLog();
  const before = frontendLog.account === '' ? frontendLog.entries : [];
  if (frontendLog.account !== '') frontendLog.unseen = 0;
  frontendLog.account = account;
  frontendLog.entries = [...before, ...readStored(`log.${account}`, [], isList)].slice(0, kept);
  if (before.length === 0 || account === '') return;
  writeStored('log.', []);
  writeSoon();
}

/**
 * Adds an error; an equal one only counts. Answers the entry's id. Tokens never reach it: calls carry them in a header.
 */
export function logError(message: string, detail: string, reported: Reported = {}): number {
  const now = Date.now();
  const url = clipBytes(`${location.pathname}${location.search}`, most.url);
  const entry = {
    severity: reported.severity ?? 'error',
    name: clipBytes(reported.name ?? 'Error', most.name),
    message: clipBytes(message, most.message),
    messageId: reported.messageId ?? null,
    params: clipParams(reported.params ?? {}),
    detail: clipBytes(detail, most.detail),
  };
  const same = ({ name, message, messageId, params, detail }: typeof entry) =>
    JSON.stringify([name, message, messageId, params, detail]);
  const key = same(entry);
  const known = frontendLog.entries.find((other) => same(other) === key);
  const added: LogEntry = {
    ...entry,
    where: clipBytes(reported.where ?? location.pathname, most.where),
    url,
    user: clipBytes(frontendLog.account, most.user),
    id: known?.id ?? now * 1000 + Math.floor(Math.random() * 1000),
    count: (known?.count ?? 0) + 1,
    firstAt: known?.firstAt ?? now,
    lastAt: now,
  };
  frontendLog.entries = [added, ...frontendLog.entries.filter((other) => other !== known)].slice(0, kept);
  frontendLog.unseen += 1;
  writeSoon();
  return added.id;
}

function clipParams(params: MessageParams): MessageParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? clipBytes(value, most.param) : value,
    ]),
  );
}

export function clearLog(): void {
  frontendLog.entries = [];
  frontendLog.unseen = 0;
  writeSoon();
  flushLog();
}
