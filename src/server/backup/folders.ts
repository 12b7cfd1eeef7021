import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** True for a folder that is not there, or holds nothing. */
export function isFree(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** Forces a file, or the names in a folder, to the disk. */
export function settle(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Makes a folder whole or not at all: `fill` gets one beside it, which then takes its name. Into a folder that is there
 * already (empty; it may be a mounted volume) the files are moved one by one, `last` at the end. What a failed one has
 * written is removed.
 */
export async function makeWhole<T>(
  folder: string,
  last: string,
  fill: (partial: string) => Promise<T>,
): Promise<T> {
  const whole = resolve(folder);
  const isThere = existsSync(whole);
  const partial = isThere ? join(whole, `.partial-${process.pid}`) : `${whole}.partial-${process.pid}`;
  try {
    const result = await fill(partial);
    settle(partial);
    if (isThere) {
      const names = readdirSync(partial).sort((a, b) => Number(a === last) - Number(b === last));
      for (const name of names) renameSync(join(partial, name), join(whole, name));
      rmSync(partial, { recursive: true });
      settle(whole);
    } else renameSync(partial, whole);
    settle(dirname(whole));
    return result;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}
