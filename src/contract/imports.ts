/** Imports of recordings as they were done (`npm run import`), and how one is taken back. */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const ImportRun = Type.Object(
  {
    id: Type.Integer(),
    /** As it was named on the machine where it was imported. */
    file: Type.String(),
    /** SHA-256 of the file, hexadecimal. */
    checksum: Type.String(),
    conflicts: Type.Enum(['keep', 'replace', 'fail']),
    who: Type.String(),
    startedAt: Type.Integer(),
    /** Null while it is under way, and where it was interrupted. */
    endedAt: nullable(Type.Integer()),
    /** Lines of the file that were read. */
    lines: Type.Integer(),
    stored: Type.Integer(),
    /** Rows that were there and got more columns. */
    filled: Type.Integer(),
    duplicates: Type.Integer(),
    rejected: Type.Integer(),
    /** Values that differed from stored ones. */
    conflictCount: Type.Integer(),
    undoneAt: nullable(Type.Integer()),
    /** Set before the first reading is taken back. */
    undoneBy: nullable(Type.String()),
  },
  strict,
);
export type ImportRun = Static<typeof ImportRun>;

/** What the password of an undo is bound to (orders.confirm). */
export const ImportUndo = Type.Object({ undoImport: Type.Integer({ minimum: 1 }) }, strict);
export type ImportUndo = Static<typeof ImportUndo>;

/** The last imports that brought readings to a station, newest first. */
export const stationImports = call('imports.list', 'GET /rest/stations/:stationId/imports', {
  access: 'device:maintenance:view',
  params: Type.Object({ stationId: Type.Integer({ minimum: 1 }) }, strict),
  data: Type.Object({ runs: Type.Array(ImportRun) }, strict),
});

/**
 * Takes an import back as a whole: its readings, and the station and sensors that it made where nothing else uses them.
 * Refused: 404 for an import that there is not, or that concerns stations of others; 409 where it is undone already or a
 * later one is built upon it; 422 without a confirmation of exactly this.
 */
export const undoImport = call('imports.undo', 'POST /rest/imports/:importId/undone', {
  access: 'device:site:edit',
  params: Type.Object({ importId: Type.Integer({ minimum: 1 }) }, strict),
  body: Type.Object({ confirmation: Type.Optional(Type.String({ maxLength: 100 })) }, strict),
  data: Type.Object(
    {
      /** Rows that are gone, and rows that are as they were before. */
      removed: Type.Integer(),
      restored: Type.Integer(),
    },
    strict,
  ),
});
