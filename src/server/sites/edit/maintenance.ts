import { Refusal } from '../../../base/errors.ts';
import type { BodyOf } from '../../../contract/call.ts';
import { longestMaintenance } from '../../../contract/sites/maintenance.ts';
import type { setMaintenance } from '../../../contract/sites/sites.ts';
import { reconsider } from '../../notify/follow.ts';
import type { By, Db, SiteEditor } from './editor.ts';
import { checkName } from './rules.ts';
import { ownStation } from './scope.ts';

/** Alarms of a station may be aside now, or not any longer. */
async function reconsiderStation(db: Db, stationId: number, now: number): Promise<void> {
  const rtus = await db.selectFrom('rtus').select('id').where('station_id', '=', stationId).execute();
  for (const { id } of rtus) await reconsider(db, id, now);
}

const none = {
  maintenance_until: null,
  maintenance_at: null,
  maintenance_by: null,
  maintenance_reason: null,
};

/** Puts a station in maintenance until a moment, or (null) ends that. @throws Refusal */
export function maintainStation(
  editor: SiteEditor,
  by: By,
  id: number,
  { maintenance }: BodyOf<typeof setMaintenance>,
): Promise<object> {
  const act = maintenance === null ? 'sites.station.maintenanceEnd' : 'sites.station.maintenance';
  return editor.change(by, act, async (db) => {
    const { code, name } = await ownStation(db, by.viewer, id);
    const now = editor.now();
    const subject = `station:${id}`;
    if (maintenance === null) {
      await db.updateTable('stations').set(none).where('id', '=', id).execute();
      await reconsiderStation(db, id, now);
      return { subject, detail: `${code} ${name}`, answer: {} };
    }
    const { until } = maintenance;
    const reason = checkName(maintenance.reason, 'reason');
    if (until <= now) throw new Refusal(422, 'sites.maintenance.past', {}, 'until');
    const days = longestMaintenance / 86_400_000;
    if (until - now > longestMaintenance)
      throw new Refusal(422, 'sites.maintenance.tooLong', { days }, 'until');
    await db
      .updateTable('stations')
      .set({
        maintenance_until: until,
        maintenance_at: now,
        maintenance_by: by.viewer.accountName,
        maintenance_reason: reason,
      })
      .where('id', '=', id)
      .execute();
    await reconsiderStation(db, id, now);
    return {
      subject,
      detail: `${code} ${name} · ${new Date(until).toISOString()} · ${reason}`,
      answer: {},
    };
  });
}

/** Ends what is over by now, within the caller's transaction. Answers of how many stations. */
export async function endMaintenance(db: Db, now: number): Promise<number> {
  const over = await db.selectFrom('stations').select('id').where('maintenance_until', '<=', now).execute();
  for (const { id } of over) {
    await db.updateTable('stations').set(none).where('id', '=', id).execute();
    await reconsiderStation(db, id, now);
  }
  return over.length;
}
