import { useId } from 'react';
import { form as formCommands } from '../../../../commands/form.ts';
import { reports as reportCommands } from '../../../../commands/reports.ts';
import { type Language, languages } from '../../../base/messages.ts';
import { type BuiltInTemplate, type ReportFormat, reportFormats } from '../../../base/report-words.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { MomentField } from '../../components/fields/MomentField.tsx';
import { Select } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import type { KeptTemplate } from '../../state/reports.ts';
import { Templates } from './Templates.tsx';

/** What is asked for, as it is typed. */
export interface DraftReport {
  /** `weekly`, or the number of a template of one's own. */
  readonly template: string;
  readonly projectId: number;
  /** 0 = all of the project. */
  readonly stationId: number;
  /** Days, `2026-11-14`. */
  readonly from: string;
  readonly to: string;
  readonly languages: readonly Language[];
  readonly formats: readonly ReportFormat[];
}

export const keyOf = ({ id, builtIn }: KeptTemplate): string => (id === null ? (builtIn ?? '') : String(id));

/** The list without what it had, or with what it lacked, in the order of all; the last one stays. */
function toggled<T extends string>(all: readonly T[], chosen: readonly T[], value: string): readonly T[] {
  const next = all.filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one)));
  return next.length === 0 ? chosen : next;
}

function Ticks<T extends string>(props: {
  readonly label: string;
  readonly chosen: readonly T[];
  readonly options: readonly { readonly value: T; readonly label: string }[];
  /** One that is chosen is left out, another one is added. */
  readonly onToggle: (value: T) => void;
}) {
  return (
    <fieldset className="segmented" aria-label={props.label}>
      {props.options.map(({ value, label }) => {
        const isOn = props.chosen.includes(value);
        return (
          <button key={value} type="button" aria-pressed={isOn} onClick={() => props.onToggle(value)}>
            {label}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Template, days, stations, languages and formats of a report. */
export function RequestForm(props: {
  readonly draft: DraftReport;
  readonly templates: readonly KeptTemplate[];
  readonly projects: readonly {
    readonly id: number;
    readonly name: string;
    readonly companyId: number;
    readonly timeZone: string;
  }[];
  /** True where the user may make reports and templates. */
  readonly canMake: boolean;
  readonly stations: readonly { readonly id: number; readonly code: string; readonly name: string }[];
  readonly refused: { readonly field: string | null; readonly sentence: string } | null;
  readonly now: number;
  readonly onChange: (draft: Partial<DraftReport>) => void;
}) {
  const { draft, templates, projects, stations, refused, onChange } = props;
  const text = useText();
  const format = useFormat();
  const nameOf = ({ template }: KeptTemplate) =>
    template.name === '' ? text(`reports.template.${template.period as BuiltInTemplate}`) : template.name;
  const project = projects.find(({ id }) => id === draft.projectId);
  const template = templates.find((one) => keyOf(one) === draft.template);
  const problem = (...fields: readonly string[]) =>
    refused !== null && fields.includes(refused.field ?? '') ? (
      <p className="field__error" role="alert">
        <Icon name="circle-alert" />
        {refused.sentence}
      </p>
    ) : null;
  const of = useId();
  const commands = useCommands();
  const changes: Readonly<Record<string, (value: string) => Partial<DraftReport>>> = {
    template: (value) => ({ template: value }),
    project: (value) => ({ projectId: Number(value), stationId: 0 }),
    station: (value) => ({ stationId: Number(value) }),
    language: (value) => ({ languages: toggled(languages, draft.languages, value) }),
    format: (value) => ({ formats: toggled(reportFormats, draft.formats, value) }),
  };
  useOffer(
    formCommands.set,
    ({ field, value }) => {
      const change = changes[field]?.(value);
      if (change !== undefined) onChange(change);
    },
    { of },
  );
  const choose = (field: string) => (value: string) => commands.run(formCommands.set, { of, field, value });
  const isElsewhere =
    refused !== null && !['from', 'to', 'stationIds', 'projectId'].includes(refused.field ?? '');
  return (
    <div className="rform column gap-12">
      <div>
        <span className="field__label">{text('reports.template')}</span>
        <Select
          label={text('reports.template')}
          value={draft.template}
          options={templates.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
          onChange={choose('template')}
        />
        {template !== undefined && (
          <Permit needs="report:document:make">
            <Templates
              template={template}
              name={nameOf(template)}
              canMake={props.canMake}
              companyId={project?.companyId ?? null}
              onChoose={(chosen) => onChange({ template: chosen })}
            />
          </Permit>
        )}
      </div>
      <div>
        <span className="field__label">{text('sites.project')}</span>
        <Select
          label={text('sites.project')}
          value={String(draft.projectId)}
          options={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={choose('project')}
        />
      </div>
      <div>
        <span className="field__label">{text('reports.stations')}</span>
        <Select
          label={text('reports.stations')}
          value={String(draft.stationId)}
          options={[
            { value: '0', label: text('reports.allStations', { count: stations.length }) },
            ...stations.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` })),
          ]}
          onChange={choose('station')}
        />
        {problem('stationIds', 'projectId')}
      </div>
      <div>
        <span className="field__label">
          {text('reports.period')}{' '}
          <span className="faint num">
            {project === undefined ? '' : format.offset(project.timeZone, props.now)}
          </span>
        </span>
        <div className="row gap-6 wrap">
          <MomentField
            label={text('reports.firstDay')}
            precision="day"
            value={draft.from}
            onChange={(from) => onChange({ from })}
          />
          <span aria-hidden="true">–</span>
          <MomentField
            label={text('reports.lastDay')}
            precision="day"
            value={draft.to}
            onChange={(to) => onChange({ to })}
          />
        </div>
        {problem('from', 'to')}
      </div>
      <div>
        <span className="field__label">{text('reports.languages')}</span>
        <Ticks
          label={text('reports.languages')}
          chosen={draft.languages}
          options={languages.map((value) => ({ value, label: text(`language.${value}`) }))}
          onToggle={choose('language')}
        />
      </div>
      <div>
        <span className="field__label">{text('reports.formats')}</span>
        <Ticks
          label={text('reports.formats')}
          chosen={draft.formats}
          options={reportFormats.map((value) => ({ value, label: text(`reports.format.${value}`) }))}
          onToggle={choose('format')}
        />
      </div>
      {template !== undefined && (
        <div>
          <span className="field__label">
            {text('reports.sections')} <span className="num">{template.template.sections.length}</span>
          </span>
          <ol className="rsections">
            {template.template.sections.map(({ type, heading }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sections are shown as the template has them
              <li key={index}>{type === 'text' && heading ? heading : text(`reports.section.${type}`)}</li>
            ))}
          </ol>
        </div>
      )}
      {isElsewhere && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {refused.sentence}
        </p>
      )}
      <CommandButton command={reportCommands.make} look="primary" icon="file" />
    </div>
  );
}
