/** Over what people are notified of their own work. */
import type { WorkChoice } from '../../contract/notify/work.ts';
import type { Db } from '../storage/schema.ts';

/** Where nobody has chosen: the bell, and whatever way the account has set up for itself. */
const unchosen: WorkChoice = { console: true, mail: true, push: true };

export async function choiceOf(db: Db, userId: number): Promise<WorkChoice> {
  const row = await db
    .selectFrom('work_choices')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined
    ? unchosen
    : { console: row.console === 1, mail: row.mail === 1, push: row.push === 1 };
}

export async function writeChoice(db: Db, userId: number, choice: WorkChoice): Promise<void> {
  const set = { console: Number(choice.console), mail: Number(choice.mail), push: Number(choice.push) };
  await db
    .insertInto('work_choices')
    .values({ user_id: userId, ...set })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(set))
    .execute();
}
