/** A service account of the demo with two tokens: one that is used, and one that ends soon. */
import type { ServiceScope } from '../../contract/company/service-scopes.ts';
import { addServiceAccount } from '../../server/accounts/service/accounts.ts';
import { addServiceToken, ServiceTokens } from '../../server/accounts/service/tokens.ts';
import { readViewer } from '../../server/accounts/viewer.ts';
import type { Storage } from '../../server/storage/storage.ts';

const tokens: readonly { name: string; scopes: ServiceScope[]; days: number }[] = [
  { name: '省级平台上报', scopes: ['read'], days: 90 },
  { name: '夜间配置检查', scopes: ['read', 'propose', 'run'], days: 7 },
];

/** Makes it for the demo's first company, once; nobody is shown the tokens. */
export async function makeDemoServiceAccount(storage: Storage): Promise<void> {
  const { db } = storage;
  const known = await db.selectFrom('users').select('id').where('is_service', '=', 1).executeTakeFirst();
  const company = await db.selectFrom('companies').select('id').orderBy('id').executeTakeFirst();
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  const viewer = user === undefined ? null : await readViewer(storage, user.id);
  if (known !== undefined || company === undefined || viewer === null) return;
  const by = { viewer, address: '127.0.0.1' };
  const body = {
    accountName: 'data-exchange',
    purpose: '与省级平台交换数据',
    companyId: company.id,
    roleId: 2,
  };
  const service = new ServiceTokens(storage);
  const { id } = await addServiceAccount(service, by, body);
  for (const token of tokens) {
    const { token: secret } = await addServiceToken(service, by, id, token);
    // The first has been used.
    if (token === tokens[0]) await service.viewer(secret, '10.20.0.8');
  }
}
