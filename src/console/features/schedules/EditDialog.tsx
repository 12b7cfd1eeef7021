import { type ReactNode, useEffect } from 'react';
import { languages } from '../../../base/messages.ts';
import { builtInTemplates, reportFormats } from '../../../base/report-words.ts';
import {
  missedChoices,
  recurrences,
  type ScheduleJobKind,
  scheduleBounds,
  scheduleJobs,
} from '../../../base/schedule-words.ts';
import { nextTimes, problemOf } from '../../../domain/schedules/recurrence.ts';
import { ArgumentField } from '../../components/arguments/ArgumentField.tsx';
import { toField } from '../../components/arguments/argument-value.ts';
import { MomentField } from '../../components/fields/MomentField.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormChecks, FormSelect, FormText } from '../../components/form/fields.tsx';
import { type Form, type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useRules } from '../../state/alarm-rules.ts';
import { usePlans } from '../../state/plans/plans.ts';
import { preferences } from '../../state/preferences.ts';
import type { ScheduleBody, ScheduleView } from '../../state/schedules.ts';
import { useArgumentSources } from '../../state/scripts/argument-sources.ts';
import { declaredBy, scriptName, useDeclared, useScripts } from '../../state/scripts/scripts.ts';
import { argumentField, bodyOf, draftOf, lackOf, recurrenceOf, type ScheduleDraft } from './draft.ts';
import { useScheduleWords } from './use-schedule-words.ts';
import '../../components/fields/fields.css';

const tables = ['latest', 'alarms', 'devices'] as const;
const fileFormats = ['xlsx', 'csv'] as const;
const nths = ['1', '2', '3', '4', '-1'] as const;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const shownNext = 5;

interface Of {
  readonly form: Form<ScheduleDraft>;
}

/** A choice whose first line says that nothing is chosen yet. */
const withNone = (
  value: string,
  options: readonly { readonly value: string; readonly label: string }[],
  none: string,
) => (value === '' ? [{ value: '', label: none }, ...options] : options);

function ScriptField({ form }: Of) {
  const text = useText();
  const { data } = useScripts();
  const sources = useArgumentSources(text);
  const declared = useDeclared(form.values.script);
  // What the script itself states stands there already, and can be changed.
  useEffect(() => {
    for (const { name, default: own } of declared ?? [])
      if (own !== undefined && form.values[argumentField(name)] === undefined)
        form.set(argumentField(name), toField(own));
  }, [declared, form]);
  const language = preferences.language;
  const options = [
    ...(data?.scripts ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...(data?.library ?? []).map(({ id, title }) => ({
      value: `library-${id}`,
      label: title?.[language] ?? id,
    })),
  ];
  return (
    <>
      <FormSelect
        form={form}
        name="script"
        label={text('schedules.job.script')}
        options={withNone(form.values.script, options, text('schedules.choose'))}
      />
      {declared?.map((argument) => (
        <ArgumentField
          key={argument.name}
          form={form}
          argument={argument}
          sources={sources}
          name={argumentField(argument.name)}
        />
      ))}
      <p className="text-12 dim">{text('schedules.script.note')}</p>
    </>
  );
}

function PlanField({ form }: Of) {
  const text = useText();
  const { data } = usePlans();
  const options = (data?.plans ?? [])
    .filter(({ state, id }) => state === 'paused' || state === 'applying' || id === form.values.planId)
    .map(({ id, title }) => ({ value: id, label: title }));
  return (
    <>
      <FormSelect
        form={form}
        name="planId"
        label={text('argument.plan')}
        options={withNone(form.values.planId, options, text('schedules.choose'))}
      />
      <FormText form={form} name="minutes" label={text('schedules.window')} />
      <p className="text-12 dim">{text('schedules.plan.note')}</p>
    </>
  );
}

function RuleField({ form }: Of) {
  const text = useText();
  const { data } = useRules();
  const options = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormSelect
      form={form}
      name="ruleId"
      label={text('argument.rule')}
      options={withNone(form.values.ruleId, options, text('schedules.choose'))}
    />
  );
}

function ExportFields({ form }: Of) {
  const text = useText();
  return (
    <>
      <FormSelect
        form={form}
        name="table"
        label={text('schedules.table')}
        options={tables.map((value) => ({ value, label: text(`schedules.table.${value}`) }))}
      />
      <FormSelect
        form={form}
        name="format"
        label={text('argument.format')}
        options={fileFormats.map((value) => ({ value, label: value }))}
      />
    </>
  );
}

function ReportFields({ form }: Of) {
  const text = useText();
  return (
    <>
      <FormSelect
        form={form}
        name="template"
        label={text('reports.template')}
        options={builtInTemplates.map((value) => ({ value, label: text(`reports.template.${value}`) }))}
      />
      <FormChecks
        form={form}
        name="languages"
        label={text('reports.languages')}
        options={languages.map((value) => ({ value, label: text(`language.${value}`) }))}
      />
      <FormChecks
        form={form}
        name="formats"
        label={text('reports.formats')}
        options={reportFormats.map((value) => ({ value, label: text(`reports.format.${value}`) }))}
      />
    </>
  );
}

const jobFields: Readonly<Record<ScheduleJobKind, (props: Of) => ReactNode>> = {
  script: ScriptField,
  plan: PlanField,
  backTest: RuleField,
  export: ExportFields,
  report: ReportFields,
};

function DayField({ form, name, label }: Of & { readonly name: 'from' | 'until'; readonly label: string }) {
  const error = form.error(name);
  return (
    <div>
      <span className="field__label">{label}</span>
      <MomentField
        label={label}
        precision="day"
        value={form.values[name]}
        invalid={error !== null}
        onChange={(value) => form.set(name, value)}
      />
      {error !== null && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  );
}

/** When it runs, with the next times that follow from it. */
function WhenFields({ form, zone, now }: Of & { readonly zone: string; readonly now: number }) {
  const text = useText();
  const format = useFormat();
  const words = useScheduleWords();
  const { kind } = form.values;
  const rule = recurrenceOf(form.values);
  const problem = rule === null ? null : problemOf(rule, zone, now, scheduleBounds.minutes);
  const next = rule === null || problem !== null ? [] : nextTimes(rule, zone, now, shownNext);
  const days = weekdays.map((day) => ({ value: String(day), label: words.weekday(day) }));
  return (
    <>
      <FormSelect
        form={form}
        name="kind"
        label={text('schedules.when')}
        options={recurrences.map((value) => ({ value, label: text(`schedules.kind.${value}`) }))}
      />
      {kind === 'minutes' && (
        <FormSelect
          form={form}
          name="every"
          label={text('schedules.every')}
          options={scheduleBounds.minutes.map((every) => ({
            value: String(every),
            label: words.often({ kind: 'minutes', time: 0, every }),
          }))}
        />
      )}
      {kind === 'week' && (
        <FormChecks form={form} name="weekdays" label={text('schedules.weekdays')} options={days} />
      )}
      {kind === 'nth' && (
        <>
          <FormSelect
            form={form}
            name="nth"
            label={text('schedules.nth')}
            options={nths.map((value) => ({ value, label: text(`schedules.nth.${value}`) }))}
          />
          <FormSelect form={form} name="weekdays" label={text('schedules.weekday')} options={days} />
        </>
      )}
      {kind === 'month' && <FormText form={form} name="day" label={text('schedules.dayOfMonth')} />}
      {kind !== 'minutes' && (
        <FormText
          form={form}
          name="time"
          label={text('schedules.time', { zone: format.offset(zone, now) })}
        />
      )}
      <DayField form={form} name="from" label={text(kind === 'once' ? 'schedules.day' : 'schedules.from')} />
      {kind !== 'once' && <DayField form={form} name="until" label={text('schedules.until')} />}
      <p className="text-12 num" role="status">
        {rule === null
          ? text('schedules.badTime')
          : problem !== null
            ? text(`schedules.bad.${problem.reason}`, { zone })
            : `${text('schedules.nextTimes', { zone: format.offset(zone, now) })}: ${next
                .map((at) => format.time(at, zone, 'dayTime'))
                .join(', ')}`}
      </p>
    </>
  );
}

/** Asks what is to be run, and when. */
export function EditDialog(props: {
  /** Null = a new one. */
  readonly one: ScheduleView | null;
  readonly job: ScheduleJobKind;
  readonly projects: readonly { readonly id: number; readonly name: string; readonly timeZone: string }[];
  readonly projectId: number;
  readonly now: number;
  readonly onSave: (body: ScheduleBody) => Promise<FormRefusal | null>;
  readonly onClose: () => void;
}) {
  const { one, job, projects, projectId, now, onSave, onClose } = props;
  const text = useText();
  const form = useForm(
    draftOf(one, { projectId, job, language: preferences.language }),
    async (draft): Promise<FormRefusal | null> => {
      const lack = lackOf(draft);
      if (lack !== null) return { field: String(lack), sentence: text('bound.required') };
      const rule = recurrenceOf(draft);
      if (rule === null) return { field: 'time', sentence: text('schedules.badTime') };
      const asked = draft.job === 'script' ? await declaredBy(scriptName(draft.script)) : [];
      const refused = await onSave(bodyOf(draft, rule, asked ?? []));
      if (refused === null) onClose();
      return refused;
    },
  );
  const zone = projects.find(({ id }) => String(id) === form.values.projectId)?.timeZone ?? 'UTC';
  const Fields = jobFields[form.values.job as ScheduleJobKind];
  const looksBack = !['script', 'plan'].includes(form.values.job);
  return (
    <FormDialog
      form={form}
      title={text(one === null ? 'schedules.add.title' : 'schedules.edit.title')}
      label={text('schedules.save')}
      className="schedules__dialog"
      onClose={onClose}
    >
      <div className="form scroll">
        <FormText form={form} name="name" label={text('schedules.name')} />
        <FormSelect
          form={form}
          name="projectId"
          label={text('sites.project')}
          options={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <FormSelect
          form={form}
          name="job"
          label={text('schedules.what')}
          options={scheduleJobs.map((value) => ({ value, label: text(`schedules.job.${value}`) }))}
        />
        <Fields form={form} />
        {looksBack && <FormText form={form} name="days" label={text('schedules.days')} />}
        <WhenFields form={form} zone={zone} now={now} />
        <FormSelect
          form={form}
          name="missed"
          label={text('schedules.ifMissed')}
          options={missedChoices.map((value) => ({ value, label: text(`schedules.missed.${value}`) }))}
        />
      </div>
    </FormDialog>
  );
}
