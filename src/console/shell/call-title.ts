import { argumentSteps } from '../../command/arguments.ts';
import type { Call } from '../../command/command.ts';
import type { Text } from '../components/i18n.ts';
import { queries, type StationSummary, stationListKey } from '../state/stations.ts';

const stationName = (id: unknown): string | undefined => {
  const list = queries.getQueryData<{ stations: readonly StationSummary[] }>(stationListKey);
  const station = list?.stations.find((one) => one.id === id);
  return station === undefined ? undefined : `${station.code} ${station.name}`;
};
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A command with its arguments, as words: choices by theirs, stations by name. */
export function callTitle({ command, args }: Call, text: Text): string {
  const steps = new Map(argumentSteps(command).map((step) => [step.name, step]));
  const said = Object.entries(args).map(([name, value]) => {
    const { ask, choices = [] } = steps.get(name) ?? {};
    const choice = choices.find((one) => one.value === value);
    if (choice !== undefined) return text(choice.title);
    return (ask === 'station' ? stationName(value) : undefined) ?? plain(value);
  });
  return said.length === 0
    ? text(command.title)
    : text('shortcuts.call', { command: text(command.title), args: said.join(', ') });
}
