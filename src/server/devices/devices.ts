/** The devices of a view that somebody may see. */
import { Refusal } from '../../base/errors.ts';
import { type DeviceView, viewById } from '../../derive/device-views/views.ts';
import type { Board } from '../sites/board.ts';
import type { SensorRow, Site } from '../sites/structure.ts';
import type { CompanyScope } from '../sites/visible.ts';

export interface ViewedDevice {
  readonly site: Site;
  /** null = the RTU itself. */
  readonly sensor: SensorRow | null;
  /** Id of the sensor, or of the RTU. */
  readonly source: number;
}

/** @throws Refusal 404 */
export function viewOf(id: string): DeviceView {
  const view = viewById(id);
  if (view === undefined) throw new Refusal(404, 'api.notFound', { what: `view ${id}` });
  return view;
}

/** In the order of stations, then of slots. @throws Refusal 404 for a named station that is foreign or unknown */
export function devicesOf(
  board: Board,
  viewer: CompanyScope,
  view: DeviceView,
  stations: readonly number[] | null,
): readonly ViewedDevice[] {
  const sites = stations === null ? board.sites(viewer) : stations.map((id) => board.one(viewer, id).site);
  const kinds = view.kinds === null ? null : new Set(view.kinds);
  return sites.flatMap((site): ViewedDevice[] => {
    const { rtu, sensors } = site;
    if (rtu === null) return [];
    if (kinds === null) return [{ site, sensor: null, source: rtu.id }];
    return sensors.flatMap((sensor) => (kinds.has(sensor.kind) ? [{ site, sensor, source: sensor.id }] : []));
  });
}
