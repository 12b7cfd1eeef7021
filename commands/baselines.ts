import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

/** Initial values of sensors. */
export const baselines = area('baselines', {
  /** Shows what the latest reading, or the mean of the time that is given, would make of the initial values. */
  fetch: onScreen({
    icon: 'refresh',
    places: ['station'],
    permission: 'station:baseline:edit',
  }),
  /** Shows a sensor's initial values, and sets new ones. */
  open: onScreen({
    icon: 'history',
    places: ['station'],
    permission: 'station:data:view',
    arguments: Type.Object({ sensorId: screenArgument('argument.sensor', Type.Integer({ minimum: 1 })) }),
  }),
  /** Shows displacements and angles relative to their initial values, or as they were measured. It stays as it was left. */
  relative: onScreen({
    icon: 'equal-not',
    places: ['station', 'chart', 'table'],
    permission: 'station:data:view',
  }),
  /** Asks why one of the sensor's initial values is to be withdrawn. */
  withdraw: onScreen({
    icon: 'undo',
    places: ['station'],
    permission: 'station:baseline:edit',
    arguments: Type.Object({ baselineId: screenArgument('argument.baseline', Type.Integer({ minimum: 1 })) }),
  }),
});
