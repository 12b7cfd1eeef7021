import { useQuery } from '@tanstack/react-query';
import { type SheetId, sheetRuns } from '../../../contract/sheets.ts';
import { request } from '../../state/connection/client.ts';

/** What is fetched anew after an import, by its cache. */
export const sheetCache: Readonly<Record<SheetId, 'sites' | 'faults'>> = {
  ...{ stations: 'sites', parameters: 'sites', sensors: 'sites', baselines: 'sites' },
  cards: 'faults',
};

/** The last imports of a sheet, which can be taken back. */
export function useSheetRuns(sheet: SheetId) {
  return useQuery({
    queryKey: [sheetCache[sheet], 'sheets', sheet],
    queryFn: async ({ signal }) => (await request(sheetRuns, { params: { sheet }, signal })).runs,
  });
}
