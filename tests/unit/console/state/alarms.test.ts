// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mergeAlarms, type OpenAlarms, takeAlarms } from '../../../../src/console/state/alarms/alarms.ts';
import { queries } from '../../../../src/console/state/sites/stations.ts';
import { alarm, answered, closed } from '../features/alarms/alarms.ts';

const key = ['alarms', 'open'];
const open = (...alarms: OpenAlarms['alarms']): OpenAlarms => ({
  alarms,
  closedToday: 3,
  behind: 0,
  lastEventId: '1',
});
const kept = () => queries.getQueryData<OpenAlarms>(key);

describe('alarms that changed', () => {
  it('take the places of what was known of them; new ones are added', () => {
    const untouched = alarm({ id: 2 });
    const merged = mergeAlarms(open(alarm({ id: 1 }), untouched), [
      alarm({ id: 1, revision: 2, answer: answered }),
      alarm({ id: 3 }),
    ]);
    expect(merged.alarms.map(({ id, revision }) => [id, revision])).toEqual([
      [1, 2],
      [2, 1],
      [3, 1],
    ]);
    expect(merged.alarms[1]).toBe(untouched);
  });
  it('of an older revision change nothing', () => {
    const merged = mergeAlarms(open(alarm({ revision: 5, answer: answered })), [alarm({ revision: 4 })]);
    expect(merged.alarms[0]?.answer).toEqual(answered);
  });
  it('are counted as they close and open again; a row that was there stays until the list is fetched', () => {
    const gone = mergeAlarms(open(alarm()), [alarm({ revision: 2, closed })]);
    expect(gone.closedToday).toBe(4);
    expect(gone.alarms).toHaveLength(1);
    const back = mergeAlarms(gone, [alarm({ revision: 3 })]);
    expect(back.closedToday).toBe(3);
    expect(mergeAlarms(open(), [alarm({ closed })])).toEqual(open());
  });
});

describe('alarms that the stream brings', () => {
  let asked: unknown[];
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    asked = [];
    vi.spyOn(queries, 'invalidateQueries').mockImplementation((of) => {
      asked.push(of?.queryKey);
      return Promise.resolve();
    });
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.restoreAllMocks();
    vi.useRealTimers();
    queries.clear();
  });

  it('are in the list at once; their timelines are fetched, histories once it is quiet', () => {
    queries.setQueryData(key, open(alarm()));
    takeAlarms([alarm({ revision: 2, answer: answered })]);
    expect(kept()?.alarms[0]?.answer).toEqual(answered);
    expect(asked).toEqual([['alarms', 'one', 1]]);
    vi.advanceTimersByTime(1499);
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(asked).toEqual([
      ['alarms', 'one', 1],
      ['alarms', 'history'],
      ['alarms', 'health'],
    ]);
  });
  it('make no list where none was fetched', () => {
    takeAlarms([alarm()]);
    expect(kept()).toBeUndefined();
  });
});
