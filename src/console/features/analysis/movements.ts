import { kindByCode, rows } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { chartSeries, isMovement } from '../../../derive/chart-series.ts';
import { elementMessage, kindMessage } from '../../../derive/messages.ts';
import type { Text } from '../../components/i18n.ts';

/** One quantity of a station that lenses can look at: a number that is neither a bearing nor a sum. */
export interface LensQuantity {
  /** `<sensor>.<row>.<channel>[.<element>]`, as the address keeps it. */
  readonly key: string;
  readonly sourceId: number;
  readonly row: RowId;
  readonly channel: string;
  readonly element: number;
  readonly unit: string;
  readonly digits: number;
  /** Slot or name of the sensor and the channel, in words. */
  readonly label: string;
}

/** Nodes of a string that are listed. */
const mostElements = 12;

/** What can be looked at, sensor by sensor; of a string of nodes some, and that of `wanted` (a key) in any case. */
export function movementsOf(
  detail: StationDetail,
  text: Text,
  wanted: string | null,
): readonly LensQuantity[] {
  return detail.sensors.flatMap((sensor): readonly LensQuantity[] => {
    const kind = kindByCode(sensor.kind);
    if (kind === undefined) return [];
    const name = sensor.name ?? text(kindMessage(kind.id));
    return chartSeries(kind)
      .filter(isMovement)
      .flatMap((series): readonly LensQuantity[] => {
        const own = (element: number, suffix: string): LensQuantity => ({
          key: [sensor.id, series.row, series.channel, ...(element === 0 ? [] : [element])].join('.'),
          sourceId: sensor.id,
          row: series.row,
          channel: series.channel,
          element,
          unit: series.unit ?? '',
          digits: series.digits,
          label: `${sensor.slot} · ${name}: ${text(series.heading)}${suffix}`,
        });
        if (!series.element) return [own(0, '')];
        const definition = rows[series.row].elements;
        if (definition === undefined) return [];
        const parts = sensor.latest.filter(({ row, element }) => row === series.row && element > 0);
        const step = Math.max(1, Math.ceil(parts.length / mostElements));
        const all = parts.map(({ element }) =>
          own(element, ` ${text(elementMessage(series.row, definition.id), { number: element })}`),
        );
        return all.filter(({ key }, index) => index % step === 0 || key === wanted);
      });
  });
}

/** The one that the address names, or else the station's main one; null where it has none. */
export function chosenMovement(
  all: readonly LensQuantity[],
  key: string | null,
  { primary }: StationDetail['summary'],
): LensQuantity | null {
  return (
    all.find((one) => one.key === key) ??
    all.find(
      ({ sourceId, row, channel }) =>
        primary !== null &&
        sourceId === primary.sensorId &&
        row === primary.row &&
        channel === primary.channel,
    ) ??
    all[0] ??
    null
  );
}
