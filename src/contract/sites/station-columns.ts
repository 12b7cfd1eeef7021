/** All stations as columns: what a console lists, a third of the bytes of the same summaries one by one. */
import Type, { type Static, type TSchema } from 'typebox';
import { call } from '../call.ts';
import { PrimaryValue, Project, StationSummary } from './stations.ts';

const strict = { additionalProperties: false } as const;
/** More than a screen shows. */
export const mostSparks = 200;

type Columns<T> = { readonly [Key in keyof T]: readonly T[Key][] };
type Primary = NonNullable<StationSummary['primary']>;
/** What a summary has beside its little curve, which is asked for by who shows it, and its primary value. */
type Plain = Omit<StationSummary, 'primary' | 'spark'>;
export type StationColumns = Columns<Plain> & {
  /** One for each station that has a primary value; `of` = its place among the stations. */
  readonly primary: Columns<Primary> & { readonly of: readonly number[] };
};

const columnsOf = (properties: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, Type.Array(schema)]));
const { primary: _primary, spark: _spark, ...plain } = StationSummary.properties;
const plainKeys = Object.keys(plain) as (keyof Plain)[];
const primaryKeys = Object.keys(PrimaryValue.properties) as (keyof Primary)[];

const StationColumnsBody = Type.Unsafe<StationColumns>(
  Type.Object(
    {
      ...columnsOf(plain),
      primary: Type.Object({ of: Type.Array(Type.Integer()), ...columnsOf(PrimaryValue.properties) }, strict),
    },
    strict,
  ),
);

/** What `GET /rest/stations` answers without the little curves, as columns of equal length. */
export const stationColumns = call('stations.columns', 'GET /rest/stations/columns', {
  access: 'station:data:view',
  data: Type.Object(
    {
      columns: StationColumnsBody,
      projects: Type.Array(Project),
      at: Type.Integer(),
      /** A live stream that is opened with it as its last event delivers everything that followed. */
      lastEventId: Type.String(),
    },
    strict,
  ),
});

/** Little curves of stations: 24 values of the last 24 h, oldest first. Stations that the asker does not see are left out. */
export const stationSparks = call('stations.sparks', 'POST /rest/stations/sparks', {
  access: 'station:data:view',
  body: Type.Object(
    {
      stationIds: Type.Array(Type.Integer({ minimum: 1 }), {
        minItems: 1,
        maxItems: mostSparks,
        uniqueItems: true,
      }),
    },
    strict,
  ),
  data: Type.Object(
    {
      sparks: Type.Array(
        Type.Object(
          { stationId: Type.Integer(), spark: Type.Array(Type.Union([Type.Number(), Type.Null()])) },
          strict,
        ),
      ),
    },
    strict,
  ),
});
export type StationSpark = Static<typeof stationSparks.data>['sparks'][number];

type Lists = Record<string, unknown[]>;
const emptyLists = (keys: readonly string[]): Lists => Object.fromEntries(keys.map((key) => [key, []]));

/** Puts summaries into columns, a few at a time. */
export class StationPacker {
  readonly #plain = emptyLists(plainKeys);
  readonly #primary = emptyLists(['of', ...primaryKeys]);
  #count = 0;

  add(summary: StationSummary): void {
    for (const key of plainKeys) this.#plain[key]?.push(summary[key]);
    const { primary } = summary;
    if (primary !== null) {
      this.#primary['of']?.push(this.#count);
      for (const key of primaryKeys) this.#primary[key]?.push(primary[key]);
    }
    this.#count += 1;
  }

  columns(): StationColumns {
    // Each list was filled from the property of its name.
    return { ...this.#plain, primary: this.#primary } as unknown as StationColumns;
  }
}

/** The summaries that were put into columns, with empty sparks. */
export function unpackStations(columns: StationColumns): StationSummary[] {
  const { primary } = columns;
  const primaries = new Map(
    primary.of.map((place, index) => [
      place,
      Object.fromEntries(primaryKeys.map((key) => [key, primary[key][index]])) as unknown as Primary,
    ]),
  );
  return columns.id.map(
    (_, index) =>
      ({
        ...Object.fromEntries(plainKeys.map((key) => [key, columns[key][index]])),
        primary: primaries.get(index) ?? null,
        spark: [],
      }) as unknown as StationSummary,
  );
}
