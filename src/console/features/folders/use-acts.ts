import { useRef, useState } from 'react';
import { folders as folderCommands } from '../../../../commands/folders.ts';
import { callOf } from '../../../command/command.ts';
import type { Text } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import type { useFolderContents } from '../../state/folders/folders.ts';
import { notify } from '../../state/notices.ts';
import * as changes from './changes.ts';
import { chosenOf, type FolderLine, type FolderTarget, stepOf, targetAt, topName } from './model.ts';
import { type FolderChange, useAsking } from './use-asking.ts';
import { useMarks } from './use-marks.ts';
import { useUndo } from './use-undo.ts';

/** A dialog over the page: the name of a new folder or another one of a folder, where to, which stations. */
export type FolderDialog = 'add' | 'rename' | 'moveTo' | 'stations' | null;

/** What can be done with lines of the tree. The line that is acted on is the one where the keys stand. */
export function useActs(props: {
  readonly text: Text;
  readonly contents: ReturnType<typeof useFolderContents>;
  readonly lines: readonly FolderLine[];
  readonly at: FolderLine | undefined;
  readonly goTo: (name: string) => void;
}) {
  const { text, contents, lines, at, goTo } = props;
  const { folders, canShare } = contents;
  const [dialog, setDialog] = useState<FolderDialog>(null);
  const { marked, unmark, cut, setCut } = useMarks(lines);
  const dragged = useRef<readonly string[]>([]);
  const { change, question } = useAsking(text);
  const attempt = async (work: FolderChange) => {
    const refused = await change(work);
    if (refused !== null) notify('error', refused.sentence);
    return refused;
  };
  const keepUndo = useUndo(attempt);

  /** The line, with all that are marked where it is one of them. */
  const namesOf = (line: FolderLine | undefined): readonly string[] =>
    line === undefined ? [] : marked.size > 0 ? [...marked] : [line.name];
  const done = (undo: changes.Undo, sentence: string) => {
    keepUndo(undo);
    unmark();
    notify('success', sentence, null, null, callOf(folderCommands.undo));
  };
  const moveNames = (names: readonly string[], target: FolderTarget | null) =>
    attempt(async (unwatch) => {
      const chosen = chosenOf(names, folders);
      const count = chosen.folderIds.length + chosen.stations.length;
      if (target === null || count === 0) return;
      done(await changes.move(chosen, target, folders, unwatch), text('folders.moved', { count }));
    });

  const own = chosenOf(namesOf(at), folders);
  const canChange = own.folderIds.length + own.stations.length > 0;
  const folder = at?.station === null ? at.folder : null;
  const mayAdd =
    at !== undefined &&
    (folder === null
      ? at.station === null && (at.top.share === 'own' || canShare)
      : folder.canEdit && folder.filter === null);
  const why = canChange ? true : 'folders.nothingChosen';
  useOffer(folderCommands.add, () => setDialog('add'), { available: mayAdd ? true : 'folders.notHere' });
  useOffer(folderCommands.rename, () => setDialog('rename'), {
    available: folder?.canEdit === true ? true : 'folders.nothingChosen',
  });
  useOffer(folderCommands.addStations, () => setDialog('stations'), {
    available: folder?.canEdit === true && folder.filter === null ? true : 'folders.nothingChosen',
  });
  useOffer(folderCommands.moveTo, () => setDialog('moveTo'), { available: why });
  useOffer(
    folderCommands.delete,
    () =>
      void attempt(async (unwatch) => {
        const count = own.folderIds.length + own.stations.length;
        const sentence = own.folderIds.length === 0 ? 'folders.takenOut' : 'folders.deleted';
        done(await changes.remove(own, unwatch), text(sentence, { count }));
        const parent = at?.station === null ? at.folder?.parentId : at?.folder?.id;
        if (at !== undefined) goTo(parent == null ? topName(at.top) : `folder:${parent}`);
      }),
    { available: why },
  );
  useOffer(folderCommands.cut, () => setCut(namesOf(at)), { available: why });
  useOffer(
    folderCommands.paste,
    () => {
      const target =
        at === undefined ? null : targetAt(at, 'into', chosenOf(cut, folders), folders, canShare);
      if (target === null) notify('warning', text('folders.notHere'));
      else void moveNames(cut, target).then((refused) => refused === null && setCut([]));
    },
    { available: cut.length > 0 ? true : 'folders.nothingCut' },
  );
  useOffer(
    folderCommands.step,
    ({ direction }) =>
      folder === null
        ? undefined
        : void moveNames([`folder:${folder.id}`], stepOf(folder, direction, folders)),
    { available: folder?.canEdit === true ? true : 'folders.nothingChosen' },
  );
  useOffer(folderCommands.drop, ({ to, before }) => {
    const line = lines.find(({ name }) => name === to);
    if (line === undefined) return;
    const chosen = chosenOf(dragged.current, folders);
    void moveNames(dragged.current, targetAt(line, before ? 'before' : 'into', chosen, folders, canShare));
  });
  return {
    question,
    ...{ dialog, setDialog, marked, cut: new Set(cut), done, change, own, folder, moveNames, namesOf },
    isDragged: dragged,
  };
}
