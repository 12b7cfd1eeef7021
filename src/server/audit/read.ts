/** Reading the audit: filtered, by pages, and cut to what a company may know. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { AuditEntry, AuditFilters } from '../../contract/company/audit.ts';
import type { CompanyScope } from '../sites/visible.ts';
import { auditOf } from '../sites/visible.ts';
import type { AuditTable, Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

type Query<O> = SelectQueryBuilder<Database, 'audit', O>;

/** A pattern of LIKE that finds the text as it is. */
const literal = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&');
const holds = (column: keyof AuditTable, text: string) =>
  sql<boolean>`lower(${sql.ref(`audit.${column}`)}) like ${`%${literal(text)}%`} escape '\\'`;
const begins = (column: keyof AuditTable, text: string) =>
  sql<boolean>`lower(${sql.ref(`audit.${column}`)}) like ${`${literal(text)}%`} escape '\\'`;

function filtered<O>(query: Query<O>, filters: AuditFilters): Query<O> {
  const { from, to, account, action, subject, result, text } = filters;
  let found = query;
  if (from !== undefined) found = found.where('audit.at', '>=', from);
  if (to !== undefined) found = found.where('audit.at', '<', to);
  if (account !== undefined) found = found.where(holds('account_name', account));
  if (action !== undefined)
    found = found.where((of) =>
      of.or([of('audit.action', '=', action), begins('action', `${action.replace(/\.$/, '')}.`)]),
    );
  if (subject !== undefined)
    found = subject.endsWith(':')
      ? found.where(begins('subject', subject))
      : found.where('audit.subject', '=', subject);
  if (result !== undefined) found = found.where('audit.result', '=', result);
  if (text !== undefined)
    found = found.where((of) =>
      of.or((['detail', 'subject', 'action', 'account_name'] as const).map((column) => holds(column, text))),
    );
  return found;
}

/** Entries that a viewer may read and that match, newest first; those before an id. */
export async function readAudit(
  storage: Pick<Storage, 'db'>,
  viewer: CompanyScope,
  filters: AuditFilters,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<AuditEntry[]> {
  let query = filtered(auditOf(storage.db, viewer), filters)
    .leftJoin('users', 'users.id', 'audit.user_id')
    .selectAll('audit')
    .select('users.company_id as of_company');
  if (page.before !== undefined) query = query.where('audit.id', '<', page.before);
  const rows = await query.orderBy('audit.id', 'desc').limit(page.limit).execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    accountName: row.account_name,
    // From where the platform's own staff works is nothing for a company to know.
    address: viewer.companyId === null || row.of_company === viewer.companyId ? row.address : null,
    action: row.action,
    subject: row.subject,
    result: row.result,
    detail: row.detail,
    hash: row.hash,
  }));
}

/** How many entries match. */
export async function countAudit(
  storage: Pick<Storage, 'db'>,
  viewer: CompanyScope,
  filters: AuditFilters,
): Promise<number> {
  const { count } = await filtered(auditOf(storage.db, viewer), filters)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
