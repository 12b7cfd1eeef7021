import { describe, expect, it } from 'vitest';
import { stationState, stationStates, worstFirst } from '../../../src/domain/station-state.ts';

const calm = { link: 'asleep', level: 0, fault: false, installState: 1 } as const;

describe('station state', () => {
  it.each([
    ['asleep', 'asleep'],
    ['connected', 'ok'],
    ['overdue', 'late'],
    ['silent', 'silent'],
    ['unknown', 'offline'],
  ] as const)('link %s alone is %s', (link, expected) =>
    expect(stationState({ ...calm, link })).toBe(expected));
  it('an alarm is worse than silence, silence worse than a fault', () => {
    expect(stationState({ ...calm, link: 'silent', level: 1, fault: true })).toBe('lv1');
    expect(stationState({ ...calm, link: 'silent', fault: true })).toBe('silent');
    expect(stationState({ ...calm, link: 'unknown', fault: true })).toBe('fault');
    expect(stationState({ ...calm, level: 4 })).toBe('lv4');
  });
  it('what nobody expects a report from is offline', () => {
    expect(stationState({ ...calm, installState: 2, level: 4 })).toBe('offline');
    expect(stationState({ ...calm, installState: 0 })).toBe('offline');
    expect(stationState({ ...calm, hasRtu: false })).toBe('offline');
    expect(stationState({ ...calm, installState: 3 })).toBe('asleep');
  });
  it('sorts worst first', () => {
    expect(stationStates.toReversed().sort(worstFirst)).toEqual(stationStates);
  });
});
