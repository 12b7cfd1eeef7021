import { useMemo } from 'react';
import { everywhere, type RuleWords, ruleWords } from '../../../derive/rule-words/words.ts';
import { pathNames } from '../../../domain/folders/tree.ts';
import { useText } from '../../components/i18n.ts';
import { type RuleTarget, useScopeTargets } from '../../state/alarm-rules.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { useEntryWords } from '../../state/dictionaries.ts';
import { useFolders } from '../../state/folders/folders.ts';
import { useStations } from '../../state/sites/stations.ts';

export interface NamedThing {
  readonly id: number;
  readonly name: string;
  readonly note: string;
  /** The company that it belongs to; null = not known. */
  readonly companyId: number | null;
}

/** A rule in the user's words, with what they are made of. */
export interface UserRuleWords extends RuleWords {
  readonly projects: readonly NamedThing[];
  readonly stations: readonly (NamedThing & { readonly projectId: number })[];
  readonly companies: readonly NamedThing[];
  /** Folders that companies share, with what they stand in. */
  readonly folders: readonly NamedThing[];
  /** Every sensor that the user may see, and every RTU. */
  readonly sensors: readonly RuleTarget[];
  readonly rtus: readonly RuleTarget[];
}

/**
 * A rule in words of the user's language, edition and sites, and of the company that it is of, where that is known. One
 * and the same while these stand.
 */
export function useRuleWords(companyId?: number | null): UserRuleWords {
  const text = useText();
  const word = useLevelWord(text);
  const label = useEntryWords('label', companyId ?? 'own');
  const { data } = useStations();
  const shared = useFolders().data?.folders;
  const sensors = useScopeTargets({ of: 'sensor', scope: everywhere }).targets;
  const rtus = useScopeTargets({ of: 'rtu', scope: everywhere }).targets;
  return useMemo(() => {
    const projects = (data?.projects ?? []).map(({ id, name, code, companyId }) => ({
      ...{ id, name, companyId },
      note: code,
    }));
    const companyOf = new Map(projects.map(({ id, companyId }) => [id, companyId]));
    const stations = (data?.stations ?? []).map(({ id, code, name, projectId }) => ({
      ...{ id, name: code, note: name, projectId },
      companyId: companyOf.get(projectId) ?? null,
    }));
    const names = new Map((data?.projects ?? []).map((one) => [one.companyId, one.companyName]));
    const companies = [...names].map(([id, name]) => ({ id, name, note: '', companyId: id }));
    const byId = new Map((shared ?? []).map((one) => [one.id, one]));
    const folders = [...byId.values()]
      .filter(({ share, filter }) => share === 'company' && filter === null)
      .map(({ id, companyId: own }) => ({
        ...{ id, note: '', companyId: own },
        name: pathNames(byId, id).join(' / '),
      }));
    const all = { projects, stations, folders, sensors: sensors ?? [], rtus: rtus ?? [] };
    const level = (rank: number) => word(rank, { companyId });
    return { ...ruleWords(text, { ...all, level, label }), ...all, companies };
  }, [text, word, label, companyId, data, shared, sensors, rtus]);
}
