/** How the alarm system of a company does: every figure of its health page, from stored alarms and their timelines. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Finding } from '../../base/alarm-words.ts';
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import { dayNumber, dayStart } from '../../base/time.ts';
import { type AlarmHealth, type alarmHealth, mostRows } from '../../contract/alarms/health.ts';
import type { QueryOf } from '../../contract/call.ts';
import {
  announcing,
  answerTimes,
  busiest,
  chatterFrom,
  chatterWindow,
  floodsIn,
  floodWindow,
  quantile,
  standingAfter,
} from '../../domain/alarms/health.ts';
import { isActive, isPerson } from '../accounts/active.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Board } from '../sites/board.ts';
import { fromJson } from '../storage/json.ts';
import type { Database, Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

const usualDays = 30;
const dayLong = 86_400_000;

interface Sources {
  readonly storage: Storage;
  readonly board: Board;
  readonly now: number;
  /** ms by which evaluation is behind. */
  readonly behind: number;
}

const columns = [
  'id',
  'instance_id',
  'rule_id',
  'station_id',
  'rtu_id',
  'company_id',
  'sensor_id',
  'is_blind',
  'peak',
  'present',
  'raised_at',
  'known_at',
  'shelved_until',
  'closed_at',
  'finding',
  'facts',
] as const;

/** Whose alarms are meant: of stations, and of the alarm system of their company; null = all. */
type Whose = { readonly companyId: number; readonly stations: readonly number[] } | null;

const isOf =
  ({ companyId, stations }: NonNullable<Whose>) =>
  ({ eb, or }: ExpressionBuilder<Database, 'alarms'>) =>
    or([
      eb('alarms.station_id', 'in', stations.length === 0 ? [-1] : [...stations]),
      eb('alarms.company_id', '=', companyId),
    ]);

/** Alarms that were raised or closed since a moment, or are open. */
const alarmsOf = (db: Db, from: number, whose: Whose) => {
  const all = db
    .selectFrom('alarms')
    .select([...columns])
    .where(({ eb, or }) =>
      or([eb('known_at', '>=', from), eb('closed_at', 'is', null), eb('closed_at', '>=', from)]),
    );
  return (whose === null ? all : all.where(isOf(whose))).orderBy('id').execute();
};
type Row = Awaited<ReturnType<typeof alarmsOf>>[number];

/** Lines of those alarms that announce or answer, as they became known. */
async function linesOf(db: Db, from: number, whose: Whose) {
  const all = db
    .selectFrom('alarms')
    .innerJoin('alarm_entries', 'alarm_entries.alarm_id', 'alarms.id')
    .select([
      'alarm_entries.id',
      'alarm_id',
      'alarms.instance_id',
      'type',
      'alarm_entries.known_at',
      'to_rank',
    ])
    .where('type', 'in', [...announcing, 'acknowledge', 'undo'])
    .where(({ eb, or }) =>
      or([
        eb('alarms.known_at', '>=', from),
        eb('alarms.closed_at', 'is', null),
        eb('alarms.closed_at', '>=', from),
      ]),
    );
  const rows = await (whose === null ? all : all.where(isOf(whose))).execute();
  return rows.sort((a, b) => a.known_at - b.known_at || a.id - b.id);
}
type Line = Awaited<ReturnType<typeof linesOf>>[number];

/** Enabled accounts of the viewer's company that may answer; 1 at least. */
async function operatorsOf(db: Db, viewer: Viewer): Promise<number> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
    .select('users.company_id')
    .where(isActive)
    .where(isPerson)
    .where('permission', '=', 'alarm:event:answer')
    .execute();
  const own = rows.filter((row) => viewer.companyId === null || row.company_id === viewer.companyId);
  return Math.max(1, own.length);
}

/** First moments of the last `count` days of a zone, the present one with them. @throws Refusal 422 */
function daysOf(zone: string, now: number, count: number): readonly number[] {
  try {
    const today = dayNumber(zone, now);
    return Array.from({ length: count }, (_, index) => dayStart(zone, today - count + 1 + index));
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(422, 'sites.zone', { value: zone }, 'zone');
    throw error;
  }
}

/** Place of the day that a moment belongs to; -1 = before all of them. */
const dayOf = (days: readonly number[], at: number) => days.findLastIndex((day) => day <= at);

/** How an instance is named, by the newest of its alarms. */
function instanceOf(board: Board, rows: readonly Row[]) {
  const [first] = rows;
  const last = rows.at(-1) ?? first;
  if (last === undefined) throw new RangeError('an instance without alarms');
  const facts = fromJson(last.facts);
  const site = board.siteOfRtu(last.rtu_id);
  const sensor = site?.sensors.find(({ id }) => id === last.sensor_id);
  return {
    instanceId: last.instance_id,
    ruleId: last.rule_id,
    ruleName: facts.ruleName,
    stationId: last.station_id,
    stationCode: site?.station.code ?? facts.stationCode,
    stationName: site?.station.name ?? facts.stationName,
    slot: last.sensor_id === null ? null : (sensor?.slot ?? facts.terms[0]?.slot ?? null),
    kind: sensor?.kind ?? null,
    rank: Math.max(...rows.map(({ peak }) => peak)),
  };
}

function findingsOf(rows: readonly Row[], from: number): AlarmHealth['findings'] {
  const closed = rows.filter((row) => row.finding !== null && (row.closed_at ?? 0) >= from);
  const count = (of: readonly Row[], finding: Finding) => of.filter((row) => row.finding === finding).length;
  const byRule = [...groupBy(closed, (row) => row.rule_id)].map(([ruleId, own]) => ({
    ruleId,
    ruleName: fromJson((own.at(-1) as Row).facts).ruleName,
    true: count(own, 'true'),
    false: count(own, 'false'),
    maintenance: count(own, 'maintenance'),
    test: count(own, 'test'),
    unknown: count(own, 'unknown'),
    all: own.length,
  }));
  return {
    closed: closed.length,
    false: count(closed, 'false'),
    byRule: byRule
      .sort((a, b) => b.all - a.all || a.ruleId - b.ruleId)
      .slice(0, mostRows)
      .map(({ all: _, ...rule }) => rule),
  };
}

/** Instances by how often they raised, with the moments. */
function noiseOf(board: Board, rows: readonly Row[], raises: readonly Line[], days: readonly number[]) {
  const byInstance = groupBy(rows, (row) => row.instance_id);
  const found = [...groupBy(raises, (line) => line.instance_id)].map(([id, lines]) => ({
    id,
    times: lines.map((line) => line.known_at),
  }));
  const named = (id: number) => instanceOf(board, byInstance.get(id) ?? []);
  const noisiest = found
    .toSorted((a, b) => b.times.length - a.times.length || a.id - b.id)
    .slice(0, mostRows)
    .map(({ id, times }) => {
      const judged = (byInstance.get(id) ?? []).filter(({ finding }) => finding !== null);
      const byDay = days.map(() => 0);
      for (const at of times) {
        const day = dayOf(days, at);
        byDay[day] = (byDay[day] ?? 0) + 1;
      }
      return {
        ...named(id),
        raises: times.length,
        byDay,
        judged: judged.length,
        false: judged.filter(({ finding }) => finding === 'false').length,
      };
    });
  const chattering = found
    .map(({ id, times }) => ({ id, found: busiest(times, chatterWindow) }))
    .flatMap(({ id, found: most }) =>
      most === null || most.count < chatterFrom ? [] : [{ id, most: most.count, at: most.at }],
    )
    .sort((a, b) => b.most - a.most || b.at - a.at || a.id - b.id);
  return {
    noisiest,
    chattering: {
      total: chattering.length,
      list: chattering.slice(0, mostRows).map(({ id, most, at }) => ({ ...named(id), most, at })),
    },
  };
}

function standingOf(board: Board, rows: readonly Row[], now: number) {
  const open = rows.filter((row) => row.closed_at === null).sort((a, b) => a.raised_at - b.raised_at);
  const viewOf = (row: Row) => ({ ...instanceOf(board, [row]), alarmId: row.id, since: row.raised_at });
  const old = open.filter((row) => now - row.raised_at > standingAfter);
  const isShelved = (row: Row) => row.shelved_until !== null && row.shelved_until > now;
  const blind = open.filter((row) => row.is_blind === 1 && row.present > 0);
  return {
    standing: {
      total: old.length,
      shelved: old.filter(isShelved).length,
      list: old.slice(0, mostRows).map((row) => ({ ...viewOf(row), isShelved: isShelved(row) })),
    },
    blind: { total: blind.length, list: blind.slice(0, mostRows).map(viewOf) },
  };
}

/** Every figure, over whole days of a zone up to now. @throws Refusal 422 for a zone that is none */
export async function healthOf(
  { storage: { db }, board, now, behind }: Sources,
  viewer: Viewer,
  { days: count = usualDays, zone = 'UTC' }: NonNullable<QueryOf<typeof alarmHealth>>,
): Promise<AlarmHealth> {
  const days = daysOf(zone, now, count);
  const from = days[0] ?? now;
  const stations = viewer.companyId === null ? null : board.sites(viewer).map(({ station }) => station.id);
  const whose =
    stations === null || viewer.companyId === null ? null : { companyId: viewer.companyId, stations };
  const rows = await alarmsOf(db, from, whose);
  const lines = await linesOf(db, from, whose);
  // Lists name rules; what is wrong with the alarm system itself is of none.
  const ofRules = rows.filter((row) => row.company_id === null);
  const instancesOfRules = new Set(ofRules.map((row) => row.instance_id));
  const operators = await operatorsOf(db, viewer);
  const announced = lines.filter(
    ({ type, known_at: at }) => announcing.includes(type) && at >= from && at <= now,
  );
  const times = announced.map((line) => line.known_at);
  const raises = announced.filter(({ type }) => type === 'raise' || type === 'blind');
  const byDay = days.map(() => [0, 0, 0, 0]);
  for (const line of announced) {
    const own = byDay[dayOf(days, line.known_at)];
    const rank = Math.max(1, line.to_rank) - 1;
    if (own !== undefined) own[rank] = (own[rank] ?? 0) + 1;
  }
  const floods = floodsIn(times, now);
  const span = Math.max(1, now - from);
  const inFlood = floods.reduce((sum, flood) => sum + ((flood.to ?? now) - flood.from), 0);
  const answers = [...groupBy(lines, (line) => line.alarm_id).values()].map((own) =>
    answerTimes(own.filter((line) => line.known_at <= now).map(({ type, known_at: at }) => ({ type, at }))),
  );
  const waits = answers
    .flatMap((one) => one.answers.filter(({ at }) => at >= from).map(({ wait }) => wait))
    .sort((a, b) => a - b);
  const closed = new Set(rows.filter((row) => row.closed_at !== null).map(({ id }) => id));
  const ids = [...groupBy(lines, (line) => line.alarm_id).keys()];
  const standing = standingOf(board, ofRules, now);
  let instances = db
    .selectFrom('alarm_instances')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(sql<string>`spans`, 'like', '%"until":null%');
  if (stations !== null)
    instances = instances.where('station_id', 'in', stations.length === 0 ? [-1] : [...stations]);
  const judged = await instances.executeTakeFirstOrThrow();
  return {
    from,
    to: now,
    operators,
    behind,
    days: days.map((day, index) => ({ from: day, byRank: byDay[index] ?? [] })),
    perOperatorDay: times.length / operators / (span / dayLong),
    worst: busiest(times, floodWindow),
    floods: {
      count: floods.length,
      share: Math.min(1, inFlood / span),
      list: floods.toReversed().slice(0, mostRows),
    },
    answers: {
      count: waits.length,
      median: quantile(waits, 0.5),
      ninety: quantile(waits, 0.9),
      waiting: answers.filter(({ waiting }, index) => waiting && !closed.has(ids[index] ?? 0)).length,
    },
    findings: findingsOf(ofRules, from),
    raises: raises.length,
    ...noiseOf(
      board,
      ofRules,
      raises.filter((line) => instancesOfRules.has(line.instance_id)),
      days,
    ),
    standing: standing.standing,
    blind: { ...standing.blind, instances: Number(judged.count) },
  };
}
