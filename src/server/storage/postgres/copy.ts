/**
 * Rows by `COPY … FROM STDIN`, in its text format (PostgreSQL, "COPY", "File Formats"). `pg` speaks the protocol of it and
 * leaves the rest to whoever submits the statement.
 */
import type pg from 'pg';
import type { Cell } from '../executor.ts';

/** What `pg` does not declare of its connection. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Characters that stand for something else in the text format. */
const special = /[\\\b\f\n\r\t\v]/;
const escaped: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** A cell as the text format writes it. What is no number is null, as in JSON. */
export function copyText(cell: Cell | undefined): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? `${cell}` : '\\N';
  if (cell === null || cell === undefined) return '\\N';
  if (cell instanceof Uint8Array) return `\\\\x${Buffer.from(cell).toString('hex')}`;
  return special.test(cell) ? cell.replace(/[\\\b\f\n\r\t\v]/g, (one) => escaped[one] ?? one) : cell;
}

/** One statement, as `pg` asks those that are submitted to it. */
class Copy {
  readonly done: Promise<void>;
  readonly #sql: string;
  readonly #rows: string;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(sql: string, rows: string) {
    this.#sql = sql;
    this.#rows = rows;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#sql);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.#rows));
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleError(error: unknown): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }
}

/**
 * Adds rows to a table, within the transaction of the connection.
 * @param columns names as SQL writes them
 * @param rows lines of the text format, each with its line feed
 * @throws the database's error, of which none of the rows is kept
 */
export function copyInto(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: string,
): Promise<void> {
  return client.query(new Copy(`COPY ${table} (${columns.join(', ')}) FROM STDIN`, rows)).done;
}
