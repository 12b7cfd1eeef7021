/** Sheets of a spreadsheet that make many things at once: seen row by row first, all or none, taken back as a whole. */
import Type, { type Static } from 'typebox';
import type { Permission } from '../base/permissions.ts';
import { call } from './call.ts';
import { dictionary } from './dictionary.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** Columns of each sheet in the order of its template, and what it takes to import it. */
export const sheets = {
  /** Stations of projects that are there; each with its RTU where one is named. */
  stations: {
    permission: 'device:site:edit',
    columns: [
      'project',
      'code',
      'name',
      'nameReading',
      'site',
      'latitude',
      'longitude',
      'timeZone',
      'sn',
      'labels',
    ],
  },
  /** Sensors on free slots of RTUs that are there. */
  sensors: {
    permission: 'device:site:edit',
    columns: [
      'project',
      'station',
      'slot',
      'kind',
      'name',
      'installState',
      'mountMode',
      'mountAzimuth',
      'position',
    ],
  },
  /** Initial values: rows of one sensor and moment are one. */
  baselines: {
    permission: 'station:baseline:edit',
    columns: ['project', 'station', 'slot', 'channel', 'element', 'value', 'from', 'reason'],
  },
  /**
   * What devices shall be set to, a device a row; a sheet has a column `<group>.<field>` for each parameter besides
   * (derive/parameter-heads). The rows become a draft of a plan, which is reviewed and approved as any other.
   */
  parameters: { permission: 'device:parameter:edit', columns: ['project', 'station', 'slot'] },
  /** SIM cards as their contracts say; a row says anew all that is known of its card. */
  cards: {
    permission: 'device:site:edit',
    columns: ['iccid', 'imei', 'operator', 'expires', 'volume', 'project', 'station', 'inUse'],
  },
} as const satisfies Record<string, { readonly permission: Permission; readonly columns: readonly string[] }>;
export type SheetId = keyof typeof sheets;
export const sheetIds = Object.keys(sheets) as readonly SheetId[];
export type SheetColumn = (typeof sheets)[SheetId]['columns'][number];

/** Rows of one import. */
export const mostSheetRows = 500;
/** Letters of a cell. */
export const longestSheetCell = 256;

const access = ['device:site:edit', 'station:baseline:edit', 'device:parameter:edit'] as const;
const Sheet = Type.Object({ sheet: Type.Enum([...sheetIds]) }, strict);

export const SheetRow = Type.Object(
  {
    /** As the sheet numbers it. */
    row: Type.Integer({ minimum: 1 }),
    /** By column, as they stand; what is empty may be left out. */
    cells: dictionary(Type.String({ maxLength: longestSheetCell })),
  },
  strict,
);
export type SheetRow = Static<typeof SheetRow>;

const Params = dictionary(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

export const SheetResult = Type.Object(
  {
    row: Type.Integer(),
    /** What the row is about, such as `YN-0001/3`. Text of others: render as text. */
    name: Type.String(),
    /** good = it would be made; added = it was; same = everything is so already. */
    result: Type.Enum(['good', 'added', 'same', 'bad']),
    /** Of a bad row: its column, and a message with its placeholders. */
    field: nullable(Type.String()),
    messageId: nullable(Type.String()),
    params: Params,
    /** What else is wrong with the row. */
    further: Type.Array(
      Type.Object({ field: nullable(Type.String()), messageId: Type.String(), params: Params }, strict),
    ),
  },
  strict,
);
export type SheetResult = Static<typeof SheetResult>;

/**
 * Makes what the rows say in one transaction. While a row is bad nothing is stored, unless `partial` asks for those that
 * are good; `dryRun` stores nothing. `run`: the import as it can be taken back; null where nothing was stored,
 * or where it is a plan, `planId`.
 */
export const importSheet = call('sheets.import', 'POST /rest/sheets/:sheet', {
  access,
  params: Sheet,
  body: Type.Object(
    {
      rows: Type.Array(SheetRow, { minItems: 1, maxItems: mostSheetRows }),
      dryRun: Type.Boolean(),
      partial: Type.Boolean(),
    },
    strict,
  ),
  data: Type.Object(
    { rows: Type.Array(SheetResult), run: nullable(Type.Integer()), planId: nullable(Type.String()) },
    strict,
  ),
});

/**
 * A sheet of parameters with what the devices of some stations have now, in the asker's language: heads, then a row for
 * each RTU and sensor that has parameters. Refused: 422 where they are more than one import takes.
 */
export const parameterTemplate = call('sheets.template', 'POST /rest/sheets/parameters/template', {
  access: 'device:parameter:edit',
  body: Type.Object(
    { stationIds: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: mostSheetRows }) },
    strict,
  ),
  data: Type.Object(
    {
      heads: Type.Array(Type.String()),
      rows: Type.Array(Type.Array(nullable(Type.Union([Type.String(), Type.Number()])))),
    },
    strict,
  ),
});

export const SheetRun = Type.Object(
  {
    id: Type.Integer(),
    at: Type.Integer(),
    accountName: Type.String(),
    /** Things that it made. */
    made: Type.Integer(),
    undoneAt: nullable(Type.Integer()),
    undoneBy: nullable(Type.String()),
  },
  strict,
);
export type SheetRun = Static<typeof SheetRun>;

/** The last imports of a sheet by people of the asker's company, the newest first. */
export const sheetRuns = call('sheets.runs', 'GET /rest/sheets/:sheet/runs', {
  access,
  params: Sheet,
  data: Type.Object({ runs: Type.Array(SheetRun) }, strict),
});

/** Takes an import back as a whole. Refused: 404; 409 where it is undone already. */
export const undoSheet = call('sheets.undo', 'POST /rest/sheets/runs/:sheetRunId/undone', {
  access,
  params: Type.Object({ sheetRunId: Type.Integer({ minimum: 1 }) }, strict),
  data: Type.Object({}, strict),
});
