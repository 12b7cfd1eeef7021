/** Changes of folders as the server is asked for them, each with what takes it back. */

import { groupBy } from '../../../base/group.ts';
import * as contract from '../../../contract/sites/folders.ts';
import { childrenOf } from '../../../domain/folders/tree.ts';
import { request } from '../../state/connection/client.ts';
import type { Folder } from '../../state/folders/folders.ts';
import { type ChosenNodes, type FolderTarget, type FolderTop, topOf } from './model.ts';

/** What takes a change back. `unwatch`: the user has said that rules may watch no more what leaves a folder. */
export type Undo = (unwatch: boolean) => Promise<unknown>;

const onTop = ({ share, companyId }: FolderTop) => ({ share, ...(companyId === null ? {} : { companyId }) });
const moveTo = (folderIds: readonly number[], { top, parentId, beforeId }: FolderTarget, unwatch: boolean) =>
  request(contract.moveFolders, {
    body: {
      folderIds: [...folderIds],
      parentId,
      beforeId,
      unwatch,
      ...(parentId === null ? onTop(top) : {}),
    },
  });
const place = (
  stationIds: readonly number[],
  fromId: number | null,
  toId: number | null,
  unwatch: boolean,
) =>
  stationIds.length === 0
    ? Promise.resolve()
    : request(contract.placeStations, { body: { stationIds: [...stationIds], fromId, toId, unwatch } });
const inOrder = async (steps: readonly Undo[], unwatch: boolean) => {
  for (const step of steps) await step(unwatch);
};

export async function create(
  name: string,
  top: FolderTop,
  parentId: number | null,
  filter?: contract.Folder['filter'],
): Promise<{ readonly id: number; readonly undo: Undo }> {
  const { id } = await request(contract.createFolder, {
    body: { name, parentId, ...(parentId === null ? onTop(top) : {}), filter: filter ?? null },
  });
  return { id, undo: (unwatch) => request(contract.deleteFolders, { body: { folderIds: [id], unwatch } }) };
}

export async function rename(folder: Folder, name: string): Promise<Undo> {
  const params = { folderId: folder.id };
  await request(contract.updateFolder, { params, body: { revision: folder.revision, name } });
  return () =>
    request(contract.updateFolder, { params, body: { revision: folder.revision + 1, name: folder.name } });
}

/** Deletes folders, and takes stations out of theirs. */
export async function remove({ folderIds, stations }: ChosenNodes, unwatch: boolean): Promise<Undo> {
  const taken = [...groupBy(stations, ({ folderId }) => folderId)].map(
    ([folderId, own]) => [folderId, own.map(({ stationId }) => stationId)] as const,
  );
  for (const [folderId, own] of taken) await place(own, folderId, null, unwatch);
  if (folderIds.length > 0)
    await request(contract.deleteFolders, { body: { folderIds: [...folderIds], unwatch } });
  return (again) =>
    inOrder(
      [
        ...(folderIds.length === 0
          ? []
          : [() => request(contract.restoreFolders, { body: { folderIds: [...folderIds] } })]),
        ...taken.map(
          ([folderId, own]) =>
            () =>
              place(own, null, folderId, false),
        ),
      ],
      again,
    );
}

/** Moves folders and stations; folders keep the order in which they are named. */
export async function move(
  { folderIds, stations }: ChosenNodes,
  target: FolderTarget,
  folders: readonly Folder[],
  unwatch: boolean,
): Promise<Undo> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const below = childrenOf(folders);
  const back: Undo[] = [];
  // The last one first: each then finds the one before which it stood.
  for (const id of folderIds.toReversed()) {
    const folder = byId.get(id);
    if (folder === undefined) continue;
    const beside = (below.get(folder.parentId) ?? []).filter(
      (other) => folder.parentId !== null || topOf(other).share === folder.share,
    );
    const next = beside[beside.findIndex((other) => other.id === id) + 1];
    back.push((again) =>
      moveTo([id], { top: topOf(folder), parentId: folder.parentId, beforeId: next?.id ?? null }, again),
    );
  }
  if (folderIds.length > 0) await moveTo(folderIds, target, unwatch);
  const { parentId } = target;
  if (parentId !== null) {
    const there = new Set(byId.get(parentId)?.stationIds);
    for (const [fromId, own] of groupBy(stations, ({ folderId }) => folderId)) {
      if (fromId === parentId) continue;
      const ids = own.map(({ stationId }) => stationId);
      await place(ids, fromId, parentId, unwatch);
      const fresh = ids.filter((id) => !there.has(id));
      back.push(async (again) => {
        await place(ids, null, fromId, again);
        await place(fresh, parentId, null, again);
      });
    }
  }
  return (again) => inOrder(back, again);
}

/** Puts stations into a folder, and takes others out of it. */
export async function keepStations(
  folder: Folder,
  put: readonly number[],
  taken: readonly number[],
  unwatch: boolean,
): Promise<Undo> {
  // First what may be refused: then nothing is half done.
  await place(taken, folder.id, null, unwatch);
  await place(put, null, folder.id, unwatch);
  return async (again) => {
    await place(taken, null, folder.id, again);
    await place(put, folder.id, null, again);
  };
}
