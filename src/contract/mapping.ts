/** How the columns of recordings and messages become readings: one mapping for every way in (src/server/sources/README.md). */
import Type, { type Static } from 'typebox';
import { lastSlot } from '../catalogue/slots.ts';
import { dictionary } from './dictionary.ts';

/** Encodings of text files that are read. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'shift_jis', 'windows-1252'] as const;

const strict = { additionalProperties: false } as const;
const Column = Type.Union([
  Type.Integer({ minimum: 0, maximum: 1000 }),
  Type.String({ minLength: 1, maxLength: 128 }),
]);

/** One channel's source: a column (number from 0, or its header's name) or an expression over columns. */
export const ChannelMapping = Type.Object(
  {
    column: Type.Optional(Column),
    /**
     * Arithmetic over `v` (this column) and `c0`, `c1`, … (columns by number), with the usual functions and `ln`;
     * its result is in the channel's unit unless `unit` says otherwise.
     */
    expression: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    /** Unit of the value, converted to the channel's own. */
    unit: Type.Optional(Type.String({ maxLength: 16 })),
    /** Millimetres a tip: the column counts tips of a bucket. */
    tip: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 10 })),
    /** The same value in every row, instead of a column. */
    constant: Type.Optional(Type.Number()),
  },
  strict,
);

export const SensorMapping = Type.Object(
  {
    /** Slot 0–63, or "rtu" for the status row. */
    slot: Type.Union([Type.Integer({ minimum: 0, maximum: lastSlot }), Type.Literal('rtu')]),
    /** Station code; absent = the one of the command line. */
    station: Type.Optional(Type.String({ maxLength: 32 })),
    /** Kind id, needed when the sensor is to be created. */
    kind: Type.Optional(Type.String({ maxLength: 32 })),
    name: Type.Optional(Type.String({ maxLength: 64 })),
    row: Type.String({ maxLength: 16 }),
    /** Node or layer from 1; absent = the row's own channels. */
    element: Type.Optional(Type.Integer({ minimum: 1, maximum: 128 })),
    /** Only rows in which a column has this text are the sensor's: one gateway brings many devices. */
    only: Type.Optional(
      Type.Object({ column: Column, value: Type.String({ minLength: 1, maxLength: 128 }) }, strict),
    ),
    channels: dictionary(ChannelMapping),
  },
  strict,
);

/** A pattern of `pattern.ts`, `epoch-s`, `epoch-ms`, or `iso`: the usual forms that begin with the year. Default `iso`. */
const Pattern = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));

export const TimeMapping = Type.Union([
  Type.Object({ column: Column, pattern: Pattern }, strict),
  /** A date and a time of day in two columns; the pattern is that of both with a blank between them. */
  Type.Object({ date: Column, clock: Column, pattern: Pattern }, strict),
  /** Parts in columns of their own: month and day or the day of the year; hours and minutes or both in `clock` (HHMM). */
  Type.Object(
    {
      year: Column,
      month: Type.Optional(Column),
      day: Type.Optional(Column),
      dayOfYear: Type.Optional(Column),
      hour: Type.Optional(Column),
      minute: Type.Optional(Column),
      second: Type.Optional(Column),
      clock: Type.Optional(Column),
    },
    strict,
  ),
]);

/** How a recording's columns become readings. */
export const Mapping = Type.Object(
  {
    /**
     * `toa5`: Campbell table with four header lines. `delimited`: lines of cells. `json`: objects, whose fields are
     * columns named by their path (`values.level`); what a row does not have is missing in it.
     */
    format: Type.Union([Type.Literal('delimited'), Type.Literal('toa5'), Type.Literal('json')]),
    /** `space` splits at any run of blanks and tabs. Default comma. */
    separator: Type.Optional(
      Type.Union([
        Type.Literal('comma'),
        Type.Literal('semicolon'),
        Type.Literal('tab'),
        Type.Literal('space'),
      ]),
    ),
    /** Header lines of a delimited file; the last one names the columns. Default 0. */
    header: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    /** Encoding of the file; without it, it is recognised. */
    encoding: Type.Optional(Type.Enum([...encodings])),
    /** What stands before the fraction of a number. Default point. */
    decimal: Type.Optional(Type.Union([Type.Literal('point'), Type.Literal('comma')])),
    /** Zone of the file's clock: IANA, or for a clock that never changes an offset such as `UTC+8`. */
    timeZone: Type.String({ minLength: 1, maxLength: 64 }),
    time: TimeMapping,
    /** Of years with two digits, those below the pivot are 20xx and the others 19xx. */
    pivot: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    /**
     * Times of the hour that clocks repeat in autumn: the one of two moments that follows the row before, the earlier
     * or the later. Without it such rows are refused.
     */
    repeated: Type.Optional(
      Type.Union([Type.Literal('order'), Type.Literal('first'), Type.Literal('second')]),
    ),
    /** Texts that stand for a missing value; empty cells, NAN and NaN always do. */
    missing: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 50 })),
    sensors: Type.Array(SensorMapping, { minItems: 1, maxItems: 128 }),
  },
  strict,
);
export type Mapping = Static<typeof Mapping>;
export type SensorMapping = Static<typeof SensorMapping>;
export type ChannelMapping = Static<typeof ChannelMapping>;
export type TimeMapping = Static<typeof TimeMapping>;
export type ColumnName = Static<typeof Column>;
