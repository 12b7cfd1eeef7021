/** How long a command stays worth sending (src/server/delivery/README.md#time-to-live). Cycles in seconds, answers in ms. */
import type { DeviceCommandDefinition } from '../../catalogue/model.ts';

const day = 86_400_000;
/** A set waits for so many missed cycles; a command for at least so many. */
const setCycles = 3;
const commandCycles = 1.5;

/** Of a parameter set: three missed cycles of its node, at least a day. */
export const setTimeToLive = (sendCycle: number): number => Math.max(day, setCycles * sendCycle * 1000);

/** Of a command: as the catalogue says, but at least 1.5 cycles of its node; a siren's is never lengthened. */
export function commandTimeToLive(command: DeviceCommandDefinition, sendCycle: number): number {
  const own = command.timeToLive * 1000;
  return command.siren === true ? own : Math.max(own, commandCycles * sendCycle * 1000);
}
