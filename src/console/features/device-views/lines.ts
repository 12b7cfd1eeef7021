/** Which devices are listed, and in which order. Pure. */
import { compareNatural } from '../../../base/natural-order.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import type { DeviceView, ViewColumn } from '../../../derive/device-views/views.ts';
import { hasWords } from '../../../domain/folders/filter.ts';
import { type StationState, worstFirst } from '../../../domain/station-state.ts';
import type { StationAlarm } from '../../state/alarms/marked.ts';
import type { DeviceRow } from '../../state/devices/views.ts';

/** A device as a line of the table. */
export interface DeviceLine {
  readonly row: DeviceRow;
  readonly station: StationSummary;
  /** The worst alarm of its station. */
  readonly alarm: StationAlarm | undefined;
}

/** `lv1`…`lv4`, or a state; what a device without an alarm shows. */
export type DeviceCondition = StationState | `lv${number}`;
export const conditionOf = ({ station, alarm }: DeviceLine): DeviceCondition =>
  alarm === undefined ? station.state : `lv${alarm.rank}`;

export interface DeviceFilter {
  readonly text: string;
  readonly projectId: number | null;
  readonly condition: string;
}

export function isListed(line: DeviceLine, { text, projectId, condition }: DeviceFilter): boolean {
  return (
    (projectId === null || line.station.projectId === projectId) &&
    (condition === '' || conditionOf(line) === condition) &&
    (text === '' || hasWords(line.station, text))
  );
}

const byStation = (a: DeviceLine, b: DeviceLine): number =>
  compareNatural(a.station.code, b.station.code) || (a.row.slot ?? -1) - (b.row.slot ?? -1);
const byState = (a: DeviceLine, b: DeviceLine): number =>
  (b.alarm?.rank ?? 0) - (a.alarm?.rank ?? 0) || worstFirst(a.station.state, b.station.state);

/** A value that sorts: changes by their amount, unknown ones last. */
function sortable({ source }: ViewColumn, cell: number | string | null | undefined): number | string | null {
  if (cell === null || cell === undefined) return null;
  const isChange =
    source.type === 'change' ||
    (source.type === 'primary' && source.hours !== null) ||
    source.type === 'profile';
  return typeof cell === 'number' && isChange ? Math.abs(cell) : cell;
}

/**
 * The lines in an order: `state` (the worst first), `station`, `age`, or a column by its id, the largest first; with `-`
 * before it the other way round.
 */
export function ordered(lines: readonly DeviceLine[], view: DeviceView, sort: string): readonly DeviceLine[] {
  const turned = sort.startsWith('-');
  const by = turned ? sort.slice(1) : sort;
  const sign = turned ? -1 : 1;
  const at = view.columns.findIndex(({ id }) => id === by);
  const column = view.columns[at];
  const compare = (a: DeviceLine, b: DeviceLine): number => {
    if (by === 'station') return sign * byStation(a, b);
    if (by === 'age') return sign * (b.row.t - a.row.t) || byStation(a, b);
    if (column === undefined) return sign * byState(a, b) || byStation(a, b);
    const [one, other] = [sortable(column, a.row.cells[at]), sortable(column, b.row.cells[at])];
    if (one === null || other === null)
      return Number(one === null) - Number(other === null) || byStation(a, b);
    if (typeof one === 'number' && typeof other === 'number') return sign * (other - one) || byStation(a, b);
    return sign * compareNatural(String(one), String(other)) || byStation(a, b);
  };
  return lines.toSorted(compare);
}

/** Median, and the two values between which 90 % lie, by nearest rank; null where there is none. */
export function spreadOf(values: readonly number[]) {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, median: at(0.5), low: at(0.05), high: at(0.95) };
}
