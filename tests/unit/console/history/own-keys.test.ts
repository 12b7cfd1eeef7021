import { describe, expect, it } from 'vitest';
import { ownKeys } from '../../../../src/console/features/history/series.ts';

const here = ['21.tilt.x', '21.tilt.y', '22.profile.cumulativeA.3', '7.status.batteryVoltage'].map((key) => ({
  key,
}));

describe('the channels of an address at another station', () => {
  it('are its own where it has them', () => expect(ownKeys(['21.tilt.y'], here)).toEqual(['21.tilt.y']));
  it('are the same channels of its own sensors, elements included', () => {
    expect(ownKeys(['5.tilt.x', '6.profile.cumulativeA.3', '1.status.batteryVoltage'], here)).toEqual([
      '21.tilt.x',
      '22.profile.cumulativeA.3',
      '7.status.batteryVoltage',
    ]);
  });
  it('stand once, in the order of the address', () =>
    expect(ownKeys(['5.tilt.y', '21.tilt.x', '9.tilt.y'], here)).toEqual(['21.tilt.y', '21.tilt.x']));
  it('are none where nothing of the kind is there', () =>
    expect(ownKeys(['5.rain.amount', '', '6.profile.cumulativeA.4'], here)).toBeNull());
});
