import Type from 'typebox';
import { area, onScreen } from '../../src/command/area.ts';
import { choiceArgument, screenArgument, textArgument } from '../../src/command/arguments.ts';
import { fit } from './fit.ts';
import { pan } from './pan.ts';
import { range } from './range.ts';
import { zoomIn } from './zoom-in.ts';
import { zoomOut } from './zoom-out.ts';

const moment = String.raw`^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?Z?)?)?$`;

/** The curve on screen. */
export const chart = area('chart', {
  range,
  zoomIn,
  zoomOut,
  fit,
  /** Takes the curve's time range along, to paste it on another curve. */
  copyRange: onScreen({
    icon: 'copy',
    keys: ['c'],
    places: ['chart'],
  }),
  /** Shows the curve between two moments: dates or times of the curve's own zone, or UTC with a Z at the end. */
  dates: onScreen({
    icon: 'calendar',
    places: ['chart'],
    arguments: Type.Object({
      from: textArgument('argument.from', { pattern: moment, form: 'textForm.moment' }),
      to: textArgument('argument.to', { pattern: moment, form: 'textForm.moment' }),
    }),
  }),
  /** Saves the curve as a picture. */
  exportPng: onScreen({
    icon: 'image',
    keys: ['p'],
    permission: 'station:data:view',
    places: ['chart'],
  }),
  /** Shows or hides readings and statistics beside the curve. */
  legend: onScreen({
    icon: 'list',
    keys: ['l'],
    places: ['chart'],
  }),
  /** Marks a set, a command or what an alarm did out on the curve; the same again ends that. */
  mark: onScreen({
    icon: 'send',
    permission: ['device:parameter:view', 'alarm:event:view'],
    places: ['chart'],
    arguments: Type.Object({ mark: screenArgument('argument.mark', Type.String({ maxLength: 40 })) }),
  }),
  /** Shows or hides one kind of marks over the curve. */
  marks: onScreen({
    icon: 'message',
    permission: 'station:data:view',
    places: ['chart'],
    arguments: Type.Object({
      kind: choiceArgument('argument.markKind', 'mark', ['remark', 'set', 'command', 'alarm']),
    }),
  }),
  pan,
  /** Shows the time range that was copied. */
  pasteRange: onScreen({
    icon: 'paste',
    keys: ['v'],
    places: ['chart'],
  }),
  /** Asks the server again for what the curve shows. */
  refresh: onScreen({
    icon: 'refresh',
    permission: 'station:data:view',
    places: ['chart'],
  }),
  /** Shows or hides one channel of the curve. */
  series: onScreen({
    icon: 'line-chart',
    permission: 'station:data:view',
    places: ['chart'],
    arguments: Type.Object({ key: screenArgument('argument.channel', Type.String({ maxLength: 64 })) }),
  }),
});
