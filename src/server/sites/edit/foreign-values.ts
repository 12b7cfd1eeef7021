/**
 * Values that are unique in the whole system (serial numbers, codes of projects, names of companies, accounts) and that
 * another company may have. That one is not free cannot be kept from who asks for it; so it is said without saying why,
 * and no oftener than `companyBounds.foreignValues` times a day to a company. Each time is in the audit, and counted
 * there: a restart forgets none.
 */
import { Refusal } from '../../../base/errors.ts';
import { companyBounds } from '../../../contract/company/company-bounds.ts';
import { appendAudit } from '../../audit/audit.ts';
import type { By } from '../../audit/by.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Db } from './editor.ts';

const day = 86_400_000;
const action = 'sites.notFree';

/** That a value is not free. */
export class NotFree extends Refusal {
  constructor(field: string, value: string) {
    super(422, 'sites.notFree', { value }, field);
  }
}

/** What is asked for, and who has it. */
export interface ClaimedValue {
  readonly field: string;
  readonly value: string;
  /** Undefined = nobody. */
  readonly found: unknown;
  /** The asker may see who has it. */
  readonly isSeen: boolean;
}

/**
 * Within `writeForeign`. @throws Refusal 422 for a value that another one has; 429 for any that is not known to be
 * the asker's own, once the company has received that answer too often
 */
export async function refuseForeign(
  db: Db,
  by: By,
  { field, value, found, isSeen }: ClaimedValue,
  now: number,
): Promise<void> {
  if (found !== undefined && isSeen) throw new Refusal(422, 'sites.taken', { value }, field);
  const { companyId } = by.viewer;
  if (companyId !== null) {
    const { reported } = await db
      .selectFrom('audit')
      .select(({ fn }) => fn.countAll<number>().as('reported'))
      .where('at', '>', now - day)
      .where('action', '=', action)
      .where('subject', '=', `company:${companyId}`)
      .executeTakeFirstOrThrow();
    if (Number(reported) >= companyBounds.foreignValues)
      throw new Refusal(429, 'sites.tooManyTaken', { most: companyBounds.foreignValues }, field);
  }
  if (found !== undefined) throw new NotFree(field, value);
}

/** Keeps in the audit that a value was refused as not free; it is counted there. */
export async function auditNotFree(db: Db, by: By, refused: NotFree, now: number): Promise<void> {
  const { userId, accountName, companyId } = by.viewer;
  await appendAudit(db, {
    at: now,
    userId,
    accountName,
    address: by.address,
    action,
    subject: companyId === null ? null : `company:${companyId}`,
    result: 'refused',
    detail: `${refused.field}: ${refused.params?.['value']}`,
  });
}

/** A write in which a value that is not free is kept in the audit, though nothing else is written. */
export async function writeForeign<T>(
  storage: Storage,
  by: By,
  now: () => number,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const done = await storage.write(async (db): Promise<{ answer: T } | { refused: NotFree }> => {
    try {
      return { answer: await work(db) };
    } catch (refused) {
      // It is thrown before anything is written.
      if (!(refused instanceof NotFree)) throw refused;
      await auditNotFree(db, by, refused, now());
      return { refused };
    }
  });
  if ('refused' in done) throw done.refused;
  return done.answer;
}
