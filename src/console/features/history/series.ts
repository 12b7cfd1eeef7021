import { kindByCode, rows, rtu } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { type ChartSeries, chartSeries } from '../../../derive/chart-series.ts';
import { elementMessage, kindMessage } from '../../../derive/messages.ts';
import { relativeValues } from '../../../domain/baseline.ts';
import { timeOf } from '../../../domain/readings/latest.ts';
import type { Text } from '../../components/i18n.ts';
import { relativeName } from '../../components/values/relative.tsx';
import { type SensorBaselines, validOf } from '../../state/devices/baselines.ts';

/** One curve that a station can show: a channel of a sensor, or of one node or layer of it, or of the RTU. */
export interface StationSeries {
  /** `<source>.<row>.<channel>[.<element>]`, as the address keeps it. */
  readonly key: string;
  readonly stationId: number;
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  readonly series: ChartSeries;
  readonly label: string;
  /** The sensor's kind and slot, where the station has several. */
  readonly group: string;
  readonly last: number | null;
  /** Shown relative to its initial value, where it can have one. */
  readonly relative: boolean;
  /** Collection cycle of its RTU, s. */
  readonly cycle: number;
  /** CSS variable of its colour, where it is not by its place among the chosen. */
  readonly color?: string;
}

/** Values are asked for relative to these initial values; null = they are not known yet. */
export interface RelativeView {
  readonly baselines: ReadonlyMap<number, SensorBaselines> | null;
}

const mostElements = 12;

function lastOf(
  detail: StationDetail,
  sourceId: number,
  row: string,
  element: number,
  channel: string,
  relative: RelativeView | null,
): number | null {
  const latest =
    row === 'status' && detail.rtu !== null
      ? detail.rtu.status
      : detail.sensors
          .find((sensor) => sensor.id === sourceId)
          ?.latest.find((entry) => entry.row === row && entry.element === element);
  if (latest === undefined || latest === null) return null;
  const value =
    relative === null || row === 'status'
      ? latest.values[channel]
      : relativeValues(
          validOf(relative.baselines, sourceId),
          row as RowId,
          element,
          (name) => timeOf(latest, name) ?? latest.t,
          latest.values,
        )[channel];
  return typeof value === 'number' ? value : null;
}

/** Everything that can be drawn of a station, sensor by sensor, then its RTU. */
export function stationSeries(
  detail: StationDetail,
  text: Text,
  relative: RelativeView | null = null,
): readonly StationSeries[] {
  const found: StationSeries[] = [];
  const cycle = detail.rtu?.collectionCycle ?? 3600;
  const add = (sourceId: number, group: string, series: ChartSeries, element: number, suffix: string) => {
    found.push({
      key: [sourceId, series.row, series.channel, ...(element === 0 ? [] : [element])].join('.'),
      stationId: detail.summary.id,
      sourceId,
      row: series.row,
      element,
      series,
      label: `${relative !== null && series.relative ? relativeName(text(series.heading)) : text(series.heading)}${suffix}`,
      group,
      last: lastOf(detail, sourceId, series.row, element, series.channel, relative),
      relative: relative !== null,
      cycle,
    });
  };
  for (const sensor of detail.sensors) {
    const kind = kindByCode(sensor.kind);
    if (kind === undefined) continue;
    const group = `${sensor.slot} · ${sensor.name ?? text(kindMessage(kind.id))}`;
    for (const series of chartSeries(kind)) {
      if (!series.element) {
        add(sensor.id, group, series, 0, '');
        continue;
      }
      const elements = sensor.latest.filter((entry) => entry.row === series.row && entry.element > 0);
      const definition = rows[series.row].elements;
      if (definition === undefined) continue;
      const step = Math.max(1, Math.ceil(elements.length / mostElements));
      for (const { element } of elements.filter((_, index) => index % step === 0)) {
        add(
          sensor.id,
          group,
          series,
          element,
          ` ${text(elementMessage(series.row, definition.id), { number: element })}`,
        );
      }
    }
  }
  if (detail.rtu !== null) {
    const { id } = detail.rtu;
    for (const series of chartSeries(rtu)) add(id, 'RTU', series, 0, '');
  }
  return found;
}

/**
 * Series that are drawn together, with dashes by which they differ also where their colours are not seen: each keeps its own
 * dash, unless another one is drawn less often.
 */
export function dashed<S extends StationSeries>(chosen: readonly S[]): readonly S[] {
  const counts: [number, number, number] = [0, 0, 0];
  return chosen.map((entry) => {
    const { dash: own, sum, circular } = entry.series;
    if (sum || circular) return entry;
    const least = Math.min(...counts);
    const dash = counts[own] === least ? own : (counts.indexOf(least) as 0 | 1 | 2);
    counts[dash] += 1;
    return dash === own ? entry : { ...entry, series: { ...entry.series, dash } };
  });
}

/** What is shown before anyone chose: the first sensor's main curves, and rain beside it. */
export function firstChoice(series: readonly StationSeries[], detail: StationDetail): readonly string[] {
  const primary = detail.summary.primary;
  const main = series.filter(
    (entry) => primary !== null && entry.sourceId === primary.sensorId && entry.row === primary.row,
  );
  // A channel that never had a value (an import without it) would only show an empty curve.
  const lead =
    main.find((entry) => entry.series.channel === primary?.channel && entry.last !== null) ??
    main.find((entry) => entry.last !== null) ??
    main[0] ??
    series[0];
  if (lead === undefined) return [];
  const chosen =
    lead.row === 'rain'
      ? main.filter((entry) => entry.series.channel === 'amount')
      : main.filter((entry) => entry.series.channel === lead.series.channel).slice(0, 4);
  const rain = series.find((entry) => entry.row === 'rain' && entry.series.channel === 'amount');
  return [...new Set([...chosen, ...(rain ? [rain] : [])].map((entry) => entry.key))];
}

/**
 * Keys as this station has them. A key of another station stands for the same channel here, so that stepping through
 * stations keeps what is looked at; null where none of them has a counterpart.
 */
export function ownKeys(
  wanted: readonly string[],
  all: readonly Pick<StationSeries, 'key'>[],
): readonly string[] | null {
  const withoutSource = (key: string) => key.slice(key.indexOf('.') + 1);
  const own = wanted.flatMap(
    (key) =>
      (
        all.find((entry) => entry.key === key) ??
        all.find((entry) => withoutSource(entry.key) === withoutSource(key))
      )?.key ?? [],
  );
  return own.length === 0 ? null : [...new Set(own)];
}
