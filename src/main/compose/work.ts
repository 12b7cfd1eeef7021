import { PlanBook } from '../../server/plans/book.ts';
import { PlanMarks } from '../../server/plans/marks.ts';
import { PlanIssuer } from '../../server/plans/rollout/issuer.ts';
import { Standstills } from '../../server/plans/standstills.ts';
import { Rehearsals } from '../../server/rehearsal/rehearsals.ts';
import { Schedules } from '../../server/schedules/schedules.ts';
import { DriftWatch } from '../../server/standards/drift-watch.ts';
import { WorkNoticeBook } from '../../server/work-notices/book.ts';
import { ScriptLibrary } from '../../server/workflows/scripts/library.ts';
import { Workflows } from '../../server/workflows/workflows.ts';
import { readDeclarations, scriptsFolder } from '../library-files.ts';
import { rehearse } from '../rehearsal/start.ts';
import type { AlarmRooms } from './alarms.ts';
import type { DeviceRooms } from './devices.ts';
import type { Making } from './making.ts';
import type { NotifyRooms } from './notify.ts';
import type { ReportRooms } from './reports.ts';
import type { StorageRooms } from './storage.ts';

type Under = StorageRooms & DeviceRooms & AlarmRooms & ReportRooms & NotifyRooms;

function composePlans({ failing }: Making, rooms: Under) {
  const { storage, board, gateway, delivery, orders, ruleBook } = rooms;
  const permit = rooms.processes.permits.plans;
  const marks = new PlanMarks();
  const plans = new PlanBook(delivery.store, orders, marks, ruleBook);
  const issuer = new PlanIssuer({ delivery, marks, permit, failed: failing('a plan was not continued') });
  const standstills = new Standstills({
    storage,
    link: (rtuId) => gateway.link(rtuId),
    failed: failing('plans that stand still were not looked for'),
    permit,
  });
  const driftWatch = new DriftWatch({
    ...{ storage, board, permit },
    failed: failing('devices were not held against standard sets'),
  });
  return { plans, issuer, standstills, driftWatch, workNotices: new WorkNoticeBook(storage) };
}

function composeWorkflows({ log, failing, faults }: Making, rooms: Under) {
  const { delivery, orders, board, ruleBook, hub } = rooms;
  const workflows = new Workflows({
    ...{ delivery, orders, board, ruleBook, hub },
    failed: failing('a workflow was not continued'),
    permit: rooms.processes.permits.scripts,
    declared: readDeclarations(),
    ...faults,
  });
  const library = new ScriptLibrary(scriptsFolder(), async (script) => {
    const { problems, ...declared } = await workflows.check(script, null);
    if (problems.length > 0) log.error({ problems }, 'a script of the library was not read');
    return problems.length > 0 ? null : declared;
  });
  return { workflows, library };
}

/** What works by itself on devices, step by step: plans, scripts, schedules, and the rehearsals of plans. */
export function composeWork(making: Making, rooms: Under) {
  const { failing, faults } = making;
  const { storage, board, gateway, delivery, notifier, ruleBook, backTests, exports, reports } = rooms;
  const planning = composePlans(making, rooms);
  const { workflows, library } = composeWorkflows(making, rooms);
  const schedules = new Schedules({
    ...{ storage, board, workflows, library, orders: delivery.store, issuer: planning.issuer },
    ...{ ruleBook, backTests, exports, reports },
    link: (rtuId) => gateway.link(rtuId),
    failed: failing('a schedule was not continued'),
    permit: rooms.processes.permits.schedules,
    notified: () => notifier.wake(),
    ...faults,
  });
  const rehearsals = new Rehearsals({
    store: delivery.store,
    link: (rtuId) => gateway.link(rtuId),
    ...{ rehearse, jobs: rooms.jobs },
    failed: failing('a plan was not rehearsed'),
  });
  return { ...planning, workflows, library, schedules, rehearsals };
}
