/** Whether a call may sound now: looked at within the transaction of each order. A15 stands here. */
import type { Selectable } from 'kysely';
import { type SirenTarget, type Sound, soundWithin } from '../../domain/sirens.ts';
import type { SignatureProblem } from '../../domain/two-persons.ts';
import { bodyHash } from '../delivery/body-hash.ts';
import { fromJson } from '../storage/json.ts';
import type { ArmingTable, Db, SirenCallTable } from '../storage/schema.ts';
import { actProblem, settingsOf, signersOf } from '../two-persons/guard.ts';
import type { JointRow } from '../two-persons/row.ts';
import { hashOfCall, setupOf, sirensOf, soundPermission, targetsOf } from './site.ts';

export type SirenCallRow = Selectable<SirenCallTable>;
export type ArmingRow = Selectable<ArmingTable>;
/** `scope`: the sirens of the site, or what they play, are others than those that were signed. */
export type SirenProblem = SignatureProblem | 'scope';

/** What two persons sign to arm a site. */
export interface ArmBody {
  readonly stationId: number;
  readonly until: number;
  readonly reason: string;
  readonly targets: readonly SirenTarget[];
  readonly sound: Sound;
}
/** What they sign for a drill. */
export type DrillBody = Omit<ArmBody, 'until'>;
/** What they sign for a call that waits. */
export interface SoundBody {
  readonly callId: string;
  readonly hash: string;
}

async function jointOf(db: Db, id: string | null, kind: string): Promise<JointRow | null> {
  if (id === null) return null;
  const row = await db.selectFrom('joint_acts').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined || row.kind !== kind || row.state !== 'done' ? null : row;
}

/**
 * Why an armed site sounds nothing all the same; null = it does. Both signatures, their time, the signers' rights and
 * companies as they are now, and that the sirens and what they play are those that were signed.
 */
export async function armingProblem(db: Db, row: ArmingRow, now: number): Promise<SirenProblem | null> {
  if (row.ended_at !== null || now >= row.until_t || now < row.from_t) return 'over';
  const joint = await jointOf(db, row.joint_id, 'arm');
  if (joint === null) return 'missing';
  const setup = await setupOf(db, row.station_id);
  if (setup === null || setup.companyId !== row.company_id) return 'foreign';
  const { companyId } = setup;
  const problem = await actProblem(db, joint, { companyId, permissions: [soundPermission] });
  if (problem !== null) return problem;
  // What was signed, whose hash has just been made anew; the row beside it says nothing of its own.
  const signed = JSON.parse(joint.body) as ArmBody;
  if (signed.stationId !== row.station_id || signed.until !== row.until_t) return 'other';
  const targets = targetsOf(await sirensOf(db, row.station_id, setup));
  const is = bodyHash({ targets, sound: setup.sound });
  return setup.prepares === 'none' || is !== bodyHash({ targets: signed.targets, sound: signed.sound })
    ? 'scope'
    : null;
}

/** The arming of a station that has not ended; null = it is not armed. */
export async function armingOf(db: Db, stationId: number): Promise<ArmingRow | null> {
  const row = await db
    .selectFrom('armings')
    .selectAll()
    .where('station_id', '=', stationId)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const contentOf = (call: SirenCallRow) => ({
  stationId: call.station_id,
  alarmId: call.alarm_id,
  isDrill: call.is_drill !== 0,
  targets: fromJson(call.targets),
  sound: fromJson(call.sound),
});

/** What a joint act says a call is; its hash has been made anew by then. */
function signedHash(joint: JointRow): string {
  if (joint.kind === 'sound') return (JSON.parse(joint.body) as SoundBody).hash;
  const drill = JSON.parse(joint.body) as DrillBody;
  return hashOfCall({ ...drill, alarmId: null, isDrill: true });
}

/** Why a call sounds nothing; null = it does. */
export async function callProblem(db: Db, call: SirenCallRow, now: number): Promise<SirenProblem | null> {
  if (call.state !== 'sounding' || call.allowed_at === null || call.user_id === null) return 'missing';
  if (now > call.allowed_at + soundWithin) return 'over';
  if (hashOfCall(contentOf(call)) !== call.hash) return 'other';
  const setup = await setupOf(db, call.station_id);
  if (setup === null || setup.companyId !== call.company_id) return 'foreign';
  const { companyId } = setup;
  const demanded = { companyId, permissions: [soundPermission] };
  if (call.arming_id !== null) {
    if (call.is_drill !== 0) return 'other';
    const arming = await db
      .selectFrom('armings')
      .selectAll()
      .where('id', '=', call.arming_id)
      .executeTakeFirst();
    if (arming === undefined || arming.station_id !== call.station_id) return 'missing';
    const problem = await armingProblem(db, arming, now);
    if (problem !== null) return problem;
    const signed = bodyHash({ targets: fromJson(call.targets), sound: fromJson(call.sound) });
    const joint = await jointOf(db, arming.joint_id, 'arm');
    const body = joint === null ? null : (JSON.parse(joint.body) as ArmBody);
    return body !== null && signed === bodyHash({ targets: body.targets, sound: body.sound })
      ? null
      : 'scope';
  }
  if (call.joint_id !== null) {
    const joint = await jointOf(db, call.joint_id, call.is_drill === 0 ? 'sound' : 'drill');
    if (joint === null) return 'missing';
    const problem = await actProblem(db, joint, demanded);
    return problem ?? (signedHash(joint) === call.hash ? null : 'other');
  }
  // One person is enough only where the company says so now.
  if ((await settingsOf(db, companyId)).sirens) return 'missing';
  const signer = (await signersOf(db, [call.user_id])).get(call.user_id);
  if (signer === undefined || !signer.permissions.includes(soundPermission)) return 'right';
  return signer.companyId === null || signer.companyId === companyId ? null : 'foreign';
}
