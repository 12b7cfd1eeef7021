/** Requests the parameters of devices again: one action, one read for each device. */
import { groups, kindByCode, rtu } from '../../../catalogue/index.ts';
import type { Origin } from '../../../command/command.ts';
import { isEnded } from '../../../contract/devices/order-states.ts';
import { ordersUnderWay } from '../../../contract/devices/orders.ts';
import { request } from '../connection/client.ts';
import { sendOrder } from './give-order.ts';
import { parametersOf } from './parameters.ts';

/** The RTU of a station (slot null), or the sensor in one of its slots. */
export interface ReadTarget {
  readonly stationId: number;
  readonly slot: number | null;
}

/** Reads of which so many are being stored at a time. */
const atOnce = 8;
const actionOf = (slot: number | null) => (slot === null ? 'readAll' : 'readParameters');
const nameOf = ({ stationId, slot }: ReadTarget) => `${stationId}/${slot}`;

/** The devices for which a read is under way. */
async function readsUnderWay(): Promise<ReadonlySet<string>> {
  const { orders } = await request(ordersUnderWay, {});
  return new Set(
    orders.flatMap(({ stationId, target: { slot }, content, state }) =>
      content.type === 'action' && content.action === actionOf(slot) && !isEnded(state)
        ? [nameOf({ stationId, slot })]
        : [],
    ),
  );
}

/**
 * Stores a read for each of the devices; one that a read waits for already is not asked twice.
 * @returns how many were stored
 * @throws ApiError as the first was refused, after the others were stored
 */
export async function readDevices(targets: readonly ReadTarget[], surface: Origin): Promise<number> {
  const open = await readsUnderWay();
  const waiting = targets.filter((target) => !open.has(nameOf(target)));
  let stored = 0;
  let refused: unknown;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { stationId, slot } = next;
      const content = { type: 'action' as const, action: actionOf(slot), args: {} };
      try {
        await sendOrder({ stationId, slot, content }, { surface });
        stored += 1;
      } catch (error) {
        refused ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (refused !== undefined) throw refused;
  return stored;
}

/** The devices of a station that have parameters. @throws ApiError */
export async function readableDevices(stationId: number): Promise<readonly ReadTarget[]> {
  const { devices } = await parametersOf(stationId);
  return devices
    .filter(({ kind }) => {
      const own = (kind === null ? rtu : kindByCode(kind))?.groups ?? [];
      return own.some((id) => groups[id].fields.length > 0);
    })
    .map(({ target: { slot } }) => ({ stationId, slot }));
}
