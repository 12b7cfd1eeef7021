import { useSnapshot } from 'valtio';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { useDictionary } from '../../../state/dictionaries.ts';
import { preferences } from '../../../state/preferences.ts';
import { useStations } from '../../../state/sites/stations.ts';

/** Causes that a finding of the alarms can name, in the user's language; none where they are of several companies. */
export function useCauses(alarms: readonly AlarmView[]): readonly { value: string; label: string }[] {
  const { language } = useSnapshot(preferences);
  const { data: sites } = useStations();
  const projects = new Set(alarms.map(({ projectId }) => projectId));
  const companies = new Set(
    sites?.projects.filter(({ id }) => projects.has(id)).map(({ companyId }) => companyId),
  );
  const [only = null] = companies;
  const { data } = useDictionary('faultCause', companies.size === 1 ? only : null);
  return (data?.entries ?? [])
    .filter(({ enabled }) => enabled)
    .map(({ code, words }) => ({ value: code, label: words[language] }));
}
