/** What is held of rules and instances between two evaluations, as the database and the sites say it. */
import type { Kysely, Selectable } from 'kysely';
import { groupBy } from '../../base/group.ts';
import { type DefinitionVersion, rulesOf } from '../../domain/alarms/definition.ts';
import { type JudgedInstance, type SourceKey, sourcesOf } from '../../domain/alarms/judged-instance.ts';
import type { LiveJudge } from '../../domain/alarms/live.ts';
import type { Term } from '../../domain/alarms/rule.ts';
import type { State } from '../../domain/alarms/stepper.ts';
import { inOrder } from '../../domain/baseline.ts';
import { readLineStretches } from '../sites/rain-line-past.ts';
import { readProjects, type Site } from '../sites/structure.ts';
import { fromJson } from '../storage/json.ts';
import type { AlarmCheckpointTable, BaselineTable, Database, Heads } from '../storage/schema.ts';
import { readCycleChanges, readFormerCycles } from './former-cycles.ts';
import { type RecordedEvent, recordedAfter } from './record.ts';
import {
  factsOf,
  type PlacedFacts,
  type PlacedTarget,
  placeOf,
  type SensorPast,
  sourcesAt,
} from './rules/targets.ts';

export interface NamedVersion extends DefinitionVersion {
  readonly name: string;
}
export interface HeldRule {
  readonly id: number;
  readonly companyId: number;
  /** In order of `from`. */
  readonly versions: readonly NamedVersion[];
  readonly isDeleted: boolean;
}

/** An instance between two evaluations. */
export interface HeldInstance {
  readonly id: number;
  readonly rule: HeldRule;
  readonly target: PlacedTarget;
  readonly judged: JudgedInstance;
  readonly sources: ReadonlySet<SourceKey>;
  /** ms before a moment, as far as its quantities look back. */
  readonly history: number;
  /** Every source of its RTU, where its rules ask when anything was received; else none. */
  readonly receiptSources: readonly SourceKey[];
  /** Its rules in words: an edit that changes nothing for it leaves it as it is. */
  readonly text: string;
  /** State from which evaluation goes on, with its moment; null = to be read. */
  base: { readonly t: number; readonly state: State } | null;
  /** Events behind that state that are recorded already. */
  recorded: readonly RecordedEvent[];
  /** Up to when it was evaluated. */
  evaluatedTo: number;
  /** Times of the newest readings that it knows. */
  heads: Record<string, number>;
  /** Of the newest state that is stored. */
  savedTo: number;
  /** As it is stored. */
  dueAt: number | null;
  /** Goes on from its base while nothing happens; null = `judge` is asked, undefined = not looked at since. */
  live: LiveJudge | null | undefined;
}

/** Ids that one statement asks for. */
const together = 500;

/** All rules with their versions. */
export async function readRules(db: Kysely<Database>): Promise<readonly HeldRule[]> {
  const rules = await db.selectFrom('alarm_rules').selectAll().execute();
  const versions = await db.selectFrom('alarm_rule_versions').selectAll().orderBy('version').execute();
  const byRule = groupBy(versions, (row) => row.rule_id);
  return rules.map((rule) => ({
    id: rule.id,
    companyId: rule.company_id,
    isDeleted: rule.deleted_at !== null,
    versions: (byRule.get(rule.id) ?? []).map((row) => ({
      version: row.version,
      from: row.from_t,
      name: row.name,
      definition: fromJson(row.definition),
    })),
  }));
}

/**
 * Initial values and datums, and cycles of before. @param sensorIds of these alone; left out = of all
 * @param rtuIds cycles of these alone
 */
export async function readPast(
  db: Kysely<Database>,
  sensorIds?: readonly number[],
  rtuIds?: readonly number[],
): Promise<SensorPast> {
  const ofCycles = {
    formerCycles: await readFormerCycles(db, rtuIds),
    cycleChanges: await readCycleChanges(db, rtuIds),
    rainLines: await readLineStretches(db),
  };
  const ofBaselines = db
    .selectFrom('baselines')
    .select(['id', 'sensor_id', 't', 'initial_values'])
    .where('withdrawn_at', 'is', null);
  const ofDatums = db.selectFrom('datums').select(['sensor_id', 't']).orderBy('t');
  if (sensorIds === undefined)
    return { ...sensorPast(await ofBaselines.execute(), await ofDatums.execute()), ...ofCycles };
  const baselines = [];
  const datums = [];
  for (let at = 0; at < sensorIds.length; at += together) {
    const ids = sensorIds.slice(at, at + together);
    baselines.push(...(await ofBaselines.where('sensor_id', 'in', ids).execute()));
    datums.push(...(await ofDatums.where('sensor_id', 'in', ids).execute()));
  }
  return { ...sensorPast(baselines, datums), ...ofCycles };
}

function sensorPast(
  baselines: readonly Pick<Selectable<BaselineTable>, 'id' | 'sensor_id' | 't' | 'initial_values'>[],
  datums: readonly { readonly sensor_id: number; readonly t: number }[],
): Pick<SensorPast, 'baselines' | 'datums'> {
  return {
    baselines: new Map(
      [...groupBy(baselines, (row) => row.sensor_id)].map(([id, rows]) => [
        id,
        inOrder(rows.map((row) => ({ id: row.id, t: row.t, initialValues: fromJson(row.initial_values) }))),
      ]),
    ),
    datums: new Map(
      [...groupBy(datums, (row) => row.sensor_id)].map(([id, rows]) => [id, rows.map(({ t }) => t)]),
    ),
  };
}

/** What stands at the sites, by id. */
export interface Grounds {
  readonly sensors: ReadonlyMap<number, { readonly site: Site; readonly sensor: Site['sensors'][number] }>;
  readonly rtus: ReadonlyMap<number, Site>;
  readonly facts: PlacedFacts;
  readonly past: SensorPast;
}

export function groundsOf(sites: readonly Site[], facts: PlacedFacts, past: SensorPast): Grounds {
  return {
    sensors: new Map(sites.flatMap((site) => site.sensors.map((sensor) => [sensor.id, { site, sensor }]))),
    rtus: new Map(sites.flatMap((site) => (site.rtu === null ? [] : [[site.rtu.id, site]]))),
    facts,
    past,
  };
}

/** A target of a rule by its id; null where it stands nowhere any more. */
export function targetById(grounds: Grounds, of: 'sensor' | 'rtu', id: number): PlacedTarget | null {
  const found = of === 'sensor' ? grounds.sensors.get(id) : undefined;
  const site = of === 'sensor' ? found?.site : grounds.rtus.get(id);
  if (site === undefined || site.rtu === null) return null;
  return {
    id,
    site,
    rtuId: site.rtu.id,
    sensor: found?.sensor ?? null,
    projectId: site.project.id,
    stationId: site.station.id,
    kind: found?.sensor.kind ?? null,
    mount: found?.sensor.mount_mode ?? null,
    ...factsOf(grounds.facts, site),
  };
}

/** How an instance is judged: by rules one after the other, with what stands at its site now. */
export function judgedOf(
  target: PlacedTarget,
  versions: JudgedInstance['versions'],
  grounds: Grounds,
): JudgedInstance {
  const { rtu, project } = target.site;
  const places = new Map<Term, ReturnType<typeof placeOf>>();
  return {
    versions,
    collectionCycle: rtu?.collection_cycle ?? 3600,
    sendCycle: rtu?.send_cycle ?? 3600,
    formerCycles: grounds.past.formerCycles.get(target.rtuId) ?? [],
    cycleChanges: grounds.past.cycleChanges.get(target.rtuId) ?? [],
    zone: project.timeZone,
    rainBoundary: project.dayBoundary,
    place: (term) => {
      const known = places.get(term);
      if (known !== undefined) return known;
      const place = placeOf(target, term, (id) => grounds.sensors.get(id), grounds.past);
      places.set(term, place);
      return place;
    },
  };
}

/** What stood once and stands no more: its alarms end, by the names that its station has. */
async function readGone(db: Kysely<Database>) {
  const projects = await readProjects(db);
  const stations = new Map(
    (await db.selectFrom('stations').selectAll().execute()).map((row) => [row.id, row]),
  );
  const rtus = new Map((await db.selectFrom('rtus').selectAll().execute()).map((row) => [row.id, row]));
  return (row: { readonly target_id: number; readonly station_id: number; readonly rtu_id: number }) => {
    const station = stations.get(row.station_id);
    const project = station === undefined ? undefined : projects.get(station.project_id);
    if (station === undefined || project === undefined) return null;
    const site: Site = { station, project, rtu: rtus.get(row.rtu_id) ?? null, sensors: [] };
    return {
      id: row.target_id,
      site,
      rtuId: row.rtu_id,
      sensor: null,
      projectId: project.id,
      stationId: station.id,
      kind: null,
      mount: null,
      labels: [],
      folders: [],
      isGone: true,
    };
  };
}

/** Instances as they are stored, with their rules; those that stand nowhere any more are left out. */
export async function readInstances(
  db: Kysely<Database>,
  rules: readonly HeldRule[],
  grounds: Grounds,
): Promise<readonly HeldInstance[]> {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const rows = await db.selectFrom('alarm_instances').selectAll().execute();
  const gone = await readGone(db);
  return rows.flatMap((row) => {
    const rule = byId.get(row.rule_id);
    const newest = rule?.versions.at(-1);
    if (rule === undefined || newest === undefined) return [];
    const target = targetById(grounds, newest.definition.of, row.target_id) ?? gone(row);
    if (target === null) return [];
    const versions = rulesOf(rule.versions, fromJson(row.spans), row.target_id);
    const judged = judgedOf(target, versions, grounds);
    const { sources, history, asksReceipts } = sourcesOf(judged);
    const { collectionCycle, sendCycle, formerCycles } = judged;
    const places = versions.map(({ rule: { terms } }) => terms.map((term) => judged.place(term)));
    return {
      id: row.id,
      rule,
      target,
      judged,
      sources,
      history,
      receiptSources: asksReceipts ? sourcesAt(target.site) : [],
      text: JSON.stringify([versions, collectionCycle, sendCycle, formerCycles, places]),
      base: null,
      recorded: [],
      evaluatedTo: Number.NEGATIVE_INFINITY,
      heads: {},
      savedTo: Number.NEGATIVE_INFINITY,
      dueAt: row.due_at,
      live: undefined,
    };
  });
}

/** A state from which an instance can be stepped, with what was known then and the events behind it. */
export interface StoredBase {
  readonly base: { readonly t: number; readonly state: State };
  readonly heads: Heads;
  readonly recorded: readonly RecordedEvent[];
}

/** The newest states of instances, by their ids. */
export async function readBases(
  db: Kysely<Database>,
  instanceIds: readonly number[],
): Promise<ReadonlyMap<number, StoredBase>> {
  const found = new Map<number, StoredBase>();
  for (let at = 0; at < instanceIds.length; at += together) {
    const ids = instanceIds.slice(at, at + together);
    const rows = await db
      .selectFrom('alarm_checkpoints')
      .innerJoin(
        (from) =>
          from
            .selectFrom('alarm_checkpoints')
            .select(({ fn }) => ['instance_id', fn.max('t').as('t')])
            .where('instance_id', 'in', ids)
            .groupBy('instance_id')
            .as('newest'),
        (join) =>
          join
            .onRef('newest.instance_id', '=', 'alarm_checkpoints.instance_id')
            .onRef('newest.t', '=', 'alarm_checkpoints.t'),
      )
      .selectAll('alarm_checkpoints')
      .execute();
    await withEvents(db, rows, found);
  }
  return found;
}

async function withEvents(
  db: Kysely<Database>,
  rows: readonly Selectable<AlarmCheckpointTable>[],
  found: Map<number, StoredBase>,
): Promise<void> {
  if (rows.length === 0) return;
  const recorded = await recordedAfter(db, new Map(rows.map((row) => [row.instance_id, row.t])));
  for (const { instance_id: id, t, state, heads } of rows)
    found.set(id, {
      base: { t, state: fromJson(state) },
      heads: fromJson(heads),
      recorded: recorded.get(id) ?? [],
    });
}

/** The newest state of an instance before `t`, and the oldest where there is none. */
export async function readBase(
  db: Kysely<Database>,
  instanceId: number,
  t: number,
): Promise<StoredBase | null> {
  const states = db
    .selectFrom('alarm_checkpoints')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .limit(1);
  const row =
    (await states.where('t', '<', t).orderBy('t', 'desc').executeTakeFirst()) ??
    (await states.orderBy('t').executeTakeFirst());
  const found = new Map<number, StoredBase>();
  await withEvents(db, row === undefined ? [] : [row], found);
  return found.get(instanceId) ?? null;
}
