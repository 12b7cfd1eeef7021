import { type OwnKind, ownKindCode, setOwnKinds } from '../../catalogue/own-kinds.ts';
import type { DataOf } from '../../contract/call.ts';
import type { ownKinds } from '../../contract/sites/own-kinds.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { type CompanyScope, sees, visibleStations } from './visible.ts';

async function readOwnKinds(db: Db): Promise<readonly OwnKind[]> {
  const rows = await db.selectFrom('own_kinds').selectAll().orderBy('id').execute();
  return rows.map(({ id, company_id: companyId, version, body }) => ({
    ...fromJson(body),
    ...{ id, companyId, version },
  }));
}

/** Makes the kinds of the database known in this process: at its start, and when kinds may have changed. */
export async function loadOwnKinds(db: Db): Promise<void> {
  setOwnKinds(await readOwnKinds(db));
}

/** Kinds of the companies that a viewer sees. */
export async function visibleOwnKinds(db: Db, viewer: CompanyScope): Promise<DataOf<typeof ownKinds>> {
  const [kinds, companies, sensors, formulas] = await Promise.all([
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
    db.selectFrom('formulas').select('kind_id').execute(),
  ]);
  const ofFormulas = new Set(formulas.map(({ kind_id: id }) => id));
  const counts = new Map(sensors.map(({ kind, count }) => [kind, Number(count)]));
  return {
    kinds: kinds
      .filter(({ companyId }) => sees(viewer, companyId))
      .map((kind) => ({
        ...kind,
        channels: kind.channels.map((channel) => ({ ...channel, names: { ...channel.names } })),
        names: { ...kind.names },
        sensors: counts.get(ownKindCode(kind.id)) ?? 0,
        ofFormula: ofFormulas.has(kind.id),
      })),
    companies: companies.filter(({ id }) => sees(viewer, id)),
  };
}
