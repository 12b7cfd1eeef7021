/** Starts the thread of back-tests, from the built code or from the sources. */
import { existsSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../storage/sqlite/thread.ts';
import type { StorageReach } from '../../storage/storage.ts';

/**
 * A year of a sensor is read, judged and forgotten: with a young generation that holds it, it is never moved to the old
 * one.
 */
const memory = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 96 };

export function startBackTests(reach: StorageReach): Worker {
  const built = new URL('./back-test.js', import.meta.url);
  return startThread(existsSync(built) ? built : new URL('./thread.ts', import.meta.url), reach, memory);
}
