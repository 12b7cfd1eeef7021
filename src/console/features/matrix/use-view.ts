import { useLocation, useSearch } from 'wouter';
import { type StationState, stationStates } from '../../../domain/station-state.ts';
import { type Only, onlys } from './lines.ts';
import { type Sheet, sheetById } from './sheets.ts';

/** What is looked at: all of it stands in the address, so that the tab keeps it. */
export interface MatrixView {
  readonly sheet: Sheet;
  readonly text: string;
  readonly projectId: number | null;
  readonly kind: number | null;
  readonly state: StationState | null;
  readonly only: Only | null;
  /** `station`, `differences`, or the id of a field. */
  readonly sort: string;
}

const numberOf = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);

/** The view, and how it changes: names of the address with their values, an empty one goes. */
export function useView(): {
  readonly view: MatrixView;
  readonly change: (changes: Readonly<Record<string, string>>) => void;
} {
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const view: MatrixView = {
    sheet: sheetById(search.get('sheet')),
    text: search.get('text') ?? '',
    projectId: numberOf(search.get('project')),
    kind: numberOf(search.get('kind')),
    state: stationStates.find((one) => one === search.get('state')) ?? null,
    only: onlys.find((one) => one === search.get('only')) ?? null,
    sort: search.get('sort') ?? 'station',
  };
  const change = (changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    navigate(next.size === 0 ? path : `${path}?${next}`, { replace: true });
  };
  return { view, change };
}
