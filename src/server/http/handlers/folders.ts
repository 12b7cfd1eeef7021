import * as contract from '../../../contract/sites/folders.ts';
import {
  createFolder,
  deleteFolders,
  type FolderBook,
  moveFolders,
  restoreFolders,
  updateFolder,
} from '../../folders/change.ts';
import { placeStations } from '../../folders/stations.ts';
import { canShare, listFolders } from '../../folders/store.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Folders of stations, and saved filters. */
export function folderHandlers({ storage, board, now }: Services): readonly Binding[] {
  const book: FolderBook = { storage, board, now };
  return [
    bind(contract.folders, async ({ viewer }) => ({
      folders: await listFolders(storage.db, viewer),
      canShare: canShare(viewer),
    })),
    bind(contract.createFolder, (by) => createFolder(book, by, by.body)),
    bind(contract.updateFolder, (by) => updateFolder(book, by, by.params.folderId, by.body)),
    bind(contract.moveFolders, (by) => moveFolders(book, by, by.body)),
    bind(contract.deleteFolders, (by) => deleteFolders(book, by, by.body)),
    bind(contract.restoreFolders, (by) => restoreFolders(book, by, by.body.folderIds)),
    bind(contract.placeStations, (by) => placeStations(book, by, by.body)),
  ];
}
