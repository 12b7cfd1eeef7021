/** The order of a node's messages, which have numbers of 8 bits, against a reference that numbers them without a wrap. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../src/protocol/decode.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import type { NodeEvent } from '../../../src/protocol/node-events.ts';
import { NodeSession } from '../../../src/protocol/node-session.ts';

const wait = 2000;
const message = (type: 'NBIRTH' | 'NDATA', seq: number, value: number) => ({
  group: 'g',
  type,
  device: null,
  payload: decodePayload(
    encodePayload(
      {
        timestamp: 1,
        seq,
        metrics: [
          ...(type === 'NBIRTH' ? [{ name: 'bdSeq', datatype: DataType.Int64, value: 1n }] : []),
          { name: 'x', alias: 5, datatype: DataType.Double, value },
        ],
      },
      { datatypes: type === 'NBIRTH' },
    ),
  ),
});
const values = (events: readonly NodeEvent[]) =>
  events.flatMap((event) => (event.type === 'data' ? event.metrics.map(({ value }) => Number(value)) : []));
const reasons = (events: readonly NodeEvent[]) =>
  events.flatMap((event) => (event.type === 'problem' ? [event.reason] : []));
/** A session born with a number, and what brings it the n-th message after its birth. */
function born(seq: number) {
  const session = new NodeSession();
  session.receive(message('NBIRTH', seq, 0), 0);
  return {
    session,
    take: (n: number, now: number) => session.receive(message('NDATA', (seq + n) % 256, n), now),
  };
}

/** The rules in numbers that go on for ever. */
class Reference {
  expected = 1;
  #held: number[] = [];
  #until: number | null = null;

  take(n: number, now: number): number[] {
    // A late one ends the wait for what is missing.
    if (n < this.expected) return [...this.give(), n];
    // The number of one that is held: it does not wait with it.
    if (this.#held.includes(n)) return [n];
    if (n > this.expected) {
      this.#held.push(n);
      this.#until ??= now + wait;
      return [];
    }
    const taken = [n];
    for (let next = n + 1; this.#held.includes(next); next += 1) taken.push(next);
    return this.#took(taken);
  }

  /** What is held is no longer waited for. */
  give(): number[] {
    return this.#took(this.#held.toSorted((a, b) => a - b));
  }

  tick(now: number): number[] {
    return this.#until === null || now < this.#until ? [] : this.give();
  }

  #took(taken: number[]): number[] {
    this.expected = (taken.at(-1) ?? this.expected - 1) + 1;
    this.#held = this.#held.filter((n) => !taken.includes(n));
    if (this.#held.length === 0) this.#until = null;
    return taken;
  }
}

it('messages that are lost, late, doubled and swapped are taken as by numbers without a wrap', () => {
  const step = fc.record({
    /** Mostly the next one; else one that was skipped, was there before, or is ahead. */
    move: fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: -12, max: 12 }) },
    ),
    ms: fc.constantFrom(0, 1, 700, wait - 1, wait, wait + 1),
    release: fc.integer({ min: 0, max: 19 }).map((one) => one === 0),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 255 }),
      fc.array(step, { minLength: 1, maxLength: 120 }),
      (seq, steps) => {
        const { session, take } = born(seq);
        const reference = new Reference();
        let [now, sent] = [0, 0];
        for (const { move, ms, release } of steps) {
          now += ms;
          expect(values(session.tick(now))).toEqual(reference.tick(now));
          const n = Math.max(1, sent + 1 + move);
          sent = Math.max(sent, n);
          expect(values(take(n, now))).toEqual(reference.take(n, now));
          if (release) expect(values(session.release(now))).toEqual(reference.give());
        }
        now += wait;
        expect(values(session.tick(now))).toEqual(reference.tick(now));
        expect(session.deadline === null || session.deadline > now).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

describe.each([0, 1, 100, 126, 127, 128, 129, 200, 253, 254, 255])('born with %i', (seq) => {
  it('what is held is taken in the order of sending, also across the wrap, and counted on from', () => {
    const { session, take } = born(seq);
    for (const n of [7, 3, 5, 4]) expect(take(n, 10)).toEqual([]);
    expect(values(session.tick(10 + wait))).toEqual([3, 4, 5, 7]);
    const next = take(8, 3000);
    expect([values(next), reasons(next)]).toEqual([[8], []]);
  });

  it('what waits behind a gap follows the message that fills it, also across the wrap', () => {
    const { session, take } = born(seq);
    for (const n of [4, 2, 5, 3]) expect(take(n, 10)).toEqual([]);
    const filled = take(1, 20);
    expect([values(filled), reasons(filled)]).toEqual([[1, 2, 3, 4, 5], []]);
    expect(session.deadline).toBe(null);
    const next = take(6, 30);
    expect([values(next), reasons(next)]).toEqual([[6], []]);
  });

  it('127 ahead waits for what is missing; 128 ahead is late and is taken at once', () => {
    const ahead = born(seq);
    expect(ahead.take(1 + 127, 10)).toEqual([]);
    expect(ahead.session.deadline).toBe(10 + wait);
    const late = born(seq);
    const events = late.take(1 + 128, 10);
    expect([values(events), reasons(events)]).toEqual([[129], ['lateSequence']]);
    const next = late.take(1, 20);
    expect([values(next), reasons(next)]).toEqual([[1], []]);
  });

  it('127 ahead of a gap that waits goes on waiting; 128 ahead ends the wait', () => {
    const waiting = born(seq);
    waiting.take(2, 10);
    expect(waiting.take(1 + 127, 20)).toEqual([]);
    const ended = born(seq);
    ended.take(2, 10);
    const events = ended.take(1 + 128, 20);
    expect([values(events), reasons(events)]).toEqual([[2], ['sequenceGap']]);
    // From 3 on it is 126 ahead.
    expect(values(ended.take(3, 30))).toEqual([3]);
    expect(values(ended.session.tick(20 + wait))).toEqual([129]);
  });

  it('a window full of held messages is given up with the next one', () => {
    const { session, take } = born(seq);
    for (let n = 2; n <= 128; n += 1) expect(take(n, 10)).toEqual([]);
    const all = Array.from({ length: 127 }, (_, index) => index + 2);
    const events = take(129, 10);
    expect([values(events), reasons(events)]).toEqual([[...all, 129], ['sequenceGap']]);
    expect(session.deadline === null || session.deadline > 10 + wait).toBe(true);
  });
});
