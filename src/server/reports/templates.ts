/** Changes of templates: each one transaction with its audit entry. */
import { Refusal } from '../../base/errors.ts';
import { reportBounds } from '../../base/report-words.ts';
import type { ReportTemplate } from '../../contract/reports.ts';
import { whyNotTemplate } from '../../domain/reports/template.ts';
import { auditBy, type By } from '../audit/by.ts';
import { companyMeant } from '../dictionaries/entries.ts';
import { ownCompany } from '../sites/edit/scope.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { seenTemplate, type TemplateRow } from './store.ts';

interface Book {
  readonly storage: Storage;
  readonly now: () => number;
}

/** A template as it is kept. @throws Refusal 422 naming field and bound */
export function checkedTemplate(given: ReportTemplate): ReportTemplate {
  const problem = whyNotTemplate(given);
  if (problem !== null) {
    const { why, field, ...params } = problem;
    throw new Refusal(422, `reports.template.${why}`, params, field);
  }
  return { ...given, name: given.name.trim().normalize('NFC') };
}

type TemplateAct = 'report.template.create' | 'report.template.update' | 'report.template.delete';

const noted = (db: Db, by: By, at: number, action: TemplateAct, id: number, detail: string) =>
  auditBy(db, by, { at, action, subject: `template:${id}`, detail });

/** @throws Refusal 404, 422 */
export function createTemplate(
  { storage, now }: Book,
  by: By,
  { companyId, template: given }: { readonly companyId: number | null; readonly template: ReportTemplate },
): Promise<{ id: number }> {
  return storage.write(async (db) => {
    const template = checkedTemplate(given);
    const meant = companyMeant(by.viewer, companyId ?? undefined);
    if (companyId !== null) await ownCompany(db, by.viewer, companyId);
    if (meant === null) throw new Refusal(422, 'reports.noCompany', {}, 'companyId');
    const { count } = await db
      .selectFrom('report_templates')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('company_id', '=', meant)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= reportBounds.templates)
      throw new Refusal(422, 'reports.template.tooMany', { limit: reportBounds.templates });
    const { id } = await db
      .insertInto('report_templates')
      .values({ company_id: meant, body: toJson(template), logo: null, revision: 1, deleted_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await noted(db, by, now(), 'report.template.create', id, template.name);
    return { id };
  });
}

async function changed(
  { storage, now }: Book,
  by: By,
  id: number,
  make: (row: TemplateRow) => { readonly template?: ReportTemplate; readonly logo?: Uint8Array },
): Promise<{ revision: number }> {
  return storage.write(async (db) => {
    const row = await seenTemplate(db, by.viewer, id);
    const { template, logo } = make(row);
    const revision = row.revision + 1;
    const before = fromJson(row.body);
    const after = template ?? { ...before, logo: 'own' as const };
    await db
      .updateTable('report_templates')
      .set({ body: toJson(after), revision, ...(logo === undefined ? {} : { logo }) })
      .where('id', '=', id)
      .execute();
    await noted(db, by, now(), 'report.template.update', id, after.name);
    return { revision };
  });
}

/** @throws Refusal 404, 409 where somebody changed it meanwhile, 422 */
export function updateTemplate(
  book: Book,
  by: By,
  id: number,
  { revision, template }: { readonly revision: number; readonly template: ReportTemplate },
): Promise<{ revision: number }> {
  return changed(book, by, id, (row) => {
    if (row.revision !== revision)
      throw new Refusal(409, 'reports.template.changed', { name: fromJson(row.body).name });
    return { template: checkedTemplate(template) };
  });
}

/** @throws Refusal 404 */
export const setTemplateLogo = (book: Book, by: By, id: number, png: Uint8Array) =>
  changed(book, by, id, () => ({ logo: png }));

/** What was made of it stays as it is. @throws Refusal 404 */
export async function deleteTemplate({ storage, now }: Book, by: By, id: number) {
  await storage.write(async (db) => {
    const row = await seenTemplate(db, by.viewer, id);
    await db.updateTable('report_templates').set({ deleted_at: now() }).where('id', '=', id).execute();
    await noted(db, by, now(), 'report.template.delete', id, fromJson(row.body).name);
  });
  return {};
}
