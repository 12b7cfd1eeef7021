/** What rows of the board show besides their alarms: the last day of what decided each, and its next step. */
import { type AlarmGlance, mostGlancePoints } from '../../contract/alarms/glances.ts';
import { stepAt, toldFrom } from '../../domain/notify/policy.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { pointsOfAlarm } from '../notify/alarm-curve.ts';
import { siteOfAlarm } from '../notify/follow.ts';
import { receiversOf } from '../notify/recipients.ts';
import type { Board } from '../sites/board.ts';
import { sees } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import { type AlarmRow, companyOfAlarm } from './row.ts';

const day = 86_400_000;

/** The 24 h up to now, or up to when the alarm was closed. */
async function sparkOf(
  storage: Storage,
  viewer: Viewer,
  alarm: AlarmRow,
  now: number,
): Promise<AlarmGlance['spark']> {
  const to = Math.min(now, alarm.closed_at ?? now);
  const span = { from: Math.max(0, to - day), to };
  const curve = await pointsOfAlarm(storage, alarm, span, mostGlancePoints, viewer);
  if (curve === null) return null;
  return { ...span, t: curve.points.map(({ t }) => t), values: curve.points.map(({ value }) => value) };
}

/** The first step that is due of all that go on for an alarm, with those whom it reaches by then. */
async function nextOf({ db }: Storage, viewer: Viewer, alarm: AlarmRow): Promise<AlarmGlance['next']> {
  const site = await siteOfAlarm(db, alarm, viewer);
  const rows = await db
    .selectFrom('escalations')
    .select(['policy', 'position', 'due_at'])
    .where('alarm_id', '=', alarm.id)
    .where('due_at', 'is not', null)
    .orderBy('id')
    .execute();
  if (site === null) return null;
  const steps = rows.flatMap(({ policy: kept, position, due_at: dueAt }) => {
    const policy = fromJson(kept);
    const found = stepAt(policy, position);
    // Hours of the day may hold its messages back.
    return found === null || dueAt === null
      ? []
      : [{ step: found.step, at: toldFrom(policy, alarm.present, dueAt, site.timeZone) }];
  });
  const [first] = steps.toSorted((a, b) => a.at - b.at);
  if (first === undefined) return null;
  const reached = await receiversOf(db, first.step, site, first.at);
  const names = reached.flatMap(({ name, problem }) => (problem === null ? [name] : []));
  return { at: first.at, names: [...new Set(names)] };
}

/** In the order in which they are asked for; those that the viewer does not see are left out. */
export async function glancesOf(
  { storage, board, now }: { readonly storage: Storage; readonly board: Board; readonly now: number },
  viewer: Viewer,
  alarmIds: readonly number[],
): Promise<{ glances: AlarmGlance[] }> {
  const rows = await storage.db
    .selectFrom('alarms')
    .selectAll()
    .where('id', 'in', [...alarmIds])
    .execute();
  const seen = new Map(
    rows.flatMap((row) => {
      const companyId = companyOfAlarm(board, row);
      return companyId !== null && sees(viewer, companyId) ? [[row.id, row] as const] : [];
    }),
  );
  const glances: AlarmGlance[] = [];
  for (const alarmId of alarmIds) {
    const alarm = seen.get(alarmId);
    if (alarm === undefined) continue;
    const [spark, next] = [await sparkOf(storage, viewer, alarm, now), await nextOf(storage, viewer, alarm)];
    glances.push({ alarmId, spark, next });
  }
  return { glances };
}
