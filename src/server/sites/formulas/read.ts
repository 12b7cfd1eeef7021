import type { FormulaBody } from '../../../domain/formulas/model.ts';
import { fromJson } from '../../storage/json.ts';
import type { Db } from '../../storage/schema.ts';
import { type CompanyScope, visibleStations } from '../visible.ts';

/** A derived channel with its newest version. */
export interface StoredFormula extends FormulaBody {
  readonly id: number;
  readonly sensorId: number;
  readonly slot: number;
  readonly version: number;
  readonly at: number;
  readonly accountName: string | null;
  readonly reason: string;
  readonly retiredAt: number | null;
  readonly progress: { readonly since: number; readonly next: number; readonly to: number } | null;
}

/** Derived channels of an RTU, by slot; those out of use are last. */
export async function readFormulas(
  db: Db,
  viewer: CompanyScope,
  rtuId: number,
  now: number,
): Promise<readonly StoredFormula[]> {
  const rows = await visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors as n', 'n.rtu_id', 'rtus.id')
    .innerJoin('formulas as f', 'f.sensor_id', 'n.id')
    .innerJoin('formula_versions as v', (join) =>
      join.onRef('v.formula_id', '=', 'f.id').onRef('v.version', '=', 'f.version'),
    )
    .leftJoin('formula_stretches as s', 's.formula_id', 'f.id')
    .select(['f.id', 'f.sensor_id', 'f.version', 'n.slot', 'n.former_slot', 'n.retired_at'])
    .select(['v.body', 'v.at', 'v.account_name', 'v.reason', 's.from_t', 's.to_t', 's.since_t'])
    .where('n.rtu_id', '=', rtuId)
    .execute();
  return rows
    .map((row): StoredFormula => {
      const to = Math.min(row.to_t ?? now, now);
      const [since, next] = [row.since_t ?? now, row.from_t ?? now];
      return {
        ...fromJson(row.body),
        ...{ id: row.id, sensorId: row.sensor_id, slot: row.former_slot ?? row.slot },
        ...{ version: row.version, at: row.at, accountName: row.account_name, reason: row.reason },
        retiredAt: row.retired_at,
        // What has just come is no progress to be watched: it is computed at once.
        progress: row.from_t === null || to - since < 60_000 ? null : { since, next: Math.min(next, to), to },
      };
    })
    .sort((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null) || a.slot - b.slot);
}

/** Sensors of an RTU that are derived channels. */
export async function formulaSensors(
  db: Db,
  viewer: CompanyScope,
  rtuId: number,
): Promise<ReadonlySet<number>> {
  const rows = await visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .innerJoin('formulas', 'formulas.sensor_id', 'sensors.id')
    .select('sensors.id')
    .where('sensors.rtu_id', '=', rtuId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Versions of a derived channel, the newest first. */
export async function readVersions(db: Db, id: number) {
  const rows = await db
    .selectFrom('formula_versions')
    .selectAll()
    .where('formula_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ version, body, at, account_name: accountName, reason }) => ({
    ...fromJson(body),
    ...{ version, at, accountName, reason },
  }));
}
