/** Starts the thread of exports, from the built code or from the sources. */
import { existsSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../storage/sqlite/thread.ts';
import type { StorageReach } from '../storage/storage.ts';

/** Pages of rows live for a moment, and no file is ever held: with more room it would only be tidied more seldom (bench P24). */
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24 };

export function startExports(reach: StorageReach): Worker {
  const built = new URL('./exports.js', import.meta.url);
  return startThread(existsSync(built) ? built : new URL('./thread.ts', import.meta.url), reach, memory);
}
