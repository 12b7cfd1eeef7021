import { useLocation, useSearch } from 'wouter';
import { pageAt } from '../../../contract/pages.ts';
import { type DeviceView, deviceViews, viewById } from '../../../derive/device-views/views.ts';
import type { CurveSpan } from '../../state/devices/views.ts';
import type { DeviceFilter } from './lines.ts';

/** What is looked at: all of it stands in the address, so that the tab keeps it. */
export interface Looked extends DeviceFilter {
  /** undefined = the address names a kind that there is none of. */
  readonly view: DeviceView | undefined;
  readonly as: 'table' | 'multiples';
  readonly span: CurveSpan;
  readonly scale: 'own' | 'common';
  /** As `ordered` takes it. */
  readonly sort: string;
}

const first = deviceViews.find(({ id }) => id === 'sensors');

/** What is looked at, and how it changes: names of the address with their values, an empty one goes. */
export function useView(): {
  readonly looked: Looked;
  readonly change: (changes: Readonly<Record<string, string>>, viewId?: string) => void;
} {
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const named = pageAt(path)?.parameters['view'];
  const project = search.get('project') ?? '';
  const looked: Looked = {
    view: named === undefined ? first : viewById(named),
    text: search.get('text') ?? '',
    projectId: /^\d{1,9}$/.test(project) ? Number(project) : null,
    condition: search.get('state') ?? '',
    as: search.get('as') === 'multiples' ? 'multiples' : 'table',
    span: search.get('span') === 'week' ? 'week' : 'day',
    scale: search.get('scale') === 'common' ? 'common' : 'own',
    sort: search.get('sort') ?? 'state',
  };
  const change = (changes: Readonly<Record<string, string>>, viewId?: string) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    const to = viewId === undefined ? path : `/devices/views/${viewId}`;
    navigate(next.size === 0 ? to : `${to}?${next}`, { replace: true });
  };
  return { looked, change };
}
