import { once } from 'node:events';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { GuardedConnection } from '../../../../src/server/gateway/connections/guarded-connection.ts';
import { guardDefaults } from '../../../../src/server/gateway/connections/packet-guard.ts';
import { LoopTurns } from '../../../../src/server/gateway/connections/turns.ts';

/** Keeps the loop busy. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('turns', () => {
  it('do everything once, in order, and let others in between', async () => {
    const turns = new LoopTurns(5);
    const wanted = Array.from({ length: 60 }, (_, index) => index);
    const done: number[] = [];
    const heardAfter: number[] = [];
    const listen = () => {
      heardAfter.push(done.length);
      if (done.length < wanted.length) setTimeout(listen, 0);
    };
    setTimeout(listen, 0);
    await new Promise<void>((resolve) => {
      for (const index of wanted) {
        turns.take(() => {
          work(2);
          done.push(index);
          if (done.length === wanted.length) resolve();
        });
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(done).toEqual(wanted);
    const stretches = heardAfter.map((count, index) => count - (heardAfter[index - 1] ?? 0));
    // The first turn may end with what began in the middle of another one.
    expect(Math.max(...stretches)).toBeLessThan(10);
    expect(heardAfter.length).toBeGreaterThan(6);
  });

  it('count the ticks in which streams hand on what they were given', async () => {
    const turns = new LoopTurns(5);
    turns.take(() => work(6));
    let done = 0;
    let turn = 0;
    const turnsOf: number[] = [];
    const count = () => {
      turn += 1;
      if (done < 12) setImmediate(count);
    };
    setImmediate(count);
    for (let index = 0; index < 12; index += 1) {
      turns.take(() =>
        process.nextTick(() => {
          work(3);
          turnsOf.push(turn);
          done += 1;
        }),
      );
    }
    while (done < 12) await new Promise((resolve) => setImmediate(resolve));
    expect(new Set(turnsOf).size).toBeGreaterThanOrEqual(4);
  });
});

describe('a connection whose turn has not come', () => {
  const connection = () => {
    const turns = new LoopTurns(5);
    const socket = new Socket();
    const guarded = new GuardedConnection(
      socket,
      guardDefaults,
      turns,
      10_000,
      () => {},
      () => {},
    );
    const read: Buffer[] = [];
    guarded.on('data', (chunk: Buffer) => read.push(chunk));
    guarded.on('error', () => {});
    return { turns, socket, guarded, read };
  };
  const connect = Buffer.from([0x10, 0x00]);

  it('stops reading, and goes on when it has come', async () => {
    const { turns, socket, guarded, read } = connection();
    turns.take(() => work(6));
    socket.emit('data', connect);
    expect(socket.isPaused()).toBe(true);
    expect(read).toEqual([]);
    await once(guarded, 'data');
    expect(socket.isPaused()).toBe(false);
    guarded.destroy();
  });

  it.each([
    ['closes', (socket: Socket) => socket.emit('close')],
    ['fails', (socket: Socket) => socket.emit('error', new Error('reset'))],
  ])('loses nothing when its socket %s', async (_, end) => {
    const { turns, socket, guarded, read } = connection();
    turns.take(() => work(6));
    socket.emit('data', connect);
    end(socket);
    socket.emit('close');
    await new Promise((resolve) => guarded.on('close', resolve));
    expect(Buffer.concat(read)).toEqual(connect);
  });
});
