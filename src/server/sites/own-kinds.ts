import { type OwnKind, ownKindCode, setOwnKinds } from '../../catalogue/own-kinds.ts';
import type { DataOf } from '../../contract/call.ts';
import type { ownKinds } from '../../contract/sites/own-kinds.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { type CompanyScope, sees, visibleStations } from './visible.ts';

async function readOwnKinds(db: Db): Promise<readonly OwnKind[]> {
  const rows = await db
    .selectFrom('own_kinds')
    .leftJoin('formulas', 'formulas.kind_id', 'own_kinds.id')
    .selectAll('own_kinds')
    .select('formulas.id as formula_id')
    .orderBy('own_kinds.id')
    .execute();
  return rows.map(({ id, company_id: companyId, version, body, formula_id: formula }) => ({
    ...fromJson(body),
    ...{ id, companyId, version, ofFormula: formula !== null },
  }));
}

/** Makes the kinds of the database known in this process: at its start, and when kinds may have changed. */
export async function loadOwnKinds(db: Db): Promise<void> {
  setOwnKinds(await readOwnKinds(db));
}

/** Kinds of the companies that a viewer sees. */
export async function visibleOwnKinds(db: Db, viewer: CompanyScope): Promise<DataOf<typeof ownKinds>> {
  const [kinds, companies, sensors] = await Promise.all([
    readOwnKinds(db),
    db.selectFrom('companies').select(['id', 'name']).orderBy('id').execute(),
    visibleStations(db, viewer)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
      .select(['sensors.kind', ({ fn }) => fn.countAll().as('count')])
      .where('sensors.retired_at', 'is', null)
      .where('sensors.kind', '>', ownKindCode(0))
      .groupBy('sensors.kind')
      .execute(),
  ]);
  const counts = new Map(sensors.map(({ kind, count }) => [kind, Number(count)]));
  return {
    kinds: kinds
      .filter(({ companyId }) => sees(viewer, companyId))
      .map((kind) => ({
        ...kind,
        channels: kind.channels.map((channel) => ({ ...channel, names: { ...channel.names } })),
        names: { ...kind.names },
        sensors: counts.get(ownKindCode(kind.id)) ?? 0,
      })),
    companies: companies.filter(({ id }) => sees(viewer, id)),
  };
}
