/** A service account of each company with a token, named by its mark; what a call made is taken away for the next. */
import { toJson } from '../../../src/server/storage/json.ts';
import { firstReading, type TestServer } from '../server.ts';

/** The service account of company n; its token has the number of the company. */
export const serviceAccountOf = (company: 1 | 2) => 9000 + company;
/** The role without permissions (tests/support/server.ts): whoever holds any may deal with it. */
const emptyRole = 4;

export async function plantServiceAccounts(
  { running: { storage } }: TestServer,
  marks: Readonly<Record<1 | 2, string>>,
): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('service_tokens').execute();
    await db.deleteFrom('users').where('is_service', '=', 1).execute();
    for (const company of [1, 2] as const) {
      const id = serviceAccountOf(company);
      await db
        .insertInto('users')
        .values({
          ...{ id, company_id: company, role_id: emptyRole, account_name: `service-${company}` },
          ...{ full_name: marks[company], password_hash: '', language: 'en', disabled: 0 },
          ...{ created_at: firstReading, is_service: 1 },
        })
        .execute();
      await db
        .insertInto('service_tokens')
        .values({
          ...{ id: company, user_id: id, name: marks[company], scopes: toJson(['read' as const]) },
          ...{ hash: String(company).repeat(64), hint: 'sample', days: 30, created_at: firstReading },
          ...{ created_by: marks[company], expires_at: 4_102_444_800_000, used_from: '' },
        })
        .execute();
    }
  });
}
