import { day } from '../methods/points.ts';
import { type QuantityDefinition, readingsSince } from '../model.ts';

/**
 * Readings of the last 24 hours that there are, against those that were expected, %. One is expected each cycle
 * (collection cycle; of status reports the send cycle), counted back from the newest and on from it; a reading within
 * half a cycle is that one, so that denser readings do not make up for a gap. 0 where nothing was read.
 */
export const arrivalRate: QuantityDefinition = {
  id: 'arrivalRate',
  of: 'row',
  timed: 'hours',
  unit: { of: 'own', unit: '%' },
  args: {},
  history: () => day,
  evaluate: (input) => {
    const { t, row, sendCycle, collectionCycle } = input;
    const cycle = (row === 'status' ? sendCycle : collectionCycle) * 1000;
    const readings = readingsSince(input, t - day);
    const newest = readings.at(-1);
    if (newest === undefined) return 0;
    const upToNewest = Math.ceil((newest.t - (t - day)) / cycle);
    const later = Math.floor((t - newest.t) / cycle);
    const received = new Set(readings.map((reading) => Math.round((newest.t - reading.t) / cycle)));
    received.delete(upToNewest);
    return (100 * received.size) / (upToNewest + later);
  },
};
