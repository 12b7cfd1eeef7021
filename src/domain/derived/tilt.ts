import { changeSlack, changeWindows, referenceSpan } from '../readings/change.ts';
import { tiltAzimuth, tiltDirection, totalTilt } from '../readings/tilt.ts';
import {
  azimuthAt,
  countUpTo,
  type DerivedFacts,
  type DerivedRow,
  datumAt,
  type EarlierRows,
} from './model.ts';

const { oneHour, fiveHours } = changeWindows;

/** Change of an axis against its last value among the rows up to `last` that are not before `from`; NaN where there is none. */
function change(
  value: number,
  axis: number,
  { t, columns }: EarlierRows,
  last: number,
  from: number,
): number {
  const column = columns[axis];
  if (column === undefined || Number.isNaN(value)) return Number.NaN;
  for (let index = last; index >= 0; index -= 1) {
    if ((t[index] ?? Number.NEGATIVE_INFINITY) < from) break;
    const reference = column[index] ?? Number.NaN;
    if (!Number.isNaN(reference)) return value - reference;
  }
  return Number.NaN;
}

/** The changes of all axes over a window, put behind what `found` has. */
function changes(
  found: number[],
  values: readonly number[],
  t: number,
  window: number,
  earlier: EarlierRows,
  { collectionCycle }: DerivedFacts,
  datum: number | null,
): void {
  const span = referenceSpan(t, { window, collectionCycle, datumAt: datum });
  const last = span === null ? -1 : countUpTo(earlier, span.to) - 1;
  for (let axis = 0; axis < values.length; axis += 1) {
    found.push(change(values[axis] ?? Number.NaN, axis, earlier, last, span?.from ?? 0));
  }
}

/** Total tilt, its direction and bearing, and the changes over one and five hours. */
export const tilt: DerivedRow = {
  row: 'tilt',
  channels: ['x1h', 'y1h', 'z1h', 'x5h', 'y5h', 'z5h', 'tilt', 'direction', 'azimuth'],
  inputs: ['x', 'y', 'z', 'direction'],
  lookedBackAt: ['x', 'y', 'z'],
  since: (t, { collectionCycle }) => t - fiveHours - changeSlack(collectionCycle),
  until: (t, { collectionCycle }) => t + fiveHours + changeSlack(collectionCycle),
  derive(t, own, earlier, facts) {
    const x = own[0] ?? Number.NaN;
    const y = own[1] ?? Number.NaN;
    const z = own[2] ?? Number.NaN;
    const sent = own[3] ?? Number.NaN;
    const values = [x, y, z];
    const datum = datumAt(t, facts);
    const found: number[] = [];
    changes(found, values, t, oneHour, earlier, facts, datum);
    changes(found, values, t, fiveHours, earlier, facts, datum);
    const complete = !Number.isNaN(x) && !Number.isNaN(y);
    const direction = complete ? tiltDirection(x, y) : Number.NaN;
    const bearing = Number.isNaN(sent) ? direction : sent;
    found.push(
      complete ? totalTilt(x, y) : Number.NaN,
      direction,
      Number.isNaN(bearing) ? Number.NaN : tiltAzimuth(bearing, azimuthAt(t, facts)),
    );
    return found;
  },
};
