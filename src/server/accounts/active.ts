/** Who may act: a company that is switched off takes its people along, without a word in their accounts. */
import { type SqlBool, sql } from 'kysely';
import { fixed } from '../storage/fixed.ts';
import type { Db } from '../storage/schema.ts';

/** Of a statement over `users`: accounts that are not kept out, and whose company is not switched off. */
export const isActive = sql<SqlBool>`users.disabled = 0 AND NOT EXISTS (
  SELECT 1 FROM companies AS own WHERE own.id = users.company_id AND own.off_at IS NOT NULL)`;

/** Of a statement over `users`: people, without the accounts of programs. */
export const isPerson = sql<SqlBool>`users.is_service = 0`;

const offCompany = fixed((db, { companyId }: { companyId: number }) =>
  db.selectFrom('companies').select('id').where('id', '=', companyId).where('off_at', 'is not', null),
);

/** True while a company is switched off: its people cannot sign in, and nobody is notified of its alarms. */
export const isCompanyOff = async (db: Db, companyId: number): Promise<boolean> =>
  (await offCompany(db, { companyId })).length > 0;
