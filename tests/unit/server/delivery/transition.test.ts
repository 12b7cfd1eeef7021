/** Every row of the table of states (src/server/delivery/README.md#states), and every refusal: state × event × guard, each said by hand. */
import { describe, expect, it } from 'vitest';
import { endStates, type OrderState, orderStates } from '../../../../src/contract/devices/order-states.ts';
import {
  type DeliveryClass,
  type DeliveryEvent,
  deliveryEvents,
  mostAttempts,
  type OrderStanding,
  transition,
} from '../../../../src/server/delivery/transition.ts';

const classes: readonly DeliveryClass[] = ['tracked', 'plainSet', 'plainAction'];
const of = (state: OrderState, more: Partial<OrderStanding> = {}): OrderStanding => ({
  state,
  class: 'tracked',
  attempts: state === 'queued' ? 0 : 1,
  expired: false,
  ...more,
});
const reported = (standing: OrderStanding, event: DeliveryEvent) => {
  const outcome = transition(standing, event);
  return 'to' in outcome ? outcome.to : `refused: ${outcome.refused}`;
};

/** What becomes of a tracked order that is not expired and was not sent too often. */
const table: Readonly<Record<DeliveryEvent, Readonly<Partial<Record<OrderState, string>>>>> = {
  send: { queued: 'sending', retry: 'sending', sending: 'refused: inFlight' },
  answeredOk: {
    queued: 'refused: neverSent',
    sending: 'succeeded',
    retry: 'succeeded',
    indeterminate: 'succeeded',
  },
  answeredFailed: {
    queued: 'refused: neverSent',
    sending: 'failed',
    retry: 'failed',
    indeterminate: 'failed',
  },
  interrupted: { queued: 'refused: neverSent', sending: 'indeterminate', retry: 'indeterminate' },
  silence: {
    queued: 'refused: notInFlight',
    sending: 'retry',
    retry: 'refused: notInFlight',
    ...Object.fromEntries(endStates.map((state) => [state, 'refused: notInFlight'])),
  },
  applied: {
    queued: 'refused: neverSent',
    sending: 'succeeded',
    retry: 'succeeded',
    indeterminate: 'succeeded',
  },
  passed: {
    queued: 'refused: neverSent',
    sending: 'refused: inFlight',
    retry: 'failed',
    indeterminate: 'failed',
  },
  unsendable: { queued: 'failed', sending: 'refused: inFlight', retry: 'indeterminate' },
  expire: Object.fromEntries(orderStates.map((state) => [state, 'refused: notExpired'])),
  cancel: { queued: 'cancelled', sending: 'refused: inFlight', retry: 'indeterminate' },
  supersede: { queued: 'superseded', sending: 'refused: alreadySent', retry: 'refused: alreadySent' },
};

describe.each(deliveryEvents)('%s', (event) => {
  it.each(orderStates)('of an order that is %s', (state) => {
    expect(reported(of(state), event)).toBe(table[event][state] ?? 'refused: ended');
  });
});

describe('the guards', () => {
  it.each(classes)('nothing is sent after its time to live: %s', (kind) => {
    expect(reported(of('queued', { class: kind, expired: true }), 'send')).toBe('refused: expired');
    expect(reported(of('retry', { class: kind, expired: true }), 'send')).toBe('refused: expired');
  });
  it('what was never sent expires; what was sent and has no answer is unknown', () => {
    expect(reported(of('queued', { expired: true }), 'expire')).toBe('expired');
    expect(reported(of('retry', { expired: true }), 'expire')).toBe('indeterminate');
    expect(reported(of('sending', { expired: true }), 'expire')).toBe('refused: inFlight');
    for (const state of endStates)
      expect(reported(of(state, { expired: true }), 'expire')).toBe('refused: ended');
  });
  it('a plain action is sent at most once', () => {
    const action = { class: 'plainAction', attempts: 1 } as const;
    expect(reported(of('queued', { ...action, attempts: 0 }), 'send')).toBe('sending');
    expect(reported(of('sending', action), 'silence')).toBe('indeterminate');
    expect(reported(of('retry', action), 'send')).toBe('refused: sentEnough');
  });
  it.each(['tracked', 'plainSet'] as const)('%s is sent again until it is enough, or too late', (kind) => {
    const sent = (attempts: number, expired = false) => of('sending', { class: kind, attempts, expired });
    expect(reported(sent(mostAttempts - 1), 'silence')).toBe('retry');
    expect(reported(sent(mostAttempts), 'silence')).toBe('indeterminate');
    expect(reported(sent(1, true), 'silence')).toBe('indeterminate');
    expect(reported(of('retry', { class: kind, attempts: mostAttempts }), 'send')).toBe(
      'refused: sentEnough',
    );
  });
  it.each(['plainSet', 'plainAction'] as const)('no high-water mark speaks of %s', (kind) => {
    for (const state of orderStates)
      expect(reported(of(state, { class: kind }), 'passed')).toBe('refused: notTracked');
  });
});

describe('whatever happens (I8, I11)', () => {
  const standings = orderStates.flatMap((state) =>
    classes.flatMap((kind) =>
      [0, 1, mostAttempts].flatMap((attempts) =>
        [false, true].map((expired) => of(state, { class: kind, attempts, expired })),
      ),
    ),
  );
  it('an end state changes no more, but an unknown outcome to succeeded or failed', () => {
    for (const standing of standings.filter(({ state }) => endStates.includes(state as never)))
      for (const event of deliveryEvents) {
        const outcome = transition(standing, event);
        if (!('to' in outcome)) continue;
        expect(standing.state).toBe('indeterminate');
        expect(['succeeded', 'failed']).toContain(outcome.to);
      }
  });
  it('only what was never sent is cancelled, superseded or expired', () => {
    for (const standing of standings)
      for (const event of deliveryEvents) {
        const outcome = transition(standing, event);
        if ('to' in outcome && ['cancelled', 'superseded', 'expired'].includes(outcome.to))
          expect(standing.state).toBe('queued');
      }
  });
});
