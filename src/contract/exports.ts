/** Tables as files (xlsx, CSV, Parquet): all rows that match, written by the server (src/server/exports/README.md). */
import Type, { type Static, type TSchema } from 'typebox';
import { findings } from '../base/alarm-words.ts';
import type { Permission } from '../base/permissions.ts';
import { call } from './call.ts';
import { AuditFilters } from './company/audit.ts';
import { dictionary } from './dictionary.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Id = Type.Integer({ minimum: 1 });
/** UTC ms. */
const Time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
const Flag = Type.Integer({ minimum: 0, maximum: 1 });
const place = {
  sourceId: Id,
  row: Type.String({ minLength: 1, maxLength: 16 }),
  element: Type.Optional(Type.Integer({ minimum: 0, maximum: 128 })),
};

/** Lines of one curve. */
export const mostExportedLines = 12;

/** What may be asked of a table that can be written as a file, and who may ask. */
interface Asked {
  readonly permission: Permission;
  readonly query: TSchema;
}

/** Every table that can be written as a file. */
export const exportTables = {
  /** Raw readings of one source, oldest first; of row `status` the source is the RTU. */
  readings: {
    permission: 'station:data:view',
    query: Type.Object(
      {
        ...place,
        /** Inclusive and exclusive; left out = all. */
        from: Type.Optional(Time),
        to: Type.Optional(Time),
        /** 1: only rows with a value that the device did not vouch for. */
        doubted: Type.Optional(Flag),
        /** 1: displacements and angles relative to the initial values that were in force. */
        relative: Type.Optional(Flag),
      },
      strict,
    ),
  },
  /** Several lines over one time axis: put together as a curve of `bins` pixels shows them, or (no `bins`) raw. */
  curve: {
    permission: 'station:data:view',
    query: Type.Object(
      {
        lines: Type.Array(
          Type.Object({ ...place, channel: Type.String({ minLength: 1, maxLength: 40 }) }, strict),
          { minItems: 1, maxItems: mostExportedLines },
        ),
        from: Time,
        to: Time,
        bins: Type.Optional(Type.Integer({ minimum: 1, maximum: 8000 })),
        relative: Type.Optional(Flag),
      },
      strict,
    ),
  },
  /** The newest value of each channel of every station, or of some. */
  latest: {
    permission: 'station:data:view',
    query: Type.Object(
      { stationIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000 })) },
      strict,
    ),
  },
  /** Stations with their RTUs and sensors, one a row; of one project, or of all. */
  devices: {
    permission: 'device:maintenance:view',
    query: Type.Object({ projectId: Type.Optional(Id) }, strict),
  },
  /** Alarms by the time they were raised, newest first. */
  alarms: {
    permission: 'alarm:event:view',
    query: Type.Object(
      {
        from: Type.Optional(Time),
        to: Type.Optional(Time),
        /** What `from` and `to` are of; left out = of the time they were raised. */
        by: Type.Optional(Type.Enum(['raised', 'closed'])),
        stationId: Type.Optional(Id),
        ruleId: Type.Optional(Id),
        least: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
        state: Type.Optional(Type.Enum(['open', 'closed'])),
        finding: Type.Optional(Type.Enum([...findings])),
        /** Only these: what a board lists by filters of its own. */
        alarmIds: Type.Optional(Type.Array(Id, { maxItems: 20_000 })),
      },
      strict,
    ),
  },
  /** Orders, newest first; of one station, or of all. */
  orders: {
    permission: 'device:parameter:view',
    query: Type.Object({ stationId: Type.Optional(Id) }, strict),
  },
  /** Remarks by the moment that they describe, newest first; of one station, or of all. */
  remarks: {
    permission: 'station:data:view',
    query: Type.Object({ stationId: Type.Optional(Id) }, strict),
  },
  audit: { permission: 'system:audit:view', query: AuditFilters },
  users: { permission: 'system:user:edit', query: Type.Object({}, strict) },
  /** Fault statistics of a month, `YYYY-MM`, by each project's calendar; of one project, or of all. A workbook has a sheet each
   * of stations, days and faults; CSV the stations alone. */
  faultMonth: {
    permission: 'station:data:view',
    query: Type.Object(
      { month: Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' }), projectId: Type.Optional(Id) },
      strict,
    ),
  },
} as const satisfies Record<string, Asked>;

export type ExportTableId = keyof typeof exportTables;
/** What is asked of a table. */
export type ExportQuery<Id extends ExportTableId> = Static<(typeof exportTables)[Id]['query']>;
export const exportFormats = ['xlsx', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const access = [
  'station:data:view',
  'device:maintenance:view',
  'alarm:event:view',
  'device:parameter:view',
  'system:audit:view',
  'system:user:edit',
] as const;
/** A table's own permission is asked for besides, and its query is checked by its own schema. */
const asked = {
  table: Type.Enum(Object.keys(exportTables) as ExportTableId[]),
  query: dictionary(Type.Unknown()),
};

/** How many rows a file would have, and what it would be called. */
export const countExport = call('exports.count', 'POST /rest/exports/count', {
  access,
  body: Type.Object(asked, strict),
  data: Type.Object({ rows: Type.Integer(), name: Type.String() }, strict),
});

/**
 * The file itself, as it is written. One at a time for a user. Refused: 409 `exports.running`, 429 where the company,
 * or all together, write too many. Whoever breaks the answer off ends the writing.
 */
export const writeExport = call('exports.write', 'POST /rest/exports/file', {
  access,
  answers: 'binary',
  body: Type.Object({ ...asked, format: Type.Enum([...exportFormats]) }, strict),
});

/** How far the asker's own file is; null = none is being written. */
export const exportProgress = call('exports.progress', 'GET /rest/exports/progress', {
  access,
  data: Type.Object(
    {
      running: nullable(
        Type.Object(
          {
            /** Rows that are written, of those that there were when it was begun. */
            done: Type.Integer(),
            rows: Type.Integer(),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});
