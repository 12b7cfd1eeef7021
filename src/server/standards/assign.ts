/** Standard sets assigned to a selection, and where devices of it differ. */
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import {
  type assignStandard as assignCall,
  type Drift,
  mostDrifts,
  type Standard,
  type StandardScope,
} from '../../contract/devices/standards.ts';
import { checkFolders } from '../alarms/rules/rule-check.ts';
import type { By } from '../audit/by.ts';
import { parseValues, rtuSlot } from '../delivery/row.ts';
import { ownStation } from '../sites/edit/scope.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import { toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { ownStandard, type StandardBook, shownStandard, tellStandard } from './standards.ts';
import { readWatches, takeWatch } from './watch-rows.ts';

/** @throws Refusal 404 for what is unknown or of another company; 422 for a saved filter */
export async function checkScope(db: Db, companyId: number, scope: StandardScope): Promise<void> {
  const projects = await db.selectFrom('projects').select('id').where('company_id', '=', companyId).execute();
  const foreign = scope.projects.find((id) => !projects.some((project) => project.id === id));
  if (foreign !== undefined) throw new Refusal(404, 'api.notFound', { what: `project ${foreign}` });
  for (const id of new Set([...scope.stations, ...scope.except])) await ownStation(db, { companyId }, id);
  await checkFolders(db, companyId, scope);
}

/**
 * Assigns a standard set within the caller's transaction, or takes its assignment back (null); its revision is the caller's.
 * @throws Refusal 404, 422
 */
export async function writeWatch(
  db: Db,
  by: By,
  { id, companyId }: { readonly id: number; readonly companyId: number },
  scope: StandardScope | null,
  at: number,
): Promise<void> {
  if (scope !== null) await checkScope(db, companyId, scope);
  await takeWatch(db, id);
  if (scope === null) return;
  await db
    .insertInto('standard_watches')
    .values({
      ...{ standard_id: id, scope: toJson(scope), since: at, user_id: by.viewer.userId },
      ...{ account_name: by.viewer.accountName, devices: 0, unknown: 0, checked_at: null },
    })
    .execute();
}

/** @throws Refusal 404, 409, 422 */
export function assignStandard(
  { storage, now }: StandardBook,
  by: By,
  id: number,
  { revision, scope }: BodyOf<typeof assignCall>,
): Promise<{ standard: Standard }> {
  return storage.write(async (db) => {
    const { company_name: companyName, ...before } = await ownStandard(db, by.viewer, id);
    if (before.revision !== revision) throw new Refusal(409, 'standards.stale');
    const at = now();
    await writeWatch(db, by, { id, companyId: before.company_id }, scope, at);
    const row = {
      ...before,
      ...{ revision: revision + 1, updated_at: at, account_name: by.viewer.accountName },
    };
    const { id: _id, ...changed } = row;
    await db.updateTable('standards').set(changed).where('id', '=', id).execute();
    await tellStandard(db, by, at, row, 'standard.assign', { scope });
    return { standard: shownStandard(row, companyName, (await readWatches(db, id)).get(id) ?? null) };
  });
}

/** Fields of devices that differ, longest ago first. @throws Refusal 404 */
export async function readDrift(
  { storage: { db } }: Pick<StandardBook, 'storage'>,
  viewer: CompanyScope,
  id: number,
): Promise<{ drifts: Drift[]; total: number }> {
  const standard = await ownStandard(db, viewer, id);
  const wanted = parseValues(standard.wanted);
  const own = visibleStations(db, { companyId: standard.company_id })
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('standard_drifts', 'standard_drifts.rtu_id', 'rtus.id')
    .where('standard_drifts.standard_id', '=', id);
  const { count } = await own
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await own
    .select(['stations.id as station_id', 'stations.code', 'stations.name', 'standard_drifts.rtu_id'])
    .select(['slot', 'field', 'value', 'reported_at', 'since'])
    .orderBy('since')
    .orderBy('stations.code')
    .orderBy('slot')
    .orderBy('field')
    .limit(mostDrifts)
    .execute();
  const plain = (value: unknown) => (value ?? null) as Drift['value'];
  return {
    total: Number(count),
    drifts: rows.map((row) => ({
      stationId: row.station_id,
      stationCode: row.code,
      stationName: row.name,
      rtuId: row.rtu_id,
      slot: row.slot === rtuSlot ? null : row.slot,
      field: row.field,
      wanted: plain(wanted[row.field]),
      value: plain(JSON.parse(row.value)),
      reportedAt: row.reported_at,
      since: row.since,
    })),
  };
}
