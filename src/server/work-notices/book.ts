/** What somebody is notified of their work, as they see it, and what they choose of it. */
import type { WorkChoice, WorkNotice } from '../../contract/notify/work.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { fromJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import { choiceOf, writeChoice } from './choice.ts';
import { seenAmong } from './may-see.ts';
import { takeBackMessages } from './write.ts';

/** Notices that are shown at once. */
const most = 100;

export class WorkNoticeBook {
  constructor(
    readonly storage: Storage,
    readonly now: () => number = Date.now,
  ) {}

  /** What the viewer has not seen, the newest first; nothing where they do not want it in the console. */
  async unseen(viewer: Viewer): Promise<{ notices: WorkNotice[] }> {
    const { db } = this.storage;
    if (!(await choiceOf(db, viewer.userId)).console) return { notices: [] };
    const rows = await db
      .selectFrom('work_notices')
      .selectAll()
      .where('user_id', '=', viewer.userId)
      .where('seen_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(most)
      .execute();
    const seen = await seenAmong(
      db,
      viewer,
      rows.map(({ work }) => work),
    );
    const shown = rows.filter(({ work }) => seen.has(work));
    return {
      notices: shown.map(({ id, at, how, work, params, address }) => ({
        ...{ id, at, how, work, address },
        params: { ...fromJson(params) },
      })),
    };
  }

  /** They have looked at some work: nothing more of what was said of it is sent. */
  async see({ userId }: Viewer, works: readonly string[]): Promise<Record<string, never>> {
    const own = (db: Storage['db']) =>
      db
        .selectFrom('work_notices')
        .select('id')
        .where('user_id', '=', userId)
        .where('work', 'in', [...works])
        .where('seen_at', 'is', null)
        .execute();
    if ((await own(this.storage.db)).length === 0) return {};
    await this.storage.write(async (db) => {
      const now = this.now();
      const ids = (await own(db)).map(({ id }) => id);
      if (ids.length === 0) return;
      await db.updateTable('work_notices').set({ seen_at: now }).where('id', 'in', ids).execute();
      await takeBackMessages(db, ids, 'answered', now);
      await noteChange(db, 'notice', userId, now);
    });
    return {};
  }

  async choose(by: By, choice: WorkChoice): Promise<{ work: WorkChoice }> {
    const { userId } = by.viewer;
    await this.storage.write(async (db) => {
      const at = this.now();
      await writeChoice(db, userId, choice);
      await noteChange(db, 'notice', userId, at);
      const detail = JSON.stringify(choice);
      await auditBy(db, by, { at, action: 'contact.choose', subject: `user:${userId}`, detail });
    });
    return { work: choice };
  }
}
