/** Link of a node and its next contact. Asleep between reports is normal (src/catalogue/README.md#contacts). Times ms, cycles s. */
export const linkStates = ['connected', 'asleep', 'overdue', 'silent', 'unknown'] as const;
export type LinkState = (typeof linkStates)[number];

/** Send cycles without a contact after which a node is late, and silent. */
export const overdueCycles = 1.5;
export const silentCycles = 3;
/**
 * Send cycles between two contacts up to which a node that was late counts as punctual again. Less than `overdueCycles`,
 * so that a node that comes about one and a half cycles apart is late throughout instead of late by turns. Assumed.
 */
export const punctualCycles = 1.25;
/** Contacts closer than this many cycles are one visit. Assumed. */
const visitCycles = 0.5;

/** What the next contact of a node shows of its punctuality. */
export interface Contact {
  /** ms since the contact before. */
  readonly gap: number;
  /** ms since the visit began that it belongs to: messages less than half a cycle apart are one visit. */
  readonly visit: number;
  /** Seconds. */
  readonly sendCycle: number;
}

/** True where a contact begins a visit of its own instead of continuing the one before. */
export const beginsVisit = (gap: number, sendCycle: number): boolean => gap >= visitCycles * sendCycle * 1000;

/**
 * Whether a node counts as late until its next punctual contact: it does after a distance of 1.5 cycles and more, no
 * longer after one of 1.25 or less, nor once a visit has lasted a cycle. In between what was so stays so.
 */
export function stillLate(late: boolean, { gap, visit, sendCycle }: Contact): boolean {
  const cycle = sendCycle * 1000;
  if (gap >= overdueCycles * cycle) return true;
  if (!beginsVisit(gap, sendCycle)) return visit >= cycle ? false : late;
  return gap > punctualCycles * cycle ? late : false;
}

export interface LinkFacts {
  readonly now: number;
  /** Null = not known (the server has just started and cannot see the broker's sessions). */
  readonly connected: boolean | null;
  readonly lastContactAt: number | null;
  /** Seconds. */
  readonly sendCycle: number;
  /** It came too late the last time and has not been punctual since (`stillLate`). */
  readonly late?: boolean;
}

/**
 * connected; or by the age of the last contact asleep, overdue (from 1.5 cycles, and after a late contact until a
 * punctual one), silent (from 3); or unknown.
 */
export function linkState({ now, connected, lastContactAt, sendCycle, late = false }: LinkFacts): LinkState {
  if (connected === true) return 'connected';
  if (connected === null || lastContactAt === null) return 'unknown';
  const cycles = (now - lastContactAt) / (sendCycle * 1000);
  if (cycles < overdueCycles && !late) return 'asleep';
  return cycles < silentCycles ? 'overdue' : 'silent';
}

export interface NextContact {
  readonly at: number;
  /** Half-width of the expected interval, ms. */
  readonly plusMinus: number;
}

const shortest = 5_000;

/** Until a spread is learnt, a tenth of the cycle is used. Assumed. */
function spread(jitter: number, cycle: number): number {
  return Math.max(shortest, jitter > 0 ? 2 * jitter : cycle / 10);
}

/**
 * When the node is expected next: the first multiple of its send cycle after its last contact that is not already
 * past by more than the spread. Null where it was never seen.
 * @param jitter learnt mean deviation of its contacts, ms; 0 = not learnt
 */
export function nextContact({
  now,
  lastContactAt,
  sendCycle,
  jitter,
}: {
  readonly now: number;
  readonly lastContactAt: number | null;
  readonly sendCycle: number;
  readonly jitter: number;
}): NextContact | null {
  if (lastContactAt === null || sendCycle <= 0) return null;
  const cycle = sendCycle * 1000;
  const plusMinus = Math.round(spread(jitter, cycle));
  const missed = Math.max(1, Math.ceil((now - lastContactAt - plusMinus) / cycle));
  return { at: lastContactAt + missed * cycle, plusMinus };
}

/**
 * Learns the spread from one more contact: mean deviation with a gain of 1/4 (as TCP's round-trip variance,
 * RFC 6298). A contact far outside (a missed cycle, an order's answer) teaches nothing.
 * @returns ms
 */
export function learnJitter(
  jitter: number,
  previousContactAt: number,
  contactAt: number,
  sendCycle: number,
): number {
  const cycle = sendCycle * 1000;
  const deviation = Math.abs(contactAt - previousContactAt - cycle);
  if (deviation > cycle / 4) return jitter;
  return jitter === 0 ? deviation : jitter + (deviation - jitter) / 4;
}
