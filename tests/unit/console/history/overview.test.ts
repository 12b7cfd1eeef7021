/** The strip under a chart: what it draws, and how its window moves. */
import { describe, expect, it } from 'vitest';
import { overviewPaths } from '../../../../src/console/components/chart/overview-paths.ts';
import type { Curve } from '../../../../src/console/components/chart/plot-data.ts';
import { movedWindow, shiftOfKey } from '../../../../src/console/components/chart/window-move.ts';

const curve = (t: readonly number[], line: readonly number[], of: Partial<Curve> = {}): Curve => ({
  ...{ key: 'k', label: 'l', unit: 'mm', digits: 1, color: '--c1', dash: 0, look: 'line' },
  ...{ t: Float64Array.from(t), line: Float64Array.from(line), low: null, high: null, silence: 1000 },
  ...of,
});

describe('the strip of a curve', () => {
  it('draws the line from edge to edge, broken over a silence, and a lone value as a dot', () => {
    const { line, area } = overviewPaths(
      curve([0, 500, 1000, 5000, 9000, 9500], [0, 5, 10, 5, 10, 0]),
      [0, 10_000],
      100,
      20,
    );
    expect(line).toBe('M0.0 20.0L5.0 10.0L10.0 0.0M50.0 10.0h0.01M90.0 0.0L95.0 20.0');
    expect(area).toBe('');
  });

  it('draws the band between min and max round it, a missing value left out', () => {
    const own = { low: Float64Array.of(0, 0, 2), high: Float64Array.of(4, 0, 10) };
    const { line, area } = overviewPaths(curve([0, 500, 1000], [2, Number.NaN, 6], own), [0, 1000], 10, 10);
    expect(line).toBe('M0.0 8.0L10.0 4.0');
    expect(area).toBe('M0.0 5.5L10.0 -0.5L10.0 8.5L0.0 10.5Z');
  });

  it('draws amounts as bars that hang from the top, none for nothing', () => {
    const bars = curve([0, 1000, 2000], [4, 0, 2], { look: 'bars', step: 1000 });
    expect(overviewPaths(bars, [0, 4000], 40, 10)).toEqual({
      area: 'M0.0 0V10.0H10.0V0ZM20.0 0V5.0H30.0V0Z',
      line: '',
    });
  });

  it('draws nothing where nothing is', () => {
    expect(overviewPaths(curve([], []), [0, 1], 10, 10)).toEqual({ area: '', line: '' });
  });
});

describe('the window over the strip', () => {
  const minute = 60_000;
  const whole = [0, 100 * minute] as const;

  it('keeps its length within the whole, and its edges apart', () => {
    const window = [20 * minute, 40 * minute] as const;
    const moved = (part: 'from' | 'to' | 'both', by: number) =>
      movedWindow(window, part, by * minute, whole).map((t) => t / minute);
    expect(moved('both', 30)).toEqual([50, 70]);
    expect(moved('both', -30)).toEqual([0, 20]);
    expect(moved('both', 300)).toEqual([80, 100]);
    expect(moved('from', -5)).toEqual([15, 40]);
    expect(moved('from', 90)).toEqual([39, 40]);
    expect(moved('to', -90)).toEqual([20, 21]);
    expect(moved('to', 90)).toEqual([20, 100]);
    expect(movedWindow([-minute, 200 * minute], 'both', 5, whole)).toEqual([...whole]);
  });

  it('goes by keys: a quarter or all of itself, an edge by a hundredth or a tenth of the whole, and to the ends', () => {
    const by = (key: string, part: 'from' | 'both') => shiftOfKey(key, part, [0, 20 * minute], whole);
    expect(by('ArrowRight', 'both')).toBe(5 * minute);
    expect(by('PageDown', 'both')).toBe(-20 * minute);
    expect(by('ArrowLeft', 'from')).toBe(-minute);
    expect(by('PageUp', 'from')).toBe(10 * minute);
    expect(by('Home', 'both')).toBe(Number.NEGATIVE_INFINITY);
    expect(by('x', 'both')).toBeNull();
  });
});
