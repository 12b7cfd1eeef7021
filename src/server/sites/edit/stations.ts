import type { BodyOf } from '../../../contract/call.ts';
import type { createStation } from '../../../contract/sites/sites.ts';
import { setLabels } from '../../dictionaries/chosen.ts';
import { noteRederivation, sourcesOfRtus } from '../../storage/rederive.ts';
import type { By, Db, SiteEditor } from './editor.ts';
import { checkName, checkZone, refuseTaken } from './rules.ts';
import { ownProject, ownStation } from './scope.ts';

type Station = BodyOf<typeof createStation>;

/** A station's columns, checked. @throws Refusal */
export async function stationRow(db: Db, by: Pick<By, 'viewer'>, body: Station, id: number) {
  const project = await ownProject(db, by.viewer, body.projectId);
  checkZone(body.timeZone);
  const code = checkName(body.code, 'code');
  const same = await db
    .selectFrom('stations')
    .select('id')
    .where('project_id', '=', body.projectId)
    .where('code', '=', code)
    .where('id', '!=', id)
    .executeTakeFirst();
  refuseTaken(same, 'code', code);
  return { columns: columnsOfStation({ ...body, code }), companyId: project.company_id };
}

/** A station's columns; what its project must know of is not looked at. @throws Refusal 422 for a blank name or code */
export function columnsOfStation(body: Station) {
  return {
    project_id: body.projectId,
    code: checkName(body.code, 'code'),
    name: checkName(body.name),
    name_reading: body.nameReading,
    site: body.site,
    latitude: body.latitude,
    longitude: body.longitude,
    time_zone: body.timeZone,
  };
}

/** Makes a station. @throws Refusal */
export function addStation(editor: SiteEditor, by: By, body: Station): Promise<{ id: number }> {
  return editor.change(by, 'sites.station.create', async (db) => {
    const { columns: row, companyId } = await stationRow(db, by, body, 0);
    const { id } = await db.insertInto('stations').values(row).returning('id').executeTakeFirstOrThrow();
    await setLabels(db, Number(id), companyId, body.labels ?? []);
    return { subject: `station:${id}`, detail: `${row.code} ${row.name}`, answer: { id } };
  });
}

/** Changes a station, or moves it to another project. @throws Refusal */
export function changeStation(editor: SiteEditor, by: By, id: number, body: Station): Promise<object> {
  return editor.change(by, 'sites.station.update', async (db) => {
    const before = await ownStation(db, by.viewer, id);
    const { columns: row, companyId } = await stationRow(db, by, body, id);
    if (body.labels !== undefined) await setLabels(db, id, companyId, body.labels);
    await db.updateTable('stations').set(row).where('id', '=', id).execute();
    // Another project may have another zone and other days.
    if (before.project_id !== row.project_id) await noteStation(db, id);
    return { subject: `station:${id}`, detail: `${row.code} ${row.name}`, answer: {} };
  });
}

async function noteStation(db: Db, id: number): Promise<void> {
  const rtus = await db.selectFrom('rtus').select('id').where('station_id', '=', id).execute();
  await noteRederivation(
    db,
    await sourcesOfRtus(
      db,
      rtus.map((rtu) => rtu.id),
    ),
  );
}

/** Takes a station out of use, or back into it. @throws Refusal */
export function setStationRetired(editor: SiteEditor, by: By, id: number, retired: boolean): Promise<object> {
  return editor.change(by, retired ? 'sites.station.retire' : 'sites.station.restore', async (db) => {
    const { code, name, retired_at: since } = await ownStation(db, by.viewer, id);
    const retiredAt = retired ? (since ?? editor.now()) : null;
    await db.updateTable('stations').set({ retired_at: retiredAt }).where('id', '=', id).execute();
    return { subject: `station:${id}`, detail: `${code} ${name}`, answer: {} };
  });
}
