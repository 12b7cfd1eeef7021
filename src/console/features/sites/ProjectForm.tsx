import { createProject, type SiteProject, updateProject } from '../../../contract/sites/sites.ts';
import { FormFoot, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { typedNumber } from '../../components/values/typed-number.ts';
import { request } from '../../state/connection/client.ts';
import { clockMinutes, clockText, notNumbers } from './numbers.ts';
import { useSiteChange } from './use-sites.ts';
import { ZoneField } from './ZoneField.tsx';

/** A project: the company it belongs to, its code in topics, its clock, and how long raw readings are kept. */
export function ProjectForm(props: {
  readonly project: SiteProject | null;
  readonly companyId: number;
  readonly companies: readonly { readonly id: number; readonly name: string }[];
  readonly onMade: (id: number) => void;
}) {
  const { project, companies, onMade } = props;
  const text = useText();
  const change = useSiteChange();
  const initial = {
    companyId: String(project?.companyId ?? props.companyId),
    code: project?.code ?? '',
    name: project?.name ?? '',
    timeZone: project?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    dayBoundary: clockText(project?.dayBoundary ?? 0),
    retentionDays: project?.retentionDays == null ? '' : String(project.retentionDays),
  };
  const form = useForm(initial, async (values) => {
    const dayBoundary = clockMinutes(values.dayBoundary);
    if (Number.isNaN(dayBoundary)) return { field: 'dayBoundary', sentence: text('form.clock') };
    const kept = values.retentionDays.trim();
    const wrong = kept === '' ? null : notNumbers(values, ['retentionDays'], text);
    if (wrong !== null) return wrong;
    const body = {
      companyId: Number(values.companyId),
      code: values.code.trim(),
      name: values.name.trim(),
      timeZone: values.timeZone.trim(),
      dayBoundary,
      retentionDays: kept === '' ? null : typedNumber(kept),
    };
    return change(async () => {
      if (project !== null) await request(updateProject, { params: { projectId: project.id }, body });
      else onMade((await request(createProject, { body })).id);
    });
  });
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('sites.project')}>
      <FormSelect
        form={form}
        name="companyId"
        label={text('sites.company')}
        options={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <div className="form__pair gap-12 grid">
        <FormText form={form} name="name" label={text('sites.project.name')} />
        <FormText
          form={form}
          name="code"
          label={text('sites.project.code')}
          hint={text('sites.project.codeHint')}
        />
      </div>
      <div className="form__pair gap-12 grid">
        <ZoneField form={form} />
        <FormText
          form={form}
          name="dayBoundary"
          label={text('sites.project.dayBoundary')}
          hint={text('sites.project.dayHint')}
        />
      </div>
      <FormText
        form={form}
        name="retentionDays"
        label={text('sites.project.retention')}
        hint={text('sites.project.retentionHint')}
      />
      <FormFoot
        form={form}
        label={text(project === null ? 'sites.create' : 'sites.save')}
        disabled={!form.changed}
      />
    </form>
  );
}
