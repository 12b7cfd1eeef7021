import { useSnapshot } from 'valtio';
import { useText } from '../../components/i18n.ts';
import { levelMessage } from '../../components/levels/level-shapes.ts';
import { settings } from '../../state/connection/settings.ts';

/** The word of a level by its rank, as the edition of the server names it. */
export function useLevelWord(): (rank: number) => string {
  const text = useText();
  const edition = useSnapshot(settings).value?.edition;
  return (rank) => text(levelMessage(edition, rank));
}
