/** Reports and templates as they are kept: every read is of the viewer's company. */
import type { Selectable } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { builtInTemplates, reportBounds } from '../../base/report-words.ts';
import type { KeptTemplate, ReportHead } from '../../contract/reports.ts';
import { builtInTemplate } from '../../domain/reports/template.ts';
import { type CompanyScope, sees } from '../sites/visible.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db, ReportTable, ReportTemplateTable } from '../storage/schema.ts';

const day = 86_400_000;

export type KeptReport = Selectable<ReportTable>;
/** Without what is large. */
export type HeadRow = Omit<KeptReport, 'model' | 'logo'>;
export type TemplateRow = Selectable<ReportTemplateTable>;

const headColumns = [
  'reports.id',
  'reports.company_id',
  'reports.project_id',
  'template_id',
  'template_revision',
  'template',
  'request',
  'reports.time_zone',
  'state',
  'attempts',
  'problem',
  'made_at',
  'made_by_id',
  'made_by',
  'version',
  'stations',
  'level',
  'pages',
  'checksum',
  'lacking',
  'signatures',
  'sent_at',
  'sent_to',
] as const;

/** Reports that a viewer may see, with the names of their projects. */
export function seenReports(db: Db, viewer: CompanyScope) {
  const all = db.selectFrom('reports').innerJoin('projects', 'projects.id', 'reports.project_id');
  return viewer.companyId === null ? all : all.where('reports.company_id', '=', viewer.companyId);
}
export const heads = (db: Db, viewer: CompanyScope) =>
  seenReports(db, viewer)
    .select([...headColumns])
    .select('projects.name as project_name');

/** @param progress of one that is being made */
export function headOf(row: HeadRow & { readonly project_name: string }, progress: number): ReportHead {
  const template = fromJson(row.template);
  const { from, to, languages, formats, stationIds } = fromJson(row.request);
  return {
    id: row.id,
    companyId: row.company_id,
    projectId: row.project_id,
    projectName: row.project_name,
    name: template.name,
    period: template.period,
    templateRevision: row.template_revision,
    ...{ from, to, languages, formats },
    timeZone: row.time_zone,
    stations: row.state === 'ready' ? row.stations : stationIds.length,
    state: row.state,
    progress: row.state === 'ready' ? 1 : progress,
    problem: row.problem,
    madeAt: row.made_at,
    madeBy: row.made_by,
    level: row.level,
    pages: row.pages,
    checksum: row.checksum,
    lacking: [...fromJson(row.lacking)],
    signatures: [...fromJson(row.signatures)],
    sentAt: row.sent_at,
    sentTo: row.sent_to,
    version: row.version,
  };
}

/** @throws Refusal 404 for one that is unknown or another company's */
export async function seenHead(db: Db, viewer: CompanyScope, id: number) {
  const row = await heads(db, viewer).where('reports.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `report ${id}` });
  return row;
}

/** @throws Refusal 409 for one that is not ready */
export function mustBeReady(row: Pick<HeadRow, 'state'>): void {
  if (row.state !== 'ready') throw new Refusal(409, 'reports.notReady');
}

/** Bounds of a company; old reports that nobody signed or sent go. @throws Refusal 429 */
export async function makeRoom(db: Db, companyId: number, now: number): Promise<void> {
  const all = db.selectFrom('reports').where('company_id', '=', companyId);
  const underWay = await all.select('id').where('state', 'in', ['waiting', 'making']).execute();
  if (underWay.length >= reportBounds.underWay)
    throw new Refusal(429, 'reports.busy', { limit: reportBounds.underWay });
  const free = all
    .select('id')
    .where('state', 'not in', ['waiting', 'making'])
    .where('sent_at', 'is', null)
    .where('signatures', '=', toJson([]));
  const old = await free.where('made_at', '<', now - reportBounds.keptDays * day).execute();
  const { count } = await all.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  const over = Number(count) - old.length - reportBounds.kept + 1;
  const oldest =
    over > 0
      ? await free
          .orderBy('id')
          .limit(over + old.length)
          .execute()
      : [];
  const gone = new Set([...old, ...oldest].map(({ id }) => id));
  if (gone.size === 0) return;
  await db
    .deleteFrom('report_files')
    .where('report_id', 'in', [...gone])
    .execute();
  await db
    .deleteFrom('reports')
    .where('id', 'in', [...gone])
    .execute();
}

/** Templates that come with the product, and those of the viewer's company by name. */
export async function listTemplates(db: Db, viewer: CompanyScope): Promise<KeptTemplate[]> {
  let own = db.selectFrom('report_templates').selectAll().where('deleted_at', 'is', null).orderBy('id');
  if (viewer.companyId !== null) own = own.where('company_id', '=', viewer.companyId);
  const rows = await own.execute();
  return [
    ...builtInTemplates.map(
      (id): KeptTemplate => ({
        ...{
          id: null,
          builtIn: id,
          companyId: null,
          revision: 0,
          hasLogo: false,
          template: builtInTemplate(id),
        },
      }),
    ),
    ...rows
      .map(
        (row): KeptTemplate => ({
          id: row.id,
          builtIn: null,
          companyId: row.company_id,
          revision: row.revision,
          hasLogo: row.logo !== null,
          template: fromJson(row.body),
        }),
      )
      .toSorted((a, b) => (a.template.name < b.template.name ? -1 : 1)),
  ];
}

/** @throws Refusal 404 for one that is unknown, deleted or another company's */
export async function seenTemplate(db: Db, viewer: CompanyScope, id: number): Promise<TemplateRow> {
  const row = await db
    .selectFrom('report_templates')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || !sees(viewer, row.company_id))
    throw new Refusal(404, 'api.notFound', { what: `template ${id}` });
  return row;
}
