/** An order's state in honest words (src/server/delivery/README.md#words): each of them is true of what is known. */
import type { MessageId } from '../../../base/messages.ts';
import type { IconName } from '../Icon.tsx';

export interface OrderLook {
  readonly message: MessageId;
  readonly icon: IconName;
  /** `wait` and `on`: not over yet; `good`, `odd` and `bad`: how it ended; `off`: it did nothing. */
  readonly tone: 'wait' | 'on' | 'good' | 'odd' | 'bad' | 'off';
}

const state = (message: MessageId, icon: IconName, tone: OrderLook['tone']): OrderLook => ({
  message,
  icon,
  tone,
});

/** What is known of an order (contract/devices/orders). */
interface Facts {
  readonly state: string;
  readonly verification: string | null;
  readonly trial: string | null;
  readonly expected: { readonly at: number; readonly plusMinus: number } | null;
  readonly content: { readonly type: string };
}

/** @param now distinguishes accepted (its device is in reach) from waiting for the next wake-up */
export function orderState(
  { state: is, verification, trial, expected, content }: Facts,
  now: number,
): OrderLook {
  switch (is) {
    case 'queued':
      return expected !== null && (expected.plusMinus === 0 || expected.at <= now)
        ? state('orderState.accepted', 'clock', 'wait')
        : state('orderState.waiting', 'clock', 'wait');
    case 'sending':
      return trial === 'trying'
        ? state('orderState.trying', 'send', 'on')
        : state('orderState.sent', 'send', 'on');
    case 'retry':
      return state('orderState.retry', 'send', 'on');
    case 'succeeded':
      if (content.type !== 'set') return state('orderState.answered', 'check', 'good');
      if (verification === 'verified') return state('orderState.verified', 'check', 'good');
      if (verification === 'different') return state('orderState.different', 'equal-not', 'odd');
      return verification === 'unreadable'
        ? state('orderState.unreadable', 'check', 'good')
        : state('orderState.answered', 'check', 'on');
    case 'failed':
      return trial === 'rolledBack'
        ? state('orderState.rolledBack', 'undo', 'bad')
        : state('orderState.rejected', 'ban', 'bad');
    case 'expired':
      return state('orderState.expired', 'timer-off', 'off');
    case 'cancelled':
      return state('orderState.cancelled', 'ban', 'off');
    case 'superseded':
      return state('orderState.replaced', 'ban', 'off');
    default:
      return state('orderState.unknown', 'help', 'odd');
  }
}
