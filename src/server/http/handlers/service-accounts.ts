import * as contract from '../../../contract/company/service-accounts.ts';
import {
  addServiceAccount,
  changeServiceAccount,
  readServiceAccounts,
} from '../../accounts/service/accounts.ts';
import { addServiceToken, endToken, renewToken } from '../../accounts/service/tokens.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Accounts of programs and their tokens. */
export function serviceAccountHandlers({ serviceTokens }: Services): readonly Binding[] {
  const { storage, now } = serviceTokens;
  return [
    bind(contract.serviceAccounts, ({ viewer }) => readServiceAccounts(storage.db, viewer, now())),
    bind(contract.createServiceAccount, (by) => addServiceAccount(serviceTokens, by, by.body)),
    bind(contract.updateServiceAccount, (by) =>
      changeServiceAccount(serviceTokens, by, by.params.serviceAccountId, by.body),
    ),
    bind(contract.createServiceToken, (by) =>
      addServiceToken(serviceTokens, by, by.params.serviceAccountId, by.body),
    ),
    bind(contract.renewServiceToken, (by) =>
      renewToken(serviceTokens, by, by.params.serviceTokenId, by.body),
    ),
    bind(contract.endServiceToken, (by) => endToken(serviceTokens, by, by.params.serviceTokenId)),
    bind(contract.self, async ({ viewer: { accountName, companyName, permissions, service } }) => ({
      accountName,
      companyName,
      permissions: [...permissions],
      token:
        service === undefined
          ? null
          : { name: service.name, scopes: [...service.scopes], expiresAt: service.expiresAt },
    })),
  ];
}
