import type { Driver } from '../../server/drivers/driver.ts';
import type { Readiness } from '../../server/operations/readiness.ts';
import { within } from '../../server/within.ts';
import type { FollowedProcesses } from './processes.ts';
import type { Composition, Rooms } from './rooms.ts';
import type { HttpServer } from './serve.ts';
import type { SiteKeeper } from './sites.ts';

/** ms that a stop waits for the storage: a database that does not answer must not hold it up. */
const storageTime = 2000;

const inTime = (work: Promise<unknown>): Promise<boolean> => within(work, storageTime);

/** What runs beside the rooms. */
export interface Beside {
  readonly readiness: Readiness;
  readonly sites: SiteKeeper;
  readonly app: HttpServer;
  readonly drivers: readonly Driver[];
  readonly processes: FollowedProcesses;
}

/** What works in the background; a schedule may wait for what it has begun. */
async function stopWork(rooms: Rooms, { sites }: Beside): Promise<void> {
  const scheduled = rooms.schedules.stop();
  await inTime(rooms.backTests.stop());
  await inTime(rooms.arrivalCounter.stop());
  await inTime(rooms.serviceSpans.stop());
  await inTime(rooms.exports.stop());
  await inTime(rooms.reports.stop());
  await inTime(scheduled);
  await inTime(rooms.alarmEngine.stop());
  await inTime(sites.maintenanceEnds.stop());
  await inTime(sites.retention.stop());
  await inTime(rooms.outlets.filler.stop());
  await inTime(rooms.notifier.stop());
  await inTime(rooms.sirenCaller.stop());
  await inTime(rooms.rehearsals.stop());
  await inTime(rooms.workflows.stop());
  await inTime(rooms.standstills.stop());
  await inTime(rooms.driftWatch.stop());
  await inTime(rooms.issuer.stop());
  await inTime(rooms.delivery.stop());
  await inTime(rooms.jobs.stop());
}

/** Stops the server: first nobody is let in any more, then what works ends, then devices, and the storage last. */
export async function stopRooms({ inner, rooms }: Composition, beside: Beside): Promise<void> {
  beside.readiness.stop();
  clearInterval(beside.sites.timer);
  // Others go on with what this process does from now on.
  await inTime(inner.processes.leases?.drain() ?? Promise.resolve());
  await inTime(beside.processes.stop());
  await inTime(inner.feed.stop());
  await inner.unfollow();
  rooms.hub.close();
  await beside.app.close();
  await inTime(rooms.ftp?.stop() ?? Promise.resolve());
  await inTime(rooms.sources.stop());
  await inTime(rooms.uploadSweep.stop());
  await stopWork(rooms, beside);
  for (const driver of beside.drivers) await driver.stop();
  await rooms.gateway.stop();
  await inTime(rooms.listeners.stop());
  await inTime(rooms.messages.stop());
  await inTime(inner.processes.leases?.stop() ?? Promise.resolve());
  await inTime(rooms.storage.close());
}
