import type { StationDetail } from '../../../contract/sites/stations.ts';
import { curveColour } from '../../components/chart/curve-colour.ts';
import type { Text } from '../../components/i18n.ts';
import { dashed, firstChoice, type RelativeView, type StationSeries, stationSeries } from './series.ts';

/** Lines that are drawn together: more could not be distinguished. */
export const mostLines = 12;

/** A series of one of several stations; its label names the station. */
export interface CurveLine extends StationSeries {
  readonly color: string;
  /** Code and name of the station, and the channel. */
  readonly full: string;
}

/** `row.channel`: the channel as the catalogue has it, of whichever station. */
export const channelKey = (entry: StationSeries) => `${entry.row}.${entry.series.channel}`;

/** Every series of the stations, and the channels that are shown where none was chosen. */
export function seriesOf(
  details: readonly StationDetail[],
  text: Text,
  relative: RelativeView | null = null,
) {
  const stations = details.map((detail) => ({ detail, series: stationSeries(detail, text, relative) }));
  const first = new Set(
    stations.flatMap(({ detail, series }) => {
      const keys = new Set(firstChoice(series, detail));
      return series.filter((entry) => keys.has(entry.key)).map(channelKey);
    }),
  );
  return { stations, first: [...first] };
}

/**
 * The lines of the chosen channels, station by station: each with a colour and dash of its own and the name `station ·
 * channel`. Several sensors of a station that have the channel are distinguished by their slots. Sums (rain) hang in
 * a pane of their own for each line: bars would hide each other.
 */
export function linesOf(
  stations: ReturnType<typeof seriesOf>['stations'],
  channels: readonly string[],
): { readonly lines: readonly CurveLine[]; readonly left: number } {
  const wanted = new Set(channels);
  const found = stations.flatMap(({ detail, series }) => {
    const own = series.filter((entry) => wanted.has(channelKey(entry)));
    const { code, name } = detail.summary;
    return own.map((entry) => {
      const others = own.some(
        (other) => other.sourceId !== entry.sourceId && channelKey(other) === channelKey(entry),
      );
      const slot = detail.sensors.find((sensor) => sensor.id === entry.sourceId)?.slot;
      const channel = `${others && slot !== undefined ? `#${slot} ` : ''}${entry.label}`;
      return { entry, label: `${code} · ${channel}`, full: `${code} ${name} · ${channel}` };
    });
  });
  const sums = found.filter(({ entry }) => entry.series.sum).length;
  const count = Math.min(found.length, mostLines);
  const lines = found.slice(0, mostLines).map(({ entry, label, full }, index): CurveLine => {
    const { series } = entry;
    return {
      ...entry,
      label,
      full,
      color: series.sum && sums === 1 ? '--chart-rain' : curveColour(index, count),
      series: {
        ...series,
        pane: series.sum ? `${series.pane} ${entry.key}` : series.pane,
      },
    };
  });
  return { lines: dashed(lines), left: found.length - lines.length };
}
