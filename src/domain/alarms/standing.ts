/**
 * How an alarm stands, and what each event of its instance and each act of a person makes of it. Pure: whether a person
 * may act at all is asked elsewhere. Ranks are those of `rule.ts`: 0 none, 1 blue, 2 yellow, 3 orange, 4 red.
 */
import type { Finding } from '../../base/alarm-words.ts';
import type { EventType } from './stepper.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Why an alarm was closed. `edited`, `left`: its rule became another one, its sensor left the rule's scope. */
export type Closing = 'answered' | 'finding' | 'edited' | 'left';

export interface AlarmStanding {
  /** Rank of the present level; 0 = returned. */
  readonly present: number;
  /** Highest rank since it was raised. */
  readonly peak: number;
  /** null = unanswered. */
  readonly answer: { readonly userId: number; readonly at: number; readonly note: string } | null;
  /** null = not shelved. It is over when the alarm rises above the rank at which it was shelved. */
  readonly shelf: {
    readonly until: number;
    readonly rank: number;
    readonly userId: number;
    readonly reason: string;
  } | null;
  /** null = open. */
  readonly closed: { readonly at: number; readonly why: Closing; readonly finding: Finding | null } | null;
}

/** An acknowledgement can be taken back for so long, ms. */
export const undoTime = 5000;
/** Longest time on the shelf by rank of the level, ms (ISA-18.2 asks for a bound; these are ours). */
export const longestShelf: Readonly<Record<number, number>> = { 1: 7 * day, 2: 7 * day, 3: day, 4: 4 * hour };
/** From this rank on it is closed by hand, with a finding. */
export const latchedFrom = 3;
/** From this rank on the shelf takes two persons. */
export const twoPersonsFrom = 4;

export type AlarmAct =
  | { readonly type: 'acknowledge'; readonly userId: number; readonly note: string }
  | { readonly type: 'undo'; readonly userId: number }
  | {
      readonly type: 'shelve';
      readonly userId: number;
      /** The second person; null = there is none. */
      readonly second: number | null;
      readonly until: number;
      readonly reason: string;
    }
  | { readonly type: 'unshelve' }
  | { readonly type: 'close'; readonly finding: Finding | null }
  /** `hasOther`: its instance has another open alarm. */
  | { readonly type: 'reopen'; readonly hasOther: boolean };

export type ActRefusal =
  | 'closed'
  | 'open'
  | 'answered'
  | 'unanswered'
  | 'notYours'
  | 'tooLate'
  | 'active'
  | 'noFinding'
  | 'shelved'
  | 'notShelved'
  | 'noReason'
  | 'past'
  | 'tooLong'
  | 'secondPerson'
  | 'other';

/** `raisedAnew`: those who are on duty are notified as of a new alarm. `bound`: what a refused value may be at most. */
export type ActOutcome =
  | { readonly standing: AlarmStanding; readonly raisedAnew: boolean }
  | { readonly refused: ActRefusal; readonly bound?: number };

const done = (standing: AlarmStanding, raisedAnew = false): ActOutcome => ({ standing, raisedAnew });

/** Closed as soon as it has returned and is answered, where it was never above yellow. */
function settled(standing: AlarmStanding, at: number): AlarmStanding {
  const isOver = standing.present === 0 && standing.answer !== null && standing.peak < latchedFrom;
  if (!isOver || standing.closed !== null) return standing;
  return { ...standing, shelf: null, closed: { at, why: 'answered', finding: null } };
}

/** A new alarm of an instance. */
export const raised = (rank: number): AlarmStanding => ({
  present: rank,
  peak: rank,
  answer: null,
  shelf: null,
  closed: null,
});

/** What an event of its instance makes of an open alarm. */
export function follow(
  standing: AlarmStanding,
  { type, to }: { readonly type: EventType; readonly to: number },
  at: number,
): AlarmStanding {
  if (standing.closed !== null) return standing;
  if (type === 'edited' || type === 'left') return close(standing, type, at);
  if (type === 'blind' || type === 'sighted') return standing;
  // A level up, also one that it had before: what was answered was less.
  const isUp = to > standing.present;
  const answer = isUp ? null : standing.answer;
  // Whoever shelved a yellow one has not agreed to a red one.
  const shelf = standing.shelf !== null && to > standing.shelf.rank ? null : standing.shelf;
  return settled({ ...standing, present: to, peak: Math.max(standing.peak, to), answer, shelf }, at);
}

/** Its rule was edited, or its sensor left the scope: it ends with that reason. */
export const close = (standing: AlarmStanding, why: 'edited' | 'left', at: number): AlarmStanding => ({
  ...standing,
  shelf: null,
  closed: { at, why, finding: null },
});

/** The shelf ends: what is still active then is raised anew, and is unanswered. */
export function endShelf(
  standing: AlarmStanding,
  at: number,
): { standing: AlarmStanding; raisedAnew: boolean } {
  if (standing.closed !== null || standing.shelf === null || standing.shelf.until > at)
    return { standing, raisedAnew: false };
  const raisedAnew = standing.present > 0;
  return {
    standing: { ...standing, shelf: null, answer: raisedAnew ? null : standing.answer },
    raisedAnew,
  };
}

function shelve(standing: AlarmStanding, act: AlarmAct & { type: 'shelve' }, at: number): ActOutcome {
  const { userId, second, until, reason } = act;
  if (standing.shelf !== null) return { refused: 'shelved' };
  if (reason.trim() === '') return { refused: 'noReason' };
  if (!(until > at)) return { refused: 'past' };
  const rank = Math.max(standing.present, 1);
  const bound = at + (longestShelf[rank] ?? 0);
  if (until > bound) return { refused: 'tooLong', bound };
  if (rank >= twoPersonsFrom && (second === null || second === userId)) return { refused: 'secondPerson' };
  return done({ ...standing, shelf: { until, rank, userId, reason } });
}

/** What a person's act makes of an alarm, or why it may not. */
export function act(standing: AlarmStanding, wanted: AlarmAct, at: number): ActOutcome {
  if (wanted.type === 'reopen') {
    if (standing.closed === null) return { refused: 'open' };
    return wanted.hasOther ? { refused: 'other' } : done({ ...standing, closed: null, answer: null }, true);
  }
  if (wanted.type === 'undo') {
    const { answer, closed } = standing;
    if (answer === null) return { refused: 'unanswered' };
    if (answer.userId !== wanted.userId) return { refused: 'notYours' };
    if (at - answer.at > undoTime) return { refused: 'tooLate', bound: undoTime };
    // Closed by that answer alone: it is open again as well.
    if (closed !== null && closed.why !== 'answered') return { refused: 'closed' };
    return done({ ...standing, answer: null, closed: null });
  }
  if (standing.closed !== null) return { refused: 'closed' };
  switch (wanted.type) {
    case 'acknowledge': {
      if (standing.answer !== null) return { refused: 'answered' };
      const { userId, note } = wanted;
      return done(settled({ ...standing, answer: { userId, at, note } }, at));
    }
    case 'shelve':
      return shelve(standing, wanted, at);
    case 'unshelve':
      return standing.shelf === null ? { refused: 'notShelved' } : done({ ...standing, shelf: null });
    case 'close':
      if (standing.present > 0) return { refused: 'active' };
      if (standing.answer === null) return { refused: 'unanswered' };
      if (standing.peak >= latchedFrom && wanted.finding === null) return { refused: 'noFinding' };
      return done({ ...standing, shelf: null, closed: { at, why: 'finding', finding: wanted.finding } });
  }
}
