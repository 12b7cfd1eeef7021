/** What is asked for, before it is taken: whose it is, and whether it can be made. */
import { Refusal } from '../../base/errors.ts';
import { reportBounds } from '../../base/report-words.ts';
import type { ReportRequest, ReportTemplate } from '../../contract/reports.ts';
import { builtInTemplate } from '../../domain/reports/template.ts';
import { current } from '../platform/state.ts';
import type { Board } from '../sites/board.ts';
import type { CompanyScope } from '../sites/visible.ts';
import { visibleStations } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { seenTemplate } from './store.ts';

const day = 86_400_000;

export interface TakenRequest {
  readonly companyId: number;
  readonly timeZone: string;
  readonly template: ReportTemplate;
  readonly templateRevision: number;
  /** PNG. */
  readonly logo: Uint8Array | null;
}

/** The logo of the platform; null = it has none. */
async function platformLogo(db: Db): Promise<Uint8Array | null> {
  const { logo } = (await current(db)).state;
  if (logo === null) return null;
  const row = await db.selectFrom('platform_logos').select('png').where('id', '=', logo).executeTakeFirst();
  return row === undefined ? null : Uint8Array.from(row.png);
}

/** The days of a report. @throws Refusal 422 naming field and bound */
function checkSpan({ from, to }: Pick<ReportRequest, 'from' | 'to'>, now: number): void {
  if (from >= to) throw new Refusal(422, 'reports.noSpan', {}, 'to');
  if (from > now) throw new Refusal(422, 'reports.future', {}, 'from');
  const days = Math.ceil((to - from) / day);
  if (days > reportBounds.days)
    throw new Refusal(422, 'reports.longSpan', { limit: reportBounds.days, days }, 'from');
}

/** @throws Refusal 404 for what is foreign or unknown, 422 for what cannot be made */
export async function takeRequest(
  db: Db,
  board: Board,
  viewer: CompanyScope,
  { request, now }: { readonly request: ReportRequest; readonly now: number },
): Promise<TakenRequest> {
  const project = board.projects(viewer).find(({ id }) => id === request.projectId);
  if (project === undefined) throw new Refusal(404, 'api.notFound', { what: `project ${request.projectId}` });
  checkSpan(request, now);
  const all = await visibleStations(db, viewer)
    .where('projects.id', '=', request.projectId)
    .where((eb) =>
      eb.or([eb('stations.retired_at', 'is', null), eb('stations.retired_at', '>', request.from)]),
    )
    .select('stations.id')
    .execute();
  const known = new Set(all.map(({ id }) => id));
  const lost = request.stationIds.find((id) => !known.has(id));
  if (lost !== undefined) throw new Refusal(404, 'api.notFound', { what: `station ${lost}` });
  if (known.size === 0) throw new Refusal(422, 'reports.noStations', {}, 'projectId');
  const count = request.stationIds.length === 0 ? known.size : new Set(request.stationIds).size;
  if (count > reportBounds.stations)
    throw new Refusal(422, 'reports.tooManyStations', { limit: reportBounds.stations, count }, 'stationIds');
  const own = request.templateId === null ? null : await seenTemplate(db, viewer, request.templateId);
  const template = own === null ? builtInTemplate(request.builtIn) : fromJson(own.body);
  return {
    companyId: project.companyId,
    timeZone: project.timeZone,
    template,
    templateRevision: own?.revision ?? 0,
    logo:
      template.logo === 'platform'
        ? await platformLogo(db)
        : template.logo === 'own' && own !== null && own.logo !== null
          ? Uint8Array.from(own.logo)
          : null,
  };
}
