/** The platform as its page shows it. */
import { companyBounds, fixedBounds } from '../../contract/company/company-bounds.ts';
import type { EnvironmentName, MailServer, Platform } from '../../contract/company/platform.ts';
import type { MapLayer } from '../../contract/map/layers.ts';
import type { By } from '../audit/by.ts';
import { everyCompany } from '../sites/edit/scope.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { boundsOf, current } from './state.ts';

const versionsShown = 50;

/** What the environment says, as the entry point has read it; secrets are left out. */
export interface PlatformFacts {
  readonly environment: readonly { readonly name: EnvironmentName; readonly value: string | null }[];
  readonly mail: MailServer | null;
}

/** @throws Refusal 403 for who belongs to one company */
export async function readPlatform(
  db: Db,
  by: Pick<By, 'viewer'>,
  facts: PlatformFacts,
  layers: readonly MapLayer[],
): Promise<Platform> {
  everyCompany(by.viewer);
  const { version, state } = await current(db);
  const rows = await db
    .selectFrom('platform_versions')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(versionsShown)
    .execute();
  const projects = await db
    .selectFrom('projects')
    .innerJoin('companies', 'companies.id', 'projects.company_id')
    .select(['projects.id', 'projects.name', 'companies.name as company', 'projects.retention_days'])
    .orderBy('companies.name')
    .orderBy('projects.name')
    .execute();
  return {
    version,
    ...{ name: state.name, logo: state.logo, bounds: boundsOf(state) },
    fixed: fixedBounds.map((id) => ({ id, value: companyBounds[id] })),
    mail: facts.mail,
    layers: [...layers],
    environment: [...facts.environment],
    retention: projects.map(({ id, name, company, retention_days }) => ({
      ...{ projectId: id, projectName: name, companyName: company, days: retention_days },
    })),
    versions: rows.map((row) => {
      const own = fromJson(row.state);
      const { at, account_name: accountName, reason } = row;
      return { version: row.version, at, accountName, reason, ...own, bounds: boundsOf(own) };
    }),
  };
}
