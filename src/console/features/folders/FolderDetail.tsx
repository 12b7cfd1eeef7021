import { useMemo } from 'react';
import { Link } from 'wouter';
import { folders as folderCommands } from '../../../../commands/folders.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import { addressOf } from '../../../contract/pages.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { ancestorsOf } from '../../../domain/folders/tree.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { useRules } from '../../state/alarm-rules.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import type { Folder, useFolderContents } from '../../state/folders/folders.ts';
import { useStations } from '../../state/sites/stations.ts';
import { pathOf } from './model.ts';
import { StandingLabel } from './StandingLabel.tsx';
import { StationRows } from './StationRows.tsx';

/** What a saved filter asks, in words. */
function FilterWords({ folder, folders }: { readonly folder: Folder; readonly folders: readonly Folder[] }) {
  const text = useText();
  const word = useLevelWord(text);
  const { data } = useStations();
  const { filter } = folder;
  if (filter === null) return null;
  const parts = [
    ...(filter.text === '' ? [] : [`“${filter.text}”`]),
    ...(filter.projectId === null
      ? []
      : [data?.projects.find(({ id }) => id === filter.projectId)?.name ?? text('folders.gone')]),
    ...(filter.kind === null ? [] : [text(kindMessage(kindByCode(filter.kind)?.id ?? 'none'))]),
    ...(filter.states.length === 0 ? [] : [filter.states.map((state) => text(`state.${state}`)).join(' / ')]),
    ...(filter.level === null
      ? []
      : [
          text('home.levelFrom', { level: word(filter.level, { projectId: filter.projectId ?? undefined }) }),
        ]),
    ...(filter.silentHours === null ? [] : [text('home.silentFor', { hours: filter.silentHours })]),
    ...(filter.folderId === null
      ? []
      : [folders.find(({ id }) => id === filter.folderId)?.name ?? text('folders.gone')]),
  ];
  return <p className="folders__filter text-12 dim">{parts.join(' · ')}</p>;
}

/** Alarm rules whose scope names the folder, or one that it is in: each leads to its rule. */
function Watching({ folder, folders }: { readonly folder: Folder; readonly folders: readonly Folder[] }) {
  const text = useText();
  const { data } = useRules();
  const byId = new Map(folders.map((one) => [one.id, one]));
  const within = [folder.id, ...ancestorsOf(byId, folder.id)];
  const own = (data ?? []).filter(({ definition }) =>
    (definition.scope.folders ?? []).some((id) => within.includes(id)),
  );
  if (own.length === 0) return null;
  return (
    <p className="folders__filter row wrap gap-8 text-12 dim">
      {text('folders.watching')}
      {own.map(({ id, name }) => (
        <Link key={id} className="link" href={`${addressOf('alarmRules')}?rule=${id}`}>
          {name}
        </Link>
      ))}
    </p>
  );
}

/** A folder or filter: how its stations are, which they are, and what can be done with it. */
export function FolderDetail(props: {
  readonly folder: Folder;
  readonly contents: ReturnType<typeof useFolderContents>;
  readonly stations: ReadonlyMap<number, StationSummary>;
}) {
  const { folder, contents, stations } = props;
  const text = useText();
  const inside = contents.contents.get(folder.id);
  const held = useMemo(() => [...(inside ?? [])].flatMap((id) => stations.get(id) ?? []), [inside, stations]);
  const permitted = usePermitted();
  const above = pathOf(contents.folders, folder).slice(0, -1);
  return (
    <section className="panel column fill" aria-label={folder.name}>
      <header className="panel__head">
        <h2 className="ellipsis">{folder.name}</h2>
        {above.length > 0 && <span className="dim text-12 ellipsis">{above.join(' / ')}</span>}
        <span className="grow" />
        <CommandButton
          command={folderCommands.show}
          args={{ folderId: folder.id }}
          icon="map"
          look="primary"
          label={text('folders.show')}
        />
      </header>
      <div className="folders__facts row wrap gap-8 padded">
        <StandingLabel standing={contents.standingOf(folder.id)} />
        <span className="dim text-12">
          {folder.share === 'own' ? text('folders.own') : text('folders.sharedBy', { name: folder.owner })}
        </span>
      </div>
      <FilterWords folder={folder} folders={contents.folders} />
      {folder.share === 'company' && permitted('alarm:event:view') && (
        <Watching folder={folder} folders={contents.folders} />
      )}
      {folder.canEdit && (
        <div className="folders__acts row wrap gap-8 padded">
          {folder.filter === null && (
            <>
              <CommandButton
                command={folderCommands.addStations}
                icon="map-pin"
                label={text('folders.stations')}
              />
              <CommandButton command={folderCommands.add} icon="plus" label={text('folders.new')} />
            </>
          )}
          <CommandButton command={folderCommands.rename} icon="pencil" label={text('folders.rename')} />
          <CommandButton command={folderCommands.moveTo} icon="folder-tree" label={text('folders.move')} />
          <CommandButton command={folderCommands.delete} icon="trash" label={text('folders.delete')} />
        </div>
      )}
      {held.length === 0 ? (
        <EmptyState
          icon="map-pin"
          title={text(folder.filter === null ? 'folders.empty' : 'folders.emptyNow')}
        >
          {text(folder.filter === null ? 'folders.emptyText' : 'folders.emptyNowText')}
        </EmptyState>
      ) : (
        <StationRows stations={held} />
      )}
    </section>
  );
}
