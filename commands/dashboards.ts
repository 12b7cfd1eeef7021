import Type from 'typebox';
import { area, defineCommand, onScreen } from '../src/command/area.ts';
import { choiceArgument, projectArgument, screenArgument } from '../src/command/arguments.ts';

const permission = 'station:data:view' as const;
const page = '/dashboards';
const places = ['dashboards'] as const;
const onPage = { permission, places } as const;
const side = () => choiceArgument('argument.direction', 'dashboards.side', ['left', 'right', 'up', 'down']);
/** Kinds of tiles, in the order in which they are offered. */
export const tileTypes = [
  'map',
  'curve',
  'lens',
  'states',
  'health',
  'alarms',
  'rain',
  'rollouts',
  'number',
  'table',
  'text',
  'picture',
] as const;
export type TileType = (typeof tileTypes)[number];

/** Dashboards: pages of tiles for a desk or a wall. */
export const dashboards = area('dashboards', {
  /** Opens a dashboard. */
  open: defineCommand({
    icon: 'layout-dashboard',
    permission,
    places,
    isUnlisted: true,
    arguments: Type.Object({
      dashboardId: screenArgument('argument.dashboard', Type.Integer({ minimum: 1 })),
    }),
    about: ({ dashboardId }) => `dashboard ${dashboardId}`,
    execute: ({ navigation }, { dashboardId }) => navigation.open(`/dashboards/${dashboardId}`),
  }),
  /** Asks for the name of a new one, which begins with the tiles of a duty room. */
  add: onScreen({ icon: 'plus', ...onPage, page }),
  /** Begins to change what is open. */
  edit: onScreen({ icon: 'pencil', ...onPage, listKeys: ['e'] }),
  /** Saves what was changed. */
  save: onScreen({ icon: 'check', ...onPage }),
  /** Ends editing, and forgets what was changed. */
  discard: onScreen({ icon: 'x', ...onPage }),
  /** Takes the last change back while it is edited. */
  undo: onScreen({ icon: 'undo', ...onPage }),
  /** Asks for name, who sees it, and how long a page stands. */
  settings: onScreen({ icon: 'settings', ...onPage }),
  delete: onScreen({ icon: 'trash', ...onPage }),
  /** Takes a deletion back. */
  restore: onScreen({
    icon: 'undo',
    permission,
    places: ['dashboards', 'notice'],
    isUnlisted: true,
    arguments: Type.Object({
      dashboardId: screenArgument('argument.dashboard', Type.Integer({ minimum: 1 })),
    }),
  }),
  /** Puts a tile into the first free place. */
  addTile: onScreen({
    icon: 'plus',
    ...onPage,
    arguments: Type.Object({
      tile: choiceArgument('argument.tileType', 'dashboards.kind', [...tileTypes]),
    }),
  }),
  /** Makes a tile the one that is changed. */
  chooseTile: onScreen({
    icon: 'tick',
    isPassing: true,
    ...onPage,
    arguments: Type.Object({ tileId: screenArgument('argument.tile', Type.Integer({ minimum: 1 })) }),
  }),
  removeTile: onScreen({ icon: 'trash', ...onPage }),
  copyTile: onScreen({ icon: 'copy', ...onPage }),
  /** Moves the chosen tile by a cell. */
  moveTile: onScreen({
    icon: 'expand',
    isPassing: true,
    ...onPage,
    arguments: Type.Object({ to: side() }),
  }),
  /** Makes the chosen tile a cell wider (right), narrower (left), higher (down) or lower (up). */
  sizeTile: onScreen({
    icon: 'expand',
    isPassing: true,
    ...onPage,
    arguments: Type.Object({ to: side() }),
  }),
  addPage: onScreen({ icon: 'plus', ...onPage }),
  removePage: onScreen({ icon: 'trash', ...onPage }),
  turn: onScreen({
    icon: 'chevron-right',
    isPassing: true,
    ...onPage,
    arguments: Type.Object({ to: choiceArgument('argument.turn', 'dashboards.turn', ['next', 'previous']) }),
  }),
  /** Stops the pages from turning by themselves, or lets them go on. */
  hold: onScreen({ icon: 'pause', isPassing: true, ...onPage }),
  /** Fills the screen with it, or gives the screen back. */
  wall: onScreen({ icon: 'maximize', ...onPage }),
  /** Switches every tile that follows the dashboard to a project; null = all of them. */
  project: onScreen({
    icon: 'list',
    isPassing: true,
    ...onPage,
    arguments: Type.Object({ projectId: projectArgument() }),
  }),
  /** Opens the tree of sensors whose channels are offered for the tile that is changed. */
  chooseSensors: onScreen({ icon: 'list', isPassing: true, ...onPage }),
  /** Opens the tree of rain gauges for the tile that is changed. */
  chooseGauge: onScreen({ icon: 'rain', isPassing: true, ...onPage }),
  dropGauge: onScreen({ icon: 'x', isPassing: true, ...onPage }),
  /** Takes a channel out of the tile that is changed. */
  dropChannel: onScreen({
    icon: 'x',
    isUnlisted: true,
    ...onPage,
    arguments: Type.Object({ channel: screenArgument('argument.channel', Type.String({ maxLength: 80 })) }),
  }),
});
