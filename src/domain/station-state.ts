/** The one state that a list row, a marker and a tile show for a station. */
import { enumValues } from '../catalogue/enum-values.ts';
import type { LinkState } from './link-state.ts';

/** Worst first. */
export const stationStates = ['deviceAlarm', 'silent', 'late', 'fault', 'offline', 'ok', 'asleep'] as const;
export type StationState = (typeof stationStates)[number];

export interface StationFacts {
  readonly link: LinkState;
  /** Any sensor's device reports an alarm. Levels come from rules of the server alone, and there are none yet. */
  readonly deviceAlarm: boolean;
  /** Any sensor in fault, or any flag of the RTU's run status. */
  readonly fault: boolean;
  /** Code of `installState` of the RTU. */
  readonly installState: number;
  /** False where the station has no RTU yet. */
  readonly hasRtu?: boolean;
}

const severity = new Map<StationState, number>(stationStates.map((state, index) => [state, index]));

/** Compares two states for sorting, the worst first. */
export function worstFirst(a: StationState, b: StationState): number {
  return (severity.get(a) ?? 0) - (severity.get(b) ?? 0);
}

const byLink: Readonly<Record<LinkState, StationState>> = {
  connected: 'ok',
  asleep: 'asleep',
  overdue: 'late',
  silent: 'silent',
  unknown: 'offline',
};

/**
 * The worst of what is so. A station without an RTU, one that was never seen, and one not (or no longer) installed
 * are offline whatever they last said: nobody expects a report, so an old alarm or a silence would mislead.
 */
export function stationState({
  link,
  deviceAlarm,
  fault,
  installState,
  hasRtu = true,
}: StationFacts): StationState {
  const install = enumValues.installState[installState];
  if (!hasRtu || install === 'removed' || install === 'notInstalled') return 'offline';
  const states: StationState[] = [byLink[link]];
  if (deviceAlarm) states.push('deviceAlarm');
  if (fault) states.push('fault');
  return states.sort(worstFirst)[0] ?? 'offline';
}
