import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { groupBy } from '../../base/group.ts';
import type { Project } from '../../contract/sites/stations.ts';
import { fromJson } from '../storage/json.ts';
import type { Database, RtuTable, SensorTable, StationTable } from '../storage/schema.ts';

type Row<T> = { readonly [Key in keyof T]: T[Key] extends { __select__: infer S } ? S : T[Key] };
export type StationRow = Omit<Row<StationTable>, 'id'> & { readonly id: number };
export type RtuRow = Omit<Row<RtuTable>, 'id'> & { readonly id: number };
export type SensorRow = Omit<Row<SensorTable>, 'id'> & { readonly id: number };

/** A station with what stands on it. */
export interface Site {
  readonly station: StationRow;
  readonly project: Project;
  readonly rtu: RtuRow | null;
  /** By slot. */
  readonly sensors: readonly SensorRow[];
}

/** Every project, by id. */
export async function readProjects(db: Kysely<Database>): Promise<ReadonlyMap<number, Project>> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('companies', 'companies.id', 'projects.company_id')
    .selectAll('projects')
    .select(['companies.name as company_name', 'companies.level_words'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        companyId: row.company_id,
        companyName: row.company_name,
        levelWords: row.level_words === null ? null : fromJson(row.level_words),
        code: row.code,
        name: row.name,
        timeZone: row.time_zone,
        dayBoundary: row.day_boundary,
      },
    ]),
  );
}

/** Rows that one statement reads: SQLite answers nobody else meanwhile. */
const together = 4000;

/** All rows of a table by their ids, a few at a time; others have their turns in between. */
async function inParts<T extends { readonly id: number }>(
  read: (after: number, most: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let after = 0; ; ) {
    const part = await read(after, together);
    // Not spread over a call's arguments: there may be more than fit there.
    for (const row of part) rows.push(row);
    if (part.length < together) return rows;
    after = part.at(-1)?.id ?? after;
    await turn();
  }
}

/** Every station with its RTU and sensors, for the board that filters by company when it is asked. */
export async function readSites(
  db: Kysely<Database>,
  projects: ReadonlyMap<number, Project>,
): Promise<readonly Site[]> {
  const stations = await inParts((after, most) =>
    db
      .selectFrom('stations')
      .selectAll()
      .where('retired_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(most)
      .execute(),
  );
  const rtus = await inParts((after, most) =>
    db.selectFrom('rtus').selectAll().where('id', '>', after).orderBy('id').limit(most).execute(),
  );
  const sensors = await inParts((after, most) =>
    db
      .selectFrom('sensors')
      .selectAll()
      .where('retired_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(most)
      .execute(),
  );
  const rtuOf = new Map(rtus.map((rtu) => [rtu.station_id, rtu]));
  const sensorsOf = groupBy(sensors, (sensor) => sensor.rtu_id);
  return stations.flatMap((station) => {
    const project = projects.get(station.project_id);
    if (project === undefined) return [];
    const rtu = rtuOf.get(station.id) ?? null;
    const own = rtu === null ? [] : (sensorsOf.get(rtu.id) ?? []);
    return [{ station, project, rtu, sensors: own.toSorted((one, other) => one.slot - other.slot) }];
  });
}
