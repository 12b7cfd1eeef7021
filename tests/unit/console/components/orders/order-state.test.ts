import { describe, expect, it } from 'vitest';
import en from '../../../../../locales/en.json' with { type: 'json' };
import { orderState } from '../../../../../src/console/components/orders/order-state.ts';

const set = { type: 'set', group: 'rtu', edits: {}, version: 0 } as const;
const action = { type: 'action', action: 'restart', args: {} } as const;
const facts = { verification: null, trial: null, expected: null, content: set } as const;
const later = { at: 5000, plusMinus: 100 };
const words = (given: Parameters<typeof orderState>[0]) =>
  en[orderState(given, 1000).message as keyof typeof en];

describe('every state has its own honest word', () => {
  it.each([
    [{ ...facts, state: 'queued', expected: later }, 'Waiting for wake-up'],
    [{ ...facts, state: 'queued', expected: { at: 1000, plusMinus: 0 } }, 'Accepted'],
    [{ ...facts, state: 'queued' }, 'Waiting for wake-up'],
    [{ ...facts, state: 'sending' }, 'Sent'],
    [{ ...facts, state: 'sending', trial: 'trying' }, 'Sent, being tried'],
    [{ ...facts, state: 'retry' }, 'Sent, not confirmed'],
    [{ ...facts, state: 'succeeded', verification: 'pending' }, 'Answered'],
    [{ ...facts, state: 'succeeded', verification: 'verified' }, 'Verified'],
    [{ ...facts, state: 'succeeded', verification: 'different' }, 'Different'],
    [{ ...facts, state: 'succeeded', verification: 'unreadable' }, 'Answered, cannot be read back'],
    [{ ...facts, state: 'succeeded', content: action }, 'Answered'],
    [{ ...facts, state: 'failed' }, 'Rejected'],
    [{ ...facts, state: 'failed', trial: 'rolledBack' }, 'Tried and rolled back'],
    [{ ...facts, state: 'expired' }, 'Expired'],
    [{ ...facts, state: 'cancelled' }, 'Cancelled'],
    [{ ...facts, state: 'superseded' }, 'Replaced'],
    [{ ...facts, state: 'indeterminate' }, 'Unknown'],
  ] as const)('%j', (given, word) => {
    expect(words(given)).toBe(word);
  });
});
