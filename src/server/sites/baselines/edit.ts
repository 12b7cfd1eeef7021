/** Initial values that people set: by hand, from the latest reading, from the mean of a window. */

import type { Kysely } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type { KindDefinition, RowId } from '../../../catalogue/model.ts';
import type { BodyOf, DataOf } from '../../../contract/call.ts';
import type { addBaseline as contract } from '../../../contract/devices/baselines.ts';
import { type BaselineWay, type InitialValue, ownInitials } from '../../../domain/baseline.ts';
import { auditBy, type By } from '../../audit/by.ts';
import { noteChange } from '../../changes/change-log.ts';
import { toJson } from '../../storage/json.ts';
import type { Database } from '../../storage/schema.ts';
import type { LatestReading, Storage } from '../../storage/storage.ts';
import { ownSensor } from '../edit/scope.ts';

type Body = BodyOf<typeof contract>;
type Answer = DataOf<typeof contract>;
interface Found {
  readonly t: number;
  readonly initialValues: readonly InitialValue[];
  readonly from: number | null;
  readonly to: number | null;
  readonly readings: number;
}

/** Initial values that one sensor may have in all, and readings that a mean is made of. */
export const mostBaselines = 1000;
export const mostReadings = 65_536;
/** Digits beyond those of the channel that a mean keeps. */
const moreDigits = 2;
/** Greatest amount that a displacement, an angle or a level can have in its unit. Assumed. */
const greatest = 1_000_000;

/** @throws Refusal 422 for a sensor without a value that can be shown relative */
function kindOf(code: number): KindDefinition {
  const kind = kindByCode(code);
  const some = kind?.rows.some((row) => [false, true].some((of) => ownInitials(row, of).length > 0));
  if (kind === undefined || some !== true) throw new Refusal(422, 'baselines.noChannel');
  return kind;
}

/** @throws Refusal 422 where it was left out */
function given(value: number | undefined, field: string): number {
  if (value === undefined) throw new Refusal(422, 'bound.required', {}, field);
  return value;
}

/** @throws Refusal 422 for a channel that the sensor does not have, or a value that none can be */
function byHand(kind: KindDefinition, body: Body): Found {
  const initialValues = body.initialValues ?? [];
  const t = given(body.t, 't');
  if (initialValues.length === 0) throw new Refusal(422, 'bound.required', {}, 'initialValues');
  const seen = new Set<string>();
  for (const { row, element, channel, value } of initialValues) {
    const field = `${row}.${channel}${element === null ? '' : `.${element}`}`;
    const known = kind.rows.find((id) => id === row);
    const own = known && ownInitials(known, element !== 0).some(({ id }) => id === channel);
    if (!own) throw new Refusal(422, 'baselines.unknownChannel', { channel: `${row}.${channel}` }, field);
    if (value !== null && Math.abs(value) > greatest)
      throw new Refusal(422, 'bound.between', { low: -greatest, high: greatest }, field);
    if (seen.has(field)) throw new Refusal(422, 'baselines.twice', { channel: `${row}.${channel}` }, field);
    seen.add(field);
  }
  const list = initialValues.map((initial): InitialValue => ({ ...initial, row: initial.row as RowId }));
  return { t, initialValues: list, from: null, to: null, readings: 0 };
}

/** Checks one initial value of a sensor kind as it is given by hand. @throws Refusal 422 */
export function checkByHand(kind: number, initial: InitialValue, t: number): void {
  byHand(kindOf(kind), { how: 'hand', initialValues: [{ ...initial }], t, reason: '', dryRun: true });
}

/** Each place of a sensor that can have an initial value, with its newest good value. */
function places(kind: KindDefinition, latest: readonly LatestReading[]) {
  return latest
    .filter(({ row }) => kind.rows.includes(row))
    .flatMap((reading) =>
      ownInitials(reading.row, reading.element > 0).map((channel) => ({ reading, channel })),
    );
}

/** @throws Refusal 422 where there is no reading */
async function fromLatest(
  { readings }: Storage,
  kind: KindDefinition,
  sensorId: number,
  t: number | undefined,
): Promise<Found> {
  const found = places(kind, await readings.latest(null, [sensorId])).flatMap(({ reading, channel }) => {
    const value = reading.values[channel.id];
    if (typeof value !== 'number') return [];
    const { row, element } = reading;
    return [{ row, element, channel: channel.id, value, at: reading.times?.[channel.id] ?? reading.t }];
  });
  if (found.length === 0) throw new Refusal(422, 'baselines.noReading');
  const times = found.map(({ at }) => at);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return { t: t ?? to, initialValues: found.map(({ at: _, ...initial }) => initial), from, to, readings: 1 };
}

/** @throws Refusal 422 for a window without readings, or with more than are averaged at once */
async function fromMean(
  { readings }: Storage,
  kind: KindDefinition,
  sensorId: number,
  body: Body,
): Promise<Found> {
  const { t } = body;
  const [from, to] = [given(body.from, 'from'), given(body.to, 'to')];
  if (from >= to) throw new Refusal(422, 'api.range', {}, 'from');
  const initialValues: InitialValue[] = [];
  let most = 0;
  for (const { row, element } of await readings.latest(null, [sensorId])) {
    const channels = kind.rows.includes(row) ? ownInitials(row, element > 0) : [];
    if (channels.length === 0) continue;
    const ids = channels.map(({ id }) => id);
    const span = { sourceId: sensorId, row, element, channels: ids, from, to };
    const columns = await readings.history({ ...span, bins: 1, rawUpTo: mostReadings });
    if (columns.mode !== 'raw') throw new Refusal(422, 'baselines.tooMany', { max: mostReadings }, 'to');
    for (const [index, { id, digits }] of channels.entries()) {
      const values = (columns.channels[index]?.value ?? new Float64Array()).filter(
        (value) => !Number.isNaN(value),
      );
      if (values.length === 0) continue;
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      initialValues.push({ row, element, channel: id, value: Number(mean.toFixed(digits + moreDigits)) });
      most = Math.max(most, values.length);
    }
  }
  if (initialValues.length === 0) throw new Refusal(422, 'baselines.noReadings', {}, 'from');
  return { t: t ?? from, initialValues, from, to, readings: most };
}

export interface BaselineBook {
  readonly storage: Storage;
  readonly now: () => number;
}

/**
 * Writes an initial value within the caller's transaction, with its audit. Answers its id.
 * @param made `now`: when it is made; `t`: from when on it is valid
 * @throws Refusal 404 for a sensor of another company; 422 where it has the most that it may have
 */
export async function insertBaseline(
  db: Kysely<Database>,
  by: By,
  sensorId: number,
  made: Pick<Found, 't' | 'initialValues'> &
    Partial<Pick<Found, 'from' | 'to'>> & {
      readonly how: BaselineWay;
      readonly reason: string;
      readonly now: number;
    },
): Promise<number> {
  const { t, how, initialValues, from = null, to = null, reason, now } = made;
  const { id: own, slot } = await ownSensor(db, by.viewer, sensorId);
  const { count } = await db
    .selectFrom('baselines')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sensor_id', '=', own)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostBaselines) throw new Refusal(422, 'baselines.full', { max: mostBaselines });
  const { id } = await db
    .insertInto('baselines')
    .values({
      sensor_id: own,
      t,
      how,
      initial_values: toJson(initialValues),
      from_t: from,
      to_t: to,
      reason,
      user_id: by.viewer.userId,
      account_name: by.viewer.accountName,
      order_id: null,
      created_at: now,
      withdrawn_at: null,
      withdrawn_by: null,
      withdrawn_why: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const detail = `slot ${slot}, ${how}, from ${new Date(t).toISOString()}: ${reason}`;
  await noteChange(db, 'baselines', own);
  await auditBy(db, by, { at: now, action: 'baseline.add', subject: `sensor:${own}`, detail });
  return Number(id);
}

/** Sets an initial value, or returns what it would be. Raw readings stay as they are. @throws Refusal */
export async function addBaseline(
  { storage, now: clock }: BaselineBook,
  by: By,
  sensorId: number,
  body: Body,
): Promise<Answer> {
  const now = clock();
  const sensor = await ownSensor(storage.db, by.viewer, sensorId);
  const kind = kindOf(sensor.kind);
  const reason = body.reason.trim();
  if (!body.dryRun && reason === '') throw new Refusal(422, 'bound.required', {}, 'reason');
  const found =
    body.how === 'hand'
      ? byHand(kind, body)
      : body.how === 'latest'
        ? await fromLatest(storage, kind, sensorId, body.t)
        : await fromMean(storage, kind, sensorId, body);
  if (found.t > now) throw new Refusal(422, 'baselines.future', {}, 't');
  const answer = { ...found, initialValues: found.initialValues.map((initial) => ({ ...initial })) };
  if (body.dryRun) return { id: null, ...answer };
  const id = await storage.write((db) =>
    insertBaseline(db, by, sensorId, { ...found, how: body.how, reason, now }),
  );
  return { id, ...answer };
}

/** Takes an initial value back: those before it are in force again. @throws Refusal */
export async function withdrawBaseline(
  { storage, now: clock }: BaselineBook,
  by: By,
  sensorId: number,
  id: number,
  why: string,
): Promise<object> {
  const now = clock();
  const reason = why.trim();
  if (reason === '') throw new Refusal(422, 'bound.required', {}, 'reason');
  await storage.write(async (db) => {
    if (!(await withdrawWithin(db, by, sensorId, id, reason, now)))
      throw new Refusal(404, 'api.notFound', { what: `baseline ${id}` });
  });
  return {};
}

/**
 * Takes an initial value back within the caller's transaction, with its audit. False where there is none, or it was taken
 * back before. @throws Refusal 404 for a sensor of another company
 */
export async function withdrawWithin(
  db: Kysely<Database>,
  by: By,
  sensorId: number,
  id: number,
  reason: string,
  now: number,
): Promise<boolean> {
  const { id: own, slot } = await ownSensor(db, by.viewer, sensorId);
  const { numUpdatedRows } = await db
    .updateTable('baselines')
    .set({ withdrawn_at: now, withdrawn_by: by.viewer.accountName, withdrawn_why: reason })
    .where('id', '=', id)
    .where('sensor_id', '=', own)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  const detail = `slot ${slot}, baseline ${id}: ${reason}`;
  await noteChange(db, 'baselines', own);
  await auditBy(db, by, { at: now, action: 'baseline.withdraw', subject: `sensor:${own}`, detail });
  return true;
}
