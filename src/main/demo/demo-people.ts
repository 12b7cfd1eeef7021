/** What people did about the alarms of the demo's past: answered within minutes, shelved, closed with a finding. */
import type { Finding } from '../../base/alarm-words.ts';
import { groupBy } from '../../base/group.ts';
import {
  type AlarmAct,
  type AlarmStanding,
  act,
  follow,
  latchedFrom,
  raised,
} from '../../domain/alarms/standing.ts';
import type { EventType } from '../../domain/alarms/stepper.ts';
import { addEntry, type EntryRow } from '../../server/alarms/entries.ts';
import { type AlarmRow, columnsOf } from '../../server/alarms/row.ts';
import { fromJson, toJson } from '../../server/storage/json.ts';
import type { Db } from '../../server/storage/schema.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { alarmNotes } from '../../simulator/fleet/names.ts';
import { between, pick, unit } from '../../simulator/random.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** From the collection of a reading to its evaluation, ms: the demo's server would have been up all the time. */
const delay = 4000;
/** A red that rose within this time is left to whoever looks, ms. */
const tonight = 1.5 * hour;

interface Step {
  readonly t: number;
  readonly wanted: AlarmAct;
  readonly note: string;
}
/** One alarm as it went: from the line that raised it to its end, or to now. */
interface Course {
  standing: AlarmStanding;
  readonly lines: EntryRow[];
  readonly steps: Step[];
}
type Region = 'zh' | 'ja';
interface Person {
  readonly userId: number;
  readonly name: string;
  readonly region: Region;
}

/** When the level of a line is answered, ms after it: orange and red within minutes, blue when there is time. */
function answerTime({ t, to_rank: rank }: EntryRow): number {
  const seed = Math.floor(t / 1000);
  const u = unit(seed, 1);
  if (rank >= latchedFrom) return (1.5 + 11 * u * u) * minute;
  return (rank === 2 ? 2 + 30 * u * u : 3 + 100 * u ** 3) * minute;
}

function findingOf(seed: number, peak: number): Finding {
  if (peak === 4) return 'true';
  const u = unit(seed, 3);
  return u < 0.6 ? 'true' : u < 0.8 ? 'false' : 'maintenance';
}

/** What somebody does next about an alarm if nothing else happens; null = nothing. */
function nextStep({ standing, lines }: Course, { userId, region }: Person, now: number): Step | null {
  const up = lines.findLast((line) => line.to_rank > line.from_rank);
  const last = lines.at(-1);
  if (up === undefined || last === undefined || standing.closed !== null) return null;
  const seed = Math.floor(up.t / 1000);
  if (standing.answer === null) {
    if (up.to_rank === 4 && up.t > now - tonight) return null;
    const note = pick(seed, 2, alarmNotes.acknowledge[region]);
    return { t: up.t + delay + answerTime(up), wanted: { type: 'acknowledge', userId, note }, note };
  }
  if (standing.present > 0) return null;
  const finding = findingOf(seed, standing.peak);
  const notes = finding === 'false' || finding === 'maintenance' ? alarmNotes[finding] : alarmNotes.true;
  const t = Math.max(last.t, standing.answer.at) + between(seed, 4, 1.2, 7) * hour;
  return { t, wanted: { type: 'close', finding }, note: pick(seed, 5, notes[region]) };
}

function take(course: Course, next: Step): boolean {
  const outcome = act(course.standing, next.wanted, next.t);
  if ('refused' in outcome) return false;
  course.standing = outcome.standing;
  course.steps.push(next);
  return true;
}

/** The alarms that the events of one instance would have been, had people answered them as they came. */
function coursesOf(lines: readonly EntryRow[], person: Person, now: number): readonly Course[] {
  const courses: Course[] = [];
  for (const line of [...lines, null]) {
    const open = courses.at(-1);
    while (open !== undefined) {
      const next = nextStep(open, person, now);
      if (next === null || next.t >= (line?.t ?? now) || !take(open, next)) break;
    }
    if (line === null) break;
    if (open === undefined || (open.standing.closed !== null && line.to_rank > 0)) {
      courses.push({ standing: raised(line.to_rank), lines: [line], steps: [] });
      continue;
    }
    const event = { type: line.type as EventType, to: line.to_rank };
    open.standing = follow(open.standing, event, line.t + delay);
    open.lines.push(line);
  }
  return courses;
}

/** Puts what is known and will stay for days on the shelf: every second one that has stood for longer than a day. */
function shelve({ standing, lines, ...course }: Course, { userId, region }: Person, now: number) {
  const [first] = lines;
  const own: Course = { standing, lines, ...course };
  if (first === undefined || first.t > now - day || standing.present === 0 || standing.present > 2)
    return own;
  const seed = Math.floor(first.t / 1000);
  if (unit(seed, 6) < 0.5) return own;
  const t = now - between(seed, 7, 2, 14) * hour;
  const reason = pick(seed, 8, alarmNotes.shelve[region]);
  const until = Math.round((now + between(seed, 9, 20, 70) * hour) / hour) * hour;
  take(own, { t, wanted: { type: 'shelve', userId, second: null, until, reason }, note: reason });
  return own;
}

/** Columns of an alarm as it went. */
function columnsOfCourse({ standing, lines, steps }: Course, { userId, name }: Person): Partial<AlarmRow> {
  const first = lines[0] as EntryRow;
  const up = lines.findLast((line) => line.to_rank > line.from_rank) ?? first;
  const shelf = steps.find(({ wanted }) => wanted.type === 'shelve');
  const end = standing.closed === null ? undefined : steps.at(-1);
  return {
    ...columnsOf(standing),
    raised_at: first.t,
    known_at: first.t + delay,
    moved_at: lines.at(-1)?.t ?? first.t,
    is_late: 0,
    ...(up.facts === null ? {} : { facts: up.facts }),
    answered_name: standing.answer === null ? null : name,
    ...(standing.shelf === null || shelf === undefined ? {} : { shelved_at: shelf.t, shelved_name: name }),
    ...(end === undefined
      ? {}
      : {
          closed_by: userId,
          closed_name: name,
          closed_note: end.wanted.type === 'close' ? end.note : '',
        }),
  };
}

async function write(db: Db, alarm: AlarmRow, courses: readonly Course[], person: Person): Promise<void> {
  for (const [index, course] of courses.entries()) {
    const set = columnsOfCourse(course, person);
    const { id: _, ...row } = alarm;
    const { id } =
      index === 0
        ? await db
            .updateTable('alarms')
            .set(set)
            .where('id', '=', alarm.id)
            .returning('id')
            .executeTakeFirstOrThrow()
        : await db
            .insertInto('alarms')
            .values({ ...row, facts: toJson(fromJson(row.facts)), ...set })
            .returning('id')
            .executeTakeFirstOrThrow();
    for (const line of course.lines)
      await db
        .updateTable('alarm_entries')
        .set({ alarm_id: id, known_at: line.t + delay, is_late: 0 })
        .where('id', '=', line.id)
        .execute();
    for (const { t, wanted, note } of course.steps) {
      const present = course.lines.findLast((line) => line.t <= t)?.to_rank ?? 0;
      await addEntry(
        db,
        { id, instance_id: alarm.instance_id, present },
        {
          type: wanted.type,
          t,
          known_at: t,
          user_id: person.userId,
          account_name: person.name,
          note,
          until_t: wanted.type === 'shelve' ? wanted.until : null,
          finding: wanted.type === 'close' ? wanted.finding : null,
        },
      );
    }
  }
}

/** Who answers, by company: of its own people who may, in turn; of a company without any the maintainer. */
async function answerersOf(db: Db) {
  const users = await db
    .selectFrom('users')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
    .select(['users.id', 'users.account_name', 'users.company_id'])
    .where('role_permissions.permission', '=', 'alarm:event:answer')
    // A program answers no alarm.
    .where('users.is_service', '=', 0)
    .orderBy('users.id')
    .execute();
  return (companyId: number, turn: number) => {
    const own = users.filter((user) => user.company_id === companyId);
    const all = own.length > 0 ? own : users;
    return all[turn % all.length] ?? null;
  };
}

/**
 * Rewrites what was found of the past as if people had been there: each alarm is answered some minutes after its last
 * rise, and closed some hours after its return; what is raised later is an alarm of its own.
 */
export async function answerDemoAlarms(storage: Storage, now: number): Promise<void> {
  await storage.write(async (db) => {
    const whoOf = await answerersOf(db);
    const alarms = await db.selectFrom('alarms').selectAll().orderBy('id').execute();
    const sites = await db
      .selectFrom('stations')
      .innerJoin('projects', 'projects.id', 'stations.project_id')
      .select(['stations.id', 'projects.company_id', 'projects.time_zone'])
      .execute();
    const lines = groupBy(
      await db
        .selectFrom('alarm_entries')
        .selectAll()
        .where('is_event', '=', 1)
        .orderBy('t')
        .orderBy('id')
        .execute(),
      (line) => line.alarm_id,
    );
    for (const alarm of alarms) {
      const site = sites.find(({ id }) => id === alarm.station_id);
      const user = site === undefined ? null : whoOf(site.company_id, alarm.id);
      const own = (lines.get(alarm.id) ?? []).filter((line) => line.t < now - delay);
      if (site === undefined || user === null || own.length === 0) continue;
      const region = site.time_zone === 'Asia/Tokyo' ? 'ja' : 'zh';
      const person = { userId: user.id, name: user.account_name, region } as const;
      const courses = coursesOf(own, person, now);
      await write(
        db,
        alarm,
        courses.map((course, index) => (index === courses.length - 1 ? shelve(course, person, now) : course)),
        person,
      );
    }
  });
}
