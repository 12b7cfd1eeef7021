import { enumValues } from '../../../../catalogue/enum-values.ts';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import {
  type StationState,
  stationState,
  stationStates,
  worstFirst,
} from '../../../../domain/station-state.ts';
import { keyText, type Sites } from './nodes.ts';

/** States that somebody should look at, the worst first. */
export const troubleStates = [
  'deviceAlarm',
  'silent',
  'late',
  'fault',
] as const satisfies readonly StationState[];
const isTroubled = (state: StationState) => troubleStates.some((trouble) => trouble === state);

const stands = (installState: number) => {
  const install = enumValues.installState[installState];
  return install !== 'removed' && install !== 'notInstalled';
};

/** How a node is. */
export interface NodeState {
  /** Of a company or project: the worst of its stations. */
  readonly state: StationState;
  /** True where it is in trouble by itself, not only by what it stands on: a sensor is not silent, its RTU is. */
  readonly trouble: boolean;
  /** Of a company or project: its stations by state, the worst first, and how many there are. */
  readonly counts: readonly (readonly [StationState, number])[];
  readonly total: number;
  /** Code of its install state, where that is why nothing is expected of it. */
  readonly install: number | null;
}

/**
 * How each node is, by its key. What is retired, or has no summary (yet), has no state.
 * @param summaries of the stations as they are now
 */
export function nodeStates(
  data: Sites,
  summaries: readonly StationSummary[],
): ReadonlyMap<string, NodeState> {
  const states = new Map<string, NodeState>();
  const summaryOf = new Map(summaries.map((summary) => [summary.id, summary]));
  const one = (name: string, state: StationState, trouble: boolean, installed: number | null = null) => {
    const install = state === 'offline' && installed !== null && !stands(installed) ? installed : null;
    states.set(name, { state, trouble, counts: [], total: 0, install });
  };
  const byProject = new Map<number, Map<StationState, number>>();
  for (const { id, projectId, rtu, retiredAt } of data.stations) {
    const summary = summaryOf.get(id);
    if (summary === undefined || retiredAt !== null) continue;
    const { state, link, installState, troubles } = summary;
    const own = byProject.get(projectId) ?? new Map<StationState, number>();
    byProject.set(projectId, own.set(state, (own.get(state) ?? 0) + 1));
    one(keyText({ type: 'station', id }), state, isTroubled(state));
    if (rtu === null) continue;
    const troubleOf = new Map(troubles.map((trouble) => [trouble.sensorId, trouble]));
    const rtuFault = troubleOf.get(null)?.fault ?? false;
    const rtuState = stationState({ link, deviceAlarm: false, fault: rtuFault, installState });
    one(keyText({ type: 'rtu', id: rtu.id }), rtuState, isTroubled(rtuState), installState);
    for (const sensor of rtu.sensors) {
      if (sensor.retiredAt !== null) continue;
      const { deviceAlarm = false, fault = false } = troubleOf.get(sensor.id) ?? {};
      const facts = { deviceAlarm, fault, installState: sensor.installState };
      const sensorState = rtuState === 'offline' ? rtuState : stationState({ link, ...facts });
      const trouble = sensorState !== 'offline' && (deviceAlarm || fault);
      one(keyText({ type: 'sensor', id: sensor.id }), sensorState, trouble, sensor.installState);
    }
  }
  const sum = (name: string, every: readonly ReadonlyMap<StationState, number>[]) => {
    const counts = stationStates.flatMap((state) => {
      const count = every.reduce((total, of) => total + (of.get(state) ?? 0), 0);
      return count === 0 ? [] : [[state, count] as const];
    });
    const [worst] = counts.map(([state]) => state).sort(worstFirst);
    if (worst === undefined) return;
    const total = counts.reduce((all, [, count]) => all + count, 0);
    states.set(name, { state: worst, trouble: isTroubled(worst), counts, total, install: null });
  };
  const ofProject = (id: number) => byProject.get(id) ?? new Map<StationState, number>();
  for (const { id } of data.projects) sum(keyText({ type: 'project', id }), [ofProject(id)]);
  for (const { id } of data.companies)
    sum(
      keyText({ type: 'company', id }),
      data.projects.filter(({ companyId }) => companyId === id).map((project) => ofProject(project.id)),
    );
  return states;
}
