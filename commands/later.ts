import type { Command } from '../src/command/command.ts';
import { choose as chooseAudit } from './audit/choose.ts';
import { clearFilters as clearAudit } from './audit/clear-filters.ts';
import { exportCsv as exportAudit } from './audit/export-csv.ts';
import { filter as filterAudit } from './audit/filter.ts';
import { refresh as refreshAudit } from './audit/refresh.ts';
import { saveHead } from './audit/save-head.ts';
import { verify as verifyAudit } from './audit/verify.ts';
import { fetch as fetchBaselines } from './baselines/fetch.ts';
import { open as openBaselines } from './baselines/open.ts';
import { relative as relativeView } from './baselines/relative.ts';
import { withdraw as withdrawBaseline } from './baselines/withdraw.ts';
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
import { channel } from './history/channel.ts';
import { chooseChannels } from './history/choose-channels.ts';
import { chooseStations } from './history/choose-stations.ts';
import { clear as clearHistory } from './history/clear.ts';
import { exportCsv as exportHistory } from './history/export-csv.ts';
import { station as historyStation } from './history/station.ts';
import { view as historyView } from './history/view.ts';
import { choose as chooseLog } from './log/choose.ts';
import { clear as clearLog } from './log/clear.ts';
import { copy as copyLog } from './log/copy.ts';
import { exportLog } from './log/export.ts';
import { severity as severityLog } from './log/severity.ts';
import { column as columnMatrix } from './matrix/column.ts';
import { copy as copyMatrix } from './matrix/copy.ts';
import { dismiss as dismissMatrix } from './matrix/dismiss.ts';
import { edit as editMatrix } from './matrix/edit.ts';
import { filter as filterMatrix } from './matrix/filter.ts';
import { group as groupMatrix } from './matrix/group.ts';
import { paste as pasteMatrix } from './matrix/paste.ts';
import { plan as planMatrix } from './matrix/plan.ts';
import { refresh as refreshMatrix } from './matrix/refresh.ts';
import { revert as revertMatrix } from './matrix/revert.ts';
import { set as setMatrix } from './matrix/set.ts';
import { sort as sortMatrix } from './matrix/sort.ts';
import { toStandard } from './matrix/to-standard.ts';
import { undo as undoMatrix } from './matrix/undo.ts';
import { audit } from './navigation/audit.ts';
import { devices } from './navigation/devices.ts';
import { history } from './navigation/history.ts';
import { log } from './navigation/log.ts';
import { matrix as navigateMatrix } from './navigation/matrix.ts';
import { plans as navigatePlans } from './navigation/plans.ts';
import { scripts as navigateScripts } from './navigation/scripts.ts';
import { users } from './navigation/users.ts';
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
import { again as againPlan } from './plans/again.ts';
import { approve as approvePlan } from './plans/approve.ts';
import { cancelRest as cancelPlanRest } from './plans/cancel-rest.ts';
import { choose as choosePlan } from './plans/choose.ts';
import { create as createPlan } from './plans/create.ts';
import { discard as discardPlan } from './plans/discard.ts';
import { editRollout } from './plans/edit-rollout.ts';
import { endRehearsal } from './plans/end-rehearsal.ts';
import { exclude as excludePlan } from './plans/exclude.ts';
import { filter as filterPlan } from './plans/filter.ts';
import { narrow as narrowPlan } from './plans/narrow.ts';
import { open as openPlan } from './plans/open.ts';
import { pause as pausePlan } from './plans/pause.ts';
import { readAgain } from './plans/read-again.ts';
import { refresh as refreshPlan } from './plans/refresh.ts';
import { rehearse as rehearsePlan } from './plans/rehearse.ts';
import { rename as renamePlan } from './plans/rename.ts';
import { resume as resumePlan } from './plans/resume.ts';
import { rollBack as rollBackPlan } from './plans/roll-back.ts';
import { rollBackDevice as rollBackPlanDevice } from './plans/roll-back-device.ts';
import { rollout as rolloutPlan } from './plans/rollout.ts';
import { menuPlace } from './preferences/menu-place.ts';
import { shortcuts } from './preferences/shortcuts.ts';
import { transitions } from './preferences/transitions.ts';
import { add as addRemark } from './remarks/add.ts';
import { choose as chooseRemark } from './remarks/choose.ts';
import { deleteRemark } from './remarks/delete.ts';
import { edit as editRemark } from './remarks/edit.ts';
import { again as againScripts } from './scripts/again.ts';
import { browse as browseScripts } from './scripts/browse.ts';
import { cancel as cancelScripts } from './scripts/cancel.ts';
import { check as checkScripts } from './scripts/check.ts';
import { chooseStations as chooseStationsScripts } from './scripts/choose-stations.ts';
import { copyLog as copyLogScripts } from './scripts/copy-log.ts';
import { copyTable as copyTableScripts } from './scripts/copy-table.ts';
import { create as createScripts } from './scripts/create.ts';
import { deleteScript as deleteScripts } from './scripts/delete.ts';
import { diff as diffScripts } from './scripts/diff.ts';
import { exportReport as exportScripts } from './scripts/export.ts';
import { filterLog as filterLogScripts } from './scripts/filter-log.ts';
import { filterRuns as filterRunsScripts } from './scripts/filter-runs.ts';
import { generalise } from './scripts/generalise.ts';
import { importReport as importScripts } from './scripts/import.ts';
import { log as logScripts } from './scripts/log.ts';
import { open as openScripts } from './scripts/open.ts';
import { openRun as openRunScripts } from './scripts/open-run.ts';
import { openSource as openSourceScripts } from './scripts/open-source.ts';
import { pause as pauseScripts } from './scripts/pause.ts';
import { place as placeScripts } from './scripts/place.ts';
import { problems as problemsScripts } from './scripts/problems.ts';
import { record as recordScript } from './scripts/record.ts';
import { rename as renameScripts } from './scripts/rename.ts';
import { restore as restoreScripts } from './scripts/restore.ts';
import { resume as resumeScripts } from './scripts/resume.ts';
import { retry as retryScripts } from './scripts/retry.ts';
import { revert as revertScripts } from './scripts/revert.ts';
import { run as runScripts } from './scripts/run.ts';
import { save as saveScripts } from './scripts/save.ts';
import { saveAs as saveAsScripts } from './scripts/save-as.ts';
import { saveNote as saveNoteScripts } from './scripts/save-note.ts';
import { share as shareScripts } from './scripts/share.ts';
import { sort as sortScripts } from './scripts/sort.ts';
import { start as startScripts } from './scripts/start.ts';
import { station as stationScripts } from './scripts/station.ts';
import { table as tableScripts } from './scripts/table.ts';
import { takeRan as takeRanScripts } from './scripts/take-ran.ts';
import { view as viewScripts } from './scripts/view.ts';
import { authenticator } from './session/authenticator.ts';
import { changePassword } from './session/change-password.ts';
import { signOut } from './session/sign-out.ts';
import { twoStep } from './session/two-step.ts';
import { rebind } from './shortcuts/rebind.ts';
import { reset as resetKeys } from './shortcuts/reset.ts';
import { resetAll as resetAllKeys } from './shortcuts/reset-all.ts';
import { singles } from './shortcuts/singles.ts';
import { unbind } from './shortcuts/unbind.ts';
import { add as addSite } from './sites/add.ts';
import { adopt as adoptSite } from './sites/adopt.ts';
import { choose as chooseSite } from './sites/choose.ts';
import { chooseCsv } from './sites/choose-csv.ts';
import { copySecret } from './sites/copy-secret.ts';
import { dismiss as dismissSite } from './sites/dismiss.ts';
import { exportCsv } from './sites/export-csv.ts';
import { fold as foldSite } from './sites/fold.ts';
import { importCsv } from './sites/import-csv.ts';
import { letIn } from './sites/let-in.ts';
import { mapMetric } from './sites/map-metric.ts';
import { moveRtu } from './sites/move-rtu.ts';
import { overview as overviewSite } from './sites/overview.ts';
import { restore as restoreSite } from './sites/restore.ts';
import { retire as retireSite } from './sites/retire.ts';
import { rotateCredential } from './sites/rotate-credential.ts';
import { trouble as troubledSites } from './sites/trouble.ts';
import { undoImport } from './sites/undo-import.ts';
import { unmapMetric } from './sites/unmap-metric.ts';
import { compare as compareStandard } from './standards/compare.ts';
import { deleteStandard } from './standards/delete.ts';
import { edit as editStandard } from './standards/edit.ts';
import { make as makeStandard } from './standards/make.ts';
import { take as takeStandard } from './standards/take.ts';
import { capture } from './stations/capture.ts';
import { curves } from './stations/curves.ts';
import { element } from './stations/element.ts';
import { openTabs } from './stations/open-tabs.ts';
import { page } from './stations/page.ts';
import { readAll } from './stations/read-all.ts';
import { tab } from './stations/tab.ts';
import { choose as chooseTable } from './table/choose.ts';
import { copy as copyTable } from './table/copy.ts';
import { add as addUser } from './users/add.ts';
import { choose as chooseUser } from './users/choose.ts';
import { deleteRole } from './users/delete-role.ts';
import { disable as disableUser } from './users/disable.ts';
import { enable as enableUser } from './users/enable.ts';
import { resetPassword } from './users/reset-password.ts';
import { show as showUser } from './users/show.ts';

/** Commands of screens that are opened seldom: fetched before such a screen, the palette or the sheet of keys is shown. */
export const later: readonly Command[] = [
  history,
  log,
  devices,
  users,
  audit,
  curves,
  openTabs,
  range,
  zoomIn,
  zoomOut,
  fit,
  shortcuts,
  menuPlace,
  transitions,
  changePassword,
  signOut,
  twoStep,
  authenticator,
  chooseTable,
  copyTable,
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
  navigatePlans,
  createPlan,
  openPlan,
  choosePlan,
  excludePlan,
  filterPlan,
  addToPlan,
  approvePlan,
  renamePlan,
  discardPlan,
  readAgain,
  refreshPlan,
  navigateMatrix,
  pausePlan,
  rehearsePlan,
  endRehearsal,
  resumePlan,
  cancelPlanRest,
  againPlan,
  rollBackPlan,
  rollBackPlanDevice,
  rolloutPlan,
  addRemark,
  editRemark,
  deleteRemark,
  chooseRemark,
  capture,
  element,
  page,
  readAll,
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
  rebind,
  unbind,
  resetKeys,
  resetAllKeys,
  singles,
  showUser,
  chooseUser,
  addUser,
  disableUser,
  enableUser,
  resetPassword,
  deleteRole,
  chooseLog,
  severityLog,
  copyLog,
  exportLog,
  clearLog,
  groupMatrix,
  filterMatrix,
  sortMatrix,
  columnMatrix,
  editMatrix,
  setMatrix,
  toStandard,
  revertMatrix,
  undoMatrix,
  copyMatrix,
  pasteMatrix,
  dismissMatrix,
  planMatrix,
  refreshMatrix,
  editRollout,
  narrowPlan,
  chooseAudit,
  filterAudit,
  clearAudit,
  exportAudit,
  verifyAudit,
  refreshAudit,
  browseScripts,
  openScripts,
  createScripts,
  saveScripts,
  saveNoteScripts,
  saveAsScripts,
  renameScripts,
  shareScripts,
  deleteScripts,
  revertScripts,
  checkScripts,
  runScripts,
  startScripts,
  chooseStationsScripts,
  stationScripts,
  openRunScripts,
  openSourceScripts,
  cancelScripts,
  pauseScripts,
  resumeScripts,
  generalise,
  recordScript,
  againScripts,
  viewScripts,
  filterRunsScripts,
  filterLogScripts,
  diffScripts,
  restoreScripts,
  problemsScripts,
  placeScripts,
  logScripts,
  copyLogScripts,
  tableScripts,
  takeRanScripts,
  sortScripts,
  copyTableScripts,
  exportScripts,
  importScripts,
  retryScripts,
  addSite,
  adoptSite,
  chooseSite,
  chooseCsv,
  copySecret,
  dismissSite,
  exportCsv,
  saveHead,
  foldSite,
  importCsv,
  letIn,
  mapMetric,
  moveRtu,
  undoImport,
  unmapMetric,
  overviewSite,
  restoreSite,
  retireSite,
  rotateCredential,
  troubledSites,
  compareStandard,
  deleteStandard,
  editStandard,
  makeStandard,
  takeStandard,
  fetchBaselines,
  openBaselines,
  relativeView,
  withdrawBaseline,
];
