/** Plans of sites: pictures of the uploads' room, with devices placed on them. */
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import type { BodyOf } from '../../contract/call.ts';
import {
  type addSitePlan,
  mostSitePlans,
  type placeOnPlan,
  type SitePlan,
} from '../../contract/map/plans.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import type { Board } from '../sites/board.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { hangUploads, viewOfUpload } from '../uploads/refs.ts';

export interface PlanRoom {
  readonly storage: Storage;
  readonly board: Pick<Board, 'one'>;
  readonly now: () => number;
}
interface Listed {
  plans: SitePlan[];
}
/** The RTU has no sensor's number. */
const rtuPlace = 0;

async function plansOf(db: Db, stationId: number): Promise<Listed> {
  const rows = await db
    .selectFrom('site_plans')
    .innerJoin('uploads', 'uploads.id', 'site_plans.upload_id')
    .selectAll('uploads')
    .select(['site_plans.id as plan_id', 'site_plans.name as plan_name'])
    .where('site_plans.station_id', '=', stationId)
    .orderBy('site_plans.id')
    .execute();
  if (rows.length === 0) return { plans: [] };
  const places = await db
    .selectFrom('site_plan_places')
    .selectAll()
    .where(
      'site_plan_id',
      'in',
      rows.map(({ plan_id }) => plan_id),
    )
    .orderBy('sensor_id')
    .execute();
  const placed = groupBy(places, ({ site_plan_id }) => site_plan_id);
  return {
    plans: rows.map(({ plan_id, plan_name, ...upload }) => ({
      id: plan_id,
      name: plan_name,
      upload: viewOfUpload(upload),
      places: (placed.get(plan_id) ?? []).map(({ sensor_id, x, y }) => ({
        sensorId: sensor_id === rtuPlace ? null : sensor_id,
        x,
        y,
      })),
    })),
  };
}

/** In the order in which they were made. @throws Refusal 404 */
export async function plansOfStation(
  { storage, board }: PlanRoom,
  viewer: Viewer,
  stationId: number,
): Promise<Listed> {
  board.one(viewer, stationId);
  return plansOf(storage.db, stationId);
}

/** @throws Refusal 404 for a plan that is not the station's */
async function planOf(db: Db, stationId: number, sitePlanId: number) {
  const plan = await db
    .selectFrom('site_plans')
    .selectAll()
    .where('id', '=', sitePlanId)
    .where('station_id', '=', stationId)
    .executeTakeFirst();
  if (plan === undefined) throw new Refusal(404, 'api.notFound', { what: `plan ${sitePlanId}` });
  return plan;
}

/** Changes plans of a station, writes it down, and answers how they stand. @throws Refusal */
function changing(
  { storage, board, now }: PlanRoom,
  by: By,
  stationId: number,
  act: { readonly action: 'map.plan.save' | 'map.plan.remove' | 'map.plan.place' },
  change: (db: Db, companyId: number) => Promise<string>,
): Promise<Listed> {
  const { companyId } = board.one(by.viewer, stationId).site.project;
  return storage.write(async (db) => {
    const detail = await change(db, companyId);
    await noteChange(db, 'remarks', stationId);
    await auditBy(db, by, { at: now(), ...act, subject: `station:${stationId}`, detail });
    return plansOf(db, stationId);
  });
}

/** Gives a plan its picture. @throws Refusal 404 for a file that is another's, 422 for what is no picture */
async function hangPicture(
  db: Db,
  by: By,
  place: { readonly stationId: number; readonly companyId: number; readonly sitePlanId: number },
  uploadId: number,
): Promise<void> {
  const { stationId, companyId, sitePlanId } = place;
  await hangUploads(db, by.viewer, { subject: 'sitePlan', subjectId: sitePlanId, stationId, companyId }, [
    uploadId,
  ]);
  const row = await db
    .selectFrom('uploads')
    .select('width')
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  if (row.width === null) throw new Refusal(422, 'maps.noPicture', {}, 'uploadId');
}

/** @throws Refusal */
export const addPlan = (
  room: PlanRoom,
  by: By,
  stationId: number,
  { name, uploadId }: BodyOf<typeof addSitePlan>,
): Promise<Listed> =>
  changing(room, by, stationId, { action: 'map.plan.save' }, async (db, companyId) => {
    const { plans } = await plansOf(db, stationId);
    if (plans.length >= mostSitePlans) throw new Refusal(422, 'maps.plans', { limit: mostSitePlans });
    const upload = await db.selectFrom('uploads').select('id').where('id', '=', uploadId).executeTakeFirst();
    if (upload === undefined) throw new Refusal(404, 'api.notFound', { what: `upload ${uploadId}` });
    const { id } = await db
      .insertInto('site_plans')
      .values({
        station_id: stationId,
        name: name.trim(),
        upload_id: uploadId,
        created_at: room.now(),
        account_name: by.viewer.accountName,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await hangPicture(db, by, { stationId, companyId, sitePlanId: id }, uploadId);
    return `plan ${id}, ${name.trim()}`;
  });

/** @throws Refusal */
export const changePlan = (
  room: PlanRoom,
  by: By,
  stationId: number,
  sitePlanId: number,
  { name, uploadId }: BodyOf<typeof addSitePlan>,
): Promise<Listed> =>
  changing(room, by, stationId, { action: 'map.plan.save' }, async (db, companyId) => {
    const before = await planOf(db, stationId, sitePlanId);
    if (before.upload_id !== uploadId)
      await hangPicture(db, by, { stationId, companyId, sitePlanId }, uploadId);
    await db
      .updateTable('site_plans')
      .set({ name: name.trim(), upload_id: uploadId })
      .where('id', '=', sitePlanId)
      .execute();
    return `plan ${sitePlanId}, ${name.trim()}`;
  });

/** @throws Refusal */
export const removePlan = (room: PlanRoom, by: By, stationId: number, sitePlanId: number): Promise<Listed> =>
  changing(room, by, stationId, { action: 'map.plan.remove' }, async (db, companyId) => {
    const { name } = await planOf(db, stationId, sitePlanId);
    await db.deleteFrom('site_plan_places').where('site_plan_id', '=', sitePlanId).execute();
    await db.deleteFrom('site_plans').where('id', '=', sitePlanId).execute();
    await hangUploads(
      db,
      by.viewer,
      { subject: 'sitePlan', subjectId: sitePlanId, stationId, companyId },
      [],
    );
    return `plan ${sitePlanId}, ${name}`;
  });

/** @throws Refusal 404 for a plan or sensor that is not the station's */
export const placeDevice = (
  room: PlanRoom,
  by: By,
  stationId: number,
  sitePlanId: number,
  { sensorId, x, y }: BodyOf<typeof placeOnPlan>,
): Promise<Listed> =>
  changing(room, by, stationId, { action: 'map.plan.place' }, async (db) => {
    await planOf(db, stationId, sitePlanId);
    if (sensorId !== null) {
      const own = await db
        .selectFrom('sensors')
        .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
        .select('sensors.id')
        .where('rtus.station_id', '=', stationId)
        .where('sensors.id', '=', sensorId)
        .executeTakeFirst();
      if (own === undefined) throw new Refusal(404, 'api.notFound', { what: `sensor ${sensorId}` });
    }
    const at = { site_plan_id: sitePlanId, sensor_id: sensorId ?? rtuPlace };
    await db
      .deleteFrom('site_plan_places')
      .where('site_plan_id', '=', at.site_plan_id)
      .where('sensor_id', '=', at.sensor_id)
      .execute();
    const isPlaced = x !== null && y !== null;
    if (isPlaced)
      await db
        .insertInto('site_plan_places')
        .values({ ...at, x, y })
        .execute();
    const what = sensorId === null ? 'RTU' : `sensor ${sensorId}`;
    return `plan ${sitePlanId}, ${what}, ${isPlaced ? `${x.toFixed(4)} ${y.toFixed(4)}` : 'taken off'}`;
  });
