import { addressKey } from '../address.ts';
import type { AttemptKey, Attempts, Tally } from './attempts.ts';

/** Who tries, as the throttle distinguishes people. */
export interface Trying {
  readonly account: string;
  readonly address: string;
  /** A device that the account was signed in from before; null or left out = none that is known. */
  readonly device?: string | null | undefined;
  /** A session of the account, in which somebody proves once more who it is. */
  readonly session?: string | null | undefined;
}

/** How somebody who tries stands. */
export interface TrialStanding {
  /** The moment that decides, UTC ms. */
  readonly at: number;
  /** Milliseconds to wait before the next try; 0 = at once. */
  readonly wait: number;
  /** Failures that the asker itself has caused: of its device, or else of its address. */
  readonly own: number;
  /** Failures that make the next try costlier: the own ones, and of an unknown device those of the account anywhere. */
  readonly failures: number;
  /** True when the next try must answer a verification code: after three failures per account or address (S4). */
  readonly needsCode: boolean;
}

/** A try that has begun, with how it stood before. Where it has to wait it is not counted. */
export interface CountedTry extends TrialStanding {
  /** It was wrong. */
  wrong(): Promise<void>;
  /**
   * Forgives the failures of this account from this address, and no others: one good account must not wipe out what
   * an address tried on the rest, nor the owner's login what somebody else tries elsewhere. A device's or session's
   * login forgives its own.
   */
  right(): Promise<void>;
  /** It is over; where it was neither wrong nor right it counts for nothing. */
  over(): Promise<void>;
}

const forgottenAfter = 3_600_000;
const codeAfter = 3;
const slowAfter = 5;
const longestWait = 60_000;
/** ms after which a try that has not ended is one of a process that did. */
const longestTry = 60_000;

/** What is known of who tries; of a known device nothing but its own. */
interface Known {
  readonly own: Tally | null;
  readonly pair: Tally | null;
  readonly address: Tally | null;
  readonly account: Tally | null;
}
type Place = keyof Known;

/**
 * Growing waits after failed logins, per account and per address; an account is never locked for good, and a wait of
 * an account counts only together with the address that caused it, so that nobody can lock another out (S5). A known
 * device and a session have a budget of their own: what others do to the account or from the address does not slow
 * them, and what they do wrong slows themselves (S71). A session's failures count for the address too (S23): a stolen
 * one is no way round. A try that another process looks at counts as failed until it is over.
 */
export class Throttle {
  constructor(readonly attempts: Attempts) {}

  /** How who tries stands now. */
  async standing(who: Trying): Promise<TrialStanding> {
    const keys = keysOf(who);
    const { tallies, at } = await this.attempts.read(keys.map(({ key }) => key));
    return standingOf(knownOf(keys, tallies, at), who, at, false);
  }

  /** Begins a try, unless it has to wait. */
  async begin(who: Trying): Promise<CountedTry> {
    const keys = keysOf(who);
    const listed = keys.map(({ key }) => key);
    const standing = await this.attempts.change(listed, (tallies, at) => {
      const known = knownOf(keys, tallies, at);
      const answer = standingOf(known, who, at, true);
      if (answer.wait > 0) return { next: null, answer };
      const next = keys.map(({ place }) => {
        const tally = known[place] ?? { count: 0, since: at, last: at, pending: 0, tried: at };
        return { ...tally, pending: tally.pending + 1, tried: at };
      });
      return { next, answer };
    });
    const begun = standing.wait === 0 ? 1 : 0;
    let isOver = false;
    const end = async (how: 'wrong' | 'right' | 'over'): Promise<void> => {
      if (isOver || (begun === 0 && how !== 'right')) return;
      isOver = true;
      await this.attempts.change(listed, (tallies, at) => {
        const known = knownOf(keys, tallies, at);
        return {
          next: keys.map(({ place }) => ended(known[place], { how, at, begun, known }, place)),
          answer: null,
        };
      });
    };
    return { ...standing, wrong: () => end('wrong'), right: () => end('right'), over: () => end('over') };
  }
}

/** A session's own budget, and that of a device. */
function ownName({ device, session }: Trying): string | null {
  if (device) return `device ${device}`;
  return session ? `session ${session}` : null;
}

type Placed = { readonly place: Place; readonly key: AttemptKey };

function keysOf(who: Trying): readonly Placed[] {
  const name = ownName(who);
  const own: readonly Placed[] = name === null ? [] : [{ place: 'own', key: { kind: 'own', name } }];
  if (who.device) return own;
  const from = addressKey(who.address);
  const account = who.account.toLowerCase();
  const open = (place: Place, name: string): Placed => ({ place, key: { kind: 'open', name } });
  return [
    ...own,
    open('pair', `${from}\n${account}`),
    open('address', `${from}\n`),
    open('account', `\n${account}`),
  ];
}

function knownOf(keys: readonly Placed[], tallies: readonly (Tally | null)[], at: number): Known {
  const living = (tally: Tally | null | undefined): Tally | null => {
    if (tally == null) return null;
    const pending = at - tally.tried < longestTry ? tally.pending : 0;
    const count = at - tally.last > forgottenAfter ? 0 : tally.count;
    return count === 0 && pending === 0 ? null : { ...tally, count, pending };
  };
  const of = (place: Place) => living(tallies[keys.findIndex((key) => key.place === place)]);
  return { own: of('own'), pair: of('pair'), address: of('address'), account: of('account') };
}

function standingOf(known: Known, who: Trying, at: number, isBegun: boolean): TrialStanding {
  /** Who begins counts those that others are looking at. */
  const countOf = (tally: Tally | null) => (tally?.count ?? 0) + (isBegun ? (tally?.pending ?? 0) : 0);
  const pause = (tally: Tally | null, allowed: number): number => {
    const count = countOf(tally);
    if (tally === null || count < allowed) return 0;
    const last = isBegun && tally.pending > 0 ? Math.max(tally.last, tally.tried) : tally.last;
    return Math.max(0, last + Math.min(longestWait, 1000 * 2 ** (count - allowed)) - at);
  };
  const isOwn = ownName(who) !== null;
  const own = (isOwn ? known.own : known.address)?.count ?? 0;
  const failures = isOwn ? own : Math.max(own, known.account?.count ?? 0);
  const needsCode =
    Math.max(countOf(isOwn ? known.own : known.address), isOwn ? 0 : countOf(known.account)) >= codeAfter;
  const wait = isOwn
    ? pause(known.own, slowAfter)
    : // An address may serve a whole office: it is slowed later than one account behind it.
      Math.max(pause(known.pair, slowAfter), pause(known.address, slowAfter * 4));
  return { at, wait, own, failures, needsCode };
}

/** What is known of a place when a try is over; `begun` 1 = it was counted. */
function ended(
  tally: Tally | null,
  end: {
    readonly how: 'wrong' | 'right' | 'over';
    readonly at: number;
    readonly begun: number;
    readonly known: Known;
  },
  place: Place,
): Tally | null {
  const { how, at, begun, known } = end;
  const pending = Math.max(0, (tally?.pending ?? 0) - begun);
  if (how === 'wrong') {
    const since = tally === null || tally.count === 0 ? at : tally.since;
    return { count: (tally?.count ?? 0) + 1, since, last: at, pending, tried: tally?.tried ?? at };
  }
  if (tally === null || (how === 'right' && (place === 'own' || place === 'pair'))) return null;
  const forgiven = how === 'right' ? (known.pair?.count ?? 0) : 0;
  const count = Math.max(0, tally.count - forgiven);
  return count === 0 && pending === 0 ? null : { ...tally, count, pending };
}
