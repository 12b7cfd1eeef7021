import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** What processes over one database have beside what is stored in it (server/processes). */
export interface SharedStorage {
  /** This process, as what it writes is marked. */
  readonly processId: string;
  /**
   * Runs a short write at once, without waiting for the turns of writers: for what a process says of itself alone, never
   * for what writers read.
   */
  aside<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /**
   * Calls when a process has committed something, soon after, many at once. `lost`: what was committed in the meantime was
   * not noticed. Answers what ends it.
   */
  onCommit(listener: (commit: { readonly lost: boolean }) => void): () => void;
  /** Connections to the database now. */
  readonly connections: number;
}
