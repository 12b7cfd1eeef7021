/** Lets a thread go behind the others of the process. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Steps by which reads stand back behind what takes readings in (*assumed*): half its share of a busy processor. */
const steps = 3;

/** Lets the other threads of the process go first where processors are scarce: a long read may not hold up ingest. */
export function standBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, Math.min(19, getPriority(thread) + steps));
  } catch {
    // Only Linux has priorities of threads.
  }
}
