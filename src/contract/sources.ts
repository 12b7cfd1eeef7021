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

export const sourceWays = ['http', 'mqtt', 'folder', 'ftp', 'upload'] as const;
export const SourceWay = Type.Enum([...sourceWays]);
/** none: FTP is plain; offered: a client may ask for TLS; only: nobody is let in without it. */
export const ftpEncryptions = ['none', 'offered', 'only'] as const;
export const FtpEncryption = Type.Enum([...ftpEncryptions]);
export type FtpEncryption = (typeof ftpEncryptions)[number];
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
      /** Where files come by FTP; null = this server takes none so (setting `FTP_PORT`). */
      ftp: nullable(Type.Object({ port: Type.Integer(), encryption: FtpEncryption }, strict)),
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

/** Bytes of a logger's file that is uploaded. */
export const mostFileBytes = 256 * 1024 * 1024;

/**
 * Takes a logger's file: a form with the field `file`. It is kept for some hours, to be looked at, mapped and imported;
 * a restart of the server removes it.
 */
export const addSourceFile = call('sources.file', 'POST /rest/sources/:sourceId/files', {
  access: 'device:site:edit',
  takes: 'file',
  mostBytes: mostFileBytes,
  params: SourceId,
  data: Type.Object({ file: Type.String(), name: Type.String(), bytes: Type.Integer() }, strict),
});

/** What a sample is: a message that was kept, or a file that was uploaded. */
export const SourceSample = Type.Union([
  Type.Object({ message: Type.Integer({ minimum: 1 }) }, strict),
  Type.Object({ file: Type.String({ minLength: 1, maxLength: 64 }) }, strict),
]);
export type SourceSample = Static<typeof SourceSample>;

/** A mapping that may still have open places (`?`), as it is guessed and edited: its form is checked, what it names is not. */
const Loose = Type.Unknown();

const Point = Type.Tuple([Type.Integer(), Type.Number()]);

/** What a mapping would make of a sample; nothing of it is kept. */
export const SampleResult = Type.Object(
  {
    lines: Type.Integer(),
    rejected: Type.Integer(),
    /** Readings by what would become of them, and values that differ from stored ones. */
    stored: Type.Integer(),
    filled: Type.Integer(),
    known: Type.Integer(),
    conflictCount: Type.Integer(),
    /** What is wrong, by reason and channel: how often, and where first. */
    groups: Type.Array(
      Type.Object(
        {
          reason: Type.String(),
          channel: Type.String(),
          count: Type.Integer(),
          line: Type.Integer(),
          text: Type.String(),
        },
        strict,
      ),
    ),
    /** Lines and channels that are wrong, the first 500. */
    bad: Type.Array(Type.Object({ line: Type.Integer(), channel: Type.String() }, strict)),
    /** First and last row that can be read: when they are, and as the sample writes it. */
    first: nullable(Type.Object({ line: Type.Integer(), t: Type.Integer() }, strict)),
    last: nullable(Type.Object({ line: Type.Integer(), t: Type.Integer() }, strict)),
    /** Usual distance between rows, ms; null = there is none. */
    step: nullable(Type.Integer()),
    /** One curve a channel, thinned out to what can be drawn, and its values in the last row. */
    curves: Type.Array(
      Type.Object(
        {
          /** Place of its sensor in the mapping. */
          sensor: Type.Integer(),
          channel: Type.String(),
          unit: nullable(Type.String()),
          points: Type.Array(Point),
          last: nullable(Type.Number()),
        },
        strict,
      ),
    ),
    conflicts: Type.Array(
      Type.Object(
        {
          sensor: Type.Integer(),
          channel: Type.String(),
          t: Type.Integer(),
          stored: Type.String(),
          offered: Type.String(),
        },
        strict,
      ),
    ),
  },
  strict,
);
export type SampleResult = Static<typeof SampleResult>;

/**
 * Reads a sample by a mapping, or where none is given by one that is guessed from it. Of a long file its beginning is
 * read. What is wrong with the mapping is an answer, not a refusal.
 */
export const trySample = call('sources.try', 'POST /rest/sources/:sourceId/tries', {
  access: 'device:site:edit',
  params: SourceId,
  body: Type.Object({ sample: SourceSample, mapping: Type.Optional(Loose) }, strict),
  data: Type.Object(
    {
      name: Type.String(),
      /** Bytes of the whole sample, and whether only its beginning was read. */
      bytes: Type.Integer(),
      isCut: Type.Boolean(),
      /** As it was given, or guessed; places that are open have a question mark. Null = nothing could be guessed. */
      mapping: nullable(Loose),
      encoding: Type.String(),
      /** The sample as lines of cells: the first ones and the last ones. */
      lines: Type.Array(Type.Object({ line: Type.Integer(), cells: Type.Array(Type.String()) }, strict)),
      total: Type.Integer(),
      columns: Type.Array(
        Type.Object(
          {
            column: Type.Integer(),
            name: Type.String(),
            values: Type.Array(Type.String()),
            /** `time`, a dash for what is no number, `kind row.channel`, or null. */
            guess: nullable(Type.String()),
          },
          strict,
        ),
      ),
      /** Day and month could be the other way round. */
      isAmbiguous: Type.Boolean(),
      result: nullable(SampleResult),
      /** Why there is no result, in the asker's language, and the place in the mapping. */
      problem: nullable(Type.Object({ text: Type.String(), field: Type.String() }, strict)),
    },
    strict,
  ),
});

/**
 * Imports an uploaded file by the source's mapping, in the background: the runs of the source say how far it is.
 * Refused: 422 where more of its lines cannot be read than `maxRefused` per cent, 409 where values differ by the rule
 * *fail*.
 */
export const importSourceFile = call('sources.import', 'POST /rest/sources/:sourceId/imports', {
  access: 'device:site:edit',
  params: SourceId,
  body: Type.Object(
    {
      file: Type.String({ minLength: 1, maxLength: 64 }),
      maxRefused: Type.Number({ minimum: 0, maximum: 100 }),
      dryRun: Type.Boolean(),
      /** Alarms are raised by what is imported, as by readings that come late. */
      evaluates: Type.Boolean(),
    },
    strict,
  ),
  data: Type.Object(
    {
      run: nullable(Type.Integer()),
      lines: Type.Integer(),
      stored: Type.Integer(),
      filled: Type.Integer(),
      duplicates: Type.Integer(),
      rejected: Type.Integer(),
      conflictCount: Type.Integer(),
    },
    strict,
  ),
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
