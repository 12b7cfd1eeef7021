import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ownKindDefinitions } from '../../../catalogue/own-kinds.ts';
import { loadChunk } from '../../components/chunks.ts';
import { useText } from '../../components/i18n.ts';
import { ownKindState } from '../../state/own-kinds.ts';

/** The script API as declarations, with the console's words in its hovers; empty until it is printed. */
export function useTypings(): string {
  const text = useText();
  const { kinds } = useSnapshot(ownKindState);
  const [typings, setTypings] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the definitions are those of the kinds
  useEffect(() => {
    let wanted = true;
    Promise.all([
      loadChunk(() => import('../../../script/typings/print.ts')),
      loadChunk(() => import('../../../script/guest/index.ts?declarations')),
    ]).then(
      ([{ printTypings }, { default: guest }]) =>
        wanted && setTypings(printTypings((id) => text(id), guest, ownKindDefinitions())),
      // Without them the editor still edits; the check before a run reports what is wrong.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [text, kinds]);
  return typings;
}
