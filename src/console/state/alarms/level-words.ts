import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { MessageId } from '../../../base/messages.ts';
import { levelWord } from '../../../derive/level-word.ts';
import { settings } from '../connection/settings.ts';
import { projectOfStation, useStations } from '../sites/stations.ts';

/** Whose level it is. Without a station, a project or a company that is known, the word is one that all share. */
export interface LevelOwner {
  readonly stationId?: number | undefined;
  readonly projectId?: number | undefined;
  readonly companyId?: number | null | undefined;
}

export type LevelWord = (rank: number, of?: LevelOwner) => string;

/**
 * The words of levels by their rank, 1 to 4, as the edition of the server names them or as the company does whose level
 * it is. Of several companies, a level that is nobody's own, such as one to filter by, has the word of the edition.
 */
export function useLevelWord(text: (id: MessageId) => string): LevelWord {
  const edition = useSnapshot(settings).value?.edition;
  const projects = useStations().data?.projects;
  return useMemo(() => {
    const all = projects ?? [];
    const isOne = new Set(all.map(({ companyId }) => companyId)).size === 1;
    const shared = isOne ? (all[0]?.levelWords ?? null) : null;
    return (rank, { stationId, projectId, companyId } = {}) => {
      const own = projectId ?? (stationId === undefined ? undefined : projectOfStation(stationId));
      const isOfCompany = companyId != null || own === undefined;
      const project = all.find((one) => (isOfCompany ? one.companyId === companyId : one.id === own));
      return levelWord(text, edition, rank, project === undefined ? shared : project.levelWords);
    };
  }, [text, edition, projects]);
}
