/** What the list of the audit trail says of an entry. */
import { expect, it } from 'vitest';
import { shortDetail, subjectText } from '../../../../../src/console/features/audit/words.ts';

const text = ((id: string, params?: object) => `${id} ${JSON.stringify(params ?? {})}`) as Parameters<
  typeof shortDetail
>[1];

it('an ended run of a schedule is named, without the number of its sentence', () => {
  const detail = JSON.stringify({
    name: 'Daily "rates"',
    state: 'done',
    outcome: 'schedules.outcome.script',
  });
  expect(shortDetail({ action: 'schedule.ended', detail }, text)).toBe('Daily "rates"');
  expect(shortDetail({ action: 'schedule.ended', detail: 'as it was' }, text)).toBe('as it was');
  expect(shortDetail({ action: 'plan.create', detail }, text)).toBe(detail);
});

it.each([
  'schedule',
  'report',
  'run',
  'script',
  'dashboard',
  'folder',
  'station',
])('a %s that an entry concerns is called so', (kind) => {
  expect(subjectText({ subject: `${kind}:12` }, text)).toBe(`audit.subject.${kind} {"id":"12"}`);
});
it('what has no word is shown as it is kept', () => {
  expect(subjectText({ subject: 'mail:a@b.example' }, text)).toBe('mail:a@b.example');
});
