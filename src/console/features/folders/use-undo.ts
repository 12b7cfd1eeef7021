import { useRef, useState } from 'react';
import { folders as folderCommands } from '../../../../commands/folders.ts';
import { useOffer } from '../../components/screen.ts';
import type { Undo } from './changes.ts';

/** As many changes can be taken back. */
const most = 20;

/**
 * Offers to take changes back, the newest first.
 * @returns keeps how one more is taken back
 */
export function useUndo(
  attempt: (work: (unwatch: boolean) => Promise<void>) => Promise<unknown>,
): (undo: Undo) => void {
  const undos = useRef<Undo[]>([]);
  const [undoable, setUndoable] = useState(0);
  useOffer(
    folderCommands.undo,
    () => {
      const last = undos.current.pop();
      setUndoable(undos.current.length);
      if (last !== undefined) void attempt(async (unwatch) => void (await last(unwatch)));
    },
    { available: undoable > 0 ? true : 'folders.nothingToUndo' },
  );
  return (undo) => {
    undos.current = [...undos.current, undo].slice(-most);
    setUndoable(undos.current.length);
  };
}
