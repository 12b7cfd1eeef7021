import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

/** The temperature calibration of a sensor on screen. */
export const calibration = area('calibration', {
  /** Chooses the channel that is held against the temperature. */
  channel: onScreen({
    icon: 'activity',
    permission: 'station:data:view',
    places: ['chart'],
    arguments: Type.Object({ channel: screenArgument('argument.channel', Type.String({ maxLength: 64 })) }),
  }),
});
