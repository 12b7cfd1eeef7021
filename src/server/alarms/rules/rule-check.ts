/** What is wrong with a rule before it is saved or tested, and what it is judged for. */

import { Refusal } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import { horn } from '../../../catalogue/kinds/horn.ts';
import { argumentProblems } from '../../../domain/alarms/argument-problems.ts';
import { type Definition, ruleFor } from '../../../domain/alarms/definition.ts';
import { quantityOf } from '../../../domain/alarms/quantities/index.ts';
import type { Term } from '../../../domain/alarms/rule.ts';
import { ruleProblems } from '../../../domain/alarms/rule-problems.ts';
import type { Board } from '../../sites/board.ts';
import type { Site } from '../../sites/structure.ts';
import type { Db } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { groundsOf, judgedOf } from '../held.ts';
import { readScopeFacts } from './scope-facts.ts';
import { noPast, type PlacedTarget, targetsOf } from './targets.ts';

const refuse = (problem: string, params: Record<string, string | number> = {}, field = 'definition') =>
  new Refusal(422, `rules.problem.${problem}` as MessageId, params, field);

/** @throws Refusal 422 for a term that cannot be evaluated by what it says */
function checkTerm(term: Term, index: number): void {
  const quantity = quantityOf(term.quantity);
  const at = { term: index + 1 };
  if (quantity === undefined) throw refuse('quantity', { ...at, quantity: term.quantity });
  const [problem] = argumentProblems(quantity, term.args);
  if (problem !== undefined)
    throw refuse(`argument.${problem.type}`, {
      ...at,
      argument: problem.argument,
      bound: 'bound' in problem ? problem.bound : 0,
    });
  if (quantity.of === 'channel' && (term.source?.channel === undefined || term.source.row === undefined))
    throw refuse('noChannel', at);
}

/**
 * The sirens that a rule names are sirens in use, in projects that it judges.
 * @throws Refusal 404 for one that is foreign or unknown; 422 for what is no siren, or stands in another project
 */
function checkSirens(
  { sirens = [] }: Definition,
  sites: readonly Site[],
  targets: readonly PlacedTarget[],
): void {
  const projects = new Set(targets.map(({ projectId }) => projectId));
  for (const id of sirens) {
    const site = sites.find(({ sensors }) => sensors.some((sensor) => sensor.id === id));
    const sensor = site?.sensors.find((one) => one.id === id);
    if (site === undefined || sensor === undefined)
      throw new Refusal(404, 'api.notFound', { what: `sensor ${id}` });
    const place = { station: site.station.code, slot: sensor.slot };
    if (sensor.kind !== horn.code) throw refuse('noSiren', place, 'sirens');
    if (!projects.has(site.project.id)) throw refuse('sirenProject', place, 'sirens');
  }
}

/**
 * The folders of a scope are such as the company shares, and hold stations.
 * @throws Refusal 404 for what is another one's, or is gone; 422 for a saved filter
 */
export async function checkFolders(
  db: Db,
  companyId: number,
  { folders = [] }: Pick<Definition['scope'], 'folders'>,
): Promise<void> {
  if (folders.length === 0) return;
  const rows = await db
    .selectFrom('folders')
    .select(['id', 'name', 'filter'])
    .where('id', 'in', [...folders])
    .where('share', '=', 'company')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const id of folders) {
    const folder = known.get(id);
    if (folder === undefined) throw new Refusal(404, 'api.notFound', { what: `folder ${id}` });
    if (folder.filter !== null) throw refuse('filterScope', { name: folder.name }, 'scope');
  }
}

/**
 * The targets of a definition in a company.
 * @throws Refusal 422 with what is wrong and where; 404 for what belongs to another company
 */
export async function checkRule(
  { storage, board }: { readonly storage: Storage; readonly board: Board },
  companyId: number,
  definition: Definition,
): Promise<readonly PlacedTarget[]> {
  const sites = board.sites({ companyId });
  const known = {
    projects: new Set(board.projects({ companyId }).map(({ id }) => id)),
    stations: new Set(sites.map(({ station }) => station.id)),
    sensors: new Set(sites.flatMap(({ sensors }) => sensors.map(({ id }) => id))),
    rtus: new Set(sites.flatMap(({ rtu }) => (rtu === null ? [] : [rtu.id]))),
  };
  const { scope, terms, overrides, of } = definition;
  const mustKnow = (what: string, ids: readonly number[], own: ReadonlySet<number>) => {
    const foreign = ids.find((id) => !own.has(id));
    if (foreign !== undefined) throw new Refusal(404, 'api.notFound', { what: `${what} ${foreign}` });
  };
  mustKnow('project', scope.projects, known.projects);
  mustKnow('station', [...scope.stations, ...scope.except], known.stations);
  mustKnow(
    'sensor',
    [...(scope.sensors ?? []), ...terms.flatMap(({ source }) => source?.sensorId ?? [])],
    known.sensors,
  );
  await checkFolders(storage.db, companyId, scope);
  mustKnow(
    of,
    overrides.map(({ targetId }) => targetId),
    of === 'sensor' ? known.sensors : known.rtus,
  );
  for (const [index, term] of terms.entries()) checkTerm(term, index);
  for (const targetId of [0, ...overrides.map((one) => one.targetId)]) {
    const rule = ruleFor({ ...definition, enabled: true }, targetId, 1);
    if (rule.ladder.length === 0) continue;
    const [problem] = ruleProblems(rule);
    if (problem !== undefined) throw refuse(problem.type, { level: problem.level ?? 'none' });
  }
  const facts = await readScopeFacts(storage.db);
  const targets = targetsOf(definition, sites, facts);
  if (targets.length === 0) throw refuse('emptyScope', {}, 'scope');
  checkSirens(definition, sites, targets);
  // A quantity that nothing in the scope has is a mistake; one that some lack is unknown there.
  const grounds = groundsOf(sites, facts, noPast);
  for (const [index, term] of terms.entries())
    if (!targets.some((target) => judgedOf(target, [], grounds).place(term) !== null))
      throw refuse('lacks', { term: index + 1, quantity: term.quantity });
  return targets;
}
