import { openPostgres } from './postgres/storage.ts';
import { openSqlite } from './sqlite/storage.ts';
import type { Storage } from './storage.ts';

export interface OpenOptions {
  /** Directory of the embedded database; made when it is missing. */
  readonly dataDir: string;
  /** postgres:// address, of one host or several; in its place the embedded database is left alone. */
  readonly databaseUrl?: string | undefined;
  /** A read-only copy of it, which long reads go to. */
  readonly replicaUrl?: string | undefined;
  /** Connections to it that read. */
  readonly readers?: number | undefined;
  /** The built reader thread, where it is not beside this code. */
  readonly readerUrl?: URL | undefined;
  /** The embedded database refuses to grow beyond this (StorageProblem `full`). */
  readonly maxBytes?: number | undefined;
  /** Days that readings stay as rows before they are sealed into chunks; 0 = for ever. */
  readonly sealAfterDays?: number | undefined;
}

/** Days after which readings are sealed: whatever looks two weeks back finds rows. */
export const usualSealAfterDays = 15;

/**
 * Opens the storage and brings its schema up to date. Throws StorageProblem: `newer` for a database of a newer version,
 * `unreachable`, `io` or `read-only` where it cannot be opened.
 * `storage.db` only reads: writes go through `write()`, so that there is one writer.
 */
export async function openStorage(options: OpenOptions): Promise<Storage> {
  const {
    dataDir,
    databaseUrl,
    replicaUrl,
    readers,
    readerUrl,
    maxBytes,
    sealAfterDays = usualSealAfterDays,
  } = options;
  if (databaseUrl) return openPostgres({ databaseUrl, replicaUrl, readers, sealAfterDays });
  return openSqlite({
    dataDir,
    sealAfterDays,
    ...(readerUrl ? { readerUrl } : {}),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
}
