/** Folders of users, in which stations stand besides company and project, and saved filters (src/server/folders/README.md). */
import Type, { type Static } from 'typebox';
import { folderBounds, folderShares } from '../../base/bounds/folders.ts';
import { call } from '../call.ts';
import { StationState } from './stations.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
/** Blanks at its ends are taken off; the server says so where nothing or too much is left. */
const Name = Type.String({ maxLength: 400 });
const Share = Type.Enum([...folderShares]);

/** What stations have to be; what is null or empty asks nothing. */
export const SavedFilter = Type.Object(
  {
    text: Type.String({ maxLength: 120 }),
    projectId: nullable(Id),
    /** Code of a kind that one of its sensors has. */
    kind: nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    states: Type.Array(StationState, { maxItems: 10 }),
    /** Its worst alarm has this level or a worse one: 1 blue to 4 red. */
    level: nullable(Type.Integer({ minimum: 1, maximum: 4 })),
    /** Nothing has come from it for so many hours. */
    silentHours: nullable(Type.Integer({ minimum: 1, maximum: 8760 })),
    /** A folder, or another filter, in which it has to be. */
    folderId: nullable(Id),
  },
  strict,
);

export const Folder = Type.Object(
  {
    id: Type.Integer(),
    /** Null = it stands on top. */
    parentId: nullable(Type.Integer()),
    name: Type.String(),
    share: Share,
    /** Whose company shares it; null = who sees every company. */
    companyId: nullable(Type.Integer()),
    /** Account of who made it. */
    owner: Type.String(),
    /** Not null: it is a saved filter, and holds no stations or folders. */
    filter: nullable(SavedFilter),
    /** Stations that were put into it, of those that the asker sees; in no order. */
    stationIds: Type.Array(Type.Integer()),
    position: Type.Integer(),
    /** Grows when it is renamed, or its filter changed: such a change carries the one that it is based on. */
    revision: Type.Integer(),
    canEdit: Type.Boolean(),
  },
  strict,
);
export type Folder = Static<typeof Folder>;

const Nothing = Type.Object({}, strict);
const FolderId = Type.Object({ folderId: Id }, strict);
const FolderIds = Type.Array(Id, { minItems: 1, maxItems: folderBounds.together });
const StationIds = Type.Array(Id, { minItems: 1, maxItems: folderBounds.stations });
const view = 'station:data:view';
/**
 * True: it was said that alarm rules which watch the folder watch no more what leaves it. Without it that is refused 409
 * `folders.unwatches`, naming the rules; asked of who may change rules.
 */
const unwatch = { unwatch: Type.Optional(Type.Boolean()) };

/** One's own, and those that the company shares. */
export const folders = call('folders.list', 'GET /rest/folders', {
  access: view,
  data: Type.Object(
    {
      folders: Type.Array(Folder),
      /** True where the asker may change what is shared. */
      canShare: Type.Boolean(),
    },
    strict,
  ),
});

/** Where a folder on top stands. Shared: `companyId` is for who sees every company; left out = for those alone. */
const onTop = { share: Type.Optional(Share), companyId: Type.Optional(Id) };

/** Makes a folder, or with `filter` a saved filter, as the last one where it stands. */
export const createFolder = call('folders.create', 'POST /rest/folders', {
  access: view,
  body: Type.Object(
    {
      name: Name,
      parentId: nullable(Id),
      ...onTop,
      filter: Type.Optional(nullable(SavedFilter)),
    },
    strict,
  ),
  data: Type.Object({ id: Type.Integer() }, strict),
});
/** Names it anew, or changes its filter. Refused 409 where somebody changed it meanwhile. */
export const updateFolder = call('folders.update', 'PUT /rest/folders/:folderId', {
  access: view,
  params: FolderId,
  body: Type.Object(
    { revision: Type.Integer({ minimum: 1 }), name: Name, filter: Type.Optional(nullable(SavedFilter)) },
    strict,
  ),
  data: Nothing,
});
/** Moves folders with what is in them into another one, or (null) on top; or changes their order where they stand. */
export const moveFolders = call('folders.move', 'POST /rest/folders/move', {
  access: view,
  body: Type.Object(
    {
      folderIds: FolderIds,
      parentId: nullable(Id),
      ...onTop,
      /** The one before which they stand then; null = at the end. */
      beforeId: nullable(Id),
      ...unwatch,
    },
    strict,
  ),
  data: Nothing,
});
/** Deletes folders with what is in them; stations stay what they are. Refused 409 where the scope of an alarm rule names one. */
export const deleteFolders = call('folders.delete', 'POST /rest/folders/delete', {
  access: view,
  body: Type.Object({ folderIds: FolderIds, ...unwatch }, strict),
  data: Type.Object({ folders: Type.Integer() }, strict),
});
/** Takes a deletion back: the folders that it named, with what was in them. */
export const restoreFolders = call('folders.restore', 'POST /rest/folders/restore', {
  access: view,
  body: Type.Object({ folderIds: FolderIds }, strict),
  data: Nothing,
});
/** Puts stations into a folder (`toId`), takes them out of one (`fromId`), or both: then they are moved. */
export const placeStations = call('folders.stations', 'POST /rest/folders/stations', {
  access: view,
  body: Type.Object({ stationIds: StationIds, fromId: nullable(Id), toId: nullable(Id), ...unwatch }, strict),
  data: Type.Object({ placed: Type.Integer(), removed: Type.Integer() }, strict),
});
