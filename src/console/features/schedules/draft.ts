/** A schedule as its form holds it: every field a text. Pure. */
import { languages } from '../../../base/messages.ts';
import { builtInTemplates, reportFormats } from '../../../base/report-words.ts';
import type { ScheduleJobKind } from '../../../base/schedule-words.ts';
import type { WorkflowArgument } from '../../../contract/workflows.ts';
import { type RunArguments, toField, toValue } from '../../components/arguments/argument-value.ts';
import type { RecurrenceBody, ScheduleBody, ScheduleJob, ScheduleView } from '../../state/schedules.ts';
import { clockOf } from './use-schedule-words.ts';

export interface ScheduleDraft extends Readonly<Record<string, string>> {
  readonly projectId: string;
  readonly name: string;
  readonly job: string;
  readonly script: string;
  readonly planId: string;
  readonly minutes: string;
  readonly ruleId: string;
  readonly table: string;
  readonly days: string;
  readonly format: string;
  readonly template: string;
  readonly languages: string;
  readonly formats: string;
  readonly kind: string;
  readonly time: string;
  readonly every: string;
  readonly weekdays: string;
  readonly day: string;
  readonly nth: string;
  readonly from: string;
  readonly until: string;
  readonly missed: string;
}

/** Field of a value that the script asks for: apart from the fields of the form itself. */
export const argumentField = (name: string): string => `argument ${name}`;

/** What a form begins with: a schedule as it is, or a new one of a project. */
export function draftOf(
  one: ScheduleView | null,
  given: { readonly projectId: number; readonly job: ScheduleJobKind; readonly language: string },
): ScheduleDraft {
  const fresh: ScheduleDraft = {
    ...{ projectId: String(given.projectId), name: '', job: given.job, script: '', planId: '' },
    ...{ minutes: '120', ruleId: '', table: 'latest', days: '7', format: 'xlsx', template: 'weekly' },
    ...{ languages: given.language, formats: 'pdf', kind: 'week', time: '06:00', every: '60' },
    ...{ weekdays: '1', day: '1', nth: '1', from: '', until: '', missed: 'once' },
  };
  if (one === null) return fresh;
  const { job, recurrence } = one;
  const known: Record<string, string> = {};
  for (const [name, value] of Object.entries(job))
    if (name !== 'kind' && name !== 'args') known[name] = Array.isArray(value) ? value.join() : String(value);
  if (job.kind === 'script')
    for (const [name, value] of Object.entries(job.args)) known[argumentField(name)] = toField(value);
  const { kind, time, every, weekdays, day, nth, from, until } = recurrence;
  return {
    ...fresh,
    ...known,
    ...{ projectId: String(one.projectId), name: one.name, job: job.kind, missed: one.missed },
    ...{ kind, time: clockOf(time), every: String(every ?? 60), weekdays: (weekdays ?? [1]).join() },
    ...{ day: String(day ?? 1), nth: String(nth ?? 1), from: from ?? '', until: until ?? '' },
  };
}

const listOf = (text: string) => text.split(',').filter((one) => one !== '');
const among = <T extends string>(all: readonly T[], chosen: string): T[] => {
  const wanted = listOf(chosen);
  return all.filter((one) => wanted.includes(one));
};
/** Minute of the day of `6:05` or `06:05`; null = no time of a day. */
export function minuteOf(text: string): number | null {
  const found = /^\s*(\d{1,2})[:：](\d{2})\s*$/.exec(text.normalize('NFKC'));
  if (found === null) return null;
  const [hour, minute] = [Number(found[1]), Number(found[2])];
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** When a draft says that it runs; null where its time is none. */
export function recurrenceOf(draft: ScheduleDraft): RecurrenceBody | null {
  const kind = draft.kind as RecurrenceBody['kind'];
  const time = kind === 'minutes' ? 0 : minuteOf(draft.time);
  if (time === null) return null;
  const span = {
    ...(draft.from === '' ? {} : { from: draft.from }),
    ...(draft.until === '' || kind === 'once' ? {} : { until: draft.until }),
  };
  switch (kind) {
    case 'minutes':
      return { kind, time, every: Number(draft.every), ...span };
    case 'week':
      return { kind, time, weekdays: listOf(draft.weekdays).map(Number), ...span };
    case 'month':
      return { kind, time, day: Number(draft.day), ...span };
    case 'nth':
      return {
        kind,
        time,
        nth: Number(draft.nth),
        weekdays: listOf(draft.weekdays).map(Number).slice(0, 1),
        ...span,
      };
    default:
      return { kind, time, ...span };
  }
}

/** Values that are given to a script; what is empty takes its default. */
export const argsOf = (draft: ScheduleDraft, declared: readonly WorkflowArgument[]): RunArguments =>
  Object.fromEntries(
    declared.flatMap((argument) => {
      const value = toValue(argument, draft[argumentField(argument.name)] ?? '');
      return value === undefined ? [] : [[argument.name, value]];
    }),
  );

/** What a draft runs. @param declared by the script that is chosen */
export function jobOf(draft: ScheduleDraft, declared: readonly WorkflowArgument[]): ScheduleJob {
  const days = Number(draft.days);
  switch (draft.job as ScheduleJobKind) {
    case 'script':
      return { kind: 'script', script: draft.script, args: argsOf(draft, declared) };
    case 'plan':
      return { kind: 'plan', planId: draft.planId, minutes: Number(draft.minutes) };
    case 'backTest':
      return { kind: 'backTest', ruleId: Number(draft.ruleId), days };
    case 'export':
      return {
        ...{ kind: 'export', days },
        table: draft.table as 'latest',
        format: draft.format as 'xlsx',
      };
    default:
      return {
        ...{ kind: 'report', days },
        template: among(builtInTemplates, draft.template)[0] ?? 'weekly',
        languages: among(languages, draft.languages),
        formats: among(reportFormats, draft.formats),
      };
  }
}

/** The first field that lacks something, before the server is asked; null = none. */
export function lackOf(draft: ScheduleDraft): keyof ScheduleDraft | null {
  const { job } = draft;
  if (draft.name.trim() === '') return 'name';
  if (job === 'script' && draft.script === '') return 'script';
  if (job === 'plan' && draft.planId === '') return 'planId';
  if (job === 'backTest' && draft.ruleId === '') return 'ruleId';
  if (job === 'report' && draft.languages === '') return 'languages';
  if (job === 'report' && draft.formats === '') return 'formats';
  if (draft.kind === 'once' && draft.from === '') return 'from';
  return null;
}

export const bodyOf = (
  draft: ScheduleDraft,
  recurrence: RecurrenceBody,
  declared: readonly WorkflowArgument[],
): ScheduleBody => ({
  projectId: Number(draft.projectId),
  name: draft.name,
  job: jobOf(draft, declared),
  recurrence,
  missed: draft.missed as ScheduleBody['missed'],
});
