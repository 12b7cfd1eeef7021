import {
  createServiceAccount,
  type ServiceAccount,
  updateServiceAccount,
} from '../../../contract/company/service-accounts.ts';
import { FormFoot, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { session } from '../../state/connection/session.ts';
import { type ServiceAccounts, serviceAccountsKey } from '../../state/session/service-accounts.ts';

/** A service account: its name, what it is for, its company and the role that bounds its tokens. */
export function AccountForm(props: {
  readonly account: ServiceAccount | null;
  readonly data: ServiceAccounts;
  readonly onMade: (id: number) => void;
}) {
  const { account, data, onMade } = props;
  const text = useText();
  const change = useChange(serviceAccountsKey, text);
  const first = data.companies[0]?.id ?? '';
  const initial = {
    accountName: account?.accountName ?? '',
    purpose: account?.purpose ?? '',
    companyId: String(account === null ? first : (account.companyId ?? '')),
    roleId: String(account?.roleId ?? data.roles.at(-1)?.id ?? ''),
  };
  const form = useForm(initial, (values) => {
    const rights = {
      purpose: values.purpose,
      companyId: values.companyId === '' ? null : Number(values.companyId),
      roleId: Number(values.roleId),
    };
    return change(async () => {
      if (account === null) {
        const body = { accountName: values.accountName.trim(), ...rights };
        onMade((await request(createServiceAccount, { body })).id);
      } else
        await request(updateServiceAccount, {
          params: { serviceAccountId: account.id },
          body: { ...rights, disabled: account.disabled },
        });
    });
  });
  const everyCompany = session.user?.companyId === null;
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('serviceAccounts.account')}>
      {account === null && (
        <FormText form={form} name="accountName" label={text('login.account')} autoComplete="off" />
      )}
      <FormText
        form={form}
        name="purpose"
        label={text('serviceAccounts.purpose')}
        hint={text('serviceAccounts.purposeHint')}
        autoComplete="off"
      />
      <div className="form__pair gap-12 grid">
        <FormSelect
          form={form}
          name="companyId"
          label={text('sites.company')}
          options={[
            ...(everyCompany ? [{ value: '', label: text('users.everyCompany') }] : []),
            ...data.companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <FormSelect
          form={form}
          name="roleId"
          label={text('users.role')}
          options={data.roles.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </div>
      <FormFoot
        form={form}
        label={text(account === null ? 'sites.create' : 'sites.save')}
        look={account === null ? 'primary' : 'plain'}
        disabled={!form.changed}
      />
    </form>
  );
}
