/** Scripts that people keep, with every version of their text, and those that the product brings (src/server/workflows/README.md). */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';
import { WorkflowArgument } from './workflows.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });
const ScriptId = Type.Object({ scriptId: Ulid }, strict);
const LibraryId = Type.Object(
  { library: Type.String({ maxLength: 60, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }) },
  strict,
);
const Name = Type.String({ minLength: 1, maxLength: 80 });
/** As long as a script that can be run (src/script/limits). */
export const longestScript = 100_000;
const Text = Type.String({ minLength: 1, maxLength: longestScript });
const Revision = Type.Integer({ minimum: 1 });
const Note = Type.String({ maxLength: 200 });

/** `company`: every user of the owner's company who may look at scripts may read and run it. */
export const scriptShares = ['private', 'company'] as const;
export type ScriptShare = (typeof scriptShares)[number];

const view = {
  id: Type.String(),
  name: Type.String(),
  share: Type.Enum([...scriptShares]),
  /** Grows with every change: a change carries the one that it is based on. */
  revision: Type.Integer(),
  /** The newest one's number, from 1. */
  version: Type.Integer(),
  owner: Type.String(),
  isOwn: Type.Boolean(),
  /** The library's script that it was made of; null = none. */
  library: nullable(Type.String()),
  savedAt: Type.Integer(),
  canEdit: Type.Boolean(),
  canShare: Type.Boolean(),
  canDelete: Type.Boolean(),
};
export const ScriptView = Type.Object(view, strict);
export type ScriptView = Static<typeof ScriptView>;

export const ScriptVersion = Type.Object(
  { version: Type.Integer(), savedAt: Type.Integer(), savedBy: Type.String(), note: Type.String() },
  strict,
);
export type ScriptVersion = Static<typeof ScriptVersion>;
/** With the newest text; versions newest first. */
export const ScriptDetail = Type.Object(
  { ...view, text: Type.String(), versions: Type.Array(ScriptVersion) },
  strict,
);
export type ScriptDetail = Static<typeof ScriptDetail>;
const One = Type.Object({ script: ScriptDetail }, strict);

const Words = Type.Object(
  {
    'zh-chs': Type.Optional(Type.String()),
    en: Type.Optional(Type.String()),
    ja: Type.Optional(Type.String()),
  },
  strict,
);
/** A script of the product, as it declares itself. */
export const LibraryScript = Type.Object(
  {
    id: Type.String(),
    title: nullable(Words),
    description: nullable(Words),
    arguments: Type.Array(WorkflowArgument),
  },
  strict,
);
export type LibraryScript = Static<typeof LibraryScript>;

/** One's own and those that others of the company share, by name; and the library. */
export const scripts = call('scripts.list', 'GET /rest/scripts', {
  access: 'device:workflow:view',
  data: Type.Object({ scripts: Type.Array(ScriptView), library: Type.Array(LibraryScript) }, strict),
});
export const script = call('scripts.one', 'GET /rest/scripts/:scriptId', {
  access: 'device:workflow:view',
  params: ScriptId,
  data: One,
});
export const scriptVersion = call('scripts.version', 'GET /rest/scripts/:scriptId/versions/:version', {
  access: 'device:workflow:view',
  params: Type.Object({ scriptId: Ulid, version: Type.Integer({ minimum: 1 }) }, strict),
  data: Type.Object({ version: ScriptVersion, text: Type.String() }, strict),
});
export const libraryScript = call('scripts.library', 'GET /rest/library-scripts/:library', {
  access: 'device:workflow:view',
  params: LibraryId,
  data: Type.Object({ script: LibraryScript, text: Type.String() }, strict),
});

/** Scripts that import this one by its name: those that the asker may see, and how many others. */
export const scriptUsers = call('scripts.users', 'GET /rest/scripts/:scriptId/users', {
  access: 'device:workflow:view',
  params: ScriptId,
  data: Type.Object(
    {
      users: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), owner: Type.String() }, strict),
      ),
      others: Type.Integer(),
    },
    strict,
  ),
});

/** Private at first. Refused: 422 `scripts.nameTaken`, `scripts.tooMany`. */
export const createScript = call('scripts.create', 'POST /rest/scripts', {
  access: 'device:script:edit',
  body: Type.Object(
    { name: Name, text: Text, library: Type.Optional(nullable(LibraryId.properties.library)) },
    strict,
  ),
  data: One,
});
/** Keeps a new version; a text that is as it was makes none. Refused: 409 `scripts.stale`, 403 `scripts.notOwn`. */
export const saveScript = call('scripts.save', 'PUT /rest/scripts/:scriptId', {
  access: 'device:script:edit',
  params: ScriptId,
  body: Type.Object({ revision: Revision, text: Text, note: Type.Optional(Note) }, strict),
  data: One,
});
export const renameScript = call('scripts.rename', 'PUT /rest/scripts/:scriptId/name', {
  access: 'device:script:edit',
  params: ScriptId,
  body: Type.Object({ revision: Revision, name: Name }, strict),
  data: One,
});
export const shareScript = call('scripts.share', 'PUT /rest/scripts/:scriptId/share', {
  access: 'device:script:share',
  params: ScriptId,
  body: Type.Object({ revision: Revision, share: Type.Enum([...scriptShares]) }, strict),
  data: One,
});
/** One's own, or a shared one with `device:script:delete`. Its runs stay. */
export const deleteScript = call('scripts.delete', 'DELETE /rest/scripts/:scriptId', {
  access: ['device:script:edit', 'device:script:delete'],
  params: ScriptId,
  data: Type.Object({}, strict),
});
/** Puts a deleted one back for a day, as long as its texts are kept: who may delete it may do that. */
export const restoreScript = call('scripts.restore', 'POST /rest/scripts/:scriptId/restore', {
  access: ['device:script:edit', 'device:script:delete'],
  params: ScriptId,
  data: Type.Object({}, strict),
});
