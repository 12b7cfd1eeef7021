import { useState } from 'react';
import { folders as folderCommands } from '../../../../commands/folders.ts';
import { useOffer } from '../../components/screen.ts';
import type { FolderLine } from './model.ts';

/** Lines of the tree that are marked, or cut, by name. */
export function useMarks(lines: readonly FolderLine[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [cut, setCut] = useState<readonly string[]>([]);
  useOffer(
    folderCommands.mark,
    ({ node }) =>
      setMarked((before) => {
        const next = new Set(before);
        if (!next.delete(node)) next.add(node);
        return next;
      }),
    { choices: () => lines.slice(0, 500).map(({ name, label }) => ({ value: name, label })) },
  );
  useOffer(
    folderCommands.unmark,
    () => {
      setMarked(new Set());
      setCut([]);
    },
    { available: marked.size + cut.length > 0 ? true : 'folders.nothingChosen' },
  );
  return { marked, unmark: () => setMarked(new Set()), cut, setCut };
}
