import type { KeyboardEvent, MouseEvent } from 'react';
import { folders as folderCommands } from '../../../../commands/folders.ts';
import { useCommands } from '../../components/commands.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { VirtualTree } from '../../components/tree/VirtualTree.tsx';
import { useStationAlarms } from '../../state/alarms/marked.ts';
import type { useFolderContents } from '../../state/folders/folders.ts';
import { chosenOf, type FolderLine, targetAt } from './model.ts';
import { StandingLabel } from './StandingLabel.tsx';
import type { useActs } from './use-acts.ts';

const stepKeys: Readonly<Record<string, 'up' | 'down' | 'in' | 'out' | undefined>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};
/** Down to here of a line something is put before it, below into it. */
const upperPart = 0.3;

/** The tree of folders: drag or cut and paste, F2, Del, Ctrl+Z; Space and Ctrl+press mark several. */
export function FolderTree(props: {
  readonly lines: readonly FolderLine[];
  readonly chosen: string;
  readonly contents: ReturnType<typeof useFolderContents>;
  readonly acts: ReturnType<typeof useActs>;
  readonly onReach: (line: FolderLine) => void;
}) {
  const { lines, chosen, contents, acts } = props;
  const text = useText();
  const commands = useCommands();
  const alarms = useStationAlarms();
  const { folders, canShare } = contents;
  const onKey = (event: KeyboardEvent, line: FolderLine): boolean => {
    const { key, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const step = altKey && !isCommand ? stepKeys[key] : undefined;
    if (step !== undefined) commands.run(folderCommands.step, { direction: step }, 'key');
    else if (isCommand && key === 'x') commands.run(folderCommands.cut, {}, 'key');
    else if (isCommand && key === 'v') commands.run(folderCommands.paste, {}, 'key');
    else if (isCommand && key === 'z') commands.run(folderCommands.undo, {}, 'key');
    else if (isCommand || altKey) return false;
    else if (key === 'F2') commands.run(folderCommands.rename, {}, 'key');
    else if (key === 'Delete') commands.run(folderCommands.delete, {}, 'key');
    else if (key === 'Insert') commands.run(folderCommands.add, {}, 'key');
    else if (key === 'Escape' && acts.marked.size + acts.cut.size > 0)
      commands.run(folderCommands.unmark, {}, 'key');
    else if (key === ' ' && line.folder !== null)
      commands.run(folderCommands.mark, { node: line.name }, 'key');
    else return false;
    return true;
  };
  const onPress = (event: MouseEvent, line: FolderLine): boolean => {
    if (!(event.ctrlKey || event.metaKey) || line.folder === null) return false;
    commands.run(folderCommands.mark, { node: line.name }, 'button');
    return true;
  };
  const place = (line: FolderLine, share: number) => {
    const held = chosenOf(acts.isDragged.current, folders);
    const wanted = share < upperPart ? (['before', 'into'] as const) : (['into', 'before'] as const);
    return wanted.find((one) => targetAt(line, one, held, folders, canShare) !== null) ?? null;
  };
  return (
    <VirtualTree
      lines={lines}
      label={text('page.folders')}
      chosen={chosen}
      marked={acts.marked}
      act={(action, { name }, origin) => commands.run(folderCommands[action], { node: name }, origin)}
      onReach={props.onReach}
      onOther={(event, line) =>
        'key' in event ? onKey(event as KeyboardEvent, line) : onPress(event as MouseEvent, line)
      }
      lineClass={({ name }) => (acts.cut.has(name) ? 'is-cut' : '')}
      dragging={{
        may: ({ name }) => {
          const { folderIds, stations } = chosenOf([name], folders);
          return folderIds.length + stations.length > 0;
        },
        start: ({ name }) => {
          acts.isDragged.current = acts.marked.has(name) ? [...acts.marked] : [name];
        },
        over: place,
        drop: ({ name }, where) =>
          commands.run(folderCommands.drop, { to: name, before: where === 'before' }, 'button'),
      }}
      draw={({ label, top, folder, station }) => {
        if (station !== null) {
          const alarm = alarms.get(station.id);
          return (
            <>
              {alarm === undefined ? (
                <Glyph state={station.state} />
              ) : (
                <LevelGlyph rank={alarm.rank} hollow={!alarm.holds} />
              )}
              <span className="ellipsis">{label}</span>
            </>
          );
        }
        return (
          <>
            <Icon
              name={
                folder === null
                  ? top.share === 'own'
                    ? 'user'
                    : 'grid'
                  : folder.filter === null
                    ? 'folder-tree'
                    : 'search'
              }
            />
            <span className={`ellipsis grow ${folder === null ? 'stressed' : ''}`}>{label}</span>
            {folder !== null && <StandingLabel standing={contents.standingOf(folder.id)} brief />}
          </>
        );
      }}
    />
  );
}
