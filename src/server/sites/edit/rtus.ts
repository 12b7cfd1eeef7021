import { Refusal } from '../../../base/errors.ts';
import { createCredential } from '../../gateway/connections/credential.ts';
import { noteRederivation, sourcesOfRtus } from '../../storage/rederive.ts';
import type { By, Db, SiteEditor } from './editor.ts';
import { refuseForeign } from './foreign-values.ts';
import { foreignKinds } from './own-kinds.ts';
import { ownProject, ownRtu, ownStation } from './scope.ts';

const hour = 3_600_000;
/** Cycles in seconds until the RTU says its own (src/catalogue/README.md#contacts). */
const firstSendCycle = 3600;
const firstCollectionCycle = 600;

async function refuseOccupied(db: Db, stationId: number, field: string): Promise<void> {
  const other = await db
    .selectFrom('rtus')
    .select('sn')
    .where('station_id', '=', stationId)
    .executeTakeFirst();
  if (other !== undefined) throw new Refusal(422, 'sites.hasRtu', { sn: other.sn }, field);
}

const isOwnRtu = (db: Db, by: By, id: number) =>
  ownRtu(db, by.viewer, id).then(
    () => true,
    () => false,
  );

async function refuseRetired(db: Db, by: By, stationId: number, field: string): Promise<void> {
  const { retired_at: since, code } = await ownStation(db, by.viewer, stationId);
  if (since !== null) throw new Refusal(422, 'sites.stationRetired', { code }, field);
}

/** Columns of an RTU that has not reported yet, but for its credential. */
export const firstRtu = (stationId: number, sn: string) => ({
  station_id: stationId,
  sn,
  install_state: 1,
  send_cycle: firstSendCycle,
  collection_cycle: firstCollectionCycle,
  last_contact_at: null,
  jitter: 0,
  problems: '[]',
});

/** Lets an RTU in at a station; the credential is in the answer and nowhere else. @throws Refusal */
export function addRtu(
  editor: SiteEditor,
  by: By,
  stationId: number,
  sn: string,
): Promise<{ id: number; credential: string }> {
  return editor.change(by, 'sites.rtu.create', async (db) => {
    await refuseRetired(db, by, stationId, 'sn');
    await refuseOccupied(db, stationId, 'sn');
    const same = await db.selectFrom('rtus').select('id').where('sn', '=', sn).executeTakeFirst();
    const isSeen = same !== undefined && (await isOwnRtu(db, by, same.id));
    await refuseForeign(db, by, { field: 'sn', value: sn, found: same, isSeen }, editor.now());
    const { password, hash } = createCredential();
    const { id } = await db
      .insertInto('rtus')
      .values({ ...firstRtu(stationId, sn), credential_hash: hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { subject: `rtu:${id}`, detail: sn, answer: { id, credential: password } };
  });
}

/** Moves an RTU with its sensors and history to a station that has none. @throws Refusal */
export function changeRtuStation(editor: SiteEditor, by: By, id: number, stationId: number): Promise<object> {
  return editor.change(by, 'sites.rtu.move', async (db) => {
    const { sn } = await ownRtu(db, by.viewer, id);
    await refuseRetired(db, by, stationId, 'stationId');
    const project = await ownStation(db, by.viewer, stationId);
    const { company_id: companyId } = await ownProject(db, by.viewer, project.project_id);
    if (await foreignKinds(db, id, companyId)) throw new Refusal(422, 'kinds.otherCompany', {}, 'stationId');
    await refuseOccupied(db, stationId, 'stationId');
    await db.updateTable('rtus').set({ station_id: stationId }).where('id', '=', id).execute();
    await noteRederivation(db, await sourcesOfRtus(db, [id]));
    return { subject: `rtu:${id}`, detail: `${sn} → station:${stationId}`, answer: {} };
  });
}

/** Gives an RTU a new credential beside the old one, which ends later, or at once. @throws Refusal */
export function rotateRtuCredential(
  editor: SiteEditor,
  by: By,
  id: number,
  overlapHours: number,
): Promise<{ id: number; credential: string }> {
  return editor.change(by, 'sites.rtu.rotate', async (db) => {
    const { sn, credential_hash: before } = await ownRtu(db, by.viewer, id);
    const { password, hash } = createCredential();
    const overlaps = overlapHours > 0 && before !== null;
    await db
      .updateTable('rtus')
      .set({
        credential_hash: hash,
        old_credential_hash: overlaps ? before : null,
        old_credential_until: overlaps ? editor.now() + overlapHours * hour : null,
      })
      .where('id', '=', id)
      .execute();
    const detail = `${sn}, overlap ${overlapHours} h`;
    return { subject: `rtu:${id}`, detail, answer: { id, credential: password } };
  });
}
