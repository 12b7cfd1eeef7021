import * as contract from '../../../contract/messages.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Messages of RTUs and sources. */
export function messageHandlers({ deviceMessages, now }: Services): readonly Binding[] {
  return [
    bind(contract.deviceMessages, ({ viewer, query, language }) =>
      deviceMessages.list(viewer, query, language),
    ),
    bind(contract.deviceMessage, ({ viewer, params, language }) =>
      deviceMessages.one(viewer, params.messageId, language),
    ),
    bind(contract.messageStores, async ({ viewer }) => ({
      stores: [...(await deviceMessages.stores(viewer))],
    })),
    bind(contract.saveMessageStore, async (by) => {
      await deviceMessages.save(by, by.params.companyId, by.body, now());
      return {};
    }),
  ];
}
