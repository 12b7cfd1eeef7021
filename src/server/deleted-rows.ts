/**
 * Rows that were deleted and can be put back for a day. They leave their table, so that whoever reads it meets nothing
 * that is deleted; after a day the next deletion of anything forgets them.
 */
import { Refusal } from '../base/errors.ts';
import type { Db } from './storage/schema.ts';

/** How long a deletion can be taken back, ms. Assumed. */
export const restorableFor = 86_400_000;

type DeletedSubject = 'contacts' | 'push_subscriptions' | 'standards' | 'map_shapes';

/** Keeps a row that the caller deletes in the same transaction. @param at UTC ms */
export async function keepDeleted(
  db: Db,
  subject: DeletedSubject,
  row: { readonly id: number },
  at: number,
): Promise<void> {
  await db
    .deleteFrom('deleted_rows')
    .where('deleted_at', '<', at - restorableFor)
    .execute();
  const values = { body: JSON.stringify(row), deleted_at: at };
  await db
    .insertInto('deleted_rows')
    .values({ subject, subject_id: row.id, ...values })
    .onConflict((conflict) => conflict.columns(['subject', 'subject_id']).doUpdateSet(values))
    .execute();
}

/**
 * The row that was deleted, as it was; it is kept no more once the caller's transaction is written. Whose it is, is the
 * caller's to check. @throws Refusal 404 where there is none, or it is too late
 */
export async function takeDeleted<Row>(
  db: Db,
  subject: DeletedSubject,
  id: number,
  { now, what }: { readonly now: number; readonly what: string },
): Promise<Row> {
  const found = await db
    .deleteFrom('deleted_rows')
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where('deleted_at', '>=', now - restorableFor)
    .returning('body')
    .executeTakeFirst();
  if (found === undefined) throw new Refusal(404, 'api.notFound', { what: `${what} ${id}` });
  return JSON.parse(found.body) as Row;
}
