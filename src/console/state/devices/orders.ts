/** Commands to devices as the server keeps them, moved on by the live stream. */
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/devices/orders.ts';
import { request } from '../connection/client.ts';
import { onOrders } from '../connection/live.ts';
import { takeBack } from '../recording/recorder.ts';
import { queries } from '../sites/stations.ts';
import { forgetParameters } from './parameters.ts';

export type { CommandView } from '../../../contract/devices/orders.ts';

type CommandView = contract.CommandView;
type OfStation = DataOf<typeof contract.stationCommands>;
type UnderWay = DataOf<typeof contract.commandsUnderWay>;

const underWayKey = ['commands', 'underWay'] as const;
const stationKey = (stationId: number) => ['commands', stationId] as const;

/** What is under way, and what ended within the last hour. */
export function useUnderWay() {
  return useQuery({
    queryKey: underWayKey,
    queryFn: ({ signal }) => request(contract.commandsUnderWay, { signal }),
  });
}

/** The newest `limit` commands of a station. */
export function useStationCommands(stationId: number, limit: number) {
  return useQuery({
    queryKey: [...stationKey(stationId), limit] as const,
    queryFn: ({ signal }) =>
      request(contract.stationCommands, { params: { stationId }, query: { limit }, signal }),
    placeholderData: (before) => before,
  });
}

/** A list in which the changed ones stand as they are now, new ones at the head. */
function merged(list: readonly CommandView[], changed: readonly CommandView[]): CommandView[] {
  const byId = new Map(changed.map((command) => [command.id, command]));
  const known = new Set(list.map(({ id }) => id));
  return [
    ...changed.filter(({ id }) => !known.has(id)).sort((a, b) => b.createdAt - a.createdAt),
    ...list.map((command) => byId.get(command.id) ?? command),
  ];
}

let isPlanned = false;

/** Takes commands as the server sent them; places in queues and landings of others are then requested again. */
export function takeCommands(changed: readonly CommandView[], deleted: readonly string[] = []): void {
  const left = (list: readonly CommandView[], own: readonly CommandView[]) =>
    merged(list, own).filter(({ id }) => !deleted.includes(id));
  queries.setQueryData<UnderWay>(
    underWayKey,
    (data) => data && { ...data, commands: left(data.commands, changed) },
  );
  for (const stationId of new Set(changed.map((command) => command.stationId))) {
    const own = changed.filter((command) => command.stationId === stationId);
    queries.setQueriesData<OfStation>({ queryKey: stationKey(stationId) }, (data) => {
      if (data === undefined) return data;
      const commands = left(data.commands, own);
      return { ...data, commands, total: data.total + commands.length - data.commands.length };
    });
  }
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    void queries.invalidateQueries({ queryKey: ['commands'] });
  }, 1500);
}

/** Binds the stream to the cache; the answer unbinds it. */
export function followOrders(): () => void {
  return onOrders((event) => {
    if (event.type === 'parameters') forgetParameters(event.stationId);
    else takeCommands(event.commands, event.deleted);
  });
}

/** Takes back what was never sent. @throws ApiError 409 where it was */
export async function cancelCommand(commandId: string): Promise<void> {
  const { command } = await request(contract.cancelCommand, { params: { commandId } });
  takeCommands([command]);
  forgetParameters(command.stationId);
  takeBack(commandId);
}

/** Takes it out of the list. @throws ApiError 409 while it is being sent */
export async function deleteCommand(commandId: string): Promise<void> {
  await request(contract.deleteCommand, { params: { commandId } });
  await queries.invalidateQueries({ queryKey: ['commands'] });
}
