/** How long an order is worth sending, when it lands, which sets may go, which values are the same. */
import { describe, expect, it } from 'vitest';
import { deviceActions, groups } from '../../../src/catalogue/index.ts';
import { sameValue } from '../../../src/domain/parameters/same-value.ts';
import { isStranding, lastLifeline, strandingMixed } from '../../../src/domain/parameters/set-rules.ts';
import { expectedLanding } from '../../../src/domain/rollout/expected-landing.ts';
import { actionTimeToLive, setTimeToLive } from '../../../src/domain/rollout/time-to-live.ts';

const hour = 3_600_000;
const order = (id: string) => {
  const found = deviceActions.find((one) => one.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};
const fieldOf = (group: keyof typeof groups, id: string) => {
  const field = groups[group].fields.find((one) => one.id === id);
  if (field === undefined) throw new Error(id);
  return field;
};

describe('time to live', () => {
  it.each([
    ['reportNow', 3600, 24],
    ['syncClock', 3600, 24],
    ['readAll', 3600, 24],
    ['restart', 3600, 2],
    ['setZero', 3600, 2],
    ['captureWaveform', 3600, 2],
    ['restart', 4 * 3600, 6],
    ['reportNow', 18 * 3600, 27],
    ['soundAlarm', 18 * 3600, 2 / 60],
    ['testHorn', 18 * 3600, 10 / 60],
    ['stopHorn', 18 * 3600, 24],
  ])('%s of a node that reports every %i s: %d h', (id, cycle, hours) => {
    expect(actionTimeToLive(order(id), cycle)).toBe(Math.round(hours * hour));
  });
  it('a set waits for three missed cycles, at least a day', () => {
    expect(setTimeToLive(60)).toBe(24 * hour);
    expect(setTimeToLive(18 * 3600)).toBe(54 * hour);
  });
  it('every order lives for at least 1.5 cycles of its node, sirens apart', () => {
    for (const one of deviceActions)
      expect(actionTimeToLive(one, 64_800) >= 1.5 * 64_800_000 || one.siren === true).toBe(true);
  });
});

describe('expected landing', () => {
  const facts = { now: 10 * hour, lastContactAt: 9.75 * hour, sendCycle: 3600, jitter: 0 };
  it('a connected node takes it now, a sleeping one at its next contact', () => {
    expect(expectedLanding({ ...facts, connected: true })).toEqual({ at: 10 * hour, plusMinus: 0 });
    expect(expectedLanding({ ...facts, connected: false })).toEqual({ at: 10.75 * hour, plusMinus: 360_000 });
    expect(expectedLanding({ ...facts, connected: null })?.at).toBe(10.75 * hour);
    expect(expectedLanding({ ...facts, connected: false, lastContactAt: null })).toBeNull();
  });
});

describe('sets as a whole', () => {
  it('a stranding field goes with its like alone', () => {
    expect(strandingMixed(groups.rtu, ['center1Host', 'center1Port'])).toBeNull();
    expect(strandingMixed(groups.rtu, ['lowBattery', 'resend'])).toBeNull();
    expect(strandingMixed(groups.rtu, ['apn', 'resend'])).toBe('apn');
    expect(isStranding(groups.rtu, ['apn'])).toBe(true);
    expect(isStranding(groups.rtu, ['resend'])).toBe(false);
  });
  it('the last centre that is on stays on', () => {
    const known = { center1Enabled: true, center2Enabled: false };
    expect(lastLifeline(groups.rtu, { center1Enabled: false }, known)).toBe('center1Enabled');
    expect(lastLifeline(groups.rtu, { center1Enabled: false }, {})).toBe('center1Enabled');
    expect(lastLifeline(groups.rtu, { center1Enabled: false, center2Enabled: true }, known)).toBeNull();
    expect(lastLifeline(groups.rtu, { center2Enabled: false }, known)).toBeNull();
    expect(lastLifeline(groups.rtu, { center1Host: 'a.example' }, known)).toBeNull();
  });
});

describe('the same value', () => {
  it('is one within the digits of its field', () => {
    const battery = fieldOf('rtu', 'lowBattery');
    expect(sameValue(battery, Math.fround(10.7), 10.7)).toBe(true);
    expect(sameValue(battery, 10.8, 10.7)).toBe(false);
    expect(sameValue(battery, null, 10.7)).toBe(false);
    const axes = fieldOf('rt3000', 'axes');
    expect(sameValue(axes, ['x', 'y'], ['y', 'x'])).toBe(true);
    expect(sameValue(axes, ['x'], ['y', 'x'])).toBe(false);
    expect(sameValue(fieldOf('rtu', 'apn'), 'cmnet', 'cmnet')).toBe(true);
  });
});
