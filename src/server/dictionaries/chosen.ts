/** What is chosen from dictionaries: labels of stations, positions of sensors. */
import type { DictionaryName } from '../../base/dictionaries.ts';
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import type { Db } from '../storage/schema.ts';
import { entriesOf } from './entries.ts';

/**
 * Codes can be chosen where the company has them and uses them; what was chosen before stays.
 * @throws Refusal 422 for another one
 */
export async function checkChosen(
  db: Db,
  asked: {
    readonly dictionary: DictionaryName;
    readonly companyId: number;
    readonly codes: readonly string[];
    /** What is chosen there now. */
    readonly before: readonly string[];
    readonly field: string;
  },
): Promise<void> {
  const { dictionary, companyId, codes, before, field } = asked;
  const fresh = codes.filter((code) => !before.includes(code));
  if (fresh.length === 0) return;
  const entries = await entriesOf(db, dictionary, companyId);
  const usable = new Set(entries.filter(({ enabled }) => enabled).map(({ code }) => code));
  if (fresh.some((code) => !usable.has(code))) throw new Refusal(422, 'dictionary.unknown', {}, field);
}

/** Labels of stations, by station, in the order of their codes. @param stationIds left out = of all */
export async function labelsOf(
  db: Db,
  stationIds?: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const all = db.selectFrom('station_labels').selectAll().orderBy('station_id').orderBy('label');
  const rows = await (stationIds === undefined ? all : all.where('station_id', 'in', stationIds)).execute();
  return new Map(
    [...groupBy(rows, (row) => row.station_id)].map(([id, own]) => [id, own.map(({ label }) => label)]),
  );
}

/** Marks a station with these labels and no others. @throws Refusal 422 for one that its company does not have */
export async function setLabels(
  db: Db,
  stationId: number,
  companyId: number,
  labels: readonly string[],
): Promise<void> {
  const before = (await labelsOf(db, [stationId])).get(stationId) ?? [];
  await checkChosen(db, { dictionary: 'label', companyId, codes: labels, before, field: 'labels' });
  await db.deleteFrom('station_labels').where('station_id', '=', stationId).execute();
  if (labels.length > 0)
    await db
      .insertInto('station_labels')
      .values(labels.map((label) => ({ station_id: stationId, label })))
      .execute();
}
