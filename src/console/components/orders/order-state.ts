/** How an order's state looks: the words are those of derive/order-words, each of them true of what is known. */
import { type OrderFacts, orderStateMessage } from '../../../derive/order-words.ts';
import type { IconName } from '../Icon.tsx';

type StateMessage = ReturnType<typeof orderStateMessage>;
export interface OrderLook {
  readonly message: StateMessage;
  readonly icon: IconName;
  /** `wait` and `on`: not over yet; `good`, `odd` and `bad`: how it ended; `off`: it did nothing. */
  readonly tone: 'wait' | 'on' | 'good' | 'odd' | 'bad' | 'off';
}

const looks: Readonly<Record<StateMessage, readonly [icon: IconName, tone: OrderLook['tone']]>> = {
  'orderState.accepted': ['clock', 'wait'],
  'orderState.waiting': ['clock', 'wait'],
  'orderState.trying': ['send', 'on'],
  'orderState.sent': ['send', 'on'],
  'orderState.retry': ['send', 'on'],
  'orderState.answered': ['check', 'good'],
  'orderState.verified': ['check', 'good'],
  'orderState.different': ['equal-not', 'odd'],
  'orderState.unreadable': ['check', 'good'],
  'orderState.rolledBack': ['undo', 'bad'],
  'orderState.rejected': ['ban', 'bad'],
  'orderState.expired': ['timer-off', 'off'],
  'orderState.cancelled': ['ban', 'off'],
  'orderState.replaced': ['ban', 'off'],
  'orderState.unknown': ['help', 'odd'],
};

/** @param now distinguishes accepted (its device is in reach) from waiting for the next wake-up */
export function orderState(facts: OrderFacts, now: number): OrderLook {
  const message = orderStateMessage(facts, now);
  const [icon, tone] = looks[message];
  // An answered set that was not read back is not over.
  const isOn = message === 'orderState.answered' && facts.content.type === 'set';
  return { message, icon, tone: isOn ? 'on' : tone };
}
