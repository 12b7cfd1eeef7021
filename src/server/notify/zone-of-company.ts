import type { Db } from '../storage/schema.ts';

/** Zone of a company's first project; of any where it is none of one company (0). */
export async function zoneOfCompany(db: Db, companyId: number): Promise<string> {
  const all = db.selectFrom('projects').select('time_zone').orderBy('id').limit(1);
  const row = await (companyId === 0 ? all : all.where('company_id', '=', companyId)).executeTakeFirst();
  return row?.time_zone ?? 'UTC';
}
