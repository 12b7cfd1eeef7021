/**
 * What programs may ask with a token, call by call. Whatever is not here needs a person in a session: approving plans
 * and proposals, orders to devices, sirens, shelving and closing alarms, signing, people and rights, sites, rules, the platform.
 */

import type { Call } from './call.ts';
import type { ServiceScope } from './company/service-scopes.ts';

const idsOf: Readonly<Record<ServiceScope, readonly string[]>> = {
  read: [
    // Changes nothing: what a rule would have raised.
    ...['alarmRules.backTest', 'alarmRules.scope'],
    ...['alarmRules.list', 'alarmRules.versions', 'alarms.glances', 'alarms.health', 'alarms.history'],
    ...['alarms.limits', 'alarms.marks', 'alarms.one', 'alarms.open', 'alarms.warningGaps'],
    ...['audit.entries', 'audit.head', 'audit.verify'],
    ...['baselines.list', 'dashboards.health', 'dashboards.list', 'dashboards.one'],
    ...['devices.curves', 'devices.view', 'dictionaries.entries'],
    ...['exports.count', 'exports.progress', 'exports.write', 'faults.arrivals', 'faults.now'],
    ...['finder.alarms', 'finder.devices', 'finder.sensors', 'folders.list'],
    ...['formulas.list', 'formulas.versions', 'history.columns', 'history.evidence', 'history.gaps'],
    ...['kinds.own', 'map.plans', 'map.shapes', 'matrix.values', 'messages.list', 'messages.one'],
    ...['orders.ofStation', 'orders.underWay', 'outlets.deliveries', 'outlets.list'],
    ...['parameters.history', 'parameters.ofStation'],
    ...['plans.list', 'plans.one', 'plans.rehearsal', 'proposals.list', 'proposals.one'],
    ...['readings.captures', 'readings.rows'],
    ...['readings.waveform', 'remarks.ofStation', 'reports.file', 'reports.list', 'reports.one'],
    ...['reports.pages', 'reports.templates', 'reports.verify', 'schedules.file', 'schedules.list'],
    ...['schedules.runs', 'scripts.library', 'scripts.list', 'scripts.one', 'scripts.users'],
    ...['scripts.version'],
    ...['standards.drift', 'standards.list', 'stations.columns', 'stations.list', 'stations.one'],
    ...['stations.overview', 'stations.sparks'],
    ...['uploads.content', 'uploads.ofPlan', 'uploads.ofStation', 'uploads.thumbnail'],
    ...['workflows.list', 'workflows.log', 'workflows.modules', 'workflows.one'],
  ],
  answer: ['alarms.acknowledge', 'alarms.comment', 'remarks.add'],
  propose: ['plans.add', 'plans.create', 'plans.impact', 'proposals.create', 'standards.repair'],
  run: [
    ...['plans.rehearse', 'plans.rehearseCancel'],
    ...['scripts.create', 'scripts.rename', 'scripts.save'],
    ...['workflows.cancel', 'workflows.check', 'workflows.pause', 'workflows.resume', 'workflows.start'],
  ],
  report: ['reports.cancel', 'reports.make'],
};

const scopeOfId = new Map(
  Object.entries(idsOf).flatMap(([scope, ids]) => ids.map((id) => [id, scope as ServiceScope] as const)),
);

/** Ids of the calls that the table names, each once. */
export const serviceCallIds: readonly string[] = [...scopeOfId.keys()];

/** Every token may ask who it is. */
export const selfCallId = 'session.self';

/** The scope that a token needs for a call; null = no token is enough. */
export const scopeOf = (call: Pick<Call, 'id'>): ServiceScope | null => scopeOfId.get(call.id) ?? null;
