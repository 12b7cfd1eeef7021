import { describe, expect, it } from 'vitest';
import { alarmMove, behindAfter, linkMove, outletState } from '../../../../src/domain/notify/outlet.ts';

describe('what a line of a timeline says to the outside', () => {
  const at = (type: string, knownAt = 5) => ({ type, knownAt });
  it.each([
    ['raise', true, null, 'alarm.raised'],
    ['blind', true, null, 'alarm.raised'],
    ['rise', false, null, 'alarm.changed'],
    ['acknowledge', false, null, 'alarm.changed'],
    ['acknowledge', false, 5, 'alarm.closed'],
    ['acknowledge', false, 6, 'alarm.changed'],
    ['return', false, 5, 'alarm.closed'],
    ['close', false, 9, 'alarm.closed'],
    ['edited', false, null, 'alarm.closed'],
    ['left', true, null, 'alarm.closed'],
  ] as const)('%s, first: %s, closed: %s = %s', (type, isFirst, closedAt, move) => {
    expect(alarmMove(at(type), isFirst, closedAt)).toBe(move);
  });
});

describe('an RTU', () => {
  const link = { now: 10_000, heardSince: 0, lastContactAt: 1000, sendCycle: 3, silentAt: null };
  it('is offline three send cycles after its last contact, from both sides', () => {
    expect(linkMove({ ...link, now: 9999 })).toBeNull();
    expect(linkMove(link)).toEqual({ type: 'rtu.offline', t: 10_000 });
  });
  it('is not blamed for the time in which nobody listened', () => {
    expect(linkMove({ ...link, heardSince: 1001 })).toBeNull();
    expect(linkMove({ ...link, heardSince: 1001, now: 10_001 })).toEqual({ type: 'rtu.offline', t: 10_001 });
  });
  it('comes back with a contact after it went silent, once', () => {
    expect(linkMove({ ...link, silentAt: 1000 })).toBeNull();
    expect(linkMove({ ...link, silentAt: 999 })).toEqual({ type: 'rtu.online', t: 1000 });
    expect(linkMove({ ...link, lastContactAt: null })).toBeNull();
  });
});

describe('an outlet', () => {
  const one = { now: 100_000, enabled: true, stoppedAt: null, behindAt: null };
  it('is behind a minute after its batch was filled, from both sides', () => {
    expect(outletState(one)).toEqual({ state: 'current', since: null });
    expect(outletState({ ...one, behindAt: one.now - behindAfter + 1 })).toEqual({
      state: 'current',
      since: null,
    });
    const behindAt = one.now - behindAfter;
    expect(outletState({ ...one, behindAt })).toEqual({ state: 'behind', since: behindAt });
  });
  it('that was given up says so before it says that it is behind; off says neither', () => {
    expect(outletState({ ...one, behindAt: 1, stoppedAt: 7 })).toEqual({ state: 'gaveUp', since: 7 });
    expect(outletState({ ...one, stoppedAt: 7, enabled: false })).toEqual({ state: 'off', since: null });
  });
});
