/** Batches on their way to storage: size, time, back pressure, and what happens when storage refuses. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Batcher } from '../../../src/server/gateway/batcher.ts';
import { Writer } from '../../../src/server/gateway/writer.ts';
import { StorageProblem } from '../../../src/server/storage/problem.ts';
import type { Reading } from '../../../src/server/storage/storage.ts';
import { openSite, type Site, until } from './gateway-fixture.ts';

let site: Site;
let sensor: number;
beforeEach(async () => {
  site = await openSite({ GW1: [4] });
  sensor = (await site.ids('GW1')).sensors.get(0) ?? -1;
});
afterEach(() => site.close());

const t0 = Date.UTC(2024, 0, 1);
const reading = (index: number, more: Partial<Reading> = {}): Reading => ({
  sourceId: sensor,
  row: 'tilt',
  element: 0,
  t: t0 + index * 1000,
  receivedAt: t0,
  historical: false,
  values: { x: index },
  ...more,
});
const count = async () => (await site.storage.readings.overview('tilt', [sensor]))[0]?.count ?? 0;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the batcher', () => {
  it('R6: a caller is notified when the batch with its readings is stored: not by an earlier batch, never by a failed one', async () => {
    const writes: ((isStored: boolean) => void)[] = [];
    const batcher = new Batcher({
      maxRows: 2,
      delay: 1,
      write: () => new Promise((resolve) => void writes.push(resolve)),
    });
    const reported: string[] = [];
    const bring = (name: string, first: number) => {
      void batcher.add([reading(first), reading(first + 1)]);
      batcher.whenStored(() => void reported.push(name));
    };
    bring('first', 0);
    bring('second', 2);
    bring('third', 4);
    expect(reported).toEqual([]);
    writes[0]?.(true);
    await until(() => writes.length === 2);
    expect(reported).toEqual(['first']);
    writes[1]?.(true);
    await until(() => writes.length === 3);
    expect(reported).toEqual(['first', 'second']);
    writes[2]?.(false);
    await batcher.drain();
    expect(reported).toEqual(['first', 'second']);
  });

  it('stores in order, in few batches, and says when there is room', async () => {
    const batches: number[] = [];
    const seen: number[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const batcher = new Batcher({
      maxRows: 100,
      highWater: 300,
      delay: 5,
      write: async (batch) => {
        await gate;
        batches.push(batch.length);
        seen.push(...batch.map(({ t }) => t));
        return true;
      },
    });
    const waits: (void | Promise<void>)[] = [];
    for (let index = 0; index < 500; index++) waits.push(batcher.add([reading(index)]));
    expect(waits.slice(0, 300).every((wait) => wait === undefined)).toBe(true);
    expect(waits.at(-1)).toBeInstanceOf(Promise);
    let isFree = false;
    void waits.at(-1)?.then(() => {
      isFree = true;
    });
    await Promise.resolve();
    expect(isFree).toBe(false);
    open();
    await batcher.drain();
    expect(isFree).toBe(true);
    expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => t0 + index * 1000));
    expect(batches).toEqual([100, 100, 100, 100, 100]);
    expect(batcher.waiting).toBe(0);
  });

  it('goes as soon as enough waits, and takes with it what came while the batch before was written', async () => {
    const batches: number[] = [];
    const writes: (() => void)[] = [];
    const batcher = new Batcher({
      enough: 10,
      maxRows: 40,
      delay: 60_000,
      write: (batch) => {
        batches.push(batch.length);
        return new Promise((resolve) => void writes.push(() => resolve(true)));
      },
    });
    for (let index = 0; index < 75; index++) void batcher.add([reading(index)]);
    expect(batches).toEqual([10]);
    writes[0]?.();
    await until(() => batches.length === 2);
    writes[1]?.();
    await until(() => batches.length === 3);
    expect(batches).toEqual([10, 40, 25]);
    writes[2]?.();
    await batcher.drain();
    expect(batcher.waiting).toBe(0);
  });
});

describe('the writer', () => {
  it('drops the one reading that storage cannot hold, and stores the others', async () => {
    const refused: Reading[] = [];
    const writer = new Writer({
      storage: site.storage,
      log,
      stored: () => undefined,
      refused: (bad) => void refused.push(bad),
    });
    const bad = reading(7, { row: 'nonsense' as never });
    const batch = Array.from({ length: 20 }, (_, index) => (index === 7 ? bad : reading(index)));
    await writer.write(batch);
    expect(refused).toEqual([bad]);
    expect(await count()).toBe(19);
  });

  it('keeps a batch while storage is not healthy and stores it, once, when it is again', async () => {
    let isFull = true;
    let tries = 0;
    const { readings } = site.storage;
    const writer = new Writer({
      // The real storage behind a disk that is full for a while.
      storage: {
        readings: {
          ...readings,
          ingest: async (batch) => {
            tries++;
            if (isFull) throw new StorageProblem('full', 'disk full');
            return readings.ingest(batch);
          },
        },
      },
      log,
      stored: () => undefined,
      refused: () => expect.unreachable(),
      retryDelay: 5,
    });
    const written = writer.write([reading(1), reading(2)]);
    await until(() => tries > 2);
    expect(await count()).toBe(0);
    isFull = false;
    await written;
    expect(await count()).toBe(2);
  });
});
