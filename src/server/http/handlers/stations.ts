import type { RowId } from '../../../catalogue/model.ts';
import { stationColumns, stationSparks } from '../../../contract/sites/station-columns.ts';
import * as contract from '../../../contract/sites/stations.ts';
import { labelsOf } from '../../dictionaries/chosen.ts';
import { readConflicts } from '../../sites/conflicts.ts';
import { plainLatest } from '../../sites/facts.ts';
import { readOverview } from '../../sites/overview.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** The list of stations, one station whole, and its data overview. */
export function stationHandlers({ board, hub, storage, traffic, now }: Services): readonly Binding[] {
  return [
    bind(contract.stations, async ({ viewer, query }) => {
      if (query.sparks !== 0) await board.readSparks(viewer);
      return {
        stations: board.summaries(viewer),
        projects: board.projects(viewer),
        at: now(),
        lastEventId: hub.lastEventId,
      };
    }),
    bind(stationColumns, async ({ viewer }) => {
      // Before the stations are gone through: what changes meanwhile comes by the stream once more.
      const as = { at: now(), lastEventId: hub.lastEventId };
      return { columns: await board.columns(viewer), projects: board.projects(viewer), ...as };
    }),
    bind(stationSparks, async ({ viewer, body }) => ({
      sparks: await board.sparks(viewer, body.stationIds),
    })),
    bind(contract.station, async ({ viewer, params }) => {
      await board.sparks(viewer, [params.stationId]);
      const { site, summary } = board.one(viewer, params.stationId);
      const { rtu, sensors } = site;
      const [rows, status, labels] = await Promise.all([
        storage.readings.latest(
          null,
          sensors.map((sensor) => sensor.id),
        ),
        rtu === null ? [] : storage.readings.latest('status', [rtu.id]),
        labelsOf(storage.db, [params.stationId]),
      ]);
      const facts = rtu === null ? null : traffic(rtu.id);
      const [newest] = status;
      return {
        summary,
        project: site.project,
        labels: [...(labels.get(params.stationId) ?? [])],
        rtu:
          rtu === null
            ? null
            : {
                id: rtu.id,
                sn: rtu.sn,
                sendCycle: summary.sendCycle,
                collectionCycle: rtu.collection_cycle,
                quality: facts?.quality ?? ('STALE' as const),
                status: newest === undefined ? null : plainLatest(newest),
                problems: (facts?.problems ?? []).map(({ at, reason, detail, count }) => ({
                  at,
                  reason,
                  detail,
                  count,
                })),
              },
        sensors: sensors.map((sensor) => ({
          id: sensor.id,
          slot: sensor.slot,
          kind: sensor.kind,
          name: sensor.name,
          installState: sensor.install_state,
          mountMode: sensor.mount_mode,
          mountAzimuth: sensor.mount_azimuth,
          position: sensor.position,
          latest: rows
            .filter((row) => row.sourceId === sensor.id && row.row !== ('status' satisfies RowId))
            .map((reading) => ({ row: reading.row, element: reading.element, ...plainLatest(reading) })),
        })),
      };
    }),
    bind(contract.stationOverview, async ({ viewer, params }) => {
      const { site, summary } = board.one(viewer, params.stationId);
      const [sources, conflicts] = await Promise.all([
        readOverview(storage, site, now(), summary),
        readConflicts(storage, site),
      ]);
      return { sources, conflicts };
    }),
  ];
}
