import { compareNatural } from '../../../../base/natural-order.ts';
import { kindByCode } from '../../../../catalogue/index.ts';
import type { TileChannel } from '../../../state/dashboards.ts';

interface Placed {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** The rain gauges of all stations, by the codes of these. */
export function gaugesOf(
  sensors: readonly { readonly id: number; readonly stationId: number; readonly kind: number }[],
  stations: readonly Placed[],
): readonly { readonly channel: TileChannel; readonly name: string }[] {
  const byId = new Map(stations.map((station) => [station.id, station]));
  return sensors
    .flatMap(({ id, stationId, kind }) => {
      const station = byId.get(stationId);
      if (station === undefined || kindByCode(kind)?.rows.includes('rain') !== true) return [];
      const channel: TileChannel = { stationId, sensorId: id, row: 'rain', channel: 'amount', element: 0 };
      return [{ channel, name: `${station.code} ${station.name}` }];
    })
    .sort((a, b) => compareNatural(a.name, b.name));
}
