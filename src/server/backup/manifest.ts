import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../../base/errors.ts';

/** A file of a backup: its path within the folder, with slashes, its size in bytes, its SHA-256 in hex. */
export interface BackedUpFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a backup holds; written last, so that a folder without it is no backup. */
export interface Manifest {
  readonly format: 1;
  /** Of the product. */
  readonly version: string;
  /** UTC ms at which the backup began: what was stored before is in it. */
  readonly at: number;
  readonly files: readonly BackedUpFile[];
}

export const manifestName = 'manifest.json';
export const databaseName = 'groundwatch.db';

/** SHA-256 of a file, in hex, and its size. */
export async function checksum(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  const stream = createReadStream(path);
  let bytes = 0;
  stream.on('data', (chunk) => {
    bytes += chunk.length;
  });
  await pipeline(stream, hash);
  return { bytes, sha256: hash.digest('hex') };
}

/** A path that stays within the folder: relative, plain, no steps up. */
const isInside = (path: string) =>
  path !== '' &&
  !/[\\\0]/.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

function isFile(value: unknown): value is BackedUpFile {
  if (typeof value !== 'object' || value === null) return false;
  const { path, bytes, sha256 }: { path?: unknown; bytes?: unknown; sha256?: unknown } = value;
  return (
    typeof path === 'string' &&
    isInside(path) &&
    Number.isSafeInteger(bytes) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
}

/** @throws Refusal 400 for a folder that holds no backup, or one that this version cannot read */
export function readManifest(folder: string): Manifest {
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(join(folder, manifestName), 'utf8'));
  } catch {
    throw new Refusal(400, 'backup.none', { folder });
  }
  const { format, version, at, files }: Partial<Record<keyof Manifest, unknown>> = Object(found);
  if (
    format !== 1 ||
    typeof version !== 'string' ||
    typeof at !== 'number' ||
    !Array.isArray(files) ||
    !files.every(isFile) ||
    !files.some(({ path }) => path === databaseName)
  )
    throw new Refusal(400, 'backup.none', { folder });
  return { format, version, at, files };
}
