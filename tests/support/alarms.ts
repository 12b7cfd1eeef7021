/** An engine over a storage of its own, with a clock that the test owns; and what the past says of it. */
import { type Definition, ruleFor, rulesOf } from '../../src/domain/alarms/definition.ts';
import { judgePast } from '../../src/domain/alarms/past.ts';
import { testPast } from '../../src/server/alarms/back-test/run.ts';
import { testedTargets } from '../../src/server/alarms/back-test/tested.ts';
import { AlarmEngine, type AlarmFaultPoint } from '../../src/server/alarms/engine.ts';
import { groundsOf, judgedOf, readPast, readRules, targetById } from '../../src/server/alarms/held.ts';
import { syncInstances } from '../../src/server/alarms/instances.ts';
import { readSeries, receiptsOf } from '../../src/server/alarms/reading-series.ts';
import { readScopeFacts } from '../../src/server/alarms/rules/scope-facts.ts';
import { sourcesAt, targetsOf } from '../../src/server/alarms/rules/targets.ts';
import { readProjects, readSites, type Site } from '../../src/server/sites/structure.ts';
import { fromJson, toJson } from '../../src/server/storage/json.ts';
import { openReading } from '../../src/server/storage/reading.ts';
import type { Storage } from '../../src/server/storage/storage.ts';

export const wholeScope = { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [] };

/** A definition of one level and one quantity, to be written over. */
export const definitionOf = (given: Partial<Definition>): Definition => ({
  of: 'sensor',
  enabled: true,
  terms: [],
  ladder: [],
  patience: null,
  blindLevel: 'blue',
  scope: wholeScope,
  overrides: [],
  ...given,
});

export async function sitesOf(storage: Storage): Promise<readonly Site[]> {
  return readSites(storage.db, await readProjects(storage.db));
}

/** Writes a version of a rule, as the console does; the first makes the rule. */
export async function writeRule(
  storage: Storage,
  ruleId: number | null,
  definition: Definition,
  now: number,
  companyId: number | null = null,
): Promise<number> {
  const sites = (await sitesOf(storage)).filter(
    ({ project }) => companyId === null || project.companyId === companyId,
  );
  return storage.write(async (db) => {
    const id =
      ruleId ??
      (
        await db
          .insertInto('alarm_rules')
          .values({ company_id: sites[0]?.project.companyId ?? 0, version: 0 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const { version } = await db
      .updateTable('alarm_rules')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('alarm_rule_versions')
      .values({
        rule_id: id,
        version,
        from_t: now,
        name: `rule ${id}`,
        definition: toJson(definition),
        reason: 'a test',
        user_id: null,
        account_name: null,
      })
      .execute();
    const targets = targetsOf(definition, sites, await readScopeFacts(db));
    await syncInstances(db, id, targets, (target) => ruleFor(definition, target, now), now);
    return id;
  });
}

/** What engines over a storage have failed by. */
const failures = new WeakMap<Storage, unknown[]>();
export const failuresOf = (storage: Storage): readonly unknown[] => failures.get(storage) ?? [];

/** A clock that stands until it is set. */
export class TestClock {
  at: number;
  constructor(at: number) {
    this.at = at;
  }
  readonly now = (): number => this.at;
}

/** @param standing what stands at the sites, where a test changes it while the engine runs */
export async function engineOver(
  storage: Storage,
  clock: TestClock,
  faults?: (point: AlarmFaultPoint) => void,
  standing?: { readonly sites: readonly Site[] },
): Promise<AlarmEngine> {
  const known = standing ?? { sites: await sitesOf(storage) };
  return new AlarmEngine({
    storage,
    sites: () => known.sites,
    now: clock.now,
    failed: (error) => failures.set(storage, [...failuresOf(storage), error]),
    ...(faults === undefined ? {} : { faults }),
  });
}

/** Every event in force of every instance: `instance t type from→to`, ascending. */
export async function recordedEvents(storage: Storage): Promise<string[]> {
  const rows = await storage.db
    .selectFrom('alarm_entries')
    .selectAll()
    .where('is_event', '=', 1)
    .where('contradicted_at', 'is', null)
    .execute();
  return rows.map((row) => `${row.instance_id} ${row.t} ${row.type} ${row.from_rank}→${row.to_rank}`).sort();
}

export interface Past {
  /** As `recordedEvents` has them. */
  readonly events: string[];
  /** By instance the rank of its open alarm, and whether it is blind. */
  readonly ends: ReadonlyMap<number, { readonly present: number; readonly isBlind: boolean }>;
}

/** The same of one judgement over all that is stored, from the beginning, at `now`. */
export async function pastOf(storage: Storage, now: number): Promise<Past> {
  const rules = await readRules(storage.db);
  const grounds = groundsOf(
    await sitesOf(storage),
    await readScopeFacts(storage.db),
    await readPast(storage.db),
  );
  const rows = await storage.db.selectFrom('alarm_instances').selectAll().execute();
  const events: string[] = [];
  const ends = new Map<number, { present: number; isBlind: boolean }>();
  for (const row of rows) {
    const rule = rules.find(({ id }) => id === row.rule_id);
    const of = rule?.versions.at(-1)?.definition.of ?? 'sensor';
    const target = targetById(grounds, of, row.target_id);
    if (rule === undefined || target === null) continue;
    const spans = fromJson(row.spans);
    const versions = rulesOf(rule.versions, spans, row.target_id);
    const judged = judgedOf(target, versions, grounds);
    const from = spans[0]?.from ?? 0;
    if (versions.length === 0) continue;
    const project = [...grounds.sensors.values()].filter(({ site }) => site.project.id === target.projectId);
    const sources = new Set([...sourcesAt(target.site), ...project.flatMap(({ site }) => sourcesAt(site))]);
    const series = await readSeries(storage, sources, from - 2 * 86_400_000, Number.MAX_SAFE_INTEGER);
    const receipts = receiptsOf(series, sourcesAt(target.site));
    const past = judgePast(judged, series, receipts, { from, to: now, now });
    ends.set(row.id, { present: past.state.present, isBlind: past.state.isBlind });
    for (const { t, type, from: before, to } of past.events)
      events.push(`${row.id} ${t} ${type} ${before}→${to}`);
  }
  return { events: events.sort(), ends };
}

/** The same of a back-test of a rule's definition, for its instances. */
export async function backTestedEvents(
  storage: Storage,
  ruleId: number,
  definition: Definition,
  from: number,
  now: number,
): Promise<string[]> {
  const rows = await storage.db
    .selectFrom('alarm_instances')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .execute();
  const instances = new Map(rows.map((row) => [row.target_id, row.id]));
  const sites = await sitesOf(storage);
  const scope = targetsOf(definition, sites, await readScopeFacts(storage.db));
  const targets = await testedTargets(storage.db, definition, scope, sites);
  const reading = openReading(storage.reach);
  const events: string[] = [];
  const past = { definition, targets, from, to: now, now };
  const pieces = testPast(reading.source, past, Number.POSITIVE_INFINITY, (found) => {
    for (const { targetId, events: own } of found.targets)
      for (const { t, type, from: before, to } of own)
        events.push(`${instances.get(targetId)} ${t} ${type} ${before}→${to}`);
  });
  while (!(await pieces.next()).done);
  await reading.close();
  return events.sort();
}
