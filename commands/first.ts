import type { Command } from '../src/command/command.ts';
import { copyRange } from './chart/copy-range.ts';
import { dates } from './chart/dates.ts';
import { exportPng } from './chart/export-png.ts';
import { fit } from './chart/fit.ts';
import { legend } from './chart/legend.ts';
import { mark as chartMark } from './chart/mark.ts';
import { marks as chartMarks } from './chart/marks.ts';
import { pan } from './chart/pan.ts';
import { pasteRange } from './chart/paste-range.ts';
import { range } from './chart/range.ts';
import { refresh as refreshChart } from './chart/refresh.ts';
import { series } from './chart/series.ts';
import { zoomIn } from './chart/zoom-in.ts';
import { zoomOut } from './chart/zoom-out.ts';
import { cancel as cancelOrder } from './commands/cancel.ts';
import { confirm as confirmOrder } from './commands/confirm.ts';
import { deleteCommand } from './commands/delete.ts';
import { more as moreOrders } from './commands/more.ts';
import { send } from './commands/send.ts';
import { show as showOrder } from './commands/show.ts';
import { stop } from './commands/stop.ts';
import { tray } from './commands/tray.ts';
import { accept as acceptDialog } from './dialog/accept.ts';
import { decline as declineDialog } from './dialog/decline.ts';
import { reveal as revealForm } from './form/reveal.ts';
import { save } from './form/save.ts';
import { set } from './form/set.ts';
import { keys } from './help/keys.ts';
import { channel } from './history/channel.ts';
import { chooseChannels } from './history/choose-channels.ts';
import { chooseStations } from './history/choose-stations.ts';
import { clear as clearHistory } from './history/clear.ts';
import { exportCsv as exportHistory } from './history/export-csv.ts';
import { station as historyStation } from './history/station.ts';
import { view as historyView } from './history/view.ts';
import { fit as fitMap } from './map/fit.ts';
import { zoomIn as zoomInMap } from './map/zoom-in.ts';
import { zoomOut as zoomOutMap } from './map/zoom-out.ts';
import { audit } from './navigation/audit.ts';
import { devices } from './navigation/devices.ts';
import { history } from './navigation/history.ts';
import { home } from './navigation/home.ts';
import { log } from './navigation/log.ts';
import { matrix as navigateMatrix } from './navigation/matrix.ts';
import { menu } from './navigation/menu.ts';
import { open as openAddress } from './navigation/open.ts';
import { plans as navigatePlans } from './navigation/plans.ts';
import { refresh } from './navigation/refresh.ts';
import { scripts as navigateScripts } from './navigation/scripts.ts';
import { users } from './navigation/users.ts';
import { dismiss as dismissNotice } from './notices/dismiss.ts';
import { openLog } from './notices/open-log.ts';
import { close as closeOverlay } from './overlay/close.ts';
import { retry as retryPage } from './page/retry.ts';
import { open as openPalette } from './palette/open.ts';
import { collapse as collapsePanel } from './panel/collapse.ts';
import { fullscreen as fullscreenPanel } from './panel/fullscreen.ts';
import { apply } from './parameters/apply.ts';
import { back } from './parameters/back.ts';
import { edit } from './parameters/edit.ts';
import { group } from './parameters/group.ts';
import { read } from './parameters/read.ts';
import { revert } from './parameters/revert.ts';
import { set as setParameter } from './parameters/set.ts';
import { takeOver } from './parameters/take-over.ts';
import { view as parametersView } from './parameters/view.ts';
import { add as addToPlan } from './plans/add.ts';
import { create as createPlan } from './plans/create.ts';
import { fullscreen } from './preferences/fullscreen.ts';
import { language } from './preferences/language.ts';
import { menuPlace } from './preferences/menu-place.ts';
import { shortcuts } from './preferences/shortcuts.ts';
import { side } from './preferences/side.ts';
import { theme } from './preferences/theme.ts';
import { transitions } from './preferences/transitions.ts';
import { add as addRemark } from './remarks/add.ts';
import { choose as chooseRemark } from './remarks/choose.ts';
import { deleteRemark } from './remarks/delete.ts';
import { edit as editRemark } from './remarks/edit.ts';
import { anotherCode } from './session/another-code.ts';
import { authenticator } from './session/authenticator.ts';
import { changePassword } from './session/change-password.ts';
import { signIn } from './session/sign-in.ts';
import { signOut } from './session/sign-out.ts';
import { twoStep } from './session/two-step.ts';
import { capture } from './stations/capture.ts';
import { clearFilters } from './stations/clear-filters.ts';
import { curves } from './stations/curves.ts';
import { element } from './stations/element.ts';
import { filter } from './stations/filter.ts';
import { kind } from './stations/kind.ts';
import { next } from './stations/next.ts';
import { open as openStation } from './stations/open.ts';
import { openTabs } from './stations/open-tabs.ts';
import { page } from './stations/page.ts';
import { previous } from './stations/previous.ts';
import { project } from './stations/project.ts';
import { readAll } from './stations/read-all.ts';
import { refresh as refreshStations } from './stations/refresh.ts';
import { select } from './stations/select.ts';
import { sort } from './stations/sort.ts';
import { state } from './stations/state.ts';
import { tab } from './stations/tab.ts';
import { unselect } from './stations/unselect.ts';
import { choose as chooseTable } from './table/choose.ts';
import { copy as copyTable } from './table/copy.ts';
import { close } from './tabs/close.ts';
import { move } from './tabs/move.ts';
import { next as nextTab } from './tabs/next.ts';
import { previous as previousTab } from './tabs/previous.ts';
import { reopen } from './tabs/reopen.ts';

/** Commands that the console knows as it opens. A new one of them is one file and its line here. */
export const first: readonly Command[] = [
  home,
  history,
  log,
  devices,
  users,
  audit,
  menu,
  openAddress,
  openStation,
  select,
  unselect,
  curves,
  openTabs,
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
  nextTab,
  previousTab,
  reopen,
  move,
  refresh,
  openPalette,
  closeOverlay,
  keys,
  shortcuts,
  menuPlace,
  transitions,
  save,
  set,
  changePassword,
  signOut,
  acceptDialog,
  declineDialog,
  retryPage,
  revealForm,
  signIn,
  anotherCode,
  twoStep,
  authenticator,
  chooseTable,
  copyTable,
  dismissNotice,
  openLog,
  copyRange,
  dates,
  exportPng,
  legend,
  chartMark,
  chartMarks,
  pan,
  pasteRange,
  refreshChart,
  series,
  channel,
  chooseChannels,
  chooseStations,
  clearHistory,
  exportHistory,
  historyStation,
  historyView,
  fitMap,
  zoomInMap,
  zoomOutMap,
  collapsePanel,
  fullscreenPanel,
  navigatePlans,
  createPlan,
  addToPlan,
  navigateMatrix,
  addRemark,
  editRemark,
  deleteRemark,
  chooseRemark,
  capture,
  clearFilters,
  element,
  kind,
  page,
  project,
  readAll,
  refreshStations,
  sort,
  state,
  tab,
  setParameter,
  read,
  apply,
  back,
  edit,
  group,
  parametersView,
  revert,
  takeOver,
  send,
  stop,
  cancelOrder,
  deleteCommand,
  showOrder,
  tray,
  moreOrders,
  confirmOrder,
  navigateScripts,
];
