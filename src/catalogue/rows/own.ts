import { curve, enumeration, number } from '../channels.ts';
import type { NumberChannel, RowDefinition } from '../model.ts';
import { ownColumns } from '../own-columns.ts';

const listed = (names: readonly string[], make: (id: string) => NumberChannel) => names.map(make);

/**
 * One reading of a sensor whose kind was made in the console: numbered columns, whose words, units and digits are the
 * kind's. Digits here are those with which values travel.
 */
export const own: RowDefinition = {
  id: 'own',
  channels: [
    ...listed(ownColumns.curve, (id) => curve(id, null, 5)),
    ...listed(ownColumns.number, (id) => number(id, null, 5)),
    ...listed(ownColumns.bearing, (id) => ({ ...curve(id, '°', 1), circular: true })),
    ...listed(ownColumns.amount, (id) => ({ ...curve(id, null, 5), sum: { interval: 'interval' } })),
    number('interval', 's'),
    enumeration('runState', 'runState'),
  ],
};
