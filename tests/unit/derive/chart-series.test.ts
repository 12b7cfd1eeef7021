import { describe, expect, it } from 'vitest';
import { kindById, rtu } from '../../../src/catalogue/index.ts';
import { chartSeries } from '../../../src/derive/chart-series.ts';

const series = (id: string) => {
  const kind = kindById(id);
  return kind ? chartSeries(kind) : [];
};
const of = (id: string, channel: string) => series(id).find((entry) => entry.channel === channel);

describe('chart series', () => {
  it('of the axes are solid, dashed, dotted', () => {
    expect(
      ['x', 'y', 'z', 'axMax', 'ayMax', 'x5h', 'y5h', 'z5h', 'tilt'].map((id) => of('rt3000', id)?.dash),
    ).toEqual([0, 1, 2, 0, 1, 0, 1, 2, 0]);
    expect(['cumulativeA', 'cumulativeB'].map((id) => of('rt1010', id)?.dash)).toEqual([0, 1]);
    expect(['ppvX', 'ppvY', 'ppvZ', 'ppv'].map((id) => of('blasting', id)?.dash)).toEqual([0, 1, 2, 0]);
  });
  it('share a pane by unit, bearings and sums apart', () => {
    expect(of('rt3000', 'x')?.pane).toBe(of('rt3000', 'tilt')?.pane);
    expect(of('rt3000', 'direction')?.pane).not.toBe(of('rt3000', 'x')?.pane);
    expect(of('rt3000', 'azimuth')?.circular).toBe(true);
    expect(of('rain', 'amount')?.pane).not.toBe(of('rain', 'daily')?.pane);
    expect(of('rain', 'amount')?.sum).toBe(true);
  });
  it('leave out what a kind does not measure', () => {
    expect(of('groundSound', 'pressure')).toBeUndefined();
    expect(of('infrasound', 'amplitude')).toBeUndefined();
    expect(series('none')).toEqual([]);
  });
  it('exist for the RTU', () =>
    expect(chartSeries(rtu).map(({ channel }) => channel)).toContain('batteryVoltage'));
});
