/** Ways in besides RTUs: what a project's loggers, gateways and services send, and the mapping that reads it. */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';
import { ImportRun } from './imports.ts';
import { Mapping } from './mapping.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const SourceId = Type.Object({ sourceId: Type.Integer({ minimum: 1 }) }, strict);

/** Sources that a project may have. */
export const maxSources = 200;
/** Versions of one source's mapping. */
export const maxMappingVersions = 500;

export const sourceWays = ['http', 'mqtt', 'folder', 'upload'] as const;
export const SourceWay = Type.Enum([...sourceWays]);
export type SourceWay = (typeof sourceWays)[number];
export const ConflictChoice = Type.Enum(['keep', 'replace', 'fail']);
export type ConflictChoice = Static<typeof ConflictChoice>;

export const DataSource = Type.Object(
  {
    id: Type.Integer(),
    projectId: Type.Integer(),
    name: Type.String(),
    way: SourceWay,
    /** In its address; the user name of its MQTT credential; the name of its folder. */
    key: Type.String(),
    isPaused: Type.Boolean(),
    createdAt: Type.Integer(),
    /** When its token was made and by whom; null = it has none. */
    credential: nullable(
      Type.Object(
        {
          at: Type.Integer(),
          by: Type.String(),
          /** Until when the one before is good as well; null = there is none. */
          oldUntil: nullable(Type.Integer()),
        },
        strict,
      ),
    ),
    /** Version of the mapping that reads what comes; null = there is none. */
    version: nullable(Type.Integer()),
    /** When it last brought a reading. */
    lastAt: nullable(Type.Integer()),
    /** Readings of the last 24 hours that were new, by hour, the oldest first; and what came of all messages of them. */
    hours: Type.Array(Type.Integer(), { minItems: 24, maxItems: 24 }),
    messages: Type.Integer(),
    stored: Type.Integer(),
    known: Type.Integer(),
    refused: Type.Integer(),
  },
  strict,
);
export type DataSource = Static<typeof DataSource>;

/** Why messages, rows and cells of the last 24 hours were not taken, by reason. */
export const SourceRefusal = Type.Object(
  {
    sourceId: Type.Integer(),
    /** Id of the reason's message. */
    reason: Type.String(),
    /** Channel, topic or file concerned; empty = none. */
    about: Type.String(),
    count: Type.Integer(),
    lastAt: Type.Integer(),
    /** The last one, in the asker's language. */
    text: Type.String(),
  },
  strict,
);
export type SourceRefusal = Static<typeof SourceRefusal>;

export const sources = call('sources.list', 'GET /rest/sources', {
  access: 'device:maintenance:view',
  data: Type.Object(
    {
      sources: Type.Array(DataSource),
      refusals: Type.Array(SourceRefusal),
      /** True where folders are watched by this server (setting `SOURCES_DIR`). */
      watchesFolders: Type.Boolean(),
    },
    strict,
  ),
});

export const SourceMessage = Type.Object(
  {
    id: Type.Integer(),
    at: Type.Integer(),
    /** Content type, topic or file. */
    name: Type.String(),
    /** Its beginning, 64 kB at most. */
    text: Type.String(),
    bytes: Type.Integer(),
    isCut: Type.Boolean(),
    /** HTTP status that it was or would have been answered with. */
    status: Type.Integer(),
  },
  strict,
);
export type SourceMessage = Static<typeof SourceMessage>;

export const MappingVersion = Type.Object(
  {
    version: Type.Integer(),
    at: Type.Integer(),
    accountName: Type.String(),
    conflicts: ConflictChoice,
    mapping: Mapping,
  },
  strict,
);
export type MappingVersion = Static<typeof MappingVersion>;

/** A file of a watched folder. */
export const SourceFile = Type.Object(
  {
    name: Type.String(),
    size: Type.Integer(),
    at: Type.Integer(),
    /** Lines that are stored. */
    lines: Type.Integer(),
    /** Why it is not read, in the asker's language; null = it is. */
    problem: nullable(Type.String()),
  },
  strict,
);
export type SourceFile = Static<typeof SourceFile>;

export const sourceDetail = call('sources.one', 'GET /rest/sources/:sourceId', {
  access: 'device:maintenance:view',
  params: SourceId,
  data: Type.Object(
    {
      source: DataSource,
      messages: Type.Array(SourceMessage),
      runs: Type.Array(ImportRun),
      versions: Type.Array(MappingVersion),
      files: Type.Array(SourceFile),
    },
    strict,
  ),
});

const Name = Type.String({ minLength: 1, maxLength: 64 });

/** Makes a source. The token is in the answer and nowhere else; null for a way that needs none. */
export const createSource = call('sources.create', 'POST /rest/sources', {
  access: 'device:site:edit',
  body: Type.Object({ projectId: Type.Integer({ minimum: 1 }), name: Name, way: SourceWay }, strict),
  data: Type.Object({ id: Type.Integer(), key: Type.String(), token: nullable(Type.String()) }, strict),
});

/** Names a source, or holds it: while it is paused, everything that comes by it is refused. */
export const updateSource = call('sources.update', 'PUT /rest/sources/:sourceId', {
  access: 'device:site:edit',
  params: SourceId,
  body: Type.Object({ name: Name, isPaused: Type.Boolean() }, strict),
  data: Type.Object({}, strict),
});

/** Takes a source out of use: its token opens nothing any more; readings and runs stay. */
export const retireSource = call('sources.retire', 'DELETE /rest/sources/:sourceId', {
  access: 'device:site:edit',
  params: SourceId,
  data: Type.Object({}, strict),
});

/** Gives a new token beside the old one, which ends after some hours, or once the new one was used; 0 = at once. */
export const renewToken = call('sources.renew', 'POST /rest/sources/:sourceId/token', {
  access: 'device:site:edit',
  params: SourceId,
  body: Type.Object({ overlapHours: Type.Integer({ minimum: 0, maximum: 168 }) }, strict),
  data: Type.Object({ token: Type.String() }, strict),
});

/** Takes every token of a source back, at once. */
export const revokeToken = call('sources.revoke', 'DELETE /rest/sources/:sourceId/token', {
  access: 'device:site:edit',
  params: SourceId,
  data: Type.Object({}, strict),
});

/** Saves a mapping as the next version, which reads what comes from then on. `before`: the version that it was made from. */
export const saveMapping = call('sources.mapping', 'POST /rest/sources/:sourceId/mappings', {
  access: 'device:site:edit',
  params: SourceId,
  body: Type.Object(
    { mapping: Mapping, conflicts: ConflictChoice, before: nullable(Type.Integer({ minimum: 1 })) },
    strict,
  ),
  data: Type.Object({ version: Type.Integer() }, strict),
});
