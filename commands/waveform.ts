import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

/** The capture of an acceleration waveform on screen. */
export const waveform = area('waveform', {
  /** Puts a cursor on a sample; without one where the view's middle is. */
  cursor: onScreen({
    icon: 'activity',
    listKeys: [
      { key: 'a', args: { cursor: 'a' } },
      { key: 'b', args: { cursor: 'b' } },
    ],
    places: ['chart'],
    arguments: Type.Object({
      cursor: choiceArgument('argument.cursor', 'waveform.cursor', ['a', 'b']),
      sample: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Saves the samples of the capture as a file. */
  exportFile: onScreen({
    icon: 'download',
    permission: 'station:data:view',
    places: ['chart'],
    arguments: Type.Object({ format: choiceArgument('argument.format', 'waveform.format', ['csv', 'xlsx']) }),
  }),
  /** Shows the whole capture. */
  fit: onScreen({
    icon: 'maximize',
    listKeys: ['0'],
    places: ['chart'],
  }),
  /** Takes the mean off each axis, which is gravity's part of it; the same again leaves it on. */
  gravity: onScreen({
    icon: 'minus',
    places: ['chart'],
  }),
  /** Lays a capture over the one that is shown, by its time, UTC ms; the same again takes it off. */
  layOver: onScreen({
    icon: 'activity',
    listKeys: ['x'],
    permission: 'station:data:view',
    places: ['chart'],
    arguments: Type.Object({ t: screenArgument('argument.capture', Type.Integer({ minimum: 0 })) }),
  }),
  /** The capture after the one that is shown in the list, or the one before it. */
  move: onScreen({
    icon: 'chevron-down',
    listKeys: [
      { key: 'j', args: { to: 'older' } },
      { key: 'k', args: { to: 'newer' } },
    ],
    permission: 'station:data:view',
    places: ['chart'],
    arguments: Type.Object({ to: choiceArgument('argument.direction', 'waveform.move', ['older', 'newer']) }),
  }),
  /** Puts the cursor that was moved last on the next peak. */
  peak: onScreen({
    icon: 'activity',
    listKeys: ['p'],
    places: ['chart'],
  }),
  /** Shows what lies between the cursors. */
  zoom: onScreen({
    icon: 'zoom-in',
    listKeys: ['z'],
    places: ['chart'],
  }),
});
