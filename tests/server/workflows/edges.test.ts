/** Runs at their edges: cancelled while they order, resumed by two hosts, proposing more than a plan holds. */
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readViewer } from '../../../src/server/accounts/viewer.ts';
import { CallDesk } from '../../../src/server/workflows/calls/desk.ts';
import { DeviceRead } from '../../../src/server/workflows/calls/read.ts';
import { unpack } from '../../../src/server/workflows/packed.ts';
import { type DeliveryProduct, startDeliveryProduct } from '../../support/delivery/product.ts';
import { ended, runsOf } from '../../support/workflows/runs.ts';

let product: DeliveryProduct;
let token = '';
const runs = runsOf({ ask: (...given) => product.ask(...given) }, () => token);
beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 30 });
  token = await product.login('maintainer');
});
afterAll(async () => {
  await product.stop();
});

test('orders nothing more once it was cancelled, however late the order comes', async () => {
  const { delivery, board, workflows, storage } = product.running;
  const sleepers = product.rtus.filter(({ temper }) => !temper.awake).slice(0, 3);
  const stations = await Promise.all(sleepers.map(async ({ sn }) => (await product.ids(sn)).stationId));
  const { id } = await runs.start(`import { fleet } from 'groundwatch';
await new Promise(() => {});`);
  await runs.reaches(id, ended);
  const viewer = await readViewer(storage, 1);
  if (viewer === null) throw new Error('no maintainer');
  const reading = new DeviceRead(
    {
      runId: id,
      seq: 0,
      title: 'late',
      address: '',
      args: { devices: stations.map((station) => ({ station, slot: null })), group: 'rtu' },
    },
    { delivery, board, goesOn: (db, runId) => workflows.store.isOpen(db, runId) },
  );
  await reading.order(viewer, () => true);
  const made = await storage.db
    .selectFrom('orders')
    .select('id')
    .where('idempotency_key', 'like', `${id}-%`)
    .execute();
  expect(made).toEqual([]);
  expect(reading.ordered).toBe(false);
});

test('goes on by what the journal says where another host was first to answer', async () => {
  const { store } = product.running.workflows;
  const answer = store.answer.bind(store);
  let first = true;
  store.answer = async (call, result) => {
    if (first && call.call === 'stations') {
      first = false;
      await answer(call, { value: [] });
    }
    return answer(call, result);
  };
  const run = await runs.run(`import { fleet, log } from 'groundwatch';
const all = await fleet.stations();
log('seen', all.length);`);
  store.answer = answer;
  expect(first).toBe(false);
  expect(run).toMatchObject({ state: 'done', problem: null });
  expect((await runs.log(run.id)).lines.map(({ text }) => text)).toEqual(['seen 0']);
  expect((await store.journal(run.id)).map(({ settled }) => settled)).toEqual([0]);
});

test('that proposes more than a plan holds is refused with that reason, for sets and for sends', async () => {
  const { id } = await runs.start(`import { fleet, plan } from 'groundwatch';
const [station] = await fleet.stations();
for (let n = 0; n < 100_000; n++) plan.send(station, 'reportNow', {});`);
  expect(await runs.reaches(id, ended, 100_000)).toMatchObject({
    state: 'failed',
    planId: null,
    problem: { id: 'sets', params: { limit: 5000 }, line: 3 },
  });
}, 300_000);

test('D1: goes on where the thread that answers its calls dies', async () => {
  const { board, storage } = product.running;
  const threads: Worker[] = [];
  const desk = new CallDesk(storage.reach, board, Date.now, (thread) => threads.push(thread));
  // As many conditions as one call can have: it is not answered before the thread dies.
  const where = Array.from({ length: 3000 }, (_, n) => ({ group: 'rtu', field: 'lowBattery', above: n }));
  const ask = (runId: string, args: object = {}, handed: () => void = () => {}) =>
    desk.perform({
      runId,
      company: 'a',
      viewer: { companyId: null, language: 'en' },
      call: 'stations',
      args: JSON.stringify(args),
      // Asked as the call is handed to the thread.
      most: () => {
        handed();
        return 1_000_000;
      },
    });
  try {
    const first = await ask('a');
    const all = board.sites({ companyId: null }).length;
    const count = async (answer: Awaited<ReturnType<typeof ask>>) =>
      (JSON.parse(await unpack(answer?.packed ?? new Uint8Array())) as { value: unknown[] }).value.length;
    expect(await count(first)).toBe(all);
    let ended: Promise<void> = Promise.resolve();
    await new Promise<void>((handed) => {
      ended = expect(ask('b', { where }, handed)).rejects.toThrow('the thread of calls ended');
    });
    await threads[0]?.terminate();
    await ended;
    // The next thread receives all stations again.
    expect(await count(await ask('b'))).toBe(all);
    expect(threads).toHaveLength(2);
  } finally {
    await desk.stop();
  }
});
