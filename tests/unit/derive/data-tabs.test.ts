import { describe, expect, it } from 'vitest';
import { kinds, rows } from '../../../src/catalogue/index.ts';
import { dataTabs, rowOfTab, tabsOf, temperatureRows } from '../../../src/derive/data-tabs.ts';

describe('data sub-tabs', () => {
  it('stand in the order of the specification, then the other rows, then derived channels', () => {
    expect(dataTabs.at(-1)).toBe('formulas');
    expect(dataTabs.slice(0, 12)).toEqual([
      'status',
      'tilt',
      'waveform',
      'crack',
      'moisture',
      'export',
      'curve',
      'calibration',
      'blast',
      'rain',
      'rain5',
      'rainHourly',
    ]);
    expect(new Set(dataTabs).size).toBe(dataTabs.length);
  });
  it('show every row of the catalogue', () => {
    expect(new Set(dataTabs.flatMap((tab) => rowOfTab(tab) ?? []))).toEqual(new Set(Object.keys(rows)));
  });
  it('are those that a station has data for', () => {
    expect(tabsOf([17], true)).toEqual([
      'status',
      'export',
      'curve',
      'rain',
      'rain5',
      'rainHourly',
      'formulas',
    ]);
    expect(tabsOf([9], false)).toEqual(['tilt', 'waveform', 'export', 'curve', 'calibration']);
    expect(tabsOf([15], false)).toEqual(['waveform', 'export', 'curve', 'blast']);
    expect(tabsOf([], true)).toEqual(['status', 'export', 'curve', 'formulas']);
    expect(tabsOf([], false)).toEqual([]);
    expect(tabsOf([99], false)).toEqual([]);
  });
  it('hold what a sensor measures against its own temperature, bearings and sums apart', () => {
    const found = Object.fromEntries(kinds.map((kind) => [kind.id, temperatureRows(kind)]));
    expect(found['crackRs485']).toEqual([{ row: 'crack', channels: ['opening', 'length'] }]);
    expect(found['rain']).toEqual([]);
    expect(found['rt3000']?.[0]?.channels).not.toContain('azimuth');
    expect(found['rt3000']?.[0]?.channels).toContain('x');
  });
});
