import { createCompany, updateCompany } from '../../../contract/sites.ts';
import { FormFoot, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/connection/client.ts';
import { useSiteChange } from './use-sites.ts';

/** A company: made anew, or renamed. */
export function CompanyForm(props: {
  readonly company: { readonly id: number; readonly name: string } | null;
  readonly onMade: (id: number) => void;
}) {
  const { company, onMade } = props;
  const text = useText();
  const change = useSiteChange();
  const form = useForm({ name: company?.name ?? '' }, ({ name }) =>
    change(async () => {
      const body = { name: name.trim() };
      if (company !== null) await request(updateCompany, { params: { companyId: company.id }, body });
      else onMade((await request(createCompany, { body })).id);
    }),
  );
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('sites.company')}>
      <FormText form={form} name="name" label={text('sites.company.name')} />
      <FormFoot
        form={form}
        label={text(company === null ? 'sites.create' : 'sites.save')}
        disabled={!form.changed}
      />
    </form>
  );
}
