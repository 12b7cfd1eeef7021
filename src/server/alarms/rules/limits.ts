/** What a station's curves draw of alarms: the limits in force, and what alarms did in a span of time. */

import { Refusal } from '../../../base/errors.ts';
import {
  type AlarmHappening,
  marked,
  mostMarks,
  type StationLimit,
} from '../../../contract/alarms/limits.ts';
import { type Definition, ruleFor } from '../../../domain/alarms/definition.ts';
import { type LevelCondition, limitsIn, rankOf } from '../../../domain/alarms/rule.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Board } from '../../sites/board.ts';
import type { Site } from '../../sites/structure.ts';
import type { CompanyScope } from '../../sites/visible.ts';
import { fromJson } from '../../storage/json.ts';
import type { Storage } from '../../storage/storage.ts';
import { partsOf } from '../reading-series.ts';
import { readScopeFacts } from './scope-facts.ts';
import { noPast, type PlacedFacts, placeOf, targetsOf } from './targets.ts';

/** @throws Refusal 404 */
function siteOf(board: Board, viewer: CompanyScope, stationId: number): Site {
  const site = board.sites(viewer).find(({ station }) => station.id === stationId);
  if (site === undefined) throw new Refusal(404, 'api.notFound', { what: `station ${stationId}` });
  return site;
}

/** Limits of a condition of which one alone is enough: it stands by itself, or in nothing but *or*. */
function alone(condition: LevelCondition): ReadonlySet<LevelCondition> {
  if (condition.type === 'limit') return new Set([condition]);
  if (condition.type === 'or') return new Set(condition.of.flatMap((one) => [...alone(one)]));
  return new Set();
}

/** Limits that rules hold the channels of a station's sensors against, now and by earlier versions. @throws Refusal 404 */
export async function limitsOf(
  { storage: { db }, board }: { readonly storage: Storage; readonly board: Board },
  viewer: CompanyScope,
  stationId: number,
): Promise<{ limits: StationLimit[] }> {
  const site = siteOf(board, viewer, stationId);
  const { companyId } = site.project;
  const rows = await db
    .selectFrom('alarm_rules')
    .innerJoin('alarm_rule_versions', 'alarm_rule_versions.rule_id', 'alarm_rules.id')
    .select(['alarm_rules.id', 'alarm_rule_versions.version', 'name', 'definition', 'from_t'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('alarm_rules.id')
    .orderBy('alarm_rule_versions.version')
    .execute();
  const facts = await readScopeFacts(db);
  const sensors = new Map(
    board
      .sites({ companyId })
      .flatMap((one) => one.sensors.map((sensor) => [sensor.id, { site: one, sensor }] as const)),
  );
  const found: StationLimit[] = [];
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    const until = next?.id === row.id ? next.from_t : null;
    const { id: ruleId, name: ruleName, version, from_t: from } = row;
    for (const limit of limitsOfVersion(site, fromJson(row.definition), facts, sensors)) {
      // What a version leaves as it was goes on.
      const same = found.find((one) => one.ruleId === ruleId && one.until === from && isSame(one, limit));
      if (same === undefined) found.push({ ...limit, ruleId, ruleName, version, from, until });
      else Object.assign(same, { ruleName, version, until });
    }
  }
  return { limits: found };
}

type OwnLimit = Omit<StationLimit, 'ruleId' | 'ruleName' | 'version' | 'from' | 'until'>;

const isSame = (a: OwnLimit, b: OwnLimit) =>
  a.rank === b.rank &&
  a.limit === b.limit &&
  a.side === b.side &&
  a.either === b.either &&
  a.isAlone === b.isAlone &&
  a.quantity === b.quantity &&
  a.sensorId === b.sensorId &&
  a.row === b.row &&
  a.element === b.element &&
  a.channel === b.channel &&
  JSON.stringify(a.args) === JSON.stringify(b.args);

/** What a version of a rule says of the channels of a station's own sensors: nothing else has a curve there. */
function limitsOfVersion(
  site: Site,
  definition: Definition,
  facts: PlacedFacts,
  sensors: ReadonlyMap<number, { readonly site: Site; readonly sensor: Site['sensors'][number] }>,
): OwnLimit[] {
  const found: OwnLimit[] = [];
  for (const target of targetsOf(definition, [site], facts)) {
    const rule = ruleFor(definition, target.id, 1);
    for (const { level, condition } of rule.ladder) {
      const enough = alone(condition);
      for (const limit of limitsIn(condition)) {
        const term = rule.terms[limit.term];
        const place = term === undefined ? null : placeOf(target, term, (id) => sensors.get(id), noPast);
        if (term === undefined || place === null || place.channel === null || place.row === 'status')
          continue;
        const { sourceId } = partsOf(place.source);
        if (!site.sensors.some(({ id }) => id === sourceId)) continue;
        found.push({
          rank: rankOf(level),
          quantity: term.quantity,
          args: { ...term.args },
          sensorId: sourceId,
          row: place.row,
          element: place.element,
          channel: place.channel,
          side: limit.side,
          either: limit.either === true,
          limit: limit.limit,
          isAlone: enough.has(limit),
        });
      }
    }
  }
  return found;
}

/** What the alarms of a station did in a span of time, newest first. @throws Refusal 404 */
export async function marksOf(
  { storage: { db }, board }: { readonly storage: Storage; readonly board: Board },
  viewer: Viewer,
  stationId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ marks: AlarmHappening[] }> {
  const { sensors } = siteOf(board, viewer, stationId);
  const slots = new Map(sensors.map(({ id, slot }) => [id, slot]));
  const rows = await db
    .selectFrom('alarms')
    .innerJoin('alarm_entries', 'alarm_entries.alarm_id', 'alarms.id')
    .select(['alarm_entries.id', 'alarm_id', 'type', 't', 'from_rank', 'to_rank', 'account_name', 'note'])
    .select(['alarms.facts', 'alarms.sensor_id'])
    .where('alarms.station_id', '=', stationId)
    .where('type', 'in', [...marked])
    .where('t', '>=', from)
    .where('t', '<', to)
    .orderBy('t', 'desc')
    .orderBy('alarm_entries.id', 'desc')
    .limit(mostMarks)
    .execute();
  return {
    marks: rows.map((row) => ({
      id: row.id,
      alarmId: row.alarm_id,
      type: row.type as AlarmHappening['type'],
      t: row.t,
      from: row.from_rank,
      to: row.to_rank,
      accountName: row.account_name,
      note: row.note,
      ruleName: fromJson(row.facts).ruleName,
      sensorId: row.sensor_id,
      slot: row.sensor_id === null ? null : (slots.get(row.sensor_id) ?? null),
    })),
  };
}
