import Type from 'typebox';
import { area, defineCommand, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const permission = 'station:data:view' as const;
const page = '/folders';
const node = () => screenArgument('argument.node', Type.String({ maxLength: 60 }));
const places = ['folders'] as const;

/** Folders of stations and saved filters: a tree that people make for themselves. */
export const folders = area('folders', {
  /** Opens a folder or a saved filter with its stations. */
  open: defineCommand({
    icon: 'folder-tree',
    permission,
    places,
    isUnlisted: true,
    arguments: Type.Object({ folderId: screenArgument('argument.folder', Type.Integer({ minimum: 1 })) }),
    about: ({ folderId }) => `folder ${folderId}`,
    execute: ({ navigation }, { folderId }) => navigation.open(`/folders/${folderId}`),
  }),
  /** Shows the stations of a folder or filter on the map and in the list of home; null = those of all. */
  show: defineCommand({
    icon: 'map',
    permission,
    places: ['folders', 'home', 'map'],
    isUnlisted: true,
    arguments: Type.Object({
      folderId: screenArgument('argument.folder', Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    }),
    execute: ({ navigation }, { folderId }) =>
      navigation.open(folderId === null ? '/index' : `/index?folder=${folderId}`),
  }),
  /** Makes a line of the tree the one that is looked at. */
  choose: onScreen({
    icon: 'folder-tree',
    isPassing: true,
    permission,
    places,
    page,
    arguments: Type.Object({ node: node() }),
  }),
  /** Folds or unfolds a line of the tree. */
  fold: onScreen({
    icon: 'chevron-down',
    isPassing: true,
    permission,
    places,
    arguments: Type.Object({ node: node() }),
  }),
  /** Marks a line besides others, or takes its mark away; what is done then is done to all that are marked. */
  mark: onScreen({
    icon: 'check',
    isPassing: true,
    permission,
    places,
    arguments: Type.Object({ node: node() }),
  }),
  /** Takes all marks away. */
  unmark: onScreen({ icon: 'x', isPassing: true, permission, places }),
  /** Asks for the name of a new folder in the chosen one. */
  add: onScreen({ icon: 'plus', permission, places, page }),
  /** Asks for another name of the chosen folder or filter. */
  rename: onScreen({ icon: 'pencil', permission, places }),
  /** Chooses stations to put into the chosen folder. */
  addStations: onScreen({ icon: 'map-pin', permission, places }),
  /** Deletes what is chosen or marked, folders with what is in them; stations are only taken out. */
  delete: onScreen({ icon: 'trash', permission, places }),
  /** Remembers what is chosen or marked, to put it elsewhere. */
  cut: onScreen({ icon: 'copy', permission, places }),
  /** Puts what was cut into the chosen folder. */
  paste: onScreen({ icon: 'archive-restore', permission, places }),
  /** Asks for the folder into which what is chosen or marked is to go. */
  moveTo: onScreen({ icon: 'folder-tree', permission, places }),
  /** Moves the chosen folder: up or down among those beside it, into the one before it, or out of the one that it is in. */
  step: onScreen({
    icon: 'chevron-up',
    permission,
    places,
    arguments: Type.Object({
      direction: choiceArgument('argument.direction', 'folders.direction', ['up', 'down', 'in', 'out']),
    }),
  }),
  /** Moves folders or stations to where they were dropped. */
  drop: onScreen({
    icon: 'folder-tree',
    permission,
    places,
    isUnlisted: true,
    arguments: Type.Object({ to: node(), before: Type.Optional(Type.Boolean()) }),
  }),
  /** Takes the last change of folders back. */
  undo: onScreen({ icon: 'undo', permission, places: ['folders', 'notice'] }),
});
