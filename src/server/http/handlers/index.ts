import type { Binding } from '../bind.ts';
import type { Services } from '../services.ts';
import { auditHandlers } from './audit.ts';
import { baselineHandlers } from './baselines.ts';
import { dashboardHandlers } from './dashboards.ts';
import { deviceViewHandlers } from './device-views.ts';
import { dictionaryHandlers } from './dictionaries.ts';
import { exportHandlers } from './exports.ts';
import { faultHandlers } from './faults.ts';
import { finderHandlers } from './finder.ts';
import { folderHandlers } from './folders.ts';
import { formulaHandlers } from './formulas.ts';
import { guardedHandlers } from './guarded.ts';
import { historyHandlers } from './history.ts';
import { impactHandlers } from './impact.ts';
import { importHandlers } from './imports.ts';
import { listenerHandlers } from './listeners.ts';
import { liveHandlers } from './live.ts';
import { mapHandlers } from './maps.ts';
import { matrixHandlers } from './matrix.ts';
import { messageHandlers } from './messages.ts';
import { notifyHandlers } from './notify.ts';
import { ownKindHandlers } from './own-kinds.ts';
import { platformHandlers } from './platform.ts';
import { processHandlers } from './processes.ts';
import { rainLineHandlers } from './rain-lines.ts';
import { readingHandlers } from './readings.ts';
import { rehearsalHandlers } from './rehearsals.ts';
import { remarkHandlers } from './remarks.ts';
import { reportHandlers } from './reports.ts';
import { scheduleHandlers } from './schedules.ts';
import { scriptHandlers } from './scripts.ts';
import { serviceAccountHandlers } from './service-accounts.ts';
import { sessionHandlers } from './session.ts';
import { setupHandlers } from './setup.ts';
import { sheetHandlers } from './sheets.ts';
import { siteHandlers } from './sites.ts';
import { sourceHandlers } from './sources.ts';
import { standardHandlers } from './standards.ts';
import { stationHandlers } from './stations.ts';
import { uploadHandlers } from './uploads.ts';
import { userHandlers } from './users.ts';
import { workHandlers } from './work.ts';
import { workflowHandlers } from './workflows.ts';

/** What answers each call of the contract. */
export const bindingsOf = (services: Services): readonly Binding[] => [
  ...sessionHandlers(services),
  ...guardedHandlers(services),
  ...notifyHandlers(services),
  ...workHandlers(services),
  ...stationHandlers(services),
  ...finderHandlers(services),
  ...dashboardHandlers(services),
  ...folderHandlers(services),
  ...readingHandlers(services),
  ...historyHandlers(services),
  ...liveHandlers(services),
  ...listenerHandlers(services),
  ...processHandlers(services),
  ...sheetHandlers(services),
  ...baselineHandlers(services),
  ...formulaHandlers(services),
  ...importHandlers(services),
  ...sourceHandlers(services),
  ...rainLineHandlers(services),
  ...remarkHandlers(services),
  ...uploadHandlers(services),
  ...dictionaryHandlers(services),
  ...impactHandlers(services),
  ...auditHandlers(services),
  ...exportHandlers(services),
  ...scheduleHandlers(services),
  ...reportHandlers(services),
  ...setupHandlers(services),
  ...siteHandlers(services),
  ...ownKindHandlers(services),
  ...userHandlers(services),
  ...serviceAccountHandlers(services),
  ...platformHandlers(services),
  ...rehearsalHandlers(services),
  ...workflowHandlers(services),
  ...mapHandlers(services),
  ...matrixHandlers(services),
  ...deviceViewHandlers(services),
  ...faultHandlers(services),
  ...messageHandlers(services),
  ...standardHandlers(services),
  ...scriptHandlers(services),
];
