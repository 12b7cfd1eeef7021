import { changeSlack, changeWindows, referenceSpan } from '../change.ts';
import { tiltAzimuth, tiltDirection, totalTilt } from '../tilt.ts';
import {
  azimuthAt,
  countUpTo,
  type DerivedFacts,
  type DerivedRow,
  datumAt,
  type EarlierRows,
} from './model.ts';

const { oneHour, fiveHours } = changeWindows;

/** Change of an axis against its last value within the reference span of a window; NaN where there is none. */
function change(
  value: number,
  column: ArrayLike<number>,
  earlier: EarlierRows,
  span: { readonly from: number; readonly to: number } | null,
): number {
  if (Number.isNaN(value) || span === null) return Number.NaN;
  for (let index = countUpTo(earlier, span.to) - 1; index >= 0; index -= 1) {
    if ((earlier.t[index] ?? Number.NEGATIVE_INFINITY) < span.from) break;
    const reference = column[index] ?? Number.NaN;
    if (!Number.isNaN(reference)) return value - reference;
  }
  return Number.NaN;
}

const span = (t: number, window: number, facts: DerivedFacts) =>
  referenceSpan(t, { window, collectionCycle: facts.collectionCycle, datumAt: datumAt(t, facts) });

/** Total tilt, its direction and bearing, and the changes over one and five hours. */
export const tilt: DerivedRow = {
  row: 'tilt',
  channels: ['x1h', 'y1h', 'z1h', 'x5h', 'y5h', 'z5h', 'tilt', 'direction', 'azimuth'],
  inputs: ['x', 'y', 'z', 'direction'],
  lookedBackAt: ['x', 'y', 'z'],
  since: (t, { collectionCycle }) => t - fiveHours - changeSlack(collectionCycle),
  until: (t, { collectionCycle }) => t + fiveHours + changeSlack(collectionCycle),
  derive(t, own, earlier, facts) {
    const [x = Number.NaN, y = Number.NaN, z = Number.NaN, sent = Number.NaN] = [
      own[0],
      own[1],
      own[2],
      own[3],
    ];
    const values = [x, y, z];
    const changes = [span(t, oneHour, facts), span(t, fiveHours, facts)].flatMap((reference) =>
      values.map((value, axis) => change(value, earlier.columns[axis] ?? [], earlier, reference)),
    );
    const complete = !Number.isNaN(x) && !Number.isNaN(y);
    const direction = complete ? tiltDirection(x, y) : Number.NaN;
    const bearing = Number.isNaN(sent) ? direction : sent;
    return [
      ...changes,
      complete ? totalTilt(x, y) : Number.NaN,
      direction,
      Number.isNaN(bearing) ? Number.NaN : tiltAzimuth(bearing, azimuthAt(t, facts)),
    ];
  },
};
