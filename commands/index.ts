import type { Command } from '../src/command/command.ts';
import { copyRange } from './chart/copy-range.ts';
import { dates } from './chart/dates.ts';
import { exportPng } from './chart/export-png.ts';
import { fit } from './chart/fit.ts';
import { legend } from './chart/legend.ts';
import { pan } from './chart/pan.ts';
import { pasteRange } from './chart/paste-range.ts';
import { range } from './chart/range.ts';
import { refresh as refreshChart } from './chart/refresh.ts';
import { series } from './chart/series.ts';
import { zoomIn } from './chart/zoom-in.ts';
import { zoomOut } from './chart/zoom-out.ts';
import { save } from './form/save.ts';
import { set } from './form/set.ts';
import { channel } from './history/channel.ts';
import { chooseChannels } from './history/choose-channels.ts';
import { chooseStations } from './history/choose-stations.ts';
import { clear as clearHistory } from './history/clear.ts';
import { exportCsv } from './history/export-csv.ts';
import { open as openHistory } from './history/open.ts';
import { station as historyStation } from './history/station.ts';
import { view as historyView } from './history/view.ts';
import { fit as fitMap } from './map/fit.ts';
import { zoomIn as zoomInMap } from './map/zoom-in.ts';
import { zoomOut as zoomOutMap } from './map/zoom-out.ts';
import { devices } from './navigation/devices.ts';
import { history } from './navigation/history.ts';
import { home } from './navigation/home.ts';
import { log } from './navigation/log.ts';
import { menu } from './navigation/menu.ts';
import { open as openAddress } from './navigation/open.ts';
import { users } from './navigation/users.ts';
import { collapse as collapsePanel } from './panel/collapse.ts';
import { fullscreen as fullscreenPanel } from './panel/fullscreen.ts';
import { fullscreen } from './preferences/fullscreen.ts';
import { language } from './preferences/language.ts';
import { side } from './preferences/side.ts';
import { theme } from './preferences/theme.ts';
import { changePassword } from './session/change-password.ts';
import { signOut } from './session/sign-out.ts';
import { capture } from './stations/capture.ts';
import { clearFilters } from './stations/clear-filters.ts';
import { element } from './stations/element.ts';
import { filter } from './stations/filter.ts';
import { kind } from './stations/kind.ts';
import { next } from './stations/next.ts';
import { open as openStation } from './stations/open.ts';
import { page } from './stations/page.ts';
import { previous } from './stations/previous.ts';
import { project } from './stations/project.ts';
import { refresh as refreshStations } from './stations/refresh.ts';
import { select } from './stations/select.ts';
import { sort } from './stations/sort.ts';
import { state } from './stations/state.ts';
import { tab } from './stations/tab.ts';
import { unselect } from './stations/unselect.ts';
import { close } from './tabs/close.ts';

/** Every command of the product, one line each. */
export const commands: readonly Command[] = [
  home,
  history,
  log,
  devices,
  users,
  menu,
  openAddress,
  openStation,
  select,
  unselect,
  next,
  previous,
  filter,
  range,
  zoomIn,
  zoomOut,
  fit,
  language,
  theme,
  side,
  fullscreen,
  close,
  save,
  set,
  changePassword,
  signOut,
  copyRange,
  dates,
  exportPng,
  legend,
  pan,
  pasteRange,
  refreshChart,
  series,
  channel,
  chooseChannels,
  chooseStations,
  clearHistory,
  exportCsv,
  openHistory,
  historyStation,
  historyView,
  fitMap,
  zoomInMap,
  zoomOutMap,
  collapsePanel,
  fullscreenPanel,
  capture,
  clearFilters,
  element,
  kind,
  page,
  project,
  refreshStations,
  sort,
  state,
  tab,
];
