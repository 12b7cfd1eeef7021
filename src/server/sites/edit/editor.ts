import type { AuditAction } from '../../../contract/company/audit.ts';
import { auditBy, type By } from '../../audit/by.ts';
import type { Db } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { writeForeign } from './foreign-values.ts';

export type { By, Db };

/** Makes changes of sites: one transaction with its audit entry, then everybody who must know is notified. */
export class SiteEditor {
  constructor(
    readonly storage: Storage,
    /** Gateway, board and consoles look again. */
    readonly changed: () => Promise<void>,
    readonly now: () => number = Date.now,
  ) {}

  /**
   * Runs a change. `work` answers what the audit says it concerned, and the call's own answer.
   * @throws what `work` throws: then nothing was changed
   */
  async change<T>(
    by: By,
    action: AuditAction,
    work: (db: Db) => Promise<{ readonly subject: string; readonly detail?: string; readonly answer: T }>,
  ): Promise<T> {
    const answer = await writeForeign(this.storage, by, this.now, async (db) => {
      const done = await work(db);
      const { subject, detail = '' } = done;
      await auditBy(db, by, { at: this.now(), action, subject, detail });
      return done.answer;
    });
    await this.changed();
    return answer;
  }
}
