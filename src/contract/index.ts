import * as audit from './audit.ts';
import type { Call } from './call.ts';
import * as commands from './commands.ts';
import * as finder from './finder.ts';
import * as history from './history-calls.ts';
import * as live from './live.ts';
import * as parameters from './parameters.ts';
import * as plans from './plans.ts';
import * as remarks from './remarks.ts';
import * as session from './session.ts';
import * as setup from './setup.ts';
import * as sites from './sites.ts';
import * as stations from './stations.ts';
import * as users from './users.ts';
import * as workflows from './workflows.ts';

/** Every call of the product. */
export const calls = [
  session.settings,
  session.login,
  session.loginCode,
  session.logout,
  session.changePassword,
  session.totp,
  session.beginTotp,
  session.confirmTotp,
  session.endTotp,
  session.getInfo,
  session.permissions,
  session.getRoleId,
  stations.stations,
  stations.station,
  stations.stationOverview,
  stations.readingRows,
  stations.waveform,
  finder.devices,
  finder.alarms,
  history.historyColumns,
  history.historyGaps,
  live.stream,
  parameters.impact,
  remarks.remarks,
  remarks.addRemark,
  remarks.editRemark,
  remarks.deleteRemark,
  audit.auditEntries,
  audit.verifyAudit,
  audit.exportAudit,
  setup.setupState,
  setup.setup,
  sites.sites,
  sites.createCompany,
  sites.updateCompany,
  sites.createProject,
  sites.updateProject,
  sites.createStation,
  sites.updateStation,
  sites.retireStation,
  sites.createRtu,
  sites.moveRtu,
  sites.rotateCredential,
  sites.createSensor,
  sites.updateSensor,
  sites.retireSensor,
  sites.exportStations,
  sites.importStations,
  sites.waiting,
  sites.dismissWaiting,
  users.users,
  users.createUser,
  users.updateUser,
  users.disableUser,
  users.resetPassword,
  users.createRole,
  users.updateRole,
  users.deleteRole,
  commands.confirmOrder,
  commands.createCommand,
  commands.stationCommands,
  commands.commandsUnderWay,
  commands.cancelCommand,
  commands.deleteCommand,
  parameters.parameters,
  parameters.parameterHistory,
  plans.createPlan,
  plans.plans,
  plans.plan,
  plans.updatePlan,
  plans.approvePlan,
  plans.discardPlan,
  workflows.checkWorkflow,
  workflows.startWorkflow,
  workflows.workflowRuns,
  workflows.workflowRun,
  workflows.workflowLog,
  workflows.cancelWorkflow,
  workflows.pauseWorkflow,
  workflows.resumeWorkflow,
] as const satisfies readonly Call[];
