import { describe, expect, it } from 'vitest';
import { choiceOf, toggled, withChoice } from '../../../../src/console/features/history/choice.ts';

const read = (query: string) => choiceOf(new URLSearchParams(query));

describe('the address of history data', () => {
  it('names stations, channels, hidden lines and the view', () => {
    expect(read('stations=3,1,3,x,-2&channels=tilt.x,rain.amount&hidden=7.tilt.x&view=both')).toEqual({
      stations: [3, 1],
      channels: ['tilt.x', 'rain.amount'],
      hidden: new Set(['7.tilt.x']),
      view: 'both',
    });
  });
  it('without any of it is the first station with its main channels, as a curve', () => {
    expect(read('')).toEqual({ stations: null, channels: null, hidden: new Set(), view: 'curve' });
    expect(read('stations=&channels=&view=pie')).toEqual({
      stations: [],
      channels: [],
      hidden: new Set(),
      view: 'curve',
    });
  });
  it('of an older link is understood: one station, channels with their source', () => {
    expect(read('station=5&channels=12.tilt.x,12.tilt.y,14.deep.dx.3')).toMatchObject({
      stations: [5],
      channels: ['tilt.x', 'tilt.y', 'deep.dx'],
    });
  });
  it('keeps what is beside it, and reads back as it was written', () => {
    const written = withChoice(new URLSearchParams('station=5&range=month'), {
      stations: [4, 2],
      channels: ['tilt.x'],
      hidden: new Set(['a', 'b']),
      view: 'table',
    });
    expect(written.get('range')).toBe('month');
    expect(written.has('station')).toBe(false);
    expect(choiceOf(written)).toEqual({
      stations: [4, 2],
      channels: ['tilt.x'],
      hidden: new Set(['a', 'b']),
      view: 'table',
    });
    expect(String(withChoice(written, { hidden: new Set(), channels: null }))).toBe(
      'range=month&stations=4%2C2&view=table',
    );
  });
  it('takes an entry in at the end, and out again', () => {
    expect(toggled([1, 2], 3)).toEqual([1, 2, 3]);
    expect(toggled([1, 2, 3], 2)).toEqual([1, 3]);
  });
});
