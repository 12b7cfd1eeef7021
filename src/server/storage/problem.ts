/** Why the storage refused. `full`, `read-only`, `io` and `busy` concern writes; nothing of the write is kept. */
export type StorageFault =
  | 'full'
  | 'read-only'
  | 'io'
  | 'busy'
  | 'unreachable'
  | 'newer'
  | 'closed'
  | 'unknown-channel'
  | 'conflict'
  | 'failed';

/** A refusal of the storage; the cause is the driver's own error. */
export class StorageProblem extends Error {
  override readonly name = 'StorageProblem';
  constructor(
    readonly fault: StorageFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Result codes of SQLite (sqlite.org/rescode.html), low byte. */
const sqliteFaults: Readonly<Record<number, StorageFault>> = {
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'io',
  13: 'full',
  14: 'io',
};

/** Classes and codes of PostgreSQL (its appendix "Error Codes") and of the socket below it. */
function postgresFault(code: string): StorageFault {
  if (code === '53100') return 'full';
  if (code === '25006') return 'read-only';
  if (code.startsWith('58')) return 'io';
  // 57014: a statement took longer than it may.
  if (code.startsWith('40') || code === '55P03' || code === '57014') return 'busy';
  if (code.startsWith('08') || code.startsWith('57P') || /^E[A-Z]+$/.test(code)) return 'unreachable';
  return 'failed';
}

/** The error to be thrown for a driver's: a fault of the storage by its name, a mistake in a query as it is. */
export function reported(error: unknown): unknown {
  const problem = toProblem(error);
  return problem.fault === 'failed' ? error : problem;
}

/** Any error of a driver as a StorageProblem. */
export function toProblem(error: unknown): StorageProblem {
  if (error instanceof StorageProblem) return error;
  const message = error instanceof Error ? error.message : String(error);
  const about: { sqliteCode?: unknown; errcode?: unknown; code?: unknown } =
    typeof error === 'object' && error !== null ? error : {};
  const number = [about.sqliteCode, about.errcode].find((code) => typeof code === 'number');
  const fault =
    typeof number === 'number'
      ? (sqliteFaults[number & 0xff] ?? 'failed')
      : typeof about.code === 'string' && !about.code.startsWith('ERR_')
        ? postgresFault(about.code)
        : 'failed';
  const lost = fault === 'failed' && /connection (terminated|timeout)|not queryable/i.test(message);
  return new StorageProblem(lost ? 'unreachable' : fault, message, { cause: error });
}
