/**
 * What the people of the demo have done: remarks, folders, a dashboard, initial values, scripts and their runs, reports,
 * schedules and plans. All of it is asked for as from a console, while the year is being filled.
 */
import { alarmRules } from '../../contract/alarms/rules.ts';
import { createDashboard, dashboards, type Tile, type TileChannel } from '../../contract/dashboards.ts';
import { addBaseline, stationBaselines } from '../../contract/devices/baselines.ts';
import { confirmOrder } from '../../contract/devices/orders.ts';
import {
  approvePlan,
  cancelPlan,
  createPlan,
  derivePlan,
  plan as onePlan,
  type Plan,
  type PlanRollout,
  plans,
} from '../../contract/plans/plans.ts';
import { makeReport, report, reports, signReport } from '../../contract/reports.ts';
import { createSchedule, runSchedule, type ScheduleBody, schedules } from '../../contract/schedules.ts';
import { createScript, libraryScript, scripts, shareScript } from '../../contract/scripts.ts';
import { createFolder, folders, placeStations } from '../../contract/sites/folders.ts';
import { addRemark, remarks } from '../../contract/sites/remarks.ts';
import {
  type Project,
  type StationDetail,
  type StationSummary,
  station,
  stations,
} from '../../contract/sites/stations.ts';
import { isRunEnded, startWorkflow, workflowRun, workflowRuns } from '../../contract/workflows.ts';
import { workNames as names, ownScript } from '../../simulator/fleet/work-names.ts';
import { assignStandards, proposeChanges } from './demo-standards.ts';
import type { DemoVisitor } from './demo-visitor.ts';

const day = 86_400_000;
/** Seconds that a run, a report or a plan is waited for, before the next thing is done. */
const longest = 180;
/** Stations of the first company that something is done at. */
const most = 8;

/** Who does it, and at what. */
interface Scene {
  readonly operator: DemoVisitor;
  readonly engineer: DemoVisitor;
  /** Those in alarm first. */
  readonly stations: readonly StationSummary[];
  readonly projects: readonly Project[];
  readonly now: number;
}

/** The stations of the operator's company, those in alarm first. */
async function sceneOf(operator: DemoVisitor, engineer: DemoVisitor, now: number): Promise<Scene> {
  const answer = await operator.ask(stations, { query: { sparks: 0 } });
  const sorted = answer.stations.toSorted(
    (a, b) => Number(b.deviceAlarm) - Number(a.deviceAlarm) || a.id - b.id,
  );
  return { operator, engineer, stations: sorted, projects: answer.projects, now };
}

async function writeRemarks({ operator, engineer, stations: all, now }: Scene): Promise<void> {
  for (const [place, { id: stationId }] of all.slice(0, 4).entries()) {
    const known = await operator.ask(remarks, { params: { stationId } });
    if (known.remarks.length > 0) return;
    for (const [index, { daysAgo, text }] of names.remarks.entries()) {
      if (place > 0 && index % 4 !== place) continue;
      const at = Math.round(now - daysAgo * day - place * 3_600_000);
      const who = index % 2 === 0 ? operator : engineer;
      await who.ask(addRemark, { params: { stationId }, body: { text, at } });
    }
  }
}

async function makeFolders({ operator, stations: all }: Scene): Promise<void> {
  const known = await operator.ask(folders, {});
  if (known.folders.length > 0) return;
  const filter = {
    ...{ text: '', projectId: null, kind: null, states: ['deviceAlarm' as const] },
    ...{ level: null, silentHours: null, folderId: null },
  };
  const { id } = await operator.ask(createFolder, {
    body: { name: names.folder, parentId: null, share: 'company' },
  });
  const inner = await operator.ask(createFolder, { body: { name: names.inner, parentId: id } });
  await operator.ask(createFolder, {
    body: { name: names.filter, parentId: null, share: 'company', filter },
  });
  const ids = all.slice(0, 5).map((one) => one.id);
  await operator.ask(placeStations, { body: { stationIds: ids.slice(0, 3), fromId: null, toId: id } });
  await operator.ask(placeStations, { body: { stationIds: ids.slice(3), fromId: null, toId: inner.id } });
}

const channelOf = ({ id, primary }: StationSummary): TileChannel[] =>
  primary === null
    ? []
    : [
        {
          ...{ stationId: id, sensorId: primary.sensorId, row: primary.row },
          ...{ channel: primary.channel, element: primary.element },
        },
      ];

async function makeDashboard({ operator, stations: all }: Scene): Promise<void> {
  const known = await operator.ask(dashboards, {});
  if (known.dashboards.length > 0) return;
  const channels = all.slice(0, most).flatMap(channelOf);
  // What one axis can hold: the channel that most of them have.
  const alike = channels.filter(
    ({ row, channel }) => row === channels[0]?.row && channel === channels[0].channel,
  );
  const place = (id: number, [x, y, w, h]: readonly [number, number, number, number]) => ({
    id,
    x,
    y,
    w,
    h,
    title: '',
  });
  const tiles: Tile[] = [
    { ...place(1, [0, 0, 5, 5]), settings: { type: 'map', projectId: null } },
    { ...place(2, [5, 0, 4, 5]), settings: { type: 'alarms', projectId: null, level: 1 } },
    {
      ...place(3, [9, 0, 3, 2]),
      settings: { type: 'number', projectId: null, figure: 'onSchedule', channel: null },
    },
    { ...place(4, [9, 2, 3, 3]), settings: { type: 'states', projectId: null } },
    {
      ...place(5, [0, 5, 8, 3]),
      settings: { type: 'curve', channels: alike.slice(0, 4), days: 7, gauge: null },
    },
    { ...place(6, [8, 5, 4, 3]), settings: { type: 'text', text: names.note } },
  ];
  await operator.ask(createDashboard, {
    body: {
      name: names.dashboard,
      share: 'company',
      companyId: null,
      layout: { pages: [{ tiles }], turnSeconds: null },
    },
  });
}

async function setBaselines({ engineer, stations: all, now }: Scene): Promise<void> {
  for (const { id: stationId, primary } of all.slice(0, 3)) {
    if (primary === null || primary.row !== 'tilt') continue;
    const known = await engineer.ask(stationBaselines, { params: { stationId } });
    if (known.sensors.some(({ baselines }) => baselines.length > 0)) return;
    const [from, to] = [Math.round(now - 6.9 * day), Math.round(now - 6.4 * day)];
    await engineer.ask(addBaseline, {
      params: { sensorId: primary.sensorId },
      body: { how: 'mean', from, to, reason: names.baseline, dryRun: false },
    });
  }
}

/** A script of one's own, one that began as one of the library, and runs of both. */
async function runScripts({ operator, engineer }: Scene): Promise<void> {
  const known = await engineer.ask(scripts, {});
  if (known.scripts.length > 0) return;
  const own = await engineer.ask(createScript, { body: { name: names.script, text: ownScript } });
  const library = 'movement-ranking';
  const { text } = await engineer.ask(libraryScript, { params: { library } });
  const copy = await engineer.ask(createScript, { body: { name: names.copy, text, library } });
  for (const { script } of [own, copy])
    await engineer.ask(shareScript, {
      params: { scriptId: script.id },
      body: { revision: script.revision, share: 'company' },
    });
  const before = await operator.ask(workflowRuns, { query: {} });
  if (before.total > 0) return;
  const sources = [
    { script: ownScript, title: names.script, source: { script: own.script.id, version: 1 } },
    { script: text, title: names.copy, source: { script: `library-${library}`, version: null } },
  ];
  for (const { script, title, source } of sources) {
    const { run } = await engineer.ask(startWorkflow, { body: { script, args: {}, title, source } });
    await engineer.until(longest, async () => {
      const now = await engineer.ask(workflowRun, { params: { runId: run.id } });
      return isRunEnded(now.run.state) ? now : null;
    });
  }
}

async function makeReports({ operator, engineer, stations: all, now }: Scene): Promise<void> {
  const known = await operator.ask(reports, { query: {} });
  const [first] = all;
  if (known.total > 0 || first === undefined) return;
  const body = {
    ...{ templateId: null, builtIn: 'weekly' as const, projectId: first.projectId, stationIds: [] },
    ...{
      from: now - 7 * day,
      to: now,
      languages: ['zh-chs' as const],
      formats: ['pdf' as const, 'xlsx' as const],
    },
  };
  const { id: reportId } = await operator.ask(makeReport, { body });
  const made = await operator.until(longest, async () => {
    const one = await operator.ask(report, { params: { reportId } });
    return one.report.state === 'waiting' || one.report.state === 'making' ? null : one;
  });
  if (made?.report.state === 'ready')
    await engineer.ask(signReport, { params: { reportId }, body: { role: names.signed } });
}

async function makeSchedules({ operator, stations: all }: Scene): Promise<void> {
  const now = Date.now();
  const known = await operator.ask(schedules, { query: { from: now - day, to: now } });
  const [first] = all;
  if (known.schedules.length > 0 || first === undefined) return;
  const { rules } = await operator.ask(alarmRules, {});
  const ruleId = rules.find(({ definition }) => definition.enabled)?.id ?? null;
  const common = { projectId: first.projectId, missed: 'skip' as const };
  const daily = [1, 2, 3, 4, 5, 6, 7];
  const bodies: ScheduleBody[] = [
    {
      ...{ ...common, name: names.schedules.export },
      job: { kind: 'export', table: 'alarms', days: 1, format: 'xlsx' },
      recurrence: { kind: 'week', time: 8 * 60, weekdays: daily },
    },
    {
      ...{ ...common, name: names.schedules.script },
      job: { kind: 'script', script: 'library-movement-ranking', args: {} },
      recurrence: { kind: 'week', time: 6 * 60 + 30, weekdays: daily },
    },
    {
      ...{ ...common, name: names.schedules.report },
      job: { kind: 'report', template: 'weekly', days: 7, languages: ['zh-chs'], formats: ['pdf'] },
      recurrence: { kind: 'week', time: 9 * 60, weekdays: [1] },
    },
    ...(ruleId === null
      ? []
      : [
          {
            ...{ ...common, name: names.schedules.backTest },
            job: { kind: 'backTest' as const, ruleId, days: 30 },
            recurrence: { kind: 'month' as const, time: 2 * 60, day: 1 },
          },
        ]),
  ];
  for (const body of bodies) {
    const { id: scheduleId } = await operator.ask(createSchedule, { body });
    if (body.job.kind !== 'report') await operator.ask(runSchedule, { params: { scheduleId } });
  }
}

/** Approves a draft with the password of who asks, and waits until it is where it is wanted, or for as long as it may. */
async function approve(
  who: DemoVisitor,
  { id: planId, revision }: Plan,
  reason: string,
  isThere: (plan: Plan) => boolean,
) {
  const approval = { planId, revision, reason };
  const { confirmation } = await who.ask(confirmOrder, { body: { password: who.password, body: approval } });
  const params = { planId };
  await who.ask(approvePlan, { params, body: { revision, reason, confirmation } });
  await who.until(longest, async () => {
    const { plan } = await who.ask(onePlan, { params, query: {} });
    return isThere(plan) ? plan : null;
  });
}

/** Plans that were applied, taken back again, stopped half-way, that go on for hours, and that wait for a person. */
async function makePlans({ operator, engineer, stations: all }: Scene): Promise<void> {
  const known = await operator.ask(plans, { query: {} });
  if (known.plans.some(({ title }) => title === names.plans.done)) return;
  const details: StationDetail[] = [];
  for (const { id: stationId } of all.slice(0, most))
    details.push(await operator.ask(station, { params: { stationId } }));
  const isAwake = ({ summary }: StationDetail) => summary.connected === true;
  const rtus = details
    .toSorted((a, b) => Number(isAwake(b)) - Number(isAwake(a)))
    .flatMap(({ rtu }) => (rtu === null ? [] : [rtu.id]));
  const draft = async (
    title: string,
    ids: readonly number[],
    edits: Record<string, number>,
    of?: PlanRollout,
  ) => {
    const items = ids.map((rtuId) => ({
      ...{
        type: 'set' as const,
        target: { rtuId, slot: null },
        group: 'rtu',
        edits,
        reason: names.plans.why,
      },
    }));
    const body = { title, items, surface: 'button' as const, ...(of === undefined ? {} : { rollout: of }) };
    const { plan } = await engineer.ask(createPlan, { body });
    return plan;
  };
  const slow = (gap: number): PlanRollout => ({
    ...{ batches: [1], concurrency: 1, stopAt: null, order: 'nextContact', timeout: null, gap },
  });
  const edits = { lowBattery: 11.8 };
  const hasEnded = ({ state }: Plan) => state !== 'applying';
  const done = await draft(names.plans.done, rtus.slice(0, 2), edits);
  await approve(operator, done, names.plans.why, hasEnded);
  const { plan: back } = await engineer.ask(derivePlan, {
    params: { planId: done.id },
    body: { of: 'rollback', surface: 'button' },
  });
  await approve(operator, back, names.plans.backWhy, hasEnded);
  const stopped = await draft(names.plans.stopped, rtus.slice(2, 5), edits, slow(600));
  await approve(
    operator,
    stopped,
    names.plans.why,
    ({ state, counts }) => state !== 'applying' || (counts['succeeded'] ?? 0) > 0,
  );
  await operator.ask(cancelPlan, { params: { planId: stopped.id } });
  const running = await draft(names.plans.running, rtus.slice(5, most), edits, slow(7200));
  await approve(operator, running, names.plans.why, () => true);
  await draft(names.plans.draft, rtus.slice(0, 4), { maxResend: 300 });
}

/** Does all of it once; what is there already is left as it is. `failed` hears of what could not be done. */
export async function fillDemoWork(
  operator: DemoVisitor,
  engineer: DemoVisitor,
  failed: (what: string, error: unknown) => void,
): Promise<void> {
  const scene = await sceneOf(operator, engineer, Date.now());
  const parts: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
    remarks: writeRemarks,
    folders: makeFolders,
    dashboard: makeDashboard,
    'initial values': setBaselines,
    scripts: runScripts,
    reports: makeReports,
    schedules: makeSchedules,
    'standard sets': ({ engineer: who, projects }) => assignStandards(who, projects),
    'proposed changes': ({ engineer: who }) => proposeChanges(who),
    plans: makePlans,
  };
  for (const [name, part] of Object.entries(parts)) {
    if (operator.signal.aborted) return;
    await part(scene).catch((error: unknown) => {
      if (!operator.signal.aborted) failed(name, error);
    });
  }
}
