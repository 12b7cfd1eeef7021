import { describe, expect, it } from 'vitest';
import {
  beginsVisit,
  learnJitter,
  linkState,
  nextContact,
  stillLate,
} from '../../../src/domain/link-state.ts';

const facts = { now: 0, connected: false, lastContactAt: 0, sendCycle: 600 };
const cycle = 600_000;

describe('link state', () => {
  it.each([
    [1.49, 'asleep'],
    [1.5, 'overdue'],
    [2.99, 'overdue'],
    [3, 'silent'],
    [100, 'silent'],
  ])('%d cycles after the last contact: %s', (cycles, expected) => {
    expect(linkState({ ...facts, now: cycles * cycle })).toBe(expected);
  });
  it('is connected while connected, and unknown where nothing is known', () => {
    expect(linkState({ ...facts, now: 9 * cycle, connected: true })).toBe('connected');
    expect(linkState({ ...facts, connected: null })).toBe('unknown');
    expect(linkState({ ...facts, lastContactAt: null })).toBe('unknown');
  });
});

describe('R9: late does not chatter', () => {
  const contact = (gap: number, visit = 0) => ({ gap: gap * cycle, visit: visit * cycle, sendCycle: 600 });
  it.each([
    // gap in cycles, late before → late after
    [1.5, false, true],
    [1.499, false, false],
    [1.499, true, true],
    [1.251, true, true],
    [1.25, true, false],
    [0.5, true, false],
    [0.499, true, true],
    [0.499, false, false],
    [4, true, true],
  ])('a contact %d cycles after the one before, late %s: %s', (gap, before, after) =>
    expect(stillLate(before, contact(gap))).toBe(after));
  it('a visit that lasts a cycle ends it, a shorter one does not', () => {
    expect(stillLate(true, contact(0.1, 0.999))).toBe(true);
    expect(stillLate(true, contact(0.1, 1))).toBe(false);
    expect(beginsVisit(0.5 * cycle, 600)).toBe(true);
    expect(beginsVisit(0.5 * cycle - 1, 600)).toBe(false);
  });
  it('a node that comes about one and a half cycles apart changes its state once in a month, not every cycle', () => {
    let [late, last, t] = [false, 0, 0];
    let [changes, shown] = [0, 'asleep'];
    // Gaps of 1.3 to 1.7 cycles, by a generator of its own; the state is looked at every tenth of a cycle.
    for (let visit = 1; t < 2000 * cycle; visit += 1) {
      const gap = (1.3 + 0.4 * ((visit * 0.618_034) % 1)) * cycle;
      for (let at = last; at < last + gap; at += cycle / 10) {
        const now = linkState({ now: at, connected: false, lastContactAt: last, sendCycle: 600, late });
        if (now !== shown) changes += 1;
        shown = now;
      }
      t = last + gap;
      late = stillLate(late, { gap, visit: 0, sendCycle: 600 });
      last = t;
    }
    expect(changes).toBe(1);
    expect(shown).toBe('overdue');
  });
  it('late ends by the age of the contact as before: silent from three cycles on', () => {
    expect(linkState({ ...facts, now: 2.99 * cycle, late: true })).toBe('overdue');
    expect(linkState({ ...facts, now: 3 * cycle, late: true })).toBe('silent');
    expect(linkState({ ...facts, now: 0, late: true })).toBe('overdue');
  });
});

describe('next contact', () => {
  const about = { now: 0, lastContactAt: 0, sendCycle: 600, jitter: 20_000 };
  it('is one cycle after the last, with twice the learnt deviation', () => {
    expect(nextContact(about)).toEqual({ at: cycle, plusMinus: 40_000 });
    expect(nextContact({ ...about, jitter: 0 })?.plusMinus).toBe(60_000);
  });
  it('stays until its spread has passed, then moves on by whole cycles', () => {
    expect(nextContact({ ...about, now: cycle + 40_000 })?.at).toBe(cycle);
    expect(nextContact({ ...about, now: cycle + 40_001 })?.at).toBe(2 * cycle);
    expect(nextContact({ ...about, now: 7.5 * cycle })?.at).toBe(8 * cycle);
  });
  it('is not known of a node never seen', () =>
    expect(nextContact({ ...about, lastContactAt: null })).toBeNull());
  it('learns its spread and ignores contacts that belong to no cycle', () => {
    expect(learnJitter(0, 0, cycle + 8000, 600)).toBe(8000);
    expect(learnJitter(8000, 0, cycle - 4000, 600)).toBe(7000);
    expect(learnJitter(8000, 0, cycle / 2, 600)).toBe(8000);
  });
});
