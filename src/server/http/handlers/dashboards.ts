import * as contract from '../../../contract/dashboards.ts';
import {
  createDashboard,
  type DashboardBook,
  deleteDashboard,
  restoreDashboard,
  updateDashboard,
} from '../../dashboards/change.ts';
import { readFleetHealth } from '../../dashboards/health.ts';
import { canShare, listDashboards, readDashboard } from '../../dashboards/store.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Dashboards, and the health of stations that a tile of them shows. */
export function dashboardHandlers({ storage, board, now }: Services): readonly Binding[] {
  const book: DashboardBook = { storage, now };
  return [
    bind(contract.dashboards, async ({ viewer }) => ({
      dashboards: await listDashboards(storage.db, viewer),
      canShare: canShare(viewer),
    })),
    bind(contract.dashboard, ({ viewer, params }) => readDashboard(storage.db, viewer, params.dashboardId)),
    bind(contract.createDashboard, (by) => createDashboard(book, by, by.body)),
    bind(contract.updateDashboard, (by) => updateDashboard(book, by, by.params.dashboardId, by.body)),
    bind(contract.deleteDashboard, (by) => deleteDashboard(book, by, by.params.dashboardId)),
    bind(contract.restoreDashboard, (by) => restoreDashboard(book, by, by.params.dashboardId)),
    bind(contract.fleetHealth, ({ viewer, query }) =>
      readFleetHealth({ storage, board, now }, viewer, query),
    ),
  ];
}
