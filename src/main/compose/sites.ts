import { noteChange } from '../../server/changes/change-log.ts';
import { MaintenanceEnds } from '../../server/sites/maintenance-ends.ts';
import { loadOwnKinds } from '../../server/sites/own-kinds.ts';
import { Retention } from '../../server/sites/retention.ts';
import type { Making } from './making.ts';
import type { Composition } from './rooms.ts';

/** How often stations that were added, moved or retired by another process are looked for. */
const sitesEvery = 15_000;

/** What keeps every room's sites as they are stored. */
export interface SiteKeeper {
  readonly timer: NodeJS.Timeout;
  readonly maintenanceEnds: MaintenanceEnds;
  readonly retention: Retention;
  /** Call after another process has changed sites. */
  readonly look: () => Promise<void>;
  /** Call after sites were changed. */
  readonly changed: () => Promise<void>;
}

/** Begins to look for sites that another process has changed, maintenance that ends, and readings that are kept no longer. */
export function keepSites({ failing }: Making, { inner: { processes }, rooms }: Composition): SiteKeeper {
  const { storage, gateway, board, hub, alarmEngine, sources } = rooms;
  const timer = setInterval(() => {
    loadOwnKinds(storage.db)
      .then(() => board.load())
      .then(() => alarmEngine.sitesLoaded(), failing('sites were not read'));
  }, sitesEvery);
  const { upkeep } = processes.permits;
  const look = async () => {
    await loadOwnKinds(storage.db);
    await gateway.sitesChanged();
    await board.load();
    hub.sitesChanged();
    alarmEngine.changed();
    sources.sitesChanged();
  };
  // Other processes learn of it first: they have it within 2 s.
  const changed = async () => {
    if (storage.shared !== null)
      await storage
        .write((db) => noteChange(db, 'sites', 'all'))
        .catch(failing('other processes were not notified of sites'));
    await look();
  };
  const maintenanceEnds = new MaintenanceEnds({
    storage,
    ended: changed,
    failed: failing('maintenance was not ended'),
    permit: upkeep,
  });
  maintenanceEnds.wake();
  const retention = new Retention({
    ...{ storage, failed: failing('old readings were not removed'), permit: upkeep },
  });
  retention.start();
  return { timer, maintenanceEnds, retention, changed, look };
}
