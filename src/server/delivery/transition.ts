/** The table of states (src/server/delivery/README.md#states): what each event makes of an order, or why it may not. Pure. */
import type { OrderState } from '../../contract/devices/order-states.ts';

/** How a device takes it: our firmware; a value that is read back; an act that cannot be looked at. */
export type DeliveryClass = 'tracked' | 'plainSet' | 'plainAction';

export interface OrderStanding {
  readonly state: OrderState;
  readonly class: DeliveryClass;
  /** Sends so far. */
  readonly attempts: number;
  /** Its time to live is over. */
  readonly expired: boolean;
}

export const deliveryEvents = [
  /** Its device is in reach, it is the head of the queue and nothing is in flight. */
  'send',
  'answeredOk',
  'answeredFailed',
  /** The device lost power while it acted: no retry would ever reveal more. */
  'interrupted',
  /** Ack timer, end of the session, restart of the server. */
  'silence',
  /** A birth or data shows that it was done. */
  'applied',
  /** The device's high-water mark is past it, and the device never did it. */
  'passed',
  /** The device has nothing that could take it. */
  'unsendable',
  'expire',
  'cancel',
  'supersede',
] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];

export type RefusedReason =
  | 'ended'
  | 'inFlight'
  | 'notInFlight'
  | 'neverSent'
  | 'alreadySent'
  | 'expired'
  | 'notExpired'
  /** A plain action is sent at most once; others so often. */
  | 'sentEnough'
  | 'notTracked';
export type TransitionOutcome = { readonly to: OrderState } | { readonly refused: RefusedReason };

/** Sends of one order at most. Assumed: far more than a week of hourly wakes needs. */
export const mostAttempts = 30;

const to = (state: OrderState): TransitionOutcome => ({ to: state });
const refused = (reason: RefusedReason): TransitionOutcome => ({ refused: reason });

const mayBeSentAgain = ({ class: kind, attempts, expired }: OrderStanding) =>
  kind !== 'plainAction' && attempts < mostAttempts && !expired;

/** The answer of a device, or what shows it: only what was sent can have one. */
function answered(standing: OrderStanding, result: 'succeeded' | 'failed'): TransitionOutcome {
  const { state } = standing;
  if (state === 'queued') return refused('neverSent');
  return state === 'sending' || state === 'retry' || state === 'indeterminate'
    ? to(result)
    : refused('ended');
}

function waiting(standing: OrderStanding, neverSent: OrderState): TransitionOutcome {
  if (standing.state === 'sending') return refused('inFlight');
  if (standing.state === 'queued') return to(neverSent);
  return standing.state === 'retry' ? to('indeterminate') : refused('ended');
}

/** What an event makes of an order; a refusal changes nothing. */
export function transition(standing: OrderStanding, event: DeliveryEvent): TransitionOutcome {
  const { state, class: kind, attempts, expired } = standing;
  switch (event) {
    case 'send':
      if (state === 'sending') return refused('inFlight');
      if (state !== 'queued' && state !== 'retry') return refused('ended');
      if (expired) return refused('expired');
      if (attempts > 0 && !mayBeSentAgain(standing)) return refused('sentEnough');
      return to('sending');
    case 'answeredOk':
    case 'applied':
      return answered(standing, 'succeeded');
    case 'answeredFailed':
      return answered(standing, 'failed');
    case 'interrupted':
      if (state === 'queued') return refused('neverSent');
      return state === 'sending' || state === 'retry' ? to('indeterminate') : refused('ended');
    case 'silence':
      if (state !== 'sending') return refused('notInFlight');
      return to(mayBeSentAgain(standing) ? 'retry' : 'indeterminate');
    case 'passed':
      if (kind !== 'tracked') return refused('notTracked');
      if (state === 'sending') return refused('inFlight');
      if (state === 'queued') return refused('neverSent');
      return state === 'retry' || state === 'indeterminate' ? to('failed') : refused('ended');
    case 'unsendable':
      return waiting(standing, 'failed');
    case 'expire':
      return expired ? waiting(standing, 'expired') : refused('notExpired');
    case 'cancel':
      return waiting(standing, 'cancelled');
    case 'supersede':
      if (state === 'queued') return to('superseded');
      return state === 'retry' || state === 'sending' ? refused('alreadySent') : refused('ended');
  }
}
