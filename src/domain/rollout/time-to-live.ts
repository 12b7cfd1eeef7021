/** How long an order stays worth sending (src/server/delivery/README.md#time-to-live). Cycles in seconds, answers in ms. */
import type { DeviceActionDefinition } from '../../catalogue/model.ts';

const day = 86_400_000;
/** A set waits for so many missed cycles; an action for at least so many. */
const setCycles = 3;
const actionCycles = 1.5;

/** Of a parameter set: three missed cycles of its node, at least a day. */
export const setTimeToLive = (sendCycle: number): number => Math.max(day, setCycles * sendCycle * 1000);

/** Of an action: as the catalogue says, but at least 1.5 cycles of its node; a siren's is never lengthened. */
export function actionTimeToLive(action: DeviceActionDefinition, sendCycle: number): number {
  const own = action.timeToLive * 1000;
  return action.siren === true ? own : Math.max(own, actionCycles * sendCycle * 1000);
}
