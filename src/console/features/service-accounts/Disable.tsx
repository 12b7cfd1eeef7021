import { useState } from 'react';
import { services as commandsOf } from '../../../../commands/services.ts';
import { type ServiceAccount, updateServiceAccount } from '../../../contract/company/service-accounts.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import type { FormRefusal } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { serviceAccountsKey } from '../../state/session/service-accounts.ts';

/** Keeps a service account out, or lets it in again; its tokens stay as they are. */
export function Disable({ account }: { readonly account: ServiceAccount }) {
  const text = useText();
  const change = useChange(serviceAccountsKey, text);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const run = async (disabled: boolean) => {
    const { id, purpose, companyId, roleId } = account;
    const body = { purpose, companyId, roleId, disabled };
    setRefused(await change(() => request(updateServiceAccount, { params: { serviceAccountId: id }, body })));
  };
  useOffer(commandsOf.disable, () => setAsked(true), { available: !account.disabled });
  useOffer(commandsOf.enable, () => run(false), { available: account.disabled });
  return (
    <div className="form">
      <FormProblem problem={refused?.sentence ?? null} />
      <div className="form__foot row wrap gap-8">
        {account.disabled ? (
          <CommandButton command={commandsOf.enable} label={text('serviceAccounts.enable')} />
        ) : (
          <CommandButton command={commandsOf.disable} look="danger" label={text('serviceAccounts.disable')} />
        )}
      </div>
      {asked && (
        <Confirm
          question={text('serviceAccounts.disableAsk', { name: account.accountName })}
          confirm={text('serviceAccounts.disable')}
          onAnswer={(yes) => {
            setAsked(false);
            if (yes) void run(true);
          }}
        />
      )}
    </div>
  );
}
