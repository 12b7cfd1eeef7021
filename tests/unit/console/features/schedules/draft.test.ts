/** The form of a schedule: what is read from it is what it was filled with, and what it lacks is named. */
import { describe, expect, it } from 'vitest';
import {
  argsOf,
  argumentField,
  bodyOf,
  draftOf,
  lackOf,
  minuteOf,
  recurrenceOf,
} from '../../../../../src/console/features/schedules/draft.ts';
import type { ScheduleJob, ScheduleView } from '../../../../../src/console/state/schedules.ts';
import type { WorkflowArgument } from '../../../../../src/contract/workflows.ts';

const given = { projectId: 3, job: 'script', language: 'en' } as const;
const plan = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const jobs: readonly ScheduleJob[] = [
  { kind: 'script', script: 'library-clock-audit-and-sync', args: { limit: 5, names: ['a', 'b'] } },
  { kind: 'plan', planId: plan, minutes: 90 },
  { kind: 'backTest', ruleId: 4, days: 30 },
  { kind: 'export', table: 'alarms', days: 14, format: 'csv' },
  { kind: 'report', template: 'monthly', days: 31, languages: ['zh-chs', 'ja'], formats: ['pdf', 'xlsx'] },
];
const declared: readonly WorkflowArgument[] = [
  { name: 'limit', type: 'number' },
  { name: 'names', type: 'stations' },
] as never;
const recurrences: readonly ScheduleView['recurrence'][] = [
  { kind: 'once', time: 75, from: '2026-12-01' },
  { kind: 'minutes', time: 0, every: 120 },
  { kind: 'week', time: 0, weekdays: [1, 4], until: '2027-01-31' },
  { kind: 'month', time: 1439, day: 31, from: '2026-12-01', until: '2027-01-31' },
  { kind: 'nth', time: 540, nth: -1, weekdays: [7] },
];
const viewOf = (job: ScheduleJob, recurrence: ScheduleView['recurrence']): ScheduleView => ({
  ...{ id: 1, projectId: 2, name: 'night', missed: 'skip', companyId: 1, projectName: 'P', timeZone: 'UTC' },
  ...{ revision: 1, enabled: true, by: 'a', about: '', dueAt: null, last: null, canEdit: true },
  ...{ job, recurrence },
});

describe('a form of a schedule', () => {
  it.each(
    jobs.flatMap((job) => recurrences.map((recurrence) => [job, recurrence] as const)),
  )('gives back what it was opened with: %j %j', (job, recurrence) => {
    const draft = draftOf(viewOf(job, recurrence), given);
    const rule = recurrenceOf(draft);
    expect(lackOf(draft)).toBeNull();
    expect(rule).toEqual(recurrence);
    expect(bodyOf(draft, rule ?? recurrence, declared)).toEqual({
      ...{ projectId: 2, name: 'night', missed: 'skip', job, recurrence },
    });
  });

  it('gives a script what is filled in, and leaves what is empty to its defaults', () => {
    const [script] = jobs;
    const draft = draftOf(viewOf(script as ScheduleJob, recurrences[0] as never), given);
    const [limit, names] = [argumentField('limit'), argumentField('names')];
    expect([draft[limit], draft[names]]).toEqual(['5', 'a\nb']);
    expect(argsOf({ ...draft, [limit]: '7.5' }, declared)).toEqual({ limit: 7.5, names: ['a', 'b'] });
    expect(argsOf({ ...draft, [limit]: ' ', [names]: '' }, declared)).toEqual({});
    // Another script is given what it asks for itself.
    expect(argsOf(draft, [])).toEqual({});
  });

  it('names what a new one lacks', () => {
    const fresh = draftOf(null, given);
    expect(lackOf(fresh)).toBe('name');
    const named = { ...fresh, name: ' x ' };
    expect(lackOf(named)).toBe('script');
    expect(lackOf({ ...named, job: 'plan' })).toBe('planId');
    expect(lackOf({ ...named, job: 'backTest' })).toBe('ruleId');
    expect(lackOf({ ...named, job: 'export' })).toBeNull();
    expect(lackOf({ ...named, job: 'report', languages: '' })).toBe('languages');
    expect(lackOf({ ...named, job: 'report', formats: '' })).toBe('formats');
    expect(lackOf({ ...named, job: 'export', kind: 'once' })).toBe('from');
  });

  it.each([
    ['0:00', 0],
    ['06:05', 365],
    ['２３：５９', 1439],
    [' 7:30 ', 450],
    ['24:00', null],
    ['12:60', null],
    ['7', null],
    ['', null],
  ])('reads the time %j', (text, minute) => {
    expect(minuteOf(text)).toBe(minute);
    expect(recurrenceOf({ ...draftOf(null, given), time: text })?.time ?? null).toBe(minute);
  });
});
