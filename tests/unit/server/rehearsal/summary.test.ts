import { expect, test } from 'vitest';
import type { RunReport, TwinEnd } from '../../../../src/server/rehearsal/job.ts';
import { summaryOf } from '../../../../src/server/rehearsal/summary.ts';

const passed = (rtuId: number, endedAfter: number): TwinEnd => ({
  rtuId,
  passed: true,
  cause: null,
  text: '',
  obstacle: null,
  endedAfter,
});
const failed = (rtuId: number, cause: TwinEnd['cause']): TwinEnd => ({
  ...passed(rtuId, 9000),
  passed: false,
  cause,
});
const run = (duration: number, stoppedAfter: number | null, ends: readonly TwinEnd[]): RunReport => ({
  duration,
  stoppedAfter,
  ends,
});

test('durations are summarised by median and extremes, causes by the majority of runs', () => {
  const summary = summaryOf([
    run(9000, null, [passed(1, 500), failed(2, 'late'), passed(3, 100)]),
    run(8000, 3, [passed(1, 300), failed(2, 'unanswered'), passed(3, 200)]),
    run(7000, null, [failed(1, 'late'), failed(2, 'late'), passed(3, 150)]),
  ]);
  expect(summary.duration).toEqual({ median: 8000, from: 7000, to: 9000 });
  expect(summary.stopped).toEqual({ runs: 1, after: { median: 3, from: 3, to: 3 } });
  expect(summary.devices).toMatchObject([
    { rtuId: 3, passed: 3, cause: null, lands: { median: 150 } },
    { rtuId: 1, passed: 2, cause: 'late', lands: { median: 300, from: 300, to: 500 } },
    { rtuId: 2, passed: 0, cause: 'late', lands: null },
  ]);
});
