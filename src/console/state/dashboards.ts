/** Dashboards as the server keeps them. */
import { useQuery } from '@tanstack/react-query';
import type { BodyOf, DataOf } from '../../contract/call.ts';
import * as contract from '../../contract/dashboards.ts';
import { request } from './connection/client.ts';

export type {
  Dashboard,
  DashboardHead,
  DashboardLayout,
  FleetHealth,
  Tile,
  TileChannel,
  TileSettings,
} from '../../contract/dashboards.ts';
export { healthAxes } from '../../contract/dashboards.ts';

/** Under what dashboards are cached. */
export const dashboardsKey = 'dashboards';
/** A wall is not touched for weeks: what somebody changed elsewhere is looked for so often, ms. */
const everyMs = 60_000;

/** One's own dashboards and those that the company shares, by name. */
export function useDashboards(enabled = true) {
  return useQuery({
    enabled,
    queryKey: [dashboardsKey, 'list'],
    queryFn: ({ signal }) => request(contract.dashboards, { signal }),
    refetchInterval: everyMs,
  });
}

/** @param following false while it is being edited: what is being changed must not move */
export function useDashboard(dashboardId: number | null, following: boolean) {
  return useQuery({
    enabled: dashboardId !== null,
    queryKey: [dashboardsKey, 'one', dashboardId],
    queryFn: ({ signal }) =>
      request(contract.dashboard, { params: { dashboardId: dashboardId ?? 0 }, signal }),
    refetchInterval: following ? everyMs : false,
    staleTime: following ? 0 : Number.POSITIVE_INFINITY,
  });
}

export const createDashboard = (body: BodyOf<typeof contract.createDashboard>) =>
  request(contract.createDashboard, { body });
export const updateDashboard = (dashboardId: number, body: BodyOf<typeof contract.updateDashboard>) =>
  request(contract.updateDashboard, { params: { dashboardId }, body });
export const deleteDashboard = (dashboardId: number) =>
  request(contract.deleteDashboard, { params: { dashboardId } });
export const restoreDashboard = (dashboardId: number) =>
  request(contract.restoreDashboard, { params: { dashboardId } });

export type HealthAnswer = DataOf<typeof contract.fleetHealth>;
/** How stations did this week and in the week before; null = all. */
export function useFleetHealth(projectId: number | null, stationId: number | null) {
  return useQuery({
    queryKey: ['fleet-health', projectId, stationId],
    queryFn: ({ signal }) =>
      request(contract.fleetHealth, {
        query: {
          ...(projectId === null ? {} : { projectId }),
          ...(stationId === null ? {} : { stationId }),
        },
        signal,
      }),
    staleTime: 5 * everyMs,
    refetchInterval: 10 * everyMs,
  });
}
