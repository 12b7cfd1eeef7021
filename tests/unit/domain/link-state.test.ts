import { describe, expect, it } from 'vitest';
import { learnJitter, linkState, nextContact } from '../../../src/domain/link-state.ts';

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
