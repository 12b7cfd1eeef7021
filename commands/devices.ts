import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const seen = 'station:data:view' as const;
const page = '/devices/views';

/** All devices of a kind in one table. */
export const devices = area('devices', {
  /** Shows the devices of another kind, series, or all of them. */
  kind: onScreen({
    icon: 'cpu',
    places: ['table'],
    permission: seen,
    page,
    arguments: Type.Object({ view: screenArgument('argument.deviceView', Type.String({ maxLength: 24 })) }),
  }),
  /** Shows them as a table, or each as a little curve. */
  show: onScreen({
    icon: 'table',
    listKeys: [{ key: 'v', args: { as: 'multiples' } }],
    places: ['table'],
    permission: seen,
    arguments: Type.Object({
      as: choiceArgument('argument.shownAs', 'deviceViews.as', ['table', 'multiples']),
    }),
  }),
  /** Span of the little curves. */
  span: onScreen({
    icon: 'activity',
    places: ['table'],
    permission: seen,
    arguments: Type.Object({ span: choiceArgument('argument.range', 'deviceViews.span', ['day', 'week']) }),
  }),
  /** The same scale for all little curves, or for each its own. */
  scale: onScreen({
    icon: 'ruler',
    places: ['table'],
    permission: seen,
    arguments: Type.Object({
      scale: choiceArgument('argument.scale', 'deviceViews.scale', ['own', 'common']),
    }),
  }),
  /** Shows the devices of a project, or in one state; `all` shows every one again. */
  filter: onScreen({
    icon: 'search',
    places: ['table'],
    permission: seen,
    arguments: Type.Object({
      by: choiceArgument('argument.filter', 'deviceViews.by', ['project', 'state', 'all']),
      value: screenArgument('argument.value', Type.String({ maxLength: 40 })),
    }),
  }),
  /** Puts the cursor into the filter of the devices. */
  search: onScreen({
    icon: 'search',
    listKeys: ['/'],
    isPassing: true,
    places: ['table'],
    permission: seen,
  }),
  /** Orders the devices by a column; once more turns the order round. */
  sort: onScreen({
    icon: 'sort',
    places: ['table'],
    permission: seen,
    arguments: Type.Object({ by: screenArgument('argument.sort', Type.String({ maxLength: 60 })) }),
  }),
  /** Makes a device the current one. */
  choose: onScreen({
    icon: 'cpu',
    isPassing: true,
    places: ['table'],
    permission: seen,
    arguments: Type.Object({
      device: screenArgument('argument.device', Type.Integer({ minimum: 1 })),
      column: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Marks the current device, or takes its mark away. */
  mark: onScreen({
    icon: 'list-checks',
    listKeys: ['x'],
    isPassing: true,
    places: ['table'],
    permission: seen,
  }),
  /** Marks every device that is listed, or none. */
  markAll: onScreen({
    icon: 'list-checks',
    listKeys: ['mod+a'],
    isPassing: true,
    places: ['table'],
    permission: seen,
  }),
  /** Opens the curve of the current device. */
  curve: onScreen({ icon: 'line-chart', places: ['table'], permission: seen }),
  /** Asks for a parameter and a value, and proposes it for every device that is marked; nothing is sent. */
  set: onScreen({ icon: 'sliders', places: ['table'], permission: 'device:parameter:edit', script: 'edits' }),
  /** Saves what is listed for spreadsheets. */
  save: onScreen({ icon: 'download', places: ['table'], permission: seen }),
  /** Fetches the devices anew. */
  refresh: onScreen({ icon: 'refresh', places: ['table'], permission: seen }),
});
