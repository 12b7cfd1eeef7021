import { argumentSteps } from '../../../command/arguments.ts';
import type { CommandCall } from '../../../command/command.ts';
import { useText } from '../../components/i18n.ts';
import { useStations } from '../../state/sites/stations.ts';

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Says a command with its arguments in words: choices by theirs, stations by name. */
export function useCallTitle(): (call: CommandCall) => string {
  const text = useText();
  const { data } = useStations();
  return ({ command, args }) => {
    const steps = new Map(argumentSteps(command).map((step) => [step.name, step]));
    const said = Object.entries(args).map(([name, value]) => {
      const { ask, choices = [] } = steps.get(name) ?? {};
      const choice = choices.find((one) => one.value === value);
      if (choice !== undefined) return text(choice.title);
      const station = ask === 'station' ? data?.stations.find(({ id }) => id === value) : undefined;
      return station === undefined ? plain(value) : `${station.code} ${station.name}`;
    });
    const title = text(command.title);
    return said.length === 0 ? title : text('shortcuts.call', { command: title, args: said.join(', ') });
  };
}
