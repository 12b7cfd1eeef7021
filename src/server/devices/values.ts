/** The cells of a view: newest values, and what is worked out of them and of earlier readings. */
import { rows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import { primaryOf, type ViewColumn, type ViewPlace } from '../../derive/device-views/views.ts';
import { type ChangeTerms, referenceSpan } from '../../domain/readings/change.ts';
import type { SensorPast } from '../alarms/rules/targets.ts';
import type { LatestReading, ReadingStore } from '../storage/storage.ts';
import type { ViewedDevice } from './devices.ts';

export type ViewCell = number | string | null;

const hour = 3_600_000;

/** Newest rows by source, row and element. */
export type Newest = ReadonlyMap<string, LatestReading>;
export const newestKey = (source: number, row: RowId, element: number) => `${source}/${row}/${element}`;

interface Grounds {
  readonly devices: readonly ViewedDevice[];
  readonly newest: Newest;
  readonly datums: SensorPast['datums'];
  readonly readings: ReadingStore;
}

/** A place's newest value and its time; null where there is none. */
function newestAt(newest: Newest, source: number, { row, element, channel }: ViewPlace) {
  const found = newest.get(newestKey(source, row, element));
  const value = found?.values[channel];
  if (found === undefined || value == null || value instanceof Uint8Array) return null;
  return { value, t: found.times?.[channel] ?? found.t };
}

/** Where a column's numbers come from for one device: of mixed kinds each has its own. */
function placeOf({ source }: ViewColumn, { sensor }: ViewedDevice): ViewPlace | null {
  if (source.type === 'channel' || source.type === 'change') return source;
  return source.type === 'primary' && sensor !== null ? primaryOf(sensor.kind) : null;
}

const cycleOf = ({ site }: ViewedDevice) => site.rtu?.collection_cycle ?? 0;

/** Newest less earlier values, by the catalogue's rule of changes; in the order of the devices. */
async function changes(column: ViewColumn, hours: number, grounds: Grounds): Promise<ViewCell[]> {
  const { devices, newest, datums, readings } = grounds;
  const cells: ViewCell[] = devices.map(() => null);
  interface Point {
    readonly at: number;
    readonly value: number;
    readonly span: {
      readonly sourceId: number;
      readonly element: number;
      readonly from: number;
      readonly to: number;
    };
  }
  const byPlace = new Map<string, { readonly place: ViewPlace; readonly points: Point[] }>();
  for (const [at, device] of devices.entries()) {
    const place = placeOf(column, device);
    const now = place === null ? null : newestAt(newest, device.source, place);
    if (place === null || typeof now?.value !== 'number') continue;
    const datumAt = datums.get(device.source)?.findLast((t) => t <= now.t) ?? null;
    const terms: ChangeTerms = { window: hours * hour, collectionCycle: cycleOf(device), datumAt };
    const span = referenceSpan(now.t, terms);
    if (span === null) continue;
    const key = `${place.row}/${place.channel}`;
    const list = byPlace.get(key) ?? { place, points: [] };
    byPlace.set(key, list);
    const { source: sourceId } = device;
    list.points.push({ at, value: now.value, span: { sourceId, element: place.element, ...span } });
  }
  for (const { place, points } of byPlace.values()) {
    const { row, channel } = place;
    const before = await readings.earlier({ row, channel, spans: points.map(({ span }) => span) });
    for (const [index, { at, value }] of points.entries()) {
      const earlier = before[index] ?? null;
      cells[at] = earlier === null ? null : value - earlier;
    }
  }
  return cells;
}

async function rain(hours: number, { devices, newest, readings }: Grounds): Promise<ViewCell[]> {
  const points = devices.flatMap(({ source }, at) => {
    const t = newest.get(newestKey(source, 'rain', 0))?.t;
    return t === undefined
      ? []
      : [{ at, span: { sourceId: source, element: 0, from: t - hours * hour, to: t } }];
  });
  const sums = await readings.amounts({
    row: 'rain',
    channel: 'amount',
    spans: points.map(({ span }) => span),
  });
  const cells: ViewCell[] = devices.map(() => null);
  for (const [index, { at }] of points.entries()) cells[at] = sums[index] ?? null;
  return cells;
}

/** Rows that hold a view's values. */
export function rowsOf(columns: readonly ViewColumn[], kinds: readonly number[] | null): readonly RowId[] {
  const found = columns.flatMap(({ source }): RowId[] => {
    if (source.type === 'rain') return ['rain'];
    if (source.type === 'profile') return ['profile'];
    if (source.type !== 'primary') return [source.row];
    return (kinds ?? []).flatMap((code) => primaryOf(code)?.row ?? []);
  });
  return [...new Set(found)];
}

/** The cells of a column, in the order of the devices. Figures of profiles have a room of their own (`profile.ts`). */
export async function cellsOf(column: ViewColumn, grounds: Grounds): Promise<ViewCell[]> {
  const { source } = column;
  if (source.type === 'rain') return rain(source.hours, grounds);
  if (source.type === 'change') return changes(column, source.hours, grounds);
  if (source.type === 'primary' && source.hours !== null) return changes(column, source.hours, grounds);
  return grounds.devices.map((device) => {
    const place = placeOf(column, device);
    return place === null ? null : (newestAt(grounds.newest, device.source, place)?.value ?? null);
  });
}

/** A number with two digits more than are shown: the rest is noise of the arithmetic. */
export function rounded(cell: ViewCell, digits: number): ViewCell {
  return typeof cell === 'number' ? Number(cell.toFixed(digits + 2)) : cell;
}

/** Digits of a column's numbers at most, of whatever kind. */
export const digitsOf = ({ source, digits }: ViewColumn): number =>
  source.type === 'primary'
    ? Math.max(
        ...Object.values(rows).flatMap(({ channels }) =>
          channels.map((one) => ('digits' in one ? one.digits : 0)),
        ),
      )
    : digits;
