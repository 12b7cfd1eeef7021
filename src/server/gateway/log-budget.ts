import { steady } from '../steady.ts';
import type { Log } from './log.ts';

/** Lines that one sender may cause at once, and ms until it may cause another (*assumed*). */
const burst = 10;
const every = 10_000;
/** The same of all senders together. */
const burstOfAll = 200;
const everyOfAll = 100;
/** Senders remembered; of more the one that was silent longest is forgotten. */
const remembered = 5000;
/** Characters of a text in a line. */
const longest = 200;

interface Budget {
  left: number;
  at: number;
  suppressed: number;
}

/** A log whose lines are caused from outside: bounded in length, and in rate for each sender and for all. */
export class LogBudget {
  readonly #log: Log;
  readonly #senders = new Map<string, Budget>();
  readonly #all: Budget = { left: burstOfAll, at: steady(), suppressed: 0 };

  constructor(log: Log) {
    this.#log = log;
  }

  /** Writes a warning of a sender, unless it has caused too many; the next one states how many were left out. */
  warn(sender: string, detail: Readonly<Record<string, unknown>>, message: string): void {
    this.#write('warn', sender, detail, message);
  }

  error(sender: string, detail: Readonly<Record<string, unknown>>, message: string): void {
    this.#write('error', sender, detail, message);
  }

  #write(
    level: 'warn' | 'error',
    sender: string,
    detail: Readonly<Record<string, unknown>>,
    message: string,
  ): void {
    const now = steady();
    const own = this.#of(sender, now);
    refill(own, now, burst, every);
    refill(this.#all, now, burstOfAll, everyOfAll);
    if (own.left < 1 || this.#all.left < 1) {
      own.suppressed += 1;
      return;
    }
    own.left -= 1;
    this.#all.left -= 1;
    const { suppressed } = own;
    own.suppressed = 0;
    const clipped = Object.entries(detail).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, longest) : value,
    ]);
    this.#log[level]({ ...Object.fromEntries(clipped), ...(suppressed > 0 ? { suppressed } : {}) }, message);
  }

  #of(sender: string, now: number): Budget {
    const known = this.#senders.get(sender) ?? { left: burst, at: now, suppressed: 0 };
    this.#senders.delete(sender);
    this.#senders.set(sender, known);
    if (this.#senders.size > remembered) {
      const [oldest] = this.#senders.keys();
      if (oldest !== undefined) this.#senders.delete(oldest);
    }
    return known;
  }
}

function refill(budget: Budget, now: number, most: number, time: number): void {
  budget.left = Math.min(most, budget.left + (now - budget.at) / time);
  budget.at = now;
}
