import { curve, derivedCurve, enumeration, number, relative } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/**
 * One position of a GNSS station as its displacement from where it began: east, north, up. The server makes the
 * length and the bearing of the movement, and its horizontal speed over a day (src/catalogue/README.md#formulas).
 */
export const gnss: RowDefinition = {
  id: 'gnss',
  channels: [
    relative(curve('east', 'mm', 1)),
    relative(curve('north', 'mm', 1)),
    relative(curve('up', 'mm', 1)),
    { ...derivedCurve('horizontal', 'mm', 1), relative: { from: ['east', 'north'], as: 'length' } },
    { ...derivedCurve('displacement', 'mm', 1), relative: { from: ['east', 'north', 'up'], as: 'length' } },
    { ...derivedCurve('bearing', '°', 1), circular: true },
    derivedCurve('speed', 'mm/d', 2),
    number('satellites', null),
    enumeration('fixQuality', 'fixQuality'),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
