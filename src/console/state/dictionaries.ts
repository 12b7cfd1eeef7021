import { useQuery } from '@tanstack/react-query';
import type { DictionaryName } from '../../base/dictionaries.ts';
import { dictionaryChanges, dictionaryEntries } from '../../contract/dictionaries.ts';
import { request } from './connection/client.ts';

/** Under what dictionaries are cached. */
export const dictionariesKey = 'dictionaries';

/** Entries of a company's dictionary, those that are off too. `companyId` null: nothing is asked for. */
export function useDictionary(dictionary: DictionaryName, companyId: number | null) {
  return useQuery({
    queryKey: [dictionariesKey, dictionary, companyId],
    queryFn: ({ signal }) =>
      request(dictionaryEntries, {
        params: { dictionary },
        query: companyId === null ? {} : { companyId },
        signal,
      }),
    enabled: companyId !== null,
  });
}

/** Who changed what in it, the newest first. */
export function useDictionaryChanges(dictionary: DictionaryName, companyId: number) {
  return useQuery({
    queryKey: [dictionariesKey, dictionary, companyId, 'changes'],
    queryFn: ({ signal }) =>
      request(dictionaryChanges, { params: { dictionary }, query: { companyId }, signal }),
  });
}
