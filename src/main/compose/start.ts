import type { Driver } from '../../server/drivers/driver.ts';
import { openDrivers } from '../../server/drivers/drivers.ts';
import { LogBudget } from '../../server/gateway/log-budget.ts';
import { newestOfEach } from '../../server/live/newest-of-each.ts';
import { Readiness } from '../../server/operations/readiness.ts';
import { loadOwnKinds } from '../../server/sites/own-kinds.ts';
import { isFolderOf } from '../../server/uploads/folder-mark.ts';
import type { Making } from './making.ts';
import type { FollowedProcesses } from './processes.ts';
import type { Composition, Rooms } from './rooms.ts';

/** Connects what is measured, and what consoles and alarms follow, with the gateway. Returns whether all is ready. */
export function observe({ log }: Making, { inner: { metrics, processes }, rooms }: Composition): Readiness {
  const { gateway, hub, storage, board, alarmEngine } = rooms;
  metrics.observe({ gateway, hub, storage });
  metrics.observeAnswers(rooms.delivery);
  const readiness = new Readiness({
    storage,
    gateway,
    writtenAt: () => metrics.writtenAt,
    isFit: () => processes.leases?.isFit ?? true,
    changed: (reasons) =>
      reasons.length === 0 ? log.info('ready again') : log.error({ reasons }, 'not ready'),
  });
  gateway.events.on('stored', ({ batch, result }) => {
    hub.stored(result);
    alarmEngine.stored(batch, result);
    rooms.outlets.filler.stored(batch, result);
  });
  storage.readings.onComputed((result) => {
    hub.stored({ ...result, newest: newestOfEach(result.newest) });
    alarmEngine.stored([], result);
    rooms.outlets.filler.stored([], result);
  });
  gateway.events.on('link', ({ stationId }) => board.linked(stationId));
  return readiness;
}

/** What begins in the background, in this order. */
async function startWork(rooms: Rooms): Promise<void> {
  rooms.alarmEngine.start();
  rooms.arrivalCounter.start();
  rooms.serviceSpans.start();
  rooms.notifier.start();
  rooms.outlets.filler.start();
  rooms.sirenCaller.start();
  await rooms.issuer.start();
  rooms.standstills.start();
  rooms.driftWatch.start();
  await rooms.workflows.start();
  await rooms.rehearsals.start();
  await rooms.reports.start();
  await rooms.schedules.start();
  rooms.uploadSweep.start();
}

/** Opens the ways of devices, then begins what works on what they bring. Returns the drivers of foreign devices. */
export async function startRooms(
  { settings, log, failing }: Making,
  { inner: { feed, processes }, rooms }: Composition,
  followed: FollowedProcesses,
): Promise<readonly Driver[]> {
  const { storage, listeners, gateway } = rooms;
  await loadOwnKinds(storage.db);
  if (!(await isFolderOf(storage, rooms.shelf)))
    log.error(
      'uploads of DATA_DIR is not the folder that this database is used with: files that people sent are not found by ' +
        'this process, and those sent to it by no other; let all processes share that folder (README, Running it)',
    );
  await listeners.start(storage, failing('counts of listeners were not written'));
  await processes.start();
  await rooms.sources.start();
  await gateway.start();
  await followed.start();
  await rooms.board.load();
  await rooms.messages.start();
  const drivers = await openDrivers(settings, {
    host: gateway.drivers,
    log: new LogBudget(log.child({ room: 'drivers' })),
    now: Date.now,
    meter: listeners.meters.sl651,
    refused: (reason, address, detail) =>
      listeners.knocks.knock({ listener: 'sl651', reason, address, detail }),
  });
  await rooms.ftp?.start();
  await feed.start();
  await startWork(rooms);
  return drivers;
}
