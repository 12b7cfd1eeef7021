/** Which devices the matrix shows, and in what order. Pure. */
import type { StationSummary } from '../../../contract/sites/stations.ts';
import type { CheckedEdits } from './checks.ts';
import type { Comparison } from './compare.ts';
import type { Model } from './model.ts';

/** Orders besides those by the values of a field, which go by its id. */
export const sorts = ['station', 'differences'] as const;
export const onlys = ['differ', 'edited', 'pending'] as const;
export type Only = (typeof onlys)[number];

export interface LineFilter {
  readonly text: string;
  readonly projectId: number | null;
  readonly kind: number | null;
  readonly state: string | null;
}

/** Devices of the stations that are wanted, in the order given. */
export function wantedDevices(
  model: Model,
  ordered: readonly number[],
  stations: ReadonlyMap<number, StationSummary>,
  { text, projectId, kind, state }: LineFilter,
): readonly number[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && projectId === null && kind === null && state === null) return ordered;
  const fits = (station: StationSummary | undefined) => {
    if (station === undefined) return false;
    if (projectId !== null && station.projectId !== projectId) return false;
    if (kind !== null && !station.kinds.includes(kind)) return false;
    if (state !== null && station.state !== state) return false;
    if (words.length === 0) return true;
    const all = `${station.code} ${station.name} ${station.reading} ${station.sn ?? ''}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const known = new Map<number, boolean>();
  return ordered.filter((device) => {
    const id = model.stationOf(device);
    let found = known.get(id);
    if (found === undefined) {
      found = fits(stations.get(id));
      known.set(id, found);
    }
    return found;
  });
}

/** Of these the ones that differ, are edited, or wait for a set. */
export function onlyDevices(
  devices: readonly number[],
  only: Only | null,
  { model, comparison, checked }: { model: Model; comparison: Comparison; checked: CheckedEdits },
): readonly number[] {
  if (only === null) return devices;
  if (only === 'edited') return devices.filter((device) => checked.devices.has(device));
  if (only === 'differ') return devices.filter((device) => comparison.ofDevice(device) > 0);
  const waiting = new Set(model.matrix.pending.map(({ device }) => device));
  return devices.filter((device) => waiting.has(device));
}

/** By `sorts`, or by the values of the field of that id. Equal ones stay as they stood. */
export function sortDevices(
  devices: readonly number[],
  by: string,
  comparison: Comparison,
): readonly number[] {
  if (by === 'differences') {
    const counts = new Map(devices.map((device) => [device, comparison.ofDevice(device)]));
    return [...devices].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  }
  const { model } = comparison;
  const column = model.fields.findIndex(({ id }) => id === by);
  if (column < 0) return devices;
  const ranked = model
    .values(column)
    .map((value, place) => ({ value, place }))
    .sort((a, b) =>
      typeof a.value === 'number' && typeof b.value === 'number'
        ? a.value - b.value
        : String(a.value).localeCompare(String(b.value)),
    );
  const rank = new Map(ranked.map(({ place }, at) => [place, at]));
  const of = (device: number) => rank.get(model.place(device, column)) ?? ranked.length;
  return [...devices].sort((a, b) => of(a) - of(b));
}
