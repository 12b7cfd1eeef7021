import * as contract from '../../../contract/company/setup.ts';
import { setUp, setupNeeded } from '../../accounts/setup.ts';
import { type Binding, bindPublic } from '../bind.ts';
import { rememberDevice } from '../device-cookie.ts';
import type { Services } from '../services.ts';

/** The first start. */
export function setupHandlers({ storage, login, broker }: Services): readonly Binding[] {
  return [
    bindPublic(contract.setupState, async () =>
      (await setupNeeded(storage)) ? { needed: true, broker: broker() } : { needed: false },
    ),
    bindPublic(contract.setup, async ({ body, address, request, reply }) => {
      const loginToken = await setUp(login, { ...body, address });
      await rememberDevice(login, body.accountName, request, reply);
      return { loginToken };
    }),
  ];
}
