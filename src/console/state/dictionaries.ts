import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSnapshot } from 'valtio';
import type { DictionaryName } from '../../base/dictionaries.ts';
import { dictionaryChanges, dictionaryEntries } from '../../contract/sites/dictionaries.ts';
import { request } from './connection/client.ts';
import { preferences } from './preferences.ts';

/** Under what dictionaries are cached. */
export const dictionariesKey = 'dictionaries';

/**
 * Entries of a company's dictionary, those that are off too. `companyId` null: nothing is asked for; `'own'`: those of
 * the user's company, as they come with the product for who sees every company.
 */
export function useDictionary(dictionary: DictionaryName, companyId: number | 'own' | null) {
  return useQuery({
    queryKey: [dictionariesKey, dictionary, companyId],
    queryFn: ({ signal }) =>
      request(dictionaryEntries, {
        params: { dictionary },
        query: typeof companyId === 'number' ? { companyId } : {},
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

/** Words of an entry in the user's language; a code that has none stands for itself. */
export function useEntryWords(
  dictionary: DictionaryName,
  companyId: number | 'own' | null,
): (code: string) => string {
  const { language } = useSnapshot(preferences);
  const { data } = useDictionary(dictionary, companyId);
  return useCallback(
    (code) => data?.entries.find((entry) => entry.code === code)?.words[language] ?? code,
    [data, language],
  );
}
