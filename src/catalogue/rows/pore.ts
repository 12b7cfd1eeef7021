import { curve, derivedCurve, enumeration, relative } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of a piezometer: the pressure of the water in the pores, and the head that stands for it. */
export const pore: RowDefinition = {
  id: 'pore',
  channels: [
    relative(curve('pressure', 'kPa', 2)),
    relative(derivedCurve('head', 'm', 3)),
    curve('frequency', 'Hz', 1),
    curve('temperature', '°C', 1),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
