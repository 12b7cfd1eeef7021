/** How an alarm stands: each act from both sides of its bound, and random nights against what must always hold. */

import { describe, expect, it } from 'vitest';
import { findings } from '../../../../src/base/alarm-words.ts';
import {
  type AlarmAct,
  type AlarmStanding,
  act,
  close,
  endShelf,
  follow,
  raised,
} from '../../../../src/domain/alarms/standing.ts';
import { unit } from '../../../../src/simulator/random.ts';

const hour = 3_600_000;
const day = 24 * hour;
const at = 1_000_000;
const acknowledge = { type: 'acknowledge', userId: 7, note: '' } as const;
/** The standing after acts that must all be allowed. */
function acted(standing: AlarmStanding, ...acts: readonly (readonly [AlarmAct, number])[]): AlarmStanding {
  return acts.reduce((known, [wanted, when]) => {
    const outcome = act(known, wanted, when);
    if ('refused' in outcome) throw new Error(outcome.refused);
    return outcome.standing;
  }, standing);
}
const refusal = (standing: AlarmStanding, wanted: AlarmAct, when = at) => {
  const outcome = act(standing, wanted, when);
  return 'refused' in outcome ? outcome.refused : null;
};
const returned = (standing: AlarmStanding) => follow(standing, { type: 'return', to: 0 }, at);

describe('an alarm', () => {
  it.each([
    1, 2,
  ])('of rank %i closes by itself once it has returned and is answered, in either order', (rank) => {
    const first = returned(acted(raised(rank), [acknowledge, at]));
    const second = acted(returned(raised(rank)), [acknowledge, at]);
    for (const { closed } of [first, second]) expect(closed).toEqual({ at, why: 'answered', finding: null });
    expect(returned(raised(rank)).closed).toBeNull();
  });

  it.each([
    3, 4,
  ])('of rank %i is latched: it closes by hand, returned, answered, and with a finding', (rank) => {
    const open = returned(acted(raised(rank), [acknowledge, at]));
    expect(open.closed).toBeNull();
    expect(refusal(open, { type: 'close', finding: null })).toBe('noFinding');
    expect(refusal(returned(raised(rank)), { type: 'close', finding: 'true' })).toBe('unanswered');
    expect(refusal(acted(raised(rank), [acknowledge, at]), { type: 'close', finding: 'true' })).toBe(
      'active',
    );
    const closed = acted(open, [{ type: 'close', finding: 'false' }, at + 5]);
    expect(closed.closed).toEqual({ at: at + 5, why: 'finding', finding: 'false' });
  });

  it('that once was orange is latched, though it fell before it was answered', () => {
    const fallen = follow(raised(3), { type: 'fall', to: 1 }, at);
    expect(returned(acted(fallen, [acknowledge, at])).closed).toBeNull();
  });

  it('is unanswered again by a level up, not by a level down', () => {
    const answered = acted(raised(2), [acknowledge, at]);
    expect(follow(answered, { type: 'fall', to: 1 }, at).answer).not.toBeNull();
    expect(follow(answered, { type: 'rise', to: 3 }, at).answer).toBeNull();
    expect(refusal(answered, acknowledge)).toBe('answered');
  });

  it('an answer is taken back for five seconds, by who gave it, also where it closed the alarm', () => {
    const answered = acted(raised(1), [acknowledge, at]);
    expect(refusal(answered, { type: 'undo', userId: 7 }, at + 5000)).toBeNull();
    expect(refusal(answered, { type: 'undo', userId: 7 }, at + 5001)).toBe('tooLate');
    expect(refusal(answered, { type: 'undo', userId: 8 }, at)).toBe('notYours');
    const closed = acted(returned(raised(1)), [acknowledge, at]);
    expect(acted(closed, [{ type: 'undo', userId: 7 }, at + 1])).toEqual(returned(raised(1)));
  });

  it('is reopened unanswered, unless its instance has another', () => {
    const closed = acted(returned(raised(1)), [acknowledge, at]);
    expect(refusal(closed, { type: 'reopen', hasOther: true })).toBe('other');
    expect(act(closed, { type: 'reopen', hasOther: false }, at)).toEqual({
      standing: returned(raised(1)),
      raisedAnew: true,
    });
    expect(refusal(raised(1), { type: 'reopen', hasOther: false })).toBe('open');
    expect(refusal(closed, acknowledge)).toBe('closed');
  });

  it('ends with the reason where its rule is edited, or its sensor leaves', () => {
    expect(follow(raised(4), { type: 'edited', to: 0 }, at).closed).toEqual({
      at,
      why: 'edited',
      finding: null,
    });
    expect(close(raised(4), 'left', at).closed?.why).toBe('left');
  });
});

describe('the shelf', () => {
  const shelve = (until: number, second: number | null = null) =>
    ({ type: 'shelve', userId: 7, second, until, reason: 'blasting next door' }) as const;
  it.each([
    [1, 7 * day],
    [2, 7 * day],
    [3, day],
    [4, 4 * hour],
  ])('of rank %i is bounded', (rank, longest) => {
    expect(refusal(raised(rank), shelve(at + longest, 8))).toBeNull();
    expect(act(raised(rank), shelve(at + longest + 1, 8), at)).toEqual({
      refused: 'tooLong',
      bound: at + longest,
    });
    expect(refusal(raised(rank), shelve(at, 8))).toBe('past');
  });

  it('takes a second person for red, who is another one; and always a reason', () => {
    expect(refusal(raised(4), shelve(at + hour))).toBe('secondPerson');
    expect(refusal(raised(4), shelve(at + hour, 7))).toBe('secondPerson');
    expect(refusal(raised(3), shelve(at + hour))).toBeNull();
    expect(refusal(raised(1), { ...shelve(at + hour), reason: '  ' })).toBe('noReason');
  });

  it('A7: ends, and what is still active then is raised anew', () => {
    const shelved = acted(raised(2), [acknowledge, at], [shelve(at + hour), at]);
    expect(endShelf(shelved, at + hour - 1)).toEqual({ standing: shelved, raisedAnew: false });
    const ended = endShelf(shelved, at + hour);
    expect(ended.raisedAnew).toBe(true);
    expect([ended.standing.shelf, ended.standing.answer]).toEqual([null, null]);
    const quiet = acted(returned(raised(3)), [acknowledge, at], [shelve(at + hour), at]);
    const over = endShelf(quiet, at + hour);
    expect(over.raisedAnew).toBe(false);
    expect(over.standing.answer).not.toBeNull();
  });

  it('ends when the alarm rises above what was shelved, and not when it comes back up to it', () => {
    const shelved = acted(raised(2), [shelve(at + day), at]);
    expect(follow(shelved, { type: 'rise', to: 3 }, at).shelf).toBeNull();
    const back = follow(follow(shelved, { type: 'fall', to: 1 }, at), { type: 'rise', to: 2 }, at);
    expect(back.shelf).not.toBeNull();
    expect(refusal(back, shelve(at + hour))).toBe('shelved');
    expect(acted(back, [{ type: 'unshelve' }, at]).shelf).toBeNull();
    expect(refusal(raised(2), { type: 'unshelve' })).toBe('notShelved');
  });
});

it('1,000 random nights: what must hold does after every event and act', () => {
  let closings = 0;
  let shelvings = 0;
  for (let seed = 1; seed <= 1000; seed += 1) {
    let drawn = 0;
    const whole = (below: number) => Math.floor(unit(seed, drawn++) * below);
    let now = at;
    let standing = raised(1 + whole(4));
    let highest = standing.peak;
    for (let turn = 0; turn < 40; turn += 1) {
      now += whole(2 * hour);
      const before = standing;
      const kind = whole(9);
      if (kind < 3) {
        const to = whole(5);
        if (to === standing.present) continue;
        const type =
          to === 0 ? 'return' : to < standing.present ? 'fall' : standing.present === 0 ? 'raise' : 'rise';
        standing = follow(standing, { type, to }, now);
        if (before.closed === null) {
          highest = Math.max(highest, to);
          if (to > before.present) expect(standing.answer).toBeNull();
        }
      } else if (kind === 3) standing = endShelf(standing, now).standing;
      else {
        const userId = 1 + whole(3);
        const acts: readonly AlarmAct[] = [
          { type: 'acknowledge', userId, note: '' },
          { type: 'undo', userId },
          { type: 'shelve', userId, second: whole(4), until: now + whole(8 * day), reason: 'x' },
          { type: 'close', finding: findings[whole(findings.length)] ?? null },
          { type: 'reopen', hasOther: whole(2) === 0 },
        ];
        const wanted = acts[kind - 4] ?? acknowledge;
        const outcome = act(standing, wanted, now);
        if (!('refused' in outcome)) standing = outcome.standing;
        if (!('refused' in outcome) && wanted.type === 'shelve') {
          shelvings += 1;
          const most = [7, 7, 7, 1, 1 / 6][standing.present] ?? 0;
          expect(wanted.until - now).toBeLessThanOrEqual(most * day);
          if (standing.present === 4) expect([null, userId]).not.toContain(wanted.second);
        }
      }
      const { present, peak, answer, shelf, closed } = standing;
      expect(peak).toBe(highest);
      expect(present).toBeLessThanOrEqual(peak);
      if (shelf !== null) {
        expect(closed).toBeNull();
        expect(present).toBeLessThanOrEqual(Math.max(shelf.rank, 1));
      }
      if (closed !== null && before.closed === null) {
        closings += 1;
        expect([present, answer === null]).toEqual([0, false]);
        expect(closed.why === 'finding' || peak < 3).toBe(true);
      }
      // Whoever answered what has returned need not close a blue or yellow one besides.
      if (closed === null) expect(present > 0 || answer === null || peak >= 3).toBe(true);
    }
  }
  expect(closings).toBeGreaterThan(300);
  expect(shelvings).toBeGreaterThan(300);
});
