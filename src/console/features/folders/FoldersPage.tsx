import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { folders as folderCommands } from '../../../../commands/folders.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { SearchField } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useNow } from '../../state/connection/clock.ts';
import { refusal } from '../../state/connection/refused.ts';
import { useFolderContents } from '../../state/folders/folders.ts';
import { asOf, useStations } from '../../state/sites/stations.ts';
import * as changes from './changes.ts';
import { MoveDialog, NameDialog, StationsOfFolder } from './dialogs.tsx';
import { FolderDetail } from './FolderDetail.tsx';
import { FolderTree } from './FolderTree.tsx';
import {
  type FolderLine,
  type FolderTop,
  folderLines,
  folderName,
  possibleParents,
  topName,
} from './model.ts';
import { useActs } from './use-acts.ts';

/** Tops of the tree that the user sees: their own, and of each company that shares, or could, its own. */
function useTops(contents: ReturnType<typeof useFolderContents>) {
  const text = useText();
  const { data } = useStations();
  const { folders } = contents;
  return useMemo(() => {
    const names = new Map(
      (data?.projects ?? []).map(({ companyId, companyName }) => [companyId, companyName]),
    );
    const ids = new Set<number | null>([
      ...names.keys(),
      ...folders.flatMap(({ share, companyId }) => (share === 'company' ? [companyId] : [])),
    ]);
    const shared = [...ids].map((companyId): FolderTop & { label: string } => ({
      share: 'company',
      companyId,
      label:
        companyId === null
          ? text('folders.platform')
          : ids.size === 1
            ? text('folders.shared')
            : text('folders.sharedIn', { company: names.get(companyId) ?? '' }),
    }));
    return [{ share: 'own' as const, companyId: null, label: text('folders.mine') }, ...shared];
  }, [data, folders, text]);
}

/** Folders of stations and saved filters. What is open is in the address. */
export function FoldersPage({ folderId }: { readonly folderId: number | null }) {
  const text = useText();
  const [, navigate] = useLocation();
  const now = useNow(10_000);
  const contents = useFolderContents();
  const { query, folders } = contents;
  const { data } = useStations();
  const [wanted, setWanted] = useState('');
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [reached, setReached] = useState('');
  const tops = useTops(contents);
  const stations = useMemo(
    () => new Map((data?.stations ?? []).map((station) => [station.id, asOf(station, now)])),
    [data, now],
  );
  const folder = folders.find(({ id }) => id === folderId);
  const lines = useMemo(() => {
    const open = new Map<string, boolean>();
    const byId = new Map(folders.map((one) => [one.id, one]));
    for (let above = folder?.parentId ?? null; above !== null; above = byId.get(above)?.parentId ?? null)
      open.set(folderName(above), true);
    return folderLines({
      ...{ folders, tops, stations, contents: contents.contents, wanted },
      unfolded: (name) => folds.get(name) ?? open.get(name),
    });
  }, [folders, tops, stations, contents.contents, wanted, folds, folder]);
  const chosen = folderId === null ? '' : folderName(folderId);
  const at =
    lines.find(({ name }) => name === reached) ?? lines.find(({ name }) => name === chosen) ?? lines[0];
  const goTo = (name: string) => {
    setReached(name);
    const [type, id] = name.split(':');
    navigate(type === 'folder' ? `/folders/${id}` : '/folders');
  };
  const acts = useActs({ text, contents, lines, at, goTo });
  const choices = () =>
    lines
      .slice(0, 500)
      .map(({ name, label, depth }) => ({ value: name, label: `${'\u2003'.repeat(depth)}${label}` }));
  useOffer(
    folderCommands.choose,
    ({ node }) => {
      const [type, id, stationId] = node.split(':');
      if (type === 'station') navigate(`/station/${stationId}/latest`);
      else {
        setReached(node);
        navigate(type === 'folder' ? `/folders/${id}` : '/folders');
      }
    },
    { choices },
  );
  useOffer(
    folderCommands.fold,
    ({ node }) => {
      const line = lines.find(({ name }) => name === node);
      if (line?.open != null) setFolds((before) => new Map(before).set(node, !line.open));
    },
    { choices },
  );
  if (query.error !== null && query.data === undefined)
    return (
      <FailedState
        title={text('folders.failed')}
        reason={refusal(query.error, text).sentence}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data === undefined || data === undefined) return <LoadingRows rows={12} />;
  const look = (line: FolderLine | undefined) => (line?.station === null ? line.folder : null);
  const parent = look(at);
  return (
    <div className="split split--tree folders">
      <section className="panel split__list">
        <header className="panel__head">
          <h2>{text('page.folders')}</h2>
          <span className="grow" />
          <CommandButton command={folderCommands.undo} icon="undo" iconOnly />
          <CommandButton command={folderCommands.add} icon="plus" label={text('folders.new')} />
        </header>
        <div className="split__tools">
          <SearchField label={text('folders.find')} value={wanted} onChange={setWanted} />
        </div>
        {lines.length === 0 ? (
          <EmptyState icon="search" title={text('home.noMatch.title')} />
        ) : (
          <FolderTree
            lines={lines}
            chosen={chosen}
            contents={contents}
            acts={acts}
            onReach={({ name }) => setReached(name)}
          />
        )}
      </section>
      <div className="split__detail folders__detail column">
        {folder === undefined ? (
          <EmptyState
            icon="folder-tree"
            title={text(folderId === null ? 'folders.begin' : 'folders.notFound')}
            actions={
              <CommandButton command={folderCommands.add} look="primary" label={text('folders.new')} />
            }
          >
            {text('folders.beginText')}
          </EmptyState>
        ) : (
          <FolderDetail folder={folder} contents={contents} stations={stations} />
        )}
      </div>
      {acts.dialog === 'add' && at !== undefined && (
        <NameDialog
          title={text('command.folders.add')}
          name=""
          label={text('folders.create')}
          onClose={() => acts.setDialog(null)}
          onSave={(name) =>
            acts.change(async () => {
              const made = await changes.create(name, at.top, parent?.id ?? null);
              setFolds((before) =>
                new Map(before).set(parent === null ? topName(at.top) : folderName(parent.id), true),
              );
              acts.done(made.undo, text('folders.created', { name: name.trim() }));
              goTo(folderName(made.id));
            })
          }
        />
      )}
      {acts.dialog === 'rename' && acts.folder !== null && acts.folder !== undefined && (
        <NameDialog
          title={text('command.folders.rename')}
          name={acts.folder.name}
          label={text('folders.rename')}
          onClose={() => acts.setDialog(null)}
          onSave={(name) =>
            acts.change(async () => {
              if (acts.folder != null)
                acts.done(
                  await changes.rename(acts.folder, name),
                  text('folders.renamed', { name: name.trim() }),
                );
            })
          }
        />
      )}
      {acts.dialog === 'moveTo' && (
        <MoveDialog
          folders={folders}
          parents={possibleParents(folders, acts.own.folderIds)}
          tops={
            acts.own.stations.length > 0
              ? []
              : tops
                  .filter(({ share }) => share === 'own' || contents.canShare)
                  .map((top) => ({ name: topName(top), label: top.label }))
          }
          onClose={() => acts.setDialog(null)}
          onMove={(to) => {
            const target = folders.find(({ id }) => folderName(id) === to);
            const top = tops.find((one) => topName(one) === to) ??
              at?.top ?? { share: 'own' as const, companyId: null };
            return acts.moveNames(acts.namesOf(at), { top, parentId: target?.id ?? null, beforeId: null });
          }}
        />
      )}
      {acts.dialog === 'stations' && acts.folder !== null && acts.folder !== undefined && (
        <StationsOfFolder
          folder={acts.folder}
          onClose={() => acts.setDialog(null)}
          onSave={(put, taken) =>
            acts.change(async (unwatch) => {
              if (acts.folder != null && put.length + taken.length > 0)
                acts.done(
                  await changes.keepStations(acts.folder, put, taken, unwatch),
                  text('folders.stationsChanged', { name: acts.folder.name }),
                );
            })
          }
        />
      )}
      {acts.question !== null && (
        <Confirm
          question={acts.question.sentence}
          confirm={text('folders.unwatchAnyway')}
          onAnswer={acts.question.answer}
        />
      )}
    </div>
  );
}
