/** The writer of readings on an SQLite connection: each request is a transaction of its own. */
import { type AnswerTo, ReadingWriter, type WriteRequest } from '../ingest/perform.ts';
import { toProblem } from '../problem.ts';
import type { SqliteConnection } from './connection.ts';
import { SqliteIngestBackend } from './ingest-backend.ts';

export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #writer: ReadingWriter;
  #version: unknown = null;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#writer = new ReadingWriter(new SqliteIngestBackend(connection));
  }

  /** @throws StorageProblem; nothing of the request is kept then */
  async run<R extends WriteRequest>(request: R): Promise<AnswerTo<R>> {
    const { database } = this.#connection;
    try {
      database.exec('BEGIN IMMEDIATE');
      const [version] = this.#connection.all('PRAGMA data_version', []);
      if (version?.[0] !== this.#version) this.#writer.core.distrust();
      this.#version = version?.[0];
      const answer = await this.#writer.perform(request);
      if (request.name === 'store' && request.dryRun) {
        database.exec('ROLLBACK');
        this.#writer.forget();
      } else database.exec('COMMIT');
      return answer;
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      this.#writer.forget();
      throw toProblem(error);
    }
  }

  close(): void {
    this.#connection.close();
  }
}
