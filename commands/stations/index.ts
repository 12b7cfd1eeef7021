import Type from 'typebox';
import { area, onScreen } from '../../src/command/area.ts';
import { choiceArgument, ofArgument, projectArgument, screenArgument } from '../../src/command/arguments.ts';
import { stationStates } from '../../src/domain/station-state.ts';
import { curves } from './curves.ts';
import { filter } from './filter.ts';
import { formulas } from './formulas.ts';
import { next } from './next.ts';
import { open } from './open.ts';
import { openTabs } from './open-tabs.ts';
import { page } from './page.ts';
import { previous } from './previous.ts';
import { readAll } from './read-all.ts';
import { select } from './select.ts';
import { tab } from './tab.ts';
import { unselect } from './unselect.ts';

/** Stations: finding, selecting, opening and reading them. */
export const stations = area('stations', {
  open,
  select,
  unselect,
  next,
  previous,
  filter,
  /** Shows every station again. */
  clearFilters: onScreen({
    icon: 'x',
    permission: 'station:data:view',
    places: ['home', 'map'],
  }),
  /** Shows the stations that have a sensor of one kind (its code), or (null) of any. */
  kind: onScreen({
    icon: 'cpu',
    permission: 'station:data:view',
    places: ['home', 'map'],
    arguments: Type.Object({
      kind: screenArgument('argument.kind', Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
    }),
  }),
  /** Shows the stations of one project, or (null) of all. */
  project: onScreen({
    icon: 'folder-tree',
    permission: 'station:data:view',
    places: ['home', 'map'],
    arguments: Type.Object({ projectId: projectArgument() }),
  }),
  /** Asks the server again for what did not load of the stations. */
  refresh: onScreen({
    icon: 'refresh',
    permission: 'station:data:view',
    places: ['home', 'station'],
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Asks how the latest data of the listed stations are to be saved as a file. */
  export: onScreen({
    icon: 'download',
    permission: 'station:data:view',
    places: ['home'],
  }),
  /** Order of the list of stations. */
  sort: onScreen({
    icon: 'sort',
    permission: 'station:data:view',
    places: ['home'],
    arguments: Type.Object({
      by: choiceArgument('argument.sort', 'home.sort', ['worst', 'name', 'contact']),
    }),
  }),
  /** Shows the stations in one state, or in the states that a tile stands for; none of them = all stations. */
  state: onScreen({
    icon: 'activity',
    permission: 'station:data:view',
    places: ['home', 'map'],
    arguments: Type.Object({
      states: screenArgument('argument.states', Type.Array(Type.Enum([...stationStates]), { maxItems: 10 })),
    }),
  }),
  /** Shows the stations whose worst alarm has a level (1 blue to 4 red) or a worse one, or (null) all. */
  level: onScreen({
    icon: 'bell',
    permission: 'station:data:view',
    places: ['home', 'map'],
    arguments: Type.Object({
      level: screenArgument(
        'argument.level',
        Type.Union([Type.Integer({ minimum: 1, maximum: 4 }), Type.Null()]),
      ),
    }),
  }),
  /** Shows the stations from which nothing has come for so many hours, or (null) all. */
  silence: onScreen({
    icon: 'wifi-off',
    permission: 'station:data:view',
    places: ['home', 'map'],
    arguments: Type.Object({
      hours: screenArgument(
        'argument.hours',
        Type.Union([Type.Integer({ minimum: 1, maximum: 8760 }), Type.Null()]),
      ),
    }),
  }),
  /** Asks under which name the filter of the list is to be saved. */
  saveFilter: onScreen({ icon: 'folder-tree', permission: 'station:data:view', places: ['home'] }),
  /** Marks a station of the list, or takes its mark off; left out = the current one. What the palette runs is about the marked ones. */
  mark: onScreen({
    icon: 'tick',
    listKeys: ['x'],
    isPassing: true,
    permission: 'station:data:view',
    places: ['home'],
    arguments: Type.Object({ stationId: Type.Optional(Type.Integer({ minimum: 1 })) }),
  }),
  /** Takes all marks off. */
  unmark: onScreen({ icon: 'x', isPassing: true, permission: 'station:data:view', places: ['home'] }),
  /** Acknowledges the worst alarm of each marked station, or of the current one. */
  acknowledge: onScreen({
    icon: 'list-checks',
    listKeys: ['a'],
    permission: 'alarm:event:answer',
    places: ['home'],
  }),
  /** Asks for the finding of the worst alarm of each marked station, or of the current one, and closes it. */
  close: onScreen({
    icon: 'archive',
    listKeys: ['e'],
    permission: 'alarm:event:answer',
    places: ['home'],
  }),
  curves,
  openTabs,
  formulas,
  /** Chooses a capture of the waveform by its time, UTC ms. */
  capture: onScreen({
    icon: 'activity',
    permission: 'station:data:view',
    places: ['station'],
    arguments: Type.Object({ t: screenArgument('argument.capture', Type.Integer({ minimum: 0 })) }),
  }),
  /** Chooses which sensor of the station a data sub-tab shows, where several send its row. */
  sensor: onScreen({
    icon: 'cpu',
    permission: 'station:data:view',
    places: ['station', 'table'],
    arguments: Type.Object({ sensorId: screenArgument('argument.sensor', Type.Integer({ minimum: 1 })) }),
  }),
  /** Chooses the node or layer whose rows the table shows; 0 = the whole. */
  element: onScreen({
    icon: 'list',
    permission: 'station:data:view',
    places: ['station', 'table'],
    arguments: Type.Object({ element: screenArgument('argument.element', Type.Integer({ minimum: 0 })) }),
  }),
  page,
  /** The next data sub-tab of the station, round the end. */
  pageNext: onScreen({
    icon: 'chevron-right',
    keys: ['.'],
    permission: 'station:data:view',
    places: ['station', 'table', 'chart'],
  }),
  /** The data sub-tab before it. */
  pagePrevious: onScreen({
    icon: 'chevron-left',
    keys: [','],
    permission: 'station:data:view',
    places: ['station', 'table', 'chart'],
  }),
  readAll,
  tab,
});
