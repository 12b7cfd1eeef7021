/**
 * Alarms of the alarm system itself: they belong to a company and to no station, and what raises them is no reading. Each
 * stands at an instance of its own, whose subject says what is watched; so one is open at a time whoever looks, and how
 * often.
 */
import type { FrozenFacts, SystemFacts } from '../../contract/alarms/frozen-facts.ts';
import type { AlarmEvent } from '../../domain/alarms/stepper.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { alarmMoved } from './moved.ts';
import { type AlarmPlace, addLine, move, type Raising, raise } from './record.ts';
import type { AlarmRow } from './row.ts';

/** By which version the rule of a company's system alarms is known: those of people begin with 1. */
const systemVersion = -1;

/** How something of the alarm system stands now. */
export interface SystemState {
  readonly companyId: number;
  /** What is watched: `duty 3 0 1777600000000` (rota, layer, beginning), `channel mail`. */
  readonly subject: string;
  /** 0 = as it should be; else the level, 1 blue to 4 red. */
  readonly rank: number;
  /** What is wrong; null where nothing is. */
  readonly about: SystemFacts | null;
}

/** The rule of a company's system alarms: it judges nothing, and no list shows it. Made where there is none yet. */
async function systemRule(db: Db, companyId: number, now: number): Promise<number> {
  const find = () =>
    db
      .selectFrom('alarm_rules')
      .select('id')
      .where('company_id', '=', companyId)
      .where('version', '=', systemVersion)
      .executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known.id;
  // What was deleted is in no list of rules. Another process may be first.
  await db
    .insertInto('alarm_rules')
    .values({ company_id: companyId, version: systemVersion, deleted_at: now })
    .onConflict((on) => on.doNothing())
    .execute();
  const made = await find();
  if (made === undefined) throw new Error(`company ${companyId} has no rule for alarms of the system`);
  return made.id;
}

async function instanceOf(db: Db, ruleId: number, subject: string): Promise<number> {
  const find = () =>
    db
      .selectFrom('alarm_instances')
      .select('id')
      .where('rule_id', '=', ruleId)
      .where('subject', '=', subject)
      .executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known.id;
  const { least } = await db
    .selectFrom('alarm_instances')
    .select(({ fn }) => fn.min<number | null>('target_id').as('least'))
    .where('rule_id', '=', ruleId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('alarm_instances')
    .values({
      rule_id: ruleId,
      // Below 0: it is no sensor and no RTU.
      target_id: Math.min(0, Number(least ?? 0)) - 1,
      ...{ station_id: 0, rtu_id: 0, spans: toJson([]), due_at: null, subject },
    })
    .onConflict((on) => on.doNothing())
    .execute();
  const made = await find();
  if (made === undefined) throw new Error(`nothing stands for ${subject}`);
  return made.id;
}

/** Open alarms of the alarm system, of those subjects that are asked for. */
export async function openSystemAlarms(
  db: Db,
  isAsked: (subject: string) => boolean,
): Promise<readonly (AlarmRow & { readonly subject: string; readonly company: number })[]> {
  const rows = await db
    .selectFrom('alarms')
    .innerJoin('alarm_instances', 'alarm_instances.id', 'alarms.instance_id')
    .selectAll('alarms')
    .select('alarm_instances.subject')
    .where('alarms.company_id', 'is not', null)
    .where('alarms.closed_at', 'is', null)
    .where('alarm_instances.subject', 'is not', null)
    .orderBy('alarms.id')
    .execute();
  return rows.flatMap(({ subject, ...row }) =>
    subject !== null && row.company_id !== null && isAsked(subject)
      ? [{ ...row, subject, company: row.company_id }]
      : [],
  );
}

const openOf = (db: Db, instanceId: number): Promise<AlarmRow | undefined> =>
  db
    .selectFrom('alarms')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();

function raisingOf(place: AlarmPlace, facts: FrozenFacts): Raising {
  return { place, evaluatedTo: Number.NEGATIVE_INFINITY, factsOf: () => facts };
}

async function factsFor(db: Db, companyId: number, about: SystemFacts): Promise<FrozenFacts> {
  const company = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirst();
  return {
    ...{ ruleName: '', ruleVersion: 0, stationCode: '', stationName: company?.name ?? '', terms: [] },
    ...{ readAt: null, receivedAt: null, arrival: null, card: '' },
    system: about,
  };
}

/** What is wrong is another thing than it was: a gap became longer, or the next one is meant. */
const isOther = (before: SystemFacts | undefined, after: SystemFacts): boolean =>
  before === undefined || before.from !== after.from || before.to !== after.to || before.name !== after.name;

/**
 * Brings the alarm of something that is watched to how it stands now, within the caller's transaction: raises it, moves it,
 * lets it return. What stands so already is left as it is, so that looking again changes nothing.
 */
export async function bringSystemAlarm(db: Db, state: SystemState, now: number): Promise<void> {
  const { companyId, subject, rank, about } = state;
  const ruleId = await systemRule(db, companyId, now);
  const instanceId = await instanceOf(db, ruleId, subject);
  const open = await openOf(db, instanceId);
  const place = { instanceId, ruleId, stationId: 0, rtuId: 0, sensorId: null, companyId };
  const from = open?.present ?? 0;
  const event = (type: AlarmEvent['type']): AlarmEvent => ({ type, t: now, from, to: rank, values: [] });
  if (open === undefined) {
    if (rank === 0 || about === null) return;
    const raising = raisingOf(place, await factsFor(db, companyId, about));
    const row = await raise(db, raising, event('raise'), 0, now);
    await alarmMoved(db, null, row, now, true);
    await addLine(db, raising, row, event('raise'), now);
    return;
  }
  const before = fromJson(open.facts);
  const isNews = about !== null && isOther(before.system, about);
  const facts = isNews ? await factsFor(db, companyId, about) : before;
  const raising = raisingOf(place, facts);
  if (isNews)
    await db
      .updateTable('alarms')
      .set({ facts: toJson(facts), revision: open.revision + 1 })
      .where('id', '=', open.id)
      .execute();
  if (rank !== from) {
    const type = rank === 0 ? 'return' : from === 0 ? 'raise' : rank > from ? 'rise' : 'fall';
    await move(db, raising, open, event(type), now);
    await addLine(db, raising, open, event(type), now);
  } else if (isNews)
    await addLine(db, raising, open, event('rise'), now, { isEvent: false, type: 'changed' });
}

/** What is watched is there no more: its alarm ends with that reason. Within the caller's transaction. */
export async function endSystemAlarm(db: Db, alarm: AlarmRow, now: number): Promise<void> {
  const { instance_id: instanceId, rule_id: ruleId, company_id: companyId } = alarm;
  if (companyId === null) return;
  const place = { instanceId, ruleId, stationId: 0, rtuId: 0, sensorId: null, companyId };
  const raising = raisingOf(place, fromJson(alarm.facts));
  const event: AlarmEvent = { type: 'left', t: now, from: alarm.present, to: 0, values: [] };
  await move(db, raising, alarm, event, now);
  await addLine(db, raising, alarm, event, now);
}
