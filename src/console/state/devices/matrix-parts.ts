/** Some stations of a matrix fetched anew, put into the whole of it. Pure. */
import type { Matrix } from '../../../contract/devices/matrix.ts';

/** The whole with the part in its place; null where other devices stand there than before: all is to be fetched. */
export function withPart(whole: Matrix, part: Matrix, stations: readonly number[]): Matrix | null {
  const asked = new Set(stations);
  const places: number[] = [];
  whole.devices.station.forEach((id, place) => {
    if (asked.has(id)) places.push(place);
  });
  const { devices } = part;
  const same =
    places.length === devices.station.length &&
    part.columns.length === whole.columns.length &&
    places.every(
      (place, at) =>
        whole.devices.rtu[place] === devices.rtu[at] && whole.devices.slot[place] === devices.slot[at],
    );
  if (!same) return null;
  const reported = [...whole.devices.reported];
  places.forEach((place, at) => {
    reported[place] = devices.reported[at] ?? 0;
  });
  const replaced = new Set(places);
  return {
    devices: { ...whole.devices, reported },
    columns: whole.columns.map((column, index) => {
      const fresh = part.columns[index];
      if (fresh === undefined) return column;
      const values = [...column.values];
      const known = new Map(values.map((value, place) => [JSON.stringify(value), place]));
      const of = [...column.of];
      const older =
        column.older === null && fresh.older === null ? null : [...(column.older ?? of.map(() => 0))];
      places.forEach((place, at) => {
        const from = fresh.of[at] ?? -1;
        if (older !== null) older[place] = fresh.older?.[at] ?? 0;
        if (from < 0) {
          of[place] = -1;
          return;
        }
        const value = fresh.values[from] ?? null;
        const key = JSON.stringify(value);
        const found = known.get(key) ?? values.push(value) - 1;
        known.set(key, found);
        of[place] = found;
      });
      return { field: column.field, values, of, older };
    }),
    pending: [
      ...whole.pending.filter(({ device }) => !replaced.has(device)),
      ...part.pending.map((pending) => ({ ...pending, device: places[pending.device] ?? 0 })),
    ],
  };
}
