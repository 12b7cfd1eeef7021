import { Refusal } from '../../../base/errors.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { createSensor } from '../../../contract/sites/sites.ts';
import { auditBy } from '../../audit/by.ts';
import { checkChosen } from '../../dictionaries/chosen.ts';
import { reconsider } from '../../notify/follow.ts';
import { noteRederivation } from '../../storage/rederive.ts';
import type { By, Db, SiteEditor } from './editor.ts';
import { checkKindOf } from './own-kinds.ts';
import { checkSensor, refuseTaken } from './rules.ts';
import { companyOfRtu, ownRtu, ownSensor } from './scope.ts';

type Sensor = BodyOf<typeof createSensor>;
export type SensorDraft = Readonly<Sensor>;

/** @param before the position that it has */
async function sensorRow(db: Db, rtuId: number, body: SensorDraft, id: number, before: string | null) {
  checkSensor(body);
  const companyId = await companyOfRtu(db, rtuId);
  await checkKindOf(db, body.kind, companyId);
  const same = await db
    .selectFrom('sensors')
    .select('id')
    .where('rtu_id', '=', rtuId)
    .where('slot', '=', body.slot)
    .where('id', '!=', id)
    .executeTakeFirst();
  refuseTaken(same, 'slot', body.slot);
  if (body.position != null)
    await checkChosen(db, {
      ...{ dictionary: 'position', companyId, codes: [body.position], field: 'position' },
      before: before === null ? [] : [before],
    });
  return {
    slot: body.slot,
    kind: body.kind,
    name: body.name?.trim() || null,
    install_state: body.installState,
    mount_mode: body.mountMode,
    mount_azimuth: body.mountAzimuth,
    position: body.position === undefined ? before : body.position,
  };
}

/** Puts a sensor on a slot of an RTU of the asker's company; answers its id, and what the audit says of it. */
async function insertRow(db: Db, by: By, rtuId: number, body: SensorDraft) {
  const { sn } = await ownRtu(db, by.viewer, rtuId);
  const row = await sensorRow(db, rtuId, body, 0, null);
  const { id } = await db
    .insertInto('sensors')
    .values({ ...row, rtu_id: rtuId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, detail: `${sn}/${row.slot}` };
}

/** Puts a sensor on a slot. @throws Refusal */
export function addSensor(editor: SiteEditor, by: By, rtuId: number, body: Sensor): Promise<{ id: number }> {
  return editor.change(by, 'sites.sensor.create', async (db) => {
    const { id, detail } = await insertRow(db, by, rtuId, body);
    return { subject: `sensor:${id}`, detail, answer: { id } };
  });
}

/** Puts a sensor on a slot within the caller's transaction, with its audit; answers its id. @throws Refusal */
export async function insertSensor(
  db: Db,
  by: By,
  rtuId: number,
  body: SensorDraft,
  now: number,
): Promise<number> {
  const { id, detail } = await insertRow(db, by, rtuId, body);
  await auditBy(db, by, { at: now, action: 'sites.sensor.create', subject: `sensor:${id}`, detail });
  return Number(id);
}

/** Takes a sensor out of use within the caller's transaction, with its audit; one that is out of use stays so. @throws Refusal */
export async function retireWithin(db: Db, by: By, id: number, now: number): Promise<void> {
  const found = await ownSensor(db, by.viewer, id);
  if (found.retired_at !== null) return;
  await refuseOfFormula(db, id);
  const freed = { retired_at: now, slot: -id, former_slot: found.slot };
  await db.updateTable('sensors').set(freed).where('id', '=', id).execute();
  const detail = `slot ${found.slot}`;
  await auditBy(db, by, { at: now, action: 'sites.sensor.retire', subject: `sensor:${id}`, detail });
}

/** Changes a sensor. Its kind stays once it has readings: they would be of another kind. @throws Refusal */
export async function changeSensor(editor: SiteEditor, by: By, id: number, body: Sensor): Promise<object> {
  const found = await ownSensor(editor.storage.db, by.viewer, id);
  if (found.kind !== body.kind) {
    const [reading] = await editor.storage.readings.latest(null, [id]);
    const known = kindByCode(found.kind);
    if (reading !== undefined && known !== undefined) throw new Refusal(422, 'sites.kindFixed', {}, 'kind');
  }
  return editor.change(by, 'sites.sensor.update', async (db) => {
    const before = await ownSensor(db, by.viewer, id);
    const { rtu_id: rtuId, retired_at: since } = before;
    if (since !== null) throw new Refusal(422, 'sites.sensorRetired', {}, 'slot');
    await refuseOfFormula(db, id);
    const row = await sensorRow(db, rtuId, body, id, before.position);
    await db.updateTable('sensors').set(row).where('id', '=', id).execute();
    if (before.mount_azimuth !== row.mount_azimuth) await noteAzimuth(db, id);
    if (before.install_state !== row.install_state) await reconsider(db, rtuId, editor.now());
    return { subject: `sensor:${id}`, detail: `slot ${row.slot}`, answer: {} };
  });
}

/** What a derived channel is, and whether it is in use, is changed there. @throws Refusal 422 */
async function refuseOfFormula(db: Db, id: number): Promise<void> {
  const found = await db.selectFrom('formulas').select('id').where('sensor_id', '=', id).executeTakeFirst();
  if (found !== undefined) throw new Refusal(422, 'formulas.byFormula', {}, 'kind');
}

/** An azimuth that is corrected is that of all readings since the last remount. */
async function noteAzimuth(db: Db, id: number): Promise<void> {
  const mounted = await db
    .selectFrom('datums')
    .select(({ fn }) => fn.max('t').as('t'))
    .where('sensor_id', '=', id)
    .where('azimuth_before', 'is not', null)
    .executeTakeFirst();
  await noteRederivation(db, { sensorIds: [id] }, ['tilt'], mounted?.t ?? undefined);
}

/** Takes a sensor out of use, which frees its slot, or back into it, where the slot is still free. @throws Refusal */
export function setSensorRetired(editor: SiteEditor, by: By, id: number, retired: boolean): Promise<object> {
  return editor.change(by, retired ? 'sites.sensor.retire' : 'sites.sensor.restore', async (db) => {
    const found = await ownSensor(db, by.viewer, id);
    await refuseOfFormula(db, id);
    const slot = found.former_slot ?? found.slot;
    if (!retired) {
      const other = await db
        .selectFrom('sensors')
        .select('id')
        .where('rtu_id', '=', found.rtu_id)
        .where('slot', '=', slot)
        .where('id', '!=', id)
        .executeTakeFirst();
      refuseTaken(other, 'slot', slot);
    }
    await db
      .updateTable('sensors')
      .set(
        retired
          ? { retired_at: found.retired_at ?? editor.now(), slot: -id, former_slot: slot }
          : { retired_at: null, slot, former_slot: null },
      )
      .where('id', '=', id)
      .execute();
    return { subject: `sensor:${id}`, detail: `slot ${slot}`, answer: {} };
  });
}
