import { describe, expect, it } from 'vitest';
import { cycleReport } from '../../../../src/server/gateway/cycle-book.ts';

describe('what a status report says of cycles', () => {
  it.each([
    [60, 60],
    [1, 1],
    // Columns of cycles hold whole seconds: a device that says otherwise must not keep those of all others from being written.
    [0.5, 1],
    [0.2, 1],
    [59.6, 60],
    [366 * 86_400, 366 * 86_400],
    [366 * 86_400 + 1, null],
    [1e300, null],
    [Number.POSITIVE_INFINITY, null],
    [Number.NaN, null],
    [0, null],
    [-60, null],
    ['60', null],
    [null, null],
  ])('%s is %s s', (said, kept) => {
    expect(cycleReport(5, { sendCycle: said, collectionCycle: said })).toEqual({
      at: 5,
      sendCycle: kept,
      collectionCycle: kept,
    });
  });
});
