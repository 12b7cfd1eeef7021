/** What a script may ask the server: each call with the shape of its arguments and what its user must hold. */
import Type, { type Static } from 'typebox';
import type { Permission } from '../base/permissions.ts';
import { groups, kinds } from '../catalogue/index.ts';
import { lastSlot } from '../catalogue/slots.ts';
import { limits } from './limits.ts';

const strict = { additionalProperties: false } as const;
const Name = Type.String({ minLength: 1, maxLength: 120 });
const oneOrMore = <T extends Parameters<typeof Type.Array>[0]>(schema: T) =>
  Type.Union([schema, Type.Array(schema, { maxItems: limits.calls })]);
const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Slot = Type.Union([Type.Integer({ minimum: 0, maximum: lastSlot }), Type.Null()]);
const Scalar = Type.Union([Type.Number(), Type.String({ maxLength: 500 }), Type.Boolean(), Type.Null()]);

export const groupIds = Object.keys(groups);
export const kindIds = kinds.map(({ id }) => id);
const Group = Type.Enum([...groupIds]);
/** Of the catalogue, or one that a company has made. */
const Kind = Type.Union([Type.Enum([...kindIds]), Type.String({ pattern: '^own[1-9][0-9]{0,8}$' })]);

/** A device as a script names it: a station, and the slot of a sensor (null = the RTU, or the one that fits). */
export const ScriptDevice = Type.Object({ station: Id, slot: Slot }, strict);
export type ScriptDevice = Static<typeof ScriptDevice>;

/** What is on the device by its last word, compared; several in one condition must all hold. */
export const Condition = Type.Object(
  {
    group: Group,
    field: Name,
    is: Type.Optional(Scalar),
    not: Type.Optional(Scalar),
    above: Type.Optional(Type.Number()),
    below: Type.Optional(Type.Number()),
  },
  strict,
);
export type Condition = Static<typeof Condition>;

export const StationFilter = Type.Object(
  {
    /** Code or name of a project. */
    project: Type.Optional(oneOrMore(Name)),
    /** Name or path (`River / Bank`) of a folder that the company shares: in it, or in one of those in it. */
    folder: Type.Optional(oneOrMore(Type.String({ minLength: 1, maxLength: 500 }))),
    kind: Type.Optional(oneOrMore(Kind)),
    state: Type.Optional(oneOrMore(Name)),
    /** Part of the code, the name or the serial number, in any case. */
    text: Type.Optional(Type.String({ maxLength: 120 })),
    codes: Type.Optional(Type.Array(Name, { maxItems: limits.calls })),
    where: Type.Optional(oneOrMore(Condition)),
  },
  strict,
);
export type StationFilter = Static<typeof StationFilter>;

export const statistics = ['mean', 'min', 'max', 'sd', 'count', 'sum', 'median', 'first', 'last'] as const;
export type Statistic = (typeof statistics)[number];

/** Statistics by stretches of time: those, and percentiles. */
export const binStatistics = [
  ...statistics,
  ...(['p1', 'p5', 'p10', 'p25', 'p75', 'p90', 'p95', 'p99'] as const),
] as const;
export type BinStatistic = (typeof binStatistics)[number];

/** Lenses that a script may ask (src/domain/lenses). */
export const scriptLenses = ['rate', 'failure', 'tangent', 'temperature'] as const;
export type ScriptLens = (typeof scriptLenses)[number];

const Place = Type.Integer({ minimum: 0, maximum: limits.tableColumns - 1 });
/** How a table is drawn, by places of its columns; a column that it has not is at −1, and refused. */
export const Drawn = Type.Object(
  { as: Type.Enum(['bars', 'line']), x: Place, y: Type.Array(Place, { minItems: 1, maxItems: 8 }) },
  strict,
);

const Devices = Type.Array(ScriptDevice, { maxItems: limits.calls });
const Stations = Type.Array(Id, { maxItems: limits.calls });
const Moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });

/** Calls by name. Their order in a run, and what they are given, are journalled. */
export const hostCalls = {
  stations: { args: StationFilter, permissions: ['station:data:view'] },
  latest: {
    args: Type.Object(
      { stations: Stations, kind: Type.Union([Kind, Type.Literal('rtu'), Type.Null()]) },
      strict,
    ),
    permissions: ['station:data:view'],
  },
  reported: {
    args: Type.Object({ devices: Devices, group: Group }, strict),
    permissions: ['device:parameter:view'],
  },
  read: {
    args: Type.Object({ devices: Devices, group: Group }, strict),
    permissions: ['device:parameter:view', 'device:command:send'],
  },
  history: {
    args: Type.Object(
      {
        stations: Stations,
        /** `rtu`: of the RTU itself. */
        kind: Type.Union([Kind, Type.Literal('rtu')]),
        channels: Type.Array(Name, { minItems: 1, maxItems: 20 }),
        from: Moment,
        to: Moment,
        statistic: Type.Enum([...statistics]),
      },
      strict,
    ),
    permissions: ['station:data:view'],
  },
  statistics: {
    args: Type.Object(
      {
        stations: Stations,
        /** `rtu`: of the RTU itself. */
        kind: Type.Union([Kind, Type.Literal('rtu')]),
        channel: Name,
        from: Moment,
        to: Moment,
        of: Type.Array(Type.Enum([...binStatistics]), { minItems: 1, maxItems: binStatistics.length }),
        /** Hours of a stretch; null = one stretch, the whole time. */
        every: Type.Union([Type.Number({ minimum: 1 / 60, maximum: 24 * 400 }), Type.Null()]),
      },
      strict,
    ),
    permissions: ['station:data:view'],
  },
  analyse: {
    args: Type.Object(
      {
        stations: Stations,
        kind: Kind,
        channel: Name,
        lens: Type.Enum([...scriptLenses]),
        from: Moment,
        to: Moment,
        /** Hours of the window that a rate is taken from; of the lenses that take one. */
        window: Type.Number({ minimum: 1, maximum: 24 * 90 }),
        /** Channel of the same row that holds the temperature; of the lens of that name. */
        temperature: Name,
      },
      strict,
    ),
    permissions: ['station:data:view'],
  },
} as const satisfies Readonly<
  Record<string, { args: Parameters<typeof Type.Array>[0]; permissions: readonly Permission[] }>
>;
export type HostCallName = keyof typeof hostCalls;
export type HostCallArgs<N extends HostCallName> = Static<(typeof hostCalls)[N]['args']>;
export const isHostCall = (name: string): name is HostCallName => Object.hasOwn(hostCalls, name);
