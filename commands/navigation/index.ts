import { area } from '../../src/command/area.ts';
import { alarmHealth } from './alarm-health.ts';
import { alarms } from './alarms.ts';
import { audit } from './audit.ts';
import { back } from './back.ts';
import { content } from './content.ts';
import { copyLink } from './copy-link.ts';
import { dashboards } from './dashboards.ts';
import { deviceKinds } from './device-kinds.ts';
import { devices } from './devices.ts';
import { faults } from './faults.ts';
import { folders } from './folders.ts';
import { globalMap } from './global-map.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { log } from './log.ts';
import { matrix } from './matrix.ts';
import { menu } from './menu.ts';
import { menus } from './menus.ts';
import { messages } from './messages.ts';
import { open } from './open.ts';
import { plans } from './plans.ts';
import { proposals } from './proposals.ts';
import { refresh } from './refresh.ts';
import { region } from './region.ts';
import { reports } from './reports.ts';
import { roles } from './roles.ts';
import { schedules } from './schedules.ts';
import { scripts } from './scripts.ts';
import { sensorTree } from './sensor-tree.ts';
import { serviceAccounts } from './service-accounts.ts';
import { standards } from './standards.ts';
import { users } from './users.ts';

/** Going to pages. */
export const navigation = area('navigation', {
  home,
  menu,
  open,
  refresh,
  back,
  content,
  region,
  reports,
  schedules,
  copyLink,
  history,
  log,
  dashboards,
  devices,
  deviceKinds,
  faults,
  globalMap,
  folders,
  sensorTree,
  standards,
  users,
  serviceAccounts,
  roles,
  menus,
  alarms,
  alarmHealth,
  audit,
  plans,
  proposals,
  matrix,
  messages,
  scripts,
});
