/** The tree of folders as lines: whose they are, what is in them, and where something may go. */
import type { FolderShare } from '../../../base/bounds/folders.ts';
import { compareNatural } from '../../../base/natural-order.ts';
import type { Folder } from '../../../contract/sites/folders.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { childrenOf, subtreeOf, topmost, whyNotInto } from '../../../domain/folders/tree.ts';
import { foldText } from '../../components/tree/tree-keys.ts';
import type { DropPlace, ShownLine } from '../../components/tree/VirtualTree.tsx';

/** On top of the tree: one's own folders, or those that a company shares (null = who sees every company). */
export interface FolderTop {
  readonly share: FolderShare;
  readonly companyId: number | null;
}
export interface FolderLine extends ShownLine {
  readonly top: FolderTop;
  /** The folder that it is, or that a station stands in; null = the line is on top. */
  readonly folder: Folder | null;
  /** Not null: the line is a station. */
  readonly station: StationSummary | null;
}

export const topName = ({ share, companyId }: FolderTop) =>
  share === 'own' ? 'own' : `company:${companyId ?? 0}`;
export const folderName = (id: number) => `folder:${id}`;
const stationName = (folderId: number, stationId: number) => `station:${folderId}:${stationId}`;
export const topOf = ({ share, companyId }: Folder): FolderTop => ({
  share,
  companyId: share === 'own' ? null : companyId,
});

interface Asked {
  readonly folders: readonly Folder[];
  readonly tops: readonly (FolderTop & { readonly label: string })[];
  readonly stations: ReadonlyMap<number, StationSummary>;
  readonly contents: ReadonlyMap<number, ReadonlySet<number>>;
  readonly unfolded: (name: string) => boolean | undefined;
  readonly wanted: string;
}

/** Lines in sight: what is unfolded, or while words are looked for what has all of them, with what it stands in. */
export function folderLines({
  folders,
  tops,
  stations,
  contents,
  unfolded,
  wanted,
}: Asked): readonly FolderLine[] {
  const words = foldText(wanted).split(/\s+/).filter(Boolean);
  const isSearch = words.length > 0;
  const has = (label: string) => {
    const target = foldText(label);
    return words.every((word) => target.includes(word));
  };
  const below = childrenOf(folders);
  const lines: FolderLine[] = [];
  const stationLines = (folder: Folder, top: FolderTop, depth: number, all: boolean) => {
    const ids = folder.filter === null ? folder.stationIds : (contents.get(folder.id) ?? []);
    const held = [...ids]
      .flatMap((id) => stations.get(id) ?? [])
      .filter(({ code, name, sn }) => all || has(`${code} ${name} ${sn ?? ''}`))
      .sort((a, b) => compareNatural(a.code, b.code));
    const from = lines.length;
    for (const station of held)
      lines.push({
        ...{ name: stationName(folder.id, station.id), depth, label: `${station.code} ${station.name}` },
        ...{ open: null, place: lines.length - from + 1, beside: held.length, top, folder, station },
      });
    return held.length;
  };
  const walk = (list: readonly Folder[], top: FolderTop, depth: number, isUnder: boolean): number => {
    const kept: number[] = [];
    for (const folder of list) {
      const at = lines.length;
      const name = folderName(folder.id);
      const isFound = isUnder || has(folder.name);
      const said = unfolded(name);
      const line = { name, depth, label: folder.name, place: 0, beside: 0, top, folder, station: null };
      lines.push({ ...line, open: null });
      const isWanted = isSearch || said === true;
      const inside = isWanted ? walk(below.get(folder.id) ?? [], top, depth + 1, isSearch && isFound) : 0;
      const held = isWanted
        ? stationLines(folder, top, depth + 1, !isSearch || (isFound && said === true))
        : 0;
      if (isSearch && !isFound && inside + held === 0) {
        lines.length = at;
        continue;
      }
      const hasAny = (below.get(folder.id)?.length ?? 0) > 0 || (contents.get(folder.id)?.size ?? 0) > 0;
      const isOpen = isSearch ? (said ?? inside + held > 0) : said === true;
      if (!isOpen) lines.length = at + 1;
      lines[at] = { ...line, open: hasAny ? isOpen : null };
      kept.push(at);
    }
    kept.forEach((at, index) => {
      const line = lines[at];
      if (line !== undefined) lines[at] = { ...line, place: index + 1, beside: kept.length };
    });
    return kept.length;
  };
  tops.forEach((top, index) => {
    const at = lines.length;
    const name = topName(top);
    const own = (below.get(null) ?? []).filter((folder) => topName(topOf(folder)) === name);
    const line = {
      name,
      depth: 0,
      label: top.label,
      place: index + 1,
      beside: tops.length,
      top,
      folder: null,
    };
    lines.push({ ...line, station: null, open: null });
    const isOpen = isSearch || unfolded(name) !== false;
    if (isOpen) walk(own, top, 1, false);
    lines[at] = { ...line, station: null, open: own.length === 0 ? null : isOpen };
  });
  return lines;
}

/** What something is done to: folders, and stations by the folder that they stand in. */
export interface ChosenNodes {
  readonly folderIds: readonly number[];
  readonly stations: readonly { readonly folderId: number; readonly stationId: number }[];
}

/** What names of lines stand for; what a saved filter lists stands in it by itself and cannot be taken. */
export function chosenOf(names: Iterable<string>, folders: readonly Folder[]): ChosenNodes {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const folderIds: number[] = [];
  const stations: { folderId: number; stationId: number }[] = [];
  for (const name of names) {
    const [type, id, stationId] = name.split(':');
    if (type === 'folder' && byId.get(Number(id))?.canEdit === true) folderIds.push(Number(id));
    if (type === 'station' && byId.get(Number(id))?.filter === null)
      stations.push({ folderId: Number(id), stationId: Number(stationId) });
  }
  return { folderIds: topmost(byId, folderIds), stations };
}

/** Where something goes. */
export interface FolderTarget {
  readonly top: FolderTop;
  /** null = on top. */
  readonly parentId: number | null;
  /** Folders go before this one; null = to the end. */
  readonly beforeId: number | null;
}

/** Where what is put at a line goes; null = it cannot go there. */
export function targetAt(
  line: FolderLine,
  place: DropPlace,
  chosen: ChosenNodes,
  folders: readonly Folder[],
  canShare: boolean,
): FolderTarget | null {
  const { top, folder, station } = line;
  if (station !== null && place === 'before') return null;
  if (folder === null) {
    if (place === 'before' || chosen.stations.length > 0 || (top.share === 'company' && !canShare))
      return null;
    return { top, parentId: null, beforeId: null };
  }
  if (place === 'before') {
    if (chosen.stations.length > 0) return null;
    const parentId = folder.parentId;
    const parent = folders.find(({ id }) => id === parentId);
    const mayHere = parent === undefined ? top.share === 'own' || canShare : parent.canEdit;
    if (!mayHere || whyNotInto(folders, chosen.folderIds, parentId) !== null) return null;
    return { top, parentId, beforeId: folder.id };
  }
  if (folder.filter !== null || !folder.canEdit || station !== null) return null;
  if (whyNotInto(folders, chosen.folderIds, folder.id) !== null) return null;
  return { top, parentId: folder.id, beforeId: null };
}

/** Where a folder goes by one step; null = it cannot. */
export function stepOf(
  folder: Folder,
  direction: 'up' | 'down' | 'in' | 'out',
  folders: readonly Folder[],
): FolderTarget | null {
  const top = topOf(folder);
  const beside = (childrenOf(folders).get(folder.parentId) ?? []).filter(
    (other) => topName(topOf(other)) === topName(top),
  );
  const at = beside.findIndex(({ id }) => id === folder.id);
  const { parentId } = folder;
  if (direction === 'up') {
    const before = beside[at - 1];
    return before === undefined ? null : { top, parentId, beforeId: before.id };
  }
  if (direction === 'down') {
    if (at + 1 >= beside.length) return null;
    return { top, parentId, beforeId: beside[at + 2]?.id ?? null };
  }
  if (direction === 'in') {
    const before = beside[at - 1];
    if (before === undefined || before.filter !== null || !before.canEdit) return null;
    return whyNotInto(folders, [folder.id], before.id) === null
      ? { top, parentId: before.id, beforeId: null }
      : null;
  }
  const parent = folders.find(({ id }) => id === parentId);
  if (parent === undefined) return null;
  const around = (childrenOf(folders).get(parent.parentId) ?? []).filter(
    (other) => topName(topOf(other)) === topName(top),
  );
  const next = around[around.findIndex(({ id }) => id === parent.id) + 1];
  return { top, parentId: parent.parentId, beforeId: next?.id ?? null };
}

/** Folders into which folders may go, each with how deep it stands, for a list to choose from. */
export function possibleParents(folders: readonly Folder[], moved: readonly number[]): readonly Folder[] {
  const below = childrenOf(folders);
  const own = new Set(moved.flatMap((id) => subtreeOf(below, id)));
  const order = (parentId: number | null): readonly Folder[] =>
    (below.get(parentId) ?? []).flatMap((folder) => [folder, ...order(folder.id)]);
  return order(null).filter(
    (folder) =>
      folder.filter === null &&
      folder.canEdit &&
      !own.has(folder.id) &&
      whyNotInto(folders, moved, folder.id) === null,
  );
}

/** Names of what a folder stands in and its own, from the top. */
export function pathOf(folders: readonly Folder[], folder: Folder): readonly string[] {
  const parent = folders.find(({ id }) => id === folder.parentId);
  return parent === undefined ? [folder.name] : [...pathOf(folders, parent), folder.name];
}
