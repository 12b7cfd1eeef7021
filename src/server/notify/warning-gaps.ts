/** What keeps a warning from being raised, or from reaching anybody, by what is stored and set up now. */

import { groupBy } from '../../base/group.ts';
import { type WarningGap, warningGapTypes } from '../../contract/alarms/gaps.ts';
import type { Definition } from '../../domain/alarms/definition.ts';
import { isFor, type PolicyPlan } from '../../domain/notify/policy.ts';
import { gapsOf } from '../../domain/notify/rota.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { readScopeFacts } from '../alarms/rules/scope-facts.ts';
import { type PlacedFacts, targetsOf } from '../alarms/rules/targets.ts';
import type { Board } from '../sites/board.ts';
import type { Site } from '../sites/structure.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { failingFrom } from './channel-states.ts';
import type { Notifier } from './notifier.ts';
import { receiversOf } from './recipients.ts';
import { gapAhead } from './system/duty-gaps.ts';

/** Names by which a gap is shown. */
const mostNames = 3;
/** Levels of which somebody is to be notified: orange and red. */
const grave = [4, 3] as const;

interface Sources {
  readonly storage: Storage;
  readonly board: Board;
  readonly notifier: Pick<Notifier, 'canMail' | 'hasAddress'>;
  readonly now: number;
}

type Project = Site['project'];

interface Company {
  readonly id: number;
  readonly name: string;
  readonly projects: readonly Project[];
  readonly sites: readonly Site[];
}

interface NamedPolicy {
  readonly name: string;
  readonly plan: PolicyPlan;
}

type Found = Pick<WarningGap, 'type'> & Partial<WarningGap>;

function companiesOf(board: Board, viewer: Viewer): readonly Company[] {
  const companies = new Map<number, { id: number; name: string; projects: Project[]; sites: Site[] }>();
  for (const project of board.projects(viewer)) {
    const known = companies.get(project.companyId);
    if (known !== undefined) known.projects.push(project);
    else
      companies.set(project.companyId, {
        id: project.companyId,
        name: project.companyName,
        projects: [project],
        sites: [],
      });
  }
  for (const site of board.sites(viewer))
    if (site.station.retired_at === null) companies.get(site.project.companyId)?.sites.push(site);
  return [...companies.values()].filter(({ sites }) => sites.length > 0);
}

/** Rules in force that judge readings, by company. */
async function rulesOf(db: Db, companies: readonly number[]): Promise<ReadonlyMap<number, Definition[]>> {
  const rows = await db
    .selectFrom('alarm_rules')
    .innerJoin('alarm_rule_versions', (join) =>
      join
        .onRef('alarm_rule_versions.rule_id', '=', 'alarm_rules.id')
        .onRef('alarm_rule_versions.version', '=', 'alarm_rules.version'),
    )
    .select(['company_id', 'definition'])
    .where('company_id', 'in', [...companies])
    .where('deleted_at', 'is', null)
    .execute();
  const found = new Map<number, Definition[]>();
  for (const [company, own] of groupBy(rows, ({ company_id }) => company_id)) {
    const rules = own
      .map(({ definition }) => fromJson(definition))
      .filter((rule) => rule.enabled && rule.of === 'sensor');
    if (rules.length > 0) found.set(company, rules);
  }
  return found;
}

/** Stations that have sensors, while no rule judges any of them. */
function uncoveredOf(
  sites: readonly Site[],
  rules: readonly Definition[],
  facts: PlacedFacts,
): readonly Site[] {
  return sites.filter(
    (site) => site.sensors.length > 0 && !rules.some((rule) => targetsOf(rule, [site], facts).length > 0),
  );
}

function ruleGaps({ sites }: Company, rules: readonly Definition[], facts: PlacedFacts): readonly Found[] {
  if (rules.length === 0) return [{ type: 'noRules' }];
  const uncovered = uncoveredOf(sites, rules, facts);
  if (uncovered.length === 0) return [];
  const names = uncovered.map(({ station }) => station.code).sort();
  return [{ type: 'uncovered', count: names.length, names }];
}

/** Policies whose first step reaches nobody, in any project that they are for. */
async function unreachableOf(db: Db, company: Company, policies: readonly NamedPolicy[], now: number) {
  const names: string[] = [];
  for (const { name, plan } of policies) {
    const [first] = plan.steps;
    if (first === undefined) continue;
    const own = company.projects.filter(({ id }) => plan.projects.length === 0 || plan.projects.includes(id));
    // Only lists differ from project to project.
    const asked = first.to.some(({ type }) => type === 'list') ? own : own.slice(0, 1);
    for (const { id: projectId, timeZone } of asked) {
      const site = { companyId: company.id, projectId, timeZone };
      const reached = await receiversOf(db, first, site, now);
      if (reached.some(({ problem }) => problem === null)) continue;
      names.push(name);
      break;
    }
  }
  return names;
}

async function policyGaps(
  { storage: { db }, notifier, now }: Sources,
  company: Company,
  hasRules: boolean,
): Promise<readonly Found[]> {
  const rows = await db
    .selectFrom('notify_policies')
    .select(['name', 'body'])
    .where('company_id', '=', company.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const policies = rows
    .map(({ name, body }) => ({ name, plan: fromJson(body) as PolicyPlan }))
    .filter(({ plan }) => plan.enabled);
  if (policies.length === 0) return [{ type: 'noPolicy' }];
  const found: Found[] = [];
  for (const rank of hasRules ? grave : []) {
    const names = company.projects
      .filter(({ id }) => company.sites.some(({ project }) => project.id === id))
      .filter(({ id }) => !policies.some(({ plan }) => isFor(plan, id, rank)))
      .map(({ name }) => name);
    if (names.length > 0) found.push({ type: 'unnotified', rank, count: names.length, names });
  }
  const sendsMail = policies.some(({ plan }) =>
    plan.steps.some(({ by, to }) => by.includes('mail') || to.some(({ type }) => type === 'list')),
  );
  if (sendsMail && !notifier.canMail) found.push({ type: 'noMail', companyId: null, companyName: null });
  const unreachable = await unreachableOf(db, company, policies, now);
  if (unreachable.length > 0)
    found.push({ type: 'unreachable', count: unreachable.length, names: unreachable });
  if (!notifier.hasAddress) found.push({ type: 'noAddress', companyId: null, companyName: null });
  return found;
}

async function unmannedOf(db: Db, companyId: number, now: number): Promise<readonly Found[]> {
  const rotas = await db
    .selectFrom('notify_rotas')
    .select(['name', 'body'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rotas.flatMap(({ name, body }) => {
    const rota = fromJson(body);
    return rota.layers.flatMap((layer, index): Found[] => {
      const [gap] = gapsOf(rota, index, now, now + gapAhead);
      if (gap === undefined) return [];
      return [{ type: 'unmanned', names: [`${name} · ${layer.name}`], from: gap.from, to: gap.to }];
    });
  });
}

async function failingOf(db: Db, companyId: number): Promise<readonly Found[]> {
  const hooks = await db
    .selectFrom('notify_hooks')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .execute();
  const names = new Map([
    ['mail', 'mail'],
    ['push', 'push'],
    ...hooks.map(({ id, name }) => [`hook:${id}`, name] as const),
  ]);
  const states = await db
    .selectFrom('channel_states')
    .select(['channel', 'failing_since'])
    .where('channel', 'in', [...names.keys()])
    .where('failures', '>=', failingFrom)
    .orderBy('channel')
    .execute();
  return states.map(({ channel, failing_since }) => ({
    type: 'failing',
    names: [names.get(channel) ?? channel],
    from: failing_since,
    // The mail server and the push services are everybody's.
    ...(channel.startsWith('hook:') ? {} : { companyId: null, companyName: null }),
  }));
}

/** Gaps of the companies that a viewer sees, in the order in which they are best mended, each once. */
export async function warningGapsOf(sources: Sources, viewer: Viewer): Promise<{ gaps: WarningGap[] }> {
  const { storage, board, now } = sources;
  const companies = companiesOf(board, viewer);
  const gaps = new Map<string, WarningGap>();
  if (companies.length === 0) return { gaps: [] };
  const facts = await readScopeFacts(storage.db);
  const rules = await rulesOf(
    storage.db,
    companies.map(({ id }) => id),
  );
  for (const company of companies) {
    const own = rules.get(company.id) ?? [];
    const found = [
      ...ruleGaps(company, own, facts),
      ...(await policyGaps(sources, company, own.length > 0)),
      ...(await unmannedOf(storage.db, company.id, now)),
      ...(await failingOf(storage.db, company.id)),
    ];
    for (const { names = [], ...gap } of found) {
      const whole: WarningGap = {
        companyId: company.id,
        companyName: company.name,
        count: 1,
        rank: null,
        from: null,
        to: null,
        ...gap,
        names: names.slice(0, mostNames),
      };
      const key = JSON.stringify([whole.type, whole.companyId, whole.rank, whole.names, whole.from]);
      gaps.set(key, whole);
    }
  }
  const place = ({ type }: WarningGap) => warningGapTypes.indexOf(type);
  return { gaps: [...gaps.values()].sort((a, b) => place(a) - place(b)) };
}
