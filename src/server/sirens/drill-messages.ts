/** A drill takes the way of notification, too: with messages of its own, that say so before all else. */
import type { Sound } from '../../domain/sirens.ts';
import { type AlarmSite, siteOfStation } from '../notify/follow.ts';
import { addMessage } from '../notify/message.ts';
import { policiesFor, reachedBy } from '../notify/of-system.ts';
import type { Db } from '../storage/schema.ts';

/** The level of which sirens are sounded. */
const red = 4;

export interface NotifiedDrill {
  readonly stationId: number;
  readonly sound: Sound;
  readonly reason: string;
  readonly accountName: string;
}

/**
 * Notifies whoever the first step of each policy for red names at the site now: who is on duty, the project's addresses,
 * webhooks. Nothing escalates, as there is nothing to answer; and nothing of it waits with, or counts as, what an alarm
 * says. Within the transaction that lets the drill sound. Answers how many messages can go out.
 */
export async function notifyOfDrill(db: Db, drill: NotifiedDrill, now: number): Promise<number> {
  const { stationId, sound, reason, accountName } = drill;
  const found = await siteOfStation(db, stationId);
  if (found === null) return 0;
  const site: AlarmSite = found;
  const { clip, repeat, volume, light } = sound;
  const params = {
    ...{ station: found.station, zone: site.timeZone, at: now, reason, account: accountName },
    ...{ clip, repeat, volume, light },
  };
  // Somebody whom several policies name is notified once.
  const seen = new Set<string>();
  let all = 0;
  for (const { plan } of await policiesFor(db, site, red)) {
    const [first] = plan.steps;
    for (const receiver of first === undefined ? [] : await reachedBy(db, first, site, now, null)) {
      const key = `${receiver.recipient} ${receiver.channel} ${receiver.address}`;
      if (seen.has(key)) continue;
      seen.add(key);
      await addMessage(db, {
        ...{ companyId: site.companyId, projectId: site.projectId, alarmId: null, escalationId: null },
        ...{ kind: 'drill', rank: 0, receiver, params, dueAt: now, now },
      });
      if (receiver.problem === null) all += 1;
    }
  }
  return all;
}
