import { describe, expect, it } from 'vitest';
import { stationState, stationStates, worstFirst } from '../../../src/domain/station-state.ts';

const calm = { link: 'asleep', deviceAlarm: false, fault: false, installState: 1 } as const;

describe('station state', () => {
  it.each([
    ['asleep', 'asleep'],
    ['connected', 'ok'],
    ['overdue', 'late'],
    ['silent', 'silent'],
    ['unknown', 'offline'],
  ] as const)('link %s alone is %s', (link, expected) =>
    expect(stationState({ ...calm, link })).toBe(expected));
  it('R8: what a device calls an alarm is one state of its own, before silence, and silence before a fault', () => {
    expect(stationState({ ...calm, link: 'silent', deviceAlarm: true, fault: true })).toBe('deviceAlarm');
    expect(stationState({ ...calm, link: 'silent', fault: true })).toBe('silent');
    expect(stationState({ ...calm, link: 'unknown', fault: true })).toBe('fault');
    expect(stationStates[0]).toBe('deviceAlarm');
    expect(stationStates.some((state) => /^lv/.test(state))).toBe(false);
  });
  it('what nobody expects a report from is offline', () => {
    expect(stationState({ ...calm, installState: 2, deviceAlarm: true })).toBe('offline');
    expect(stationState({ ...calm, installState: 0 })).toBe('offline');
    expect(stationState({ ...calm, hasRtu: false })).toBe('offline');
    expect(stationState({ ...calm, installState: 3 })).toBe('asleep');
  });
  it('sorts worst first', () => {
    expect(stationStates.toReversed().sort(worstFirst)).toEqual(stationStates);
  });
});
