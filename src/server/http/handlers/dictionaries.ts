import * as contract from '../../../contract/sites/dictionaries.ts';
import { changesOf, companyMeant, entriesOf, saveEntry } from '../../dictionaries/entries.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Lists of words that forms choose from. */
export function dictionaryHandlers({ storage, now }: Services): readonly Binding[] {
  return [
    bind(contract.dictionaryEntries, async ({ viewer, params, query }) => ({
      entries: await entriesOf(storage.db, params.dictionary, companyMeant(viewer, query.companyId)),
    })),
    bind(contract.dictionaryChanges, ({ viewer, params, query }) =>
      changesOf(storage.db, viewer, params.dictionary, query.companyId),
    ),
    bind(contract.saveDictionaryEntry, (by) =>
      saveEntry(storage, by, by.params.dictionary, by.params.code, by.body, now()),
    ),
  ];
}
