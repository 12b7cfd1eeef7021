/** What calls of readings ask for alike: the row, the range, and initial values. */
import { Refusal } from '../../../base/errors.ts';
import { rows } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import { readValid } from '../../sites/baselines/read.ts';
import type { Storage } from '../../storage/storage.ts';

/** The last moment that a date can be (ECMA-262, time values). */
const endOfTime = 8.64e15;

/** @throws Refusal 400 for a row that does not exist */
export function rowOf(text: string): RowId {
  if (!Object.hasOwn(rows, text))
    throw new Refusal(400, 'api.malformed', { field: 'row', problem: text }, 'row');
  return text as RowId;
}

/** The range of a query, to a day from now where no end is given. @throws Refusal 400 for one that ends before it begins */
export function spanOf(
  query: { readonly from?: number | undefined; readonly to?: number | undefined },
  now: number,
) {
  const span = { from: query.from ?? 0, to: Math.min(query.to ?? now + 86_400_000, endOfTime) };
  if (span.from >= span.to) throw new Refusal(400, 'api.range', {}, 'from');
  return span;
}

/** Initial values of a sensor where its readings are asked for relative to them; null where they are not. */
export const baselinesOf = async (
  { db }: Pick<Storage, 'db'>,
  row: RowId,
  sensorId: number,
  relative: number | undefined,
) => (relative !== 1 || row === 'status' ? null : ((await readValid(db, [sensorId])).get(sensorId) ?? []));
