import type { AreaCommands } from '../src/command/area.ts';
import { alarms } from './alarms/index.ts';
import { analysis } from './analysis.ts';
import { audit } from './audit.ts';
import { baselines } from './baselines.ts';
import { calibration } from './calibration.ts';
import { chart } from './chart/index.ts';
import { commands } from './commands/index.ts';
import { dashboards } from './dashboards.ts';
import { devices } from './devices.ts';
import { exports } from './exports.ts';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { formulas } from './formulas.ts';
import { history } from './history.ts';
import { inclination } from './inclination.ts';
import { kinds } from './kinds.ts';
import { listeners } from './listeners.ts';
import { log } from './log.ts';
import { matrix } from './matrix.ts';
import { menus } from './menus.ts';
import { messages } from './messages.ts';
import { notify } from './notify.ts';
import { outlines } from './outlines.ts';
import { parameters } from './parameters/index.ts';
import { plans } from './plans/index.ts';
import { platform } from './platform.ts';
import { processes } from './processes.ts';
import { proposals } from './proposals.ts';
import { rain } from './rain.ts';
import { readings } from './readings.ts';
import { remarks } from './remarks.ts';
import { reports } from './reports.ts';
import { roles } from './roles.ts';
import { rules } from './rules.ts';
import { safety } from './safety.ts';
import { schedules } from './schedules.ts';
import { scripts } from './scripts/index.ts';
import { sensortree } from './sensortree.ts';
import { services } from './services.ts';
import { sheets } from './sheets.ts';
import { shortcuts } from './shortcuts.ts';
import { sirens } from './sirens.ts';
import { siteplan } from './siteplan.ts';
import { sites } from './sites.ts';
import { sources } from './sources.ts';
import { standards } from './standards.ts';
import { table } from './table.ts';
import { users } from './users.ts';
import { waveform } from './waveform.ts';
import { work } from './work.ts';

/** Areas of screens that are opened seldom: fetched before such a screen, the palette or the sheet of keys is shown. */
export const later: readonly AreaCommands[] = [
  analysis,
  chart,
  table,
  exports,
  history,
  plans,
  proposals,
  remarks,
  parameters,
  commands,
  shortcuts,
  users,
  services,
  roles,
  menus,
  platform,
  processes,
  listeners,
  log,
  matrix,
  kinds,
  dashboards,
  reports,
  schedules,
  devices,
  faults,
  messages,
  audit,
  scripts,
  sites,
  sources,
  standards,
  rules,
  baselines,
  formulas,
  alarms,
  notify,
  work,
  inclination,
  calibration,
  rain,
  readings,
  waveform,
  files,
  sensortree,
  safety,
  sheets,
  sirens,
  siteplan,
  outlines,
];
