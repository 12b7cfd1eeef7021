import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { alarms } from '../../../../commands/alarms/index.ts';
import { stations } from '../../../../commands/stations/index.ts';
import { argumentSteps } from '../../../command/arguments.ts';
import { type Args, type CommandCall, callOf } from '../../../command/command.ts';
import { type RecentCall, recents, removeRecent } from '../../state/recents.ts';
import { registry } from '../running/context.ts';
import { type Entry, rowKey } from './entries.ts';

/** A call as it was stored; null where its command is not known any more. */
function knownCall({ id, args }: RecentCall): CommandCall | null {
  const command = registry.find(id);
  return command === undefined || typeof args !== 'object' ? null : { command, args: (args ?? {}) as Args };
}

/** Forgets the calls that a row stands for. */
export function forgetRow(key: string): void {
  removeRecent((stored) => {
    const call = knownCall(stored);
    return call !== null && rowKey(call) === key;
  });
}

/** What ran lately, by the rows that stand for it, most recent first. */
export function useRecentCalls() {
  const { list } = useSnapshot(recents);
  return useMemo(() => {
    const calls = new Map<string, CommandCall>();
    for (const stored of list) {
      const call = knownCall(stored);
      if (call !== null && !calls.has(rowKey(call))) calls.set(rowKey(call), call);
    }
    const order = [...calls.keys()];
    const turns = new Map(order.map((key, index) => [key, index]));
    return { calls, order, of: (key: string) => turns.get(key) };
  }, [list]);
}

/** What a row runs, as it ran last where it did; null where more would have to be asked for. */
export function callOfRow(
  entry: Entry | undefined,
  recent: ReadonlyMap<string, CommandCall>,
): CommandCall | null {
  if (entry === undefined || entry.type === 'parameter') return null;
  const known = recent.get(entry.key);
  if (known !== undefined) return known;
  if (entry.type === 'station') return callOf(stations.open, { stationId: entry.station.id });
  if (entry.type === 'device') return callOf(stations.open, { stationId: entry.stationId });
  if (entry.type === 'openAlarm') return callOf(alarms.choose, { alarmId: entry.alarm.id });
  if (entry.type === 'alarm')
    return callOf(stations.open, { stationId: entry.alarm.stationId, tab: 'latest' });
  const isWhole = argumentSteps(entry.command).every(({ name }) => name in entry.args);
  return isWhole ? { command: entry.command, args: entry.args } : null;
}
