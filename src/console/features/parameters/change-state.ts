import type { MessageId } from '../../../base/messages.ts';
import type { ParameterChange } from '../../../contract/devices/parameters.ts';
import type { IconName } from '../../components/Icon.tsx';

/** How a change ended, as far as it is known. */
export function changeState({ state, verifiedAt, appliedAt }: ParameterChange): {
  readonly message: MessageId;
  readonly icon: IconName;
  readonly tone: 'good' | 'odd' | 'bad' | 'off' | 'wait';
} {
  if (verifiedAt !== null) return { message: 'orderState.verified', icon: 'check', tone: 'good' };
  if (state === 'succeeded')
    return appliedAt === null
      ? { message: 'orderState.different', icon: 'equal-not', tone: 'odd' }
      : { message: 'orderState.answered', icon: 'check', tone: 'good' };
  if (state === 'failed') return { message: 'orderState.rejected', icon: 'ban', tone: 'bad' };
  if (state === 'indeterminate') return { message: 'orderState.unknown', icon: 'help', tone: 'odd' };
  if (state === 'expired') return { message: 'orderState.expired', icon: 'timer-off', tone: 'off' };
  if (state === 'cancelled') return { message: 'orderState.cancelled', icon: 'ban', tone: 'off' };
  if (state === 'superseded') return { message: 'orderState.replaced', icon: 'ban', tone: 'off' };
  return { message: 'orderState.waiting', icon: 'clock', tone: 'wait' };
}
