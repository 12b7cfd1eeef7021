/** When which own line of rain stood: for rules, which judge by the line of their moment. */
import type { Kysely } from 'kysely';
import { groupBy } from '../../base/group.ts';
import type { LineStretch } from '../../domain/alarms/methods/own-lines.ts';
import type { Database } from '../storage/schema.ts';

/** In order of time, by station and by project. */
export interface KeptStretches {
  readonly stations: ReadonlyMap<number, readonly LineStretch[]>;
  readonly projects: ReadonlyMap<number, readonly LineStretch[]>;
}

interface KeptRow {
  readonly project_id: number;
  readonly station_id: number | null;
  readonly factor: number;
  readonly exponent: number;
  readonly shortest: number;
  readonly longest: number;
  readonly gap: number;
  readonly at: number;
  readonly until: number | null;
}

function stretchesOf(rows: readonly KeptRow[]): readonly LineStretch[] {
  return rows
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, until, factor, exponent, shortest, longest, gap }) => ({
      ...{ from: at, until, line: { factor, exponent, shortest, longest, gap } },
    }));
}

/** The lines of all stations and projects, those of before too: alarms of every company are judged by one engine. */
export async function readLineStretches(db: Kysely<Database>): Promise<KeptStretches> {
  const own = ['project_id', 'station_id', 'factor', 'exponent', 'shortest', 'longest', 'gap', 'at'] as const;
  const present = await db.selectFrom('rain_lines').select(own).execute();
  const past = await db
    .selectFrom('rain_line_past')
    .select([...own, 'until'])
    .execute();
  const all: readonly KeptRow[] = [...past, ...present.map((row) => ({ ...row, until: null }))];
  const ofStations = all.filter(({ station_id }) => station_id !== null);
  const ofProjects = all.filter(({ station_id }) => station_id === null);
  const inMap = (rows: readonly KeptRow[], key: (row: KeptRow) => number) =>
    new Map([...groupBy(rows, key)].map(([id, list]) => [id, stretchesOf(list)]));
  return {
    stations: inMap(ofStations, ({ station_id }) => station_id ?? 0),
    projects: inMap(ofProjects, ({ project_id }) => project_id),
  };
}
