/** Derived channels that people make: a sensor on a slot, a kind of that sensor alone, and formulas in versions. */
import { sql } from 'kysely';
import { mostFormulas } from '../../../base/bounds/formulas.ts';
import { Refusal } from '../../../base/errors.ts';
import type { RowId } from '../../../catalogue/model.ts';
import { type OwnKindBody, ownKindCode } from '../../../catalogue/own-kinds.ts';
import { lastSlot } from '../../../catalogue/slots.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { createFormula, FormulaDraft, updateFormula } from '../../../contract/sites/formulas.ts';
import { reachOf } from '../../../domain/formulas/compute.ts';
import type { FormulaBody } from '../../../domain/formulas/model.ts';
import { formulaColumn, formulaRow, readyFormula } from '../../storage/ingest/compute.ts';
import { fromJson, toJson } from '../../storage/json.ts';
import { storedRow } from '../../storage/tables.ts';
import type { By, Db, SiteEditor } from '../edit/editor.ts';
import { refuseTaken } from '../edit/rules.ts';
import { companyOfRtu, ownRtu, ownSensor, ownStation } from '../edit/scope.ts';
import { type CompanyScope, visibleStations } from '../visible.ts';
import { checkedFormula, type FormulaGround } from './check.ts';
import { formulaSensors } from './read.ts';

/** Ports of the RTU itself come first: a derived channel takes none of them. */
const firstSlot = 7;

/** What a formula of a station may read. @throws Refusal 422 for a station without RTU */
export async function formulaGround(db: Db, viewer: CompanyScope, stationId: number): Promise<FormulaGround> {
  const rtus = visibleStations(db, viewer).innerJoin('rtus', 'rtus.station_id', 'stations.id');
  const rtu = await rtus
    .select(['rtus.id', 'rtus.collection_cycle'])
    .where('stations.id', '=', stationId)
    .executeTakeFirst();
  if (rtu === undefined) throw new Refusal(422, 'formulas.noRtu');
  const sensors = await rtus
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .select(['sensors.id', 'sensors.kind'])
    .where('rtus.id', '=', rtu.id)
    .where('sensors.retired_at', 'is', null)
    .execute();
  const formulas = await formulaSensors(db, viewer, rtu.id);
  return { rtu: { id: rtu.id, collectionCycle: rtu.collection_cycle }, sensors, formulas };
}

/** @throws Refusal 422 where a station has as many derived channels in use as it may have */
function checkRoom({ formulas, sensors }: FormulaGround): void {
  if (sensors.filter(({ id }) => formulas.has(id)).length >= mostFormulas)
    throw new Refusal(422, 'formulas.full', { max: mostFormulas });
}

/** The highest slot that is free. @throws Refusal 422 where there is none */
async function freeSlot(db: Db, { rtu }: FormulaGround): Promise<number> {
  const taken = new Set(
    (await db.selectFrom('sensors').select('slot').where('rtu_id', '=', rtu.id).execute()).map(
      ({ slot }) => slot,
    ),
  );
  for (let slot = lastSlot; slot >= firstSlot; slot -= 1) if (!taken.has(slot)) return slot;
  throw new Refusal(422, 'formulas.noSlot');
}

/** The kind of a derived channel: one channel of its name, unit and digits. */
const kindOf = ({ names, unit, digits }: FormulaBody): OwnKindBody => ({
  names,
  channels: [{ column: formulaColumn, names, unit, digits, min: null, max: null, hidden: false }],
  primary: formulaColumn,
});

async function noteKind(db: Db, by: By, id: number, version: number, body: FormulaBody, now: number) {
  const { userId, accountName } = by.viewer;
  const row = { kind_id: id, version, body: toJson(kindOf(body)), at: now };
  await db
    .insertInto('own_kind_versions')
    .values({ ...row, user_id: userId, account_name: accountName })
    .execute();
}

interface Version {
  readonly id: number;
  readonly sensorId: number;
  readonly version: number;
  readonly body: FormulaBody;
  readonly reason: string;
}

async function noteVersion(db: Db, by: By, { id, version, body, reason }: Version, now: number) {
  const { userId, accountName } = by.viewer;
  const row = { formula_id: id, version, body: toJson(body), reason, at: now };
  await db
    .insertInto('formula_versions')
    .values({ ...row, user_id: userId, account_name: accountName })
    .execute();
}

/** Notes what it reads, and that all of its past is to be computed. */
async function setInputs(db: Db, formula: Omit<Version, 'version' | 'reason'>, now: number) {
  const { id, sensorId, body } = formula;
  const { computation } = readyFormula(id, sensorId, body);
  await db.deleteFrom('formula_inputs').where('formula_id', '=', id).execute();
  const reaches = new Map<string, number>();
  // Two letters may stand for one channel: what reaches further counts.
  for (const { row, sourceId, element, letter } of body.inputs) {
    const key = JSON.stringify([row, sourceId, element]);
    reaches.set(key, Math.max(reaches.get(key) ?? 0, reachOf(computation, letter)));
  }
  for (const [key, reach] of reaches) {
    const [row, source, element] = JSON.parse(key) as [string, number, number]; // made above
    await db
      .insertInto('formula_inputs')
      .values({ row_id: row, source_id: source, element, formula_id: id, reach })
      .execute();
  }
  await awaitPast(db, formula, now);
}

/** The first reading of a series; null = it has none. */
async function firstReading(db: Db, row: RowId, sourceId: number, element: number): Promise<number | null> {
  const { rows } = await sql<{ t: number | null }>`
    SELECT min(t) AS t FROM (
      SELECT min(t) AS t FROM ${sql.table(storedRow(row).table)}
      WHERE source_id = ${sourceId} AND element = ${element}
      UNION ALL SELECT min(first_t) FROM reading_chunks
      WHERE row_id = ${row} AND source_id = ${sourceId} AND element = ${element}) AS firsts`.execute(db);
  return rows[0]?.t ?? null;
}

/** From the first reading that it has, or that its first input has, to now. */
async function awaitPast(
  db: Db,
  { id, sensorId, body: { inputs } }: Omit<Version, 'version' | 'reason'>,
  now: number,
): Promise<void> {
  const [lead] = inputs;
  const firsts = [
    await firstReading(db, formulaRow.id, sensorId, 0),
    lead === undefined ? null : await firstReading(db, lead.row, lead.sourceId, lead.element),
  ];
  const first = Math.min(now, ...firsts.filter((t) => t !== null));
  const stretch = { from_t: first, to_t: Number.MAX_SAFE_INTEGER, since_t: first };
  await db
    .insertInto('formula_stretches')
    .values({ formula_id: id, ...stretch })
    .onConflict((conflict) => conflict.column('formula_id').doUpdateSet(stretch))
    .execute();
}

/** Makes a derived channel; its past is computed in the background. @throws Refusal */
export function addFormula(
  editor: SiteEditor,
  by: By,
  stationId: number,
  { reason, ...draft }: BodyOf<typeof createFormula>,
): Promise<{ id: number; sensorId: number; slot: number }> {
  return editor.change(by, 'formula.create', async (db) => {
    const station = await ownStation(db, by.viewer, stationId);
    const ground = await formulaGround(db, by.viewer, stationId);
    const body = checkedFormula(draft, ground);
    checkRoom(ground);
    const slot = await freeSlot(db, ground);
    const now = editor.now();
    const companyId = await companyOfRtu(db, ground.rtu.id);
    const kind = await db
      .insertInto('own_kinds')
      .values({ company_id: companyId, version: 1, body: toJson(kindOf(body)) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await noteKind(db, by, kind.id, 1, body, now);
    const place = { rtu_id: ground.rtu.id, slot, kind: ownKindCode(kind.id), name: null };
    const { id: sensorId } = await db
      .insertInto('sensors')
      .values({ ...place, install_state: 1, mount_mode: 0, mount_azimuth: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('formulas')
      .values({ sensor_id: sensorId, kind_id: kind.id, version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const version = { id, sensorId, version: 1, body, reason };
    await noteVersion(db, by, version, now);
    await setInputs(db, version, now);
    const detail = `slot ${slot}, ${body.text}: ${reason}`;
    return { subject: `station:${station.id}`, detail, answer: { id, sensorId, slot } };
  });
}

/** A derived channel of the asker's. @throws Refusal 404 */
export async function ownFormula(db: Db, viewer: By['viewer'], id: number) {
  const missing = new Refusal(404, 'api.notFound', { what: `formula ${id}` });
  const found = await db.selectFrom('formulas').selectAll().where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw missing;
  const sensor = await ownSensor(db, viewer, found.sensor_id).catch((error: unknown) => {
    throw error instanceof Refusal ? missing : error;
  });
  const { station_id: stationId } = await ownRtu(db, viewer, sensor.rtu_id);
  return { ...found, sensor, stationId };
}

async function bodyOf(db: Db, id: number, version: number): Promise<FormulaBody> {
  const { body } = await db
    .selectFrom('formula_versions')
    .select('body')
    .where('formula_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return fromJson(body);
}

/** Writes a new version: the whole past is computed anew by it. @throws Refusal 404, 409 where another came meanwhile, 422 */
export function changeFormula(
  editor: SiteEditor,
  by: By,
  id: number,
  { version, reason, ...draft }: BodyOf<typeof updateFormula>,
): Promise<object> {
  return editor.change(by, 'formula.update', async (db) => {
    const found = await ownFormula(db, by.viewer, id);
    if (found.version !== version) throw new Refusal(409, 'formulas.stale');
    const body = checkedFormula(draft, await formulaGround(db, by.viewer, found.stationId));
    const before = await bodyOf(db, id, version);
    if (before.unit !== body.unit) throw new Refusal(422, 'formulas.unitKept', {}, 'unit');
    const now = editor.now();
    const next = { id, sensorId: found.sensor_id, version: version + 1, body, reason };
    const newer = { version: version + 1 };
    await db.updateTable('formulas').set(newer).where('id', '=', id).execute();
    await db
      .updateTable('own_kinds')
      .set({ ...newer, body: toJson(kindOf(body)) })
      .where('id', '=', found.kind_id)
      .execute();
    await noteKind(db, by, found.kind_id, version + 1, body, now);
    await noteVersion(db, by, next, now);
    if (found.sensor.retired_at === null) await setInputs(db, next, now);
    const detail = `slot ${found.sensor.slot}, version ${version + 1}, ${body.text}: ${reason}`;
    return { subject: `station:${found.stationId}`, detail, answer: {} };
  });
}

/** Takes a derived channel out of use, which frees its slot, or back into it; its readings stay. @throws Refusal */
export function setFormulaRetired(editor: SiteEditor, by: By, id: number, retired: boolean): Promise<object> {
  return editor.change(by, retired ? 'formula.retire' : 'formula.restore', async (db) => {
    const { sensor, sensor_id: sensorId, version, stationId } = await ownFormula(db, by.viewer, id);
    const slot = sensor.former_slot ?? sensor.slot;
    const answer = { subject: `station:${stationId}`, detail: `slot ${slot}`, answer: {} };
    if ((sensor.retired_at !== null) === retired) return answer;
    const now = editor.now();
    if (retired) {
      await db.deleteFrom('formula_inputs').where('formula_id', '=', id).execute();
      await db.deleteFrom('formula_stretches').where('formula_id', '=', id).execute();
    } else {
      const ground = await formulaGround(db, by.viewer, stationId);
      checkRoom(ground);
      const other = await db
        .selectFrom('sensors')
        .select('id')
        .where('rtu_id', '=', sensor.rtu_id)
        .where('slot', '=', slot)
        .executeTakeFirst();
      refuseTaken(other, 'slot', slot);
      const body = await bodyOf(db, id, version);
      checkedFormula(toDraft(body), ground);
      await setInputs(db, { id, sensorId, body }, now);
    }
    const use = retired
      ? { retired_at: now, slot: -sensorId, former_slot: slot }
      : { retired_at: null, slot, former_slot: null };
    await db.updateTable('sensors').set(use).where('id', '=', sensorId).execute();
    return answer;
  });
}

/** A stored version as a draft. */
export const toDraft = ({ names, inputs, ...body }: FormulaBody): FormulaDraft => ({
  ...body,
  names: { ...names },
  inputs: inputs.map((input) => ({
    ...input,
    letter: input.letter as FormulaDraft['inputs'][number]['letter'],
  })),
});
