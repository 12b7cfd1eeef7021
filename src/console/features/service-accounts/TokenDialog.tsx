import {
  createServiceToken,
  renewServiceToken,
  type ServiceToken,
} from '../../../contract/company/service-accounts.ts';
import { type ServiceScope, serviceScopes } from '../../../contract/company/service-scopes.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormChecks, FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { serviceAccountsKey } from '../../state/session/service-accounts.ts';

/** A token that was just made: it is shown this once. */
export interface ShownToken {
  readonly tokenId: number;
  readonly token: string;
}

const times = ['7', '30', '90', '180', '366'] as const;
const overlaps = ['0', '1', '24', '168'] as const;

interface Props {
  readonly onClose: () => void;
  readonly onToken: (shown: ShownToken) => void;
}

/** Asks for the name, the scopes and the time of a new token. */
export function NewToken({ accountId, onClose, onToken }: Props & { readonly accountId: number }) {
  const text = useText();
  const change = useChange(serviceAccountsKey, text);
  const form = useForm({ name: '', scopes: 'read', days: '90' }, async ({ name, scopes, days }) => {
    const refused = await change(async () => {
      const chosen = scopes.split(',').filter(Boolean) as ServiceScope[];
      const body = { name: name.trim(), scopes: chosen, days: Number(days) };
      onToken(await request(createServiceToken, { params: { serviceAccountId: accountId }, body }));
    });
    if (refused === null) onClose();
    return refused;
  });
  const title = text('serviceAccounts.newToken');
  return (
    <FormDialog
      form={form}
      title={title}
      label={text('sites.create')}
      className="service-accounts__dialog"
      disabled={form.values.name.trim() === '' || form.values.scopes === ''}
      onClose={onClose}
    >
      <div className="form">
        <FormText
          form={form}
          name="name"
          label={text('serviceAccounts.tokenName')}
          hint={text('serviceAccounts.tokenNameHint')}
          autoComplete="off"
        />
        <FormChecks
          form={form}
          name="scopes"
          label={text('serviceAccounts.scopes')}
          options={serviceScopes.map((scope) => ({
            value: scope,
            label: text(`serviceAccounts.scopeText.${scope}`),
          }))}
        />
        <p className="dim text-12">{text('serviceAccounts.person')}</p>
        <FormSelect
          form={form}
          name="days"
          label={text('serviceAccounts.days')}
          options={times.map((days) => ({
            value: days,
            label: text('serviceAccounts.dayCount', { days: Number(days) }),
          }))}
        />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}

/** Asks how long the secret before a new one is good. */
export function RenewToken({ token, onClose, onToken }: Props & { readonly token: ServiceToken }) {
  const text = useText();
  const change = useChange(serviceAccountsKey, text);
  const form = useForm({ overlap: '24' }, async ({ overlap }) => {
    const refused = await change(async () => {
      const body = { overlapHours: Number(overlap) };
      onToken(await request(renewServiceToken, { params: { serviceTokenId: token.id }, body }));
    });
    if (refused === null) onClose();
    return refused;
  });
  return (
    <FormDialog
      form={form}
      title={text('serviceAccounts.renew', { name: token.name })}
      label={text('dataSources.renew')}
      onClose={onClose}
    >
      <div className="form">
        <p className="dim text-12">{text('dataSources.renewText')}</p>
        <FormSelect
          form={form}
          name="overlap"
          label={text('dataSources.overlap')}
          options={overlaps.map((hours) => ({
            value: hours,
            label:
              hours === '0' ? text('dataSources.overlapNone') : text('dataSources.overlapHours', { hours }),
          }))}
        />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
