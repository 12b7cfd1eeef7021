/** What people are notified when an alarm changes. Pure. */
import { type AlarmStanding, latchedFrom } from '../alarms/standing.ts';

/**
 * `begin`: the steps of its policies begin, from the first on. `stop`: they end. `resume`: they go on where they were.
 * `over`: whoever was notified learns that it is over.
 */
export type Telling = 'begin' | 'stop' | 'resume' | 'over';

type Standing = Pick<AlarmStanding, 'present' | 'peak' | 'answer' | 'shelf' | 'closed'>;

/** It asks for an answer: open, not shelved, unanswered, and it holds, or is of a level that stays until it is closed. */
export const asksForAnswer = ({ present, peak, answer, shelf, closed }: Standing): boolean =>
  closed === null && shelf === null && answer === null && (present > 0 || peak >= latchedFrom);

/** @param before null = there was no alarm */
export function tellingOf(before: Standing | null, after: Standing): readonly Telling[] {
  const asked = before !== null && asksForAnswer(before);
  const found: Telling[] = [];
  if (asksForAnswer(after)) {
    const isNew =
      before === null ||
      after.present > before.present ||
      (before.closed !== null && after.present > 0) ||
      (before.shelf !== null && after.present > 0);
    if (isNew) found.push('begin');
    else if (!asked) found.push('resume');
  } else if (asked) found.push('stop');
  const isOver = before !== null && before.closed === null && before.present > 0;
  if (isOver && (after.present === 0 || after.closed !== null)) found.push('over');
  return found;
}
