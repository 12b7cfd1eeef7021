// @vitest-environment happy-dom
/** Files on their way: one at a time, again after the connection was lost with the same key, none lost, none twice. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/console/state/connection/api-error.ts';
import { UploadQueue } from '../../../../src/console/state/uploads/queue.ts';
import { mostAttached, mostUploadBytes, type UploadView } from '../../../../src/contract/sites/uploads.ts';

const file = (name: string, bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
const viewOf = (id: number) => ({ id }) as UploadView;
const lost = () => new ApiError(0, '', 'http.network', {}, null, '');
const refused = () => new ApiError(422, 'no', 'uploads.type', {}, 'file', '');

interface Sending {
  readonly name: string;
  readonly key: string;
  readonly done: (id: number) => void;
  readonly fail: (error: unknown) => void;
  readonly share: (share: number) => void;
  readonly signal: AbortSignal;
}
function harness() {
  const sent: Sending[] = [];
  const queue = new UploadQueue(
    1,
    (_station, { name }, key, share, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        sent.push({ name, key, share, signal, done: (id) => resolve(viewOf(id)), fail: reject });
      }),
  );
  const states = () => queue.items.map(({ name, state }) => `${name} ${state}`);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { queue, sent, states, settle };
}
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a queue of files', () => {
  it('sends one at a time, in their order, and says how much has gone', async () => {
    const { queue, sent, states, settle } = harness();
    queue.add([file('a'), file('b')]);
    await settle();
    expect(states()).toEqual(['a sending', 'b waiting']);
    sent[0]?.share(0.5);
    expect(queue.items[0]?.share).toBe(0.5);
    sent[0]?.done(7);
    await settle();
    expect(states()).toEqual(['a done', 'b sending']);
    expect(queue.items[0]?.upload).toEqual(viewOf(7));
    expect(sent).toHaveLength(2);
  });
  it('holds all after the connection was lost, and goes on by itself with the same key, pausing longer', async () => {
    const { queue, sent, states, settle } = harness();
    queue.add([file('a'), file('b')]);
    await settle();
    sent[0]?.fail(lost());
    await settle();
    expect(states()).toEqual(['a held', 'b held']);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(states()).toEqual(['a sending', 'b waiting']);
    expect(sent[1]?.key).toBe(sent[0]?.key);
    sent[1]?.fail(lost());
    await vi.advanceTimersByTimeAsync(2999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(3);
    sent[2]?.done(1);
    await settle();
    expect(states()).toEqual(['a done', 'b sending']);
  });
  it('goes on at once when it is asked to', async () => {
    const { queue, sent, settle } = harness();
    queue.add([file('a')]);
    await settle();
    sent[0]?.fail(lost());
    await settle();
    queue.retry();
    await settle();
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(2);
  });
  it('keeps what was refused, with the reason, and sends the next', async () => {
    const { queue, sent, states, settle } = harness();
    queue.add([file('a'), file('b')]);
    await settle();
    sent[0]?.fail(refused());
    await settle();
    expect(states()).toEqual(['a refused', 'b sending']);
    expect(queue.items[0]?.problem?.message).toBe('no');
    queue.retry(queue.items[0]?.key);
    sent[1]?.done(2);
    await settle();
    expect(states()).toEqual(['a sending', 'b done']);
  });
  it('takes one out that is being sent, and sends the next', async () => {
    const { queue, sent, states, settle } = harness();
    queue.add([file('a'), file('b')]);
    await settle();
    queue.remove(queue.items[0]?.key ?? '');
    await settle();
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(states()).toEqual(['b sending']);
  });
  it('refuses what is too large before it is sent, from both sides', async () => {
    const { queue, sent, states, settle } = harness();
    queue.add([file('large', mostUploadBytes + 1), file('most', mostUploadBytes)]);
    await settle();
    expect(states()).toEqual(['large refused', 'most sending']);
    expect(sent.map(({ name }) => name)).toEqual(['most']);
  });
  it('takes as many as there is room for, and says how many there was none for', () => {
    const { queue } = harness();
    const many = Array.from({ length: mostAttached + 2 }, (_, index) => file(String(index)));
    expect(queue.add(many)).toBe(2);
    expect(queue.items).toHaveLength(mostAttached);
    expect(queue.add([file('more')])).toBe(1);
  });
  it('forgets all', async () => {
    const { queue, sent, settle } = harness();
    queue.add([file('a'), file('b')]);
    await settle();
    queue.clear();
    await settle();
    expect(queue.items).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
  });
});
