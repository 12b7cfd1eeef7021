import { migration as relational } from './0001-relational.ts';
import { migration as readings } from './0002-readings.ts';
import { migration as sites } from './0003-sites.ts';
import { migration as totp } from './0004-totp.ts';
import { migration as delivery } from './0005-delivery.ts';
import { migration as plans } from './0006-plans.ts';
import { migration as standards } from './0007-standards.ts';
import { migration as workflows } from './0008-workflows.ts';
import { migration as rollout } from './0009-rollout.ts';
import { migration as scripts } from './0010-scripts.ts';
import { migration as rehearsals } from './0011-rehearsals.ts';
import { migration as reasons } from './0012-reasons.ts';
import { migration as runSource } from './0013-run-source.ts';
import { migration as planIndexes } from './0014-plan-indexes.ts';
import { migration as rowsByColumn } from './0015-rows-by-column.ts';
import { migration as metricAliases } from './0016-metric-aliases.ts';
import { migration as baselines } from './0017-baselines.ts';
import { migration as auditHead } from './0018-audit-head.ts';
import { migration as workflowBounds } from './0019-workflow-bounds.ts';
import { migration as planSoundings } from './0020-plan-soundings.ts';
import { migration as foreignMetrics } from './0021-foreign-metrics.ts';
import { migration as reported } from './0022-reported.ts';
import { migration as orders } from './0023-orders.ts';
import { migration as changes } from './0024-changes.ts';
import { migration as alarms } from './0025-alarms.ts';
import { migration as notify } from './0026-notify.ts';
import { migration as twoPersons } from './0027-two-persons.ts';
import { migration as inclinationForm } from './0028-inclination-form.ts';
import { migration as planRules } from './0029-plan-rules.ts';
import { migration as sirens } from './0030-sirens.ts';
import { migration as uploads } from './0032-uploads.ts';
import { migration as dictionaries } from './0033-dictionaries.ts';
import { migration as levelWords } from './0034-level-words.ts';
import { migration as maintenance } from './0035-maintenance.ts';
import { migration as sources } from './0039-sources.ts';
import { migration as commonKinds } from './0042-common-kinds.ts';
import { migration as ownKinds } from './0043-own-kinds.ts';
import { migration as steel } from './0044-steel.ts';
import { migration as arrivalDays } from './0045-arrival-days.ts';
import { migration as roleVersions } from './0048-role-versions.ts';
import { migration as menuVersions } from './0049-menu-versions.ts';
import { migration as systemAlarms } from './0050-system-alarms.ts';
import { migration as deviceMessages } from './0052-device-messages.ts';
import { migration as folders } from './0054-folders.ts';
import { migration as savedFilters } from './0055-saved-filters.ts';
import { migration as sitePlans } from './0056-site-plans.ts';
import { migration as mapShapes } from './0057-map-shapes.ts';
import { migration as userNames } from './0058-user-names.ts';
import { migration as formerCycles } from './0059-former-cycles.ts';
import { migration as sheetRuns } from './0060-sheet-runs.ts';
import { migration as alarmsClosed } from './0061-alarms-closed.ts';
import { migration as cycleChanges } from './0062-cycle-changes.ts';
import { migration as platform } from './0065-platform.ts';
import { migration as listenerMinutes } from './0067-listener-minutes.ts';
import { migration as alarmsOfInstance } from './0069-alarms-of-instance.ts';
import { migration as simCards } from './0070-sim-cards.ts';
import { migration as serviceSpans } from './0071-service-spans.ts';
import { migration as reportTemplates } from './0073-report-templates.ts';
import { migration as reports } from './0074-reports.ts';
import { migration as rainLinePast } from './0075-rain-line-past.ts';
import { migration as schedules } from './0078-schedules.ts';
import { migration as remarksDeleted } from './0079-remarks-deleted.ts';
import { migration as deletedRows } from './0080-deleted-rows.ts';
import { migration as positions } from './0081-positions.ts';
import { migration as dashboards } from './0082-dashboards.ts';
import { migration as planFiles } from './0083-plan-files.ts';
import { migration as rainLines } from './0084-rain-lines.ts';
import { migration as companiesOff } from './0086-companies-off.ts';
import { migration as workNotices } from './0087-work-notices.ts';
import { migration as formulas } from './0088-formulas.ts';
import { migration as serviceAccounts } from './0089-service-accounts.ts';
import { migration as missedRuns } from './0090-missed-runs.ts';
import { migration as readingChunks } from './0091-reading-chunks.ts';
import { migration as outlets } from './0095-outlets.ts';
import { migration as processes } from './0100-processes.ts';
import { migration as sharedRequests } from './0110-shared-requests.ts';
import { migration as changeProposals } from './0111-change-proposals.ts';
import { migration as standardWatches } from './0112-standard-watches.ts';
import { migration as runModules } from './0113-run-modules.ts';
import type { Migration } from './migration.ts';

/** Every migration in the order of application. A new one is appended; an old one never changes. */
export const migrations: readonly Migration[] = [
  relational,
  readings,
  sites,
  totp,
  delivery,
  plans,
  standards,
  workflows,
  rollout,
  scripts,
  rehearsals,
  reasons,
  runSource,
  planIndexes,
  rowsByColumn,
  metricAliases,
  baselines,
  auditHead,
  workflowBounds,
  planSoundings,
  foreignMetrics,
  reported,
  orders,
  changes,
  alarms,
  notify,
  twoPersons,
  inclinationForm,
  planRules,
  sirens,
  uploads,
  dictionaries,
  levelWords,
  maintenance,
  sources,
  commonKinds,
  ownKinds,
  steel,
  arrivalDays,
  roleVersions,
  menuVersions,
  systemAlarms,
  deviceMessages,
  folders,
  savedFilters,
  sitePlans,
  mapShapes,
  userNames,
  formerCycles,
  sheetRuns,
  alarmsClosed,
  cycleChanges,
  platform,
  listenerMinutes,
  alarmsOfInstance,
  simCards,
  serviceSpans,
  reportTemplates,
  reports,
  rainLinePast,
  schedules,
  remarksDeleted,
  deletedRows,
  positions,
  dashboards,
  planFiles,
  rainLines,
  companiesOff,
  workNotices,
  formulas,
  serviceAccounts,
  missedRuns,
  readingChunks,
  outlets,
  processes,
  sharedRequests,
  changeProposals,
  standardWatches,
  runModules,
];

/**
 * The migration that a process has to know to work with this schema. Those behind it only add what older processes leave
 * alone (tests/laws/migrations.test.ts); a release sets it to the newest migration of the release before, so that what
 * that one no longer needs can be removed.
 */
export const needed = 100;
