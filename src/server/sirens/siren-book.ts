/** What people do with sirens: set a site up, prepare, sound, refuse, drill, arm and disarm it. */
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { SirenSite, saveSirenSite } from '../../contract/sites/sirens.ts';
import { longestArming, preparedFor } from '../../domain/sirens.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { ulid } from '../delivery/ulid.ts';
import { sees } from '../sites/visible.ts';
import { toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { demandForRule } from '../two-persons/demands.ts';
import { demandSecond, settingsOf } from '../two-persons/guard.ts';
import type { ArmBody, DrillBody, SirenCallRow } from './allowed.ts';
import { noteCall, type SirenCaller } from './caller.ts';
import { notifyOfDrill } from './drill-messages.ts';
import { hasCall, prepareCall, targetsFor } from './follow.ts';
import { hashOfCall, type SiteSetup, setupOf, sirensOf, soundPermission, targetsOf } from './site.ts';
import { type SirenSources, siteView } from './view.ts';

const day = 86_400_000;
type Setup = BodyOf<typeof saveSirenSite>;

/** A reason, without which it is refused. */
function needed(reason: string): string {
  if (reason.trim() === '') throw new Refusal(422, 'bound.required', {}, 'reason');
  return reason.trim();
}

export class SirenBook {
  constructor(
    readonly sources: SirenSources,
    readonly caller: SirenCaller,
  ) {}

  get #storage() {
    return this.sources.storage;
  }

  /** @throws Refusal 404 */
  async site(viewer: Viewer, stationId: number): Promise<{ site: SirenSite }> {
    const site = await siteView(this.sources, viewer, stationId);
    if (site === null) throw new Refusal(404, 'api.notFound', { what: `station ${stationId}` });
    return { site };
  }

  /** @throws Refusal 404 for a station that is foreign, unknown or out of use */
  async #own(db: Db, viewer: Viewer, stationId: number): Promise<SiteSetup> {
    const setup = await setupOf(db, stationId, viewer);
    if (setup === null || !sees(viewer, setup.companyId))
      throw new Refusal(404, 'api.notFound', { what: `station ${stationId}` });
    return setup;
  }

  /** What is set up, and which sirens that takes in. @throws Refusal 404 */
  async setup(viewer: Viewer, stationId: number) {
    const setup = await this.#own(this.#storage.db, viewer, stationId);
    return { setup, targets: targetsOf(await sirensOf(this.#storage.db, stationId, setup)) };
  }

  /** Its sirens, as they would sound. @throws Refusal 404; 422 where there are none */
  async plan(viewer: Viewer, stationId: number) {
    const { setup, targets } = await this.setup(viewer, stationId);
    if (targets.length === 0) throw new Refusal(422, 'sirens.none');
    return { setup, targets, sound: setup.sound };
  }

  /** @throws Refusal 404; NeedsSecond where the company asks two persons for rules */
  async save(by: By, stationId: number, { prepares, sound, reason }: Setup): Promise<void> {
    const said = needed(reason);
    await this.#storage.write(async (db) => {
      const now = this.sources.now();
      const { companyId } = await this.#own(db, by.viewer, stationId);
      await demandForRule(db, by, companyId, now);
      const row = { prepares, sound: toJson(sound) };
      await db
        .insertInto('siren_sites')
        .values({ station_id: stationId, ...row })
        .onConflict((conflict) => conflict.column('station_id').doUpdateSet(row))
        .execute();
      await auditBy(db, by, {
        at: now,
        action: 'siren.site',
        subject: `station:${stationId}`,
        detail: JSON.stringify({ prepares, ...sound, reason: said }),
      });
      await noteChange(db, 'sirens', companyId, now);
    });
  }

  /** @throws Refusal 404; 409 where one waits or the alarm is closed; 422 without sirens */
  async prepare(by: By, stationId: number, alarmId: number): Promise<void> {
    await this.#storage.write(async (db) => {
      const now = this.sources.now();
      const setup = await this.#own(db, by.viewer, stationId);
      const alarm = await db.selectFrom('alarms').selectAll().where('id', '=', alarmId).executeTakeFirst();
      if (alarm === undefined || alarm.station_id !== stationId)
        throw new Refusal(404, 'api.notFound', { what: `alarm ${alarmId}` });
      if (alarm.closed_at !== null) throw new Refusal(409, 'sirens.alarmClosed');
      const targets = await targetsFor(db, alarm, setup);
      if (targets.length === 0) throw new Refusal(422, 'sirens.none');
      if (await hasCall(db, alarm.id)) throw new Refusal(409, 'sirens.waits');
      await prepareCall(db, alarm, setup, { targets, now, arming: null });
      await auditBy(db, by, {
        at: now,
        action: 'siren.prepare',
        subject: `station:${stationId}`,
        detail: `alarm ${alarmId}`,
      });
    });
  }

  /** @throws Refusal 404 */
  async call(viewer: Viewer, callId: string, db: Db = this.#storage.db): Promise<SirenCallRow> {
    const row = await db.selectFrom('siren_calls').selectAll().where('id', '=', callId).executeTakeFirst();
    const setup = row === undefined ? null : await setupOf(db, row.station_id, viewer);
    if (row === undefined || setup === null || !sees(viewer, setup.companyId))
      throw new Refusal(404, 'api.notFound', { what: `call ${callId}` });
    return row;
  }

  async #waiting(db: Db, viewer: Viewer, callId: string): Promise<SirenCallRow> {
    const row = await this.call(viewer, callId, db);
    if (row.state !== 'waiting' || row.until_t <= this.sources.now()) throw new Refusal(409, 'sirens.ended');
    return row;
  }

  /**
   * Lets a call sound: its orders are made by the caller. @throws Refusal 404; 409 where it has ended, or is another than
   * was shown; NeedsSecond
   */
  async sound(by: By, callId: string, hash: string): Promise<void> {
    await this.#storage.write(async (db) => {
      const row = await this.#waiting(db, by.viewer, callId);
      if (row.hash !== hash) throw new Refusal(409, 'joint.other');
      await this.#demand(db, by, row.company_id);
      const now = this.sources.now();
      await db
        .updateTable('siren_calls')
        .set({
          ...{ state: 'sounding', allowed_at: now, joint_id: by.joint?.id ?? null },
          ...{ user_id: by.viewer.userId, account_name: by.viewer.accountName },
        })
        .where('id', '=', callId)
        .execute();
      await noteChange(db, 'sirens', row.company_id, now);
    });
    this.caller.wake();
  }

  /** @throws NeedsSecond where the company asks two persons for soundings */
  async #demand(db: Db, by: By, companyId: number): Promise<void> {
    if (by.joint !== undefined || (await settingsOf(db, companyId)).sirens)
      await demandSecond(db, by, { companyId, permissions: [soundPermission] }, this.sources.now());
  }

  /** @throws Refusal 404, 409; 422 without a reason */
  async refuse(by: By, callId: string, reason: string): Promise<void> {
    const note = needed(reason);
    await this.#storage.write(async (db) => {
      const row = await this.#waiting(db, by.viewer, callId);
      const now = this.sources.now();
      await db
        .updateTable('siren_calls')
        .set({ state: 'refused', ended_at: now, reason: note })
        .where('id', '=', callId)
        .execute();
      const { userId, accountName } = by.viewer;
      await noteCall(db, row, 'refused', now, { userId, accountName, address: by.address, note });
      await noteChange(db, 'sirens', row.company_id, now);
    });
  }

  /** Sounds the sirens of a site as a drill, and says so to whoever is notified of red first: no alarm has part in it. @throws Refusal 404, 409, 422; NeedsSecond */
  async drill(by: By, body: DrillBody): Promise<void> {
    const reason = needed(body.reason);
    await this.#storage.write(async (db) => {
      const setup = await this.#own(db, by.viewer, body.stationId);
      await this.#unchanged(db, setup, body);
      await this.#demand(db, by, setup.companyId);
      const now = this.sources.now();
      const { stationId, targets, sound } = body;
      await db
        .insertInto('siren_calls')
        .values({
          ...{
            id: ulid(now),
            company_id: setup.companyId,
            station_id: stationId,
            alarm_id: null,
            is_drill: 1,
          },
          ...{ state: 'sounding', targets: toJson(targets), sound: toJson(sound), results: toJson([]) },
          hash: hashOfCall({ stationId, alarmId: null, isDrill: true, targets, sound }),
          ...{ created_at: now, until_t: now + preparedFor, allowed_at: now, user_id: by.viewer.userId },
          ...{ account_name: by.viewer.accountName, joint_id: by.joint?.id ?? null, arming_id: null },
          ...{ reason, ended_at: null },
        })
        .execute();
      await notifyOfDrill(db, { stationId, sound, reason, accountName: by.viewer.accountName }, now);
      await noteChange(db, 'sirens', setup.companyId, now);
    });
    this.caller.wake();
  }

  /** @throws Refusal 409 where the sirens, or what they play, are others than were shown */
  async #unchanged(db: Db, setup: SiteSetup, { stationId, targets, sound }: DrillBody): Promise<void> {
    const now = { stationId, alarmId: null, isDrill: true };
    const own = targetsOf(await sirensOf(db, stationId, setup));
    if (hashOfCall({ ...now, targets, sound }) !== hashOfCall({ ...now, targets: own, sound: setup.sound }))
      throw new Refusal(409, 'joint.scope');
  }

  /** @throws Refusal 422 for an end that is past or too far, or without a reason, or where red prepares nothing */
  checkArming({ until, reason }: Pick<ArmBody, 'until' | 'reason'>, setup: SiteSetup): void {
    needed(reason);
    const now = this.sources.now();
    if (setup.prepares === 'none') throw new Refusal(422, 'sirens.preparesNone');
    if (until <= now) throw new Refusal(422, 'sirens.untilPast', {}, 'until');
    if (until > now + longestArming)
      throw new Refusal(422, 'sirens.untilFar', { days: longestArming / day }, 'until');
  }

  /** Arms a site: always by two persons, whatever the company asks for. @throws Refusal 404, 409, 422; NeedsSecond */
  async arm(by: By, body: ArmBody): Promise<void> {
    await this.#storage.write(async (db) => {
      const { stationId, until, reason } = body;
      const setup = await this.#own(db, by.viewer, stationId);
      const { companyId } = setup;
      this.checkArming(body, setup);
      await this.#unchanged(db, setup, body);
      const now = this.sources.now();
      await demandSecond(db, by, { companyId, permissions: [soundPermission] }, now);
      await this.#endArmings(db, stationId, { now, by: by.viewer.accountName, reason: '' });
      await db
        .insertInto('armings')
        .values({
          ...{ id: ulid(now), company_id: companyId, station_id: stationId, joint_id: by.joint?.id ?? '' },
          ...{ from_t: now, until_t: until, reason, ended_at: null, ended_by: null, end_reason: '' },
        })
        .execute();
      await auditBy(db, by, {
        at: now,
        action: 'siren.arm',
        subject: `station:${stationId}`,
        detail: JSON.stringify({
          until: new Date(until).toISOString(),
          second: by.joint?.second.accountName,
          reason,
        }),
      });
      await noteChange(db, 'sirens', companyId, now);
    });
  }

  async #endArmings(
    db: Db,
    stationId: number,
    end: { now: number; by: string; reason: string },
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('armings')
      .set({ ended_at: end.now, ended_by: end.by, end_reason: end.reason })
      .where('station_id', '=', stationId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** One person is enough. @throws Refusal 404; 409 where it is not armed */
  async disarm(by: By, stationId: number, reason: string): Promise<void> {
    const said = needed(reason);
    await this.#storage.write(async (db) => {
      const { companyId } = await this.#own(db, by.viewer, stationId);
      const now = this.sources.now();
      if (!(await this.#endArmings(db, stationId, { now, by: by.viewer.accountName, reason: said })))
        throw new Refusal(409, 'sirens.notArmed');
      await auditBy(db, by, {
        at: now,
        action: 'siren.disarm',
        subject: `station:${stationId}`,
        detail: said,
      });
      await noteChange(db, 'sirens', companyId, now);
    });
  }
}
