/** The sirens that a plan makes sound: when they are expected to, and that they do at no other time. */
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import type { Sounding } from '../../contract/plans/plan-view.ts';
import { forecastRollout } from '../../domain/rollout/rollout-end.ts';
import {
  approvedSpan,
  areWithin,
  isShown,
  type SoundingSpan,
  spanOf,
} from '../../domain/rollout/soundings.ts';
import { setTimeToLive } from '../../domain/rollout/time-to-live.ts';
import { soundsSiren } from '../delivery/row.ts';
import type { Db } from '../delivery/store.ts';
import { type DraftForecast, type Link, timeToLive } from './rollout/progress.ts';
import { afterOf, type PlanItemRow, type PlanRow, rolloutOf } from './row.ts';

type Expected = Pick<Sounding, 'position' | 'expected'> & { readonly rtuId: number };
/** Whether an item makes a siren sound. */
export const sounds = (item: Pick<PlanItemRow, 'type' | 'group_id'>) =>
  item.type === 'send' && soundsSiren(item.group_id);

/** Of the items of a draft that would go. */
export function soundingsOfDraft(items: readonly PlanItemRow[], forecast: DraftForecast): Expected[] {
  return items.filter(sounds).flatMap((item) => {
    const { landing, obstacle, orderedAt } = forecast.ofItem(item.position);
    if (obstacle !== null) return [];
    const expected = landing ?? (orderedAt === null ? null : { at: orderedAt, plusMinus: 0 });
    return [{ position: item.position, rtuId: item.rtu_id, expected: expected && { ...expected } }];
  });
}

/** Of a plan that was approved, what has not been ordered yet, as if it went on now. */
export async function soundingsLeft(db: Db, plan: PlanRow, link: Link, now: number): Promise<Expected[]> {
  const items = await db
    .selectFrom('plan_items')
    .selectAll()
    .where('plan_id', '=', plan.id)
    .where('order_id', 'is', null)
    .where('skipped', 'is', null)
    .where('excluded', '=', 0)
    .orderBy('position')
    .execute();
  if (!items.some(sounds)) return [];
  const devices = await db
    .selectFrom('plan_devices')
    .select(['batch', 'rtu_id', 'started_at'])
    .where('plan_id', '=', plan.id)
    .where('ended_at', 'is', null)
    .orderBy('position')
    .execute();
  const own = groupBy(items, (item) => item.rtu_id);
  const forecast = forecastRollout(
    devices.map(({ batch, rtu_id: rtuId, started_at: begun }) => {
      const facts = link(rtuId);
      const cycle = facts?.sendCycle ?? 0;
      const steps = (own.get(rtuId) ?? []).map((item) => ({
        after: afterOf(item),
        timeToLive: timeToLive(item, cycle),
      }));
      // One that has begun has something under way already.
      const underWay = begun === null ? [] : [{ after: null, timeToLive: setTimeToLive(cycle) }];
      return { batch, link: facts, steps: [...underWay, ...steps], begun };
    }),
    rolloutOf(plan),
    now,
  );
  return devices.flatMap(({ rtu_id: rtuId, started_at: begun }, at) => {
    const steps = forecast.devices[at]?.steps.slice(begun === null ? 0 : 1) ?? [];
    return (own.get(rtuId) ?? []).flatMap((item, index) => {
      const step = steps[index];
      if (!sounds(item) || step?.is === 'refused' || step?.is === 'before') return [];
      const expected = step && (step.contact ?? { at: step.orderedAt, plusMinus: 0 });
      return [{ position: item.position, rtuId, expected: expected ? { ...expected } : null }];
    });
  });
}

/** With the zone of the place where each sounds. */
export async function reported(db: Db, soundings: readonly Expected[]): Promise<Sounding[]> {
  if (soundings.length === 0) return [];
  const rows = await db
    .selectFrom('rtus')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select(['rtus.id', 'stations.code', 'stations.name', 'stations.time_zone'])
    .where('rtus.id', 'in', [...new Set(soundings.map(({ rtuId }) => rtuId))])
    .execute();
  const places = new Map(rows.map((row) => [row.id, row]));
  return soundings.map(({ position, rtuId, expected }) => {
    const place = places.get(rtuId);
    return {
      position,
      stationCode: place?.code ?? '',
      stationName: place?.name ?? '',
      timeZone: place?.time_zone ?? 'UTC',
      expected,
    };
  });
}

/**
 * What an approval, or going on, writes down of the times in which sirens may sound.
 * @param soundings null = there is no siren in it; none = there are, and none of them is expected to sound
 * @param shown what the asker saw; undefined = nothing
 * @throws Refusal 409 with the times that are expected now, where they are not those that were shown
 */
export async function soundSpan(
  db: Db,
  soundings: readonly Expected[] | null,
  shown: SoundingSpan | undefined,
  now: number,
): Promise<{ readonly sound_from: number | null; readonly sound_until: number | null }> {
  if (soundings === null) return { sound_from: null, sound_until: null };
  const times = soundings.map(({ expected }) => expected);
  if (soundings.length > 0 && (shown === undefined || !isShown(times, shown))) {
    const data = { soundings: await reported(db, soundings), span: spanOf(times) };
    throw new Refusal(409, 'plans.soundingsMoved', {}, 'sounds', data);
  }
  const { from, until } = approvedSpan(times, now);
  return { sound_from: from, sound_until: until };
}

/** Whether a plan that was approved may go on without its times being shown: all lie where they were approved. */
export function needsNoShowing(plan: PlanRow, soundings: readonly Expected[]): boolean {
  const { sound_from: from, sound_until: until } = plan;
  if (from === null || until === null) return soundings.length === 0;
  return areWithin(
    soundings.map(({ expected }) => expected),
    { from, until },
  );
}

/** @throws Refusal 409 for a siren whose turn comes at a time that was not shown */
export function refuseUnshown(plan: PlanRow, item: PlanItemRow, now: number): void {
  const { sound_from: from, sound_until: until } = plan;
  if (from === null || until === null || !sounds(item) || (now >= from && now <= until)) return;
  throw new Refusal(409, 'plans.soundsAtOtherTime');
}
