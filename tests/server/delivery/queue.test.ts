/** What goes when, and what never goes: a queue that meets devices that lose, lie, are replaced, or are called anything. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderContent } from '../../../src/contract/devices/orders.ts';
import { DataType } from '../../../src/protocol/datatype.ts';
import type { Metric, MetricInput } from '../../../src/protocol/payload.ts';
import { parseReported } from '../../../src/server/delivery/shadow.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { type Firmware, PlainFirmware, TrackedFirmware } from '../../support/delivery/firmware.ts';
import { wipe } from '../../support/delivery/schedule.ts';
import { type Node, World } from '../../support/delivery/world.ts';
import { writeSmallSite } from '../../support/small-site.ts';

const rtu = planFleet({ seed: 5, anchor: Date.UTC(2026, 5, 1), stations: 60 })
  .projects.flatMap(({ stations }) => stations)
  .map((station) => station.rtu)
  .find(({ sensors }) => sensors.some(({ kind }) => kind.id === 'horn'));
const horn = rtu?.sensors.find(({ kind }) => kind.id === 'horn')?.slot ?? 0;
const folder = mkdtempSync(join(tmpdir(), 'queue-'));
let storage: Storage;
let world: World;
let runs = 0;

beforeAll(async () => {
  storage = await openStorage({ dataDir: folder });
  await writeSmallSite(storage, 2);
  await storage.write((db) => db.updateTable('sensors').set({ kind: 10, slot: horn }).execute());
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => wipe(storage));
afterEach(() => world.kill());

function make(kind: 'tracked' | 'plain', options: { echoes?: boolean } = {}) {
  if (rtu === undefined) throw new Error('no plan');
  return kind === 'tracked' ? new TrackedFirmware(rtu) : new PlainFirmware(rtu, options.echoes);
}
async function begin(firmware: Firmware): Promise<Node> {
  const node: Node = { rtuId: 1, stationId: 1, sn: 'GW1', firmware, awake: false, powerLoss: null };
  world = new World(storage, [node], {}, `q${++runs}`);
  await world.boot();
  return node;
}
const set =
  (edits: Extract<OrderContent, { type: 'set' }>['edits'], group = 'rtu') =>
  (version: number): OrderContent => ({ type: 'set', group, edits, version });
const act = (action: string): OrderContent => ({ type: 'action', action, args: {} });
async function order(node: Node, given: Parameters<World['create']>[2], slot: number | null = null) {
  const id = await world.create(node, slot, given);
  if (id === null) throw new Error('it was refused');
  return id;
}
const states = async (...ids: readonly string[]) => {
  const rows = await storage.db.selectFrom('orders').select(['id', 'state']).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.state);
};
const sends = (id: string) => world.trace.wire.filter((sent) => sent.id === id).length;

describe('a plain node that stays connected', () => {
  test('and lost a set: what has nothing to do with it goes on; what has, waits for it', async () => {
    const node = await begin(make('plain'));
    await world.wake(node);
    world.weather.down = 'lost';
    const lost = await order(node, set({ sendCycle: 1200 }));
    await world.pass(20_000);
    world.weather.down = 'through';
    expect(await states(lost)).toEqual(['retry']);
    const same = await order(node, set({ sendCycle: 1800, lowBattery: 11 }));
    const bySame = await order(node, set({ lowBattery: 10.5 }));
    const byRule = await order(node, set({ collectionCycle: 300 }));
    const other = await order(node, set({ maxResend: 30 }));
    const action = await order(node, act('reportNow'));
    await world.pass(70_000);
    expect(await states(lost, same, bySame, byRule, other, action)).toEqual([
      'retry',
      'queued',
      'queued',
      'queued',
      'succeeded',
      'succeeded',
    ]);
    expect(sends(lost)).toBe(1);
    await world.sleep(node);
    await world.wake(node);
    await world.pass(70_000);
    expect(await states(lost, same, bySame, byRule)).toEqual(Array(4).fill('succeeded'));
    expect(node.firmware.value(-1, 'rtu/sendCycle')).toBe(1800);
    expect(node.firmware.value(-1, 'rtu/lowBattery')).toBe(10.5);
  });

  test('never sets what can cut it off before an earlier set that can', async () => {
    const node = await begin(make('plain'));
    await world.wake(node);
    world.weather.down = 'lost';
    const lost = await order(node, set({ apn: 'cmnet' }));
    await world.pass(20_000);
    world.weather.down = 'through';
    const later = await order(node, set({ center1Host: 'elsewhere.example' }));
    const other = await order(node, set({ maxResend: 30 }));
    await world.pass(70_000);
    expect(await states(lost, later, other)).toEqual(['retry', 'queued', 'succeeded']);
  });

  test('whose device is born late is not called one that has nothing of the kind', async () => {
    const firmware = make('plain');
    const births = firmware.births.bind(firmware);
    firmware.births = () => births().filter(({ device }) => device === null);
    const node = await begin(firmware);
    const action = await order(node, act('testHorn'), horn);
    const other = await order(node, act('reportNow'));
    await world.wake(node);
    await world.pass(3000);
    expect(await states(action, other)).toEqual(['queued', 'succeeded']);
    firmware.births = births;
    const late = births().find(({ device }) => device === String(horn));
    world.says(node, 'birth', String(horn), late?.metrics ?? []);
    await world.pass(3000);
    expect(await states(action)).toEqual(['succeeded']);
  });

  test('without such a device at all says so after a minute', async () => {
    const firmware = make('plain');
    const births = firmware.births.bind(firmware);
    firmware.births = () => births().filter(({ device }) => device === null);
    const node = await begin(firmware);
    const action = await order(node, act('testHorn'), horn);
    await world.wake(node);
    await world.pass(61_000);
    await world.delivery?.sweep();
    await world.idle();
    expect(await states(action)).toEqual(['failed']);
  });

  test('that is born again in the same session repeats no act by it', async () => {
    const node = await begin(make('plain', { echoes: false }));
    await world.wake(node);
    world.weather.down = 'lost';
    const lost = await order(node, act('reportNow'));
    // The metric has stood at true since an act of long ago.
    const name = 'cmd/reportNow';
    const born = node.firmware.births()[0]?.metrics ?? [];
    const latched = born.map((metric) =>
      metric.name === name ? { ...metric, datatype: DataType.Boolean, value: true } : metric,
    );
    world.says(node, 'birth', null, latched);
    await world.pass(30_000);
    expect(await states(lost)).toEqual(['indeterminate']);
  });
});

describe('a device that is replaced', () => {
  test('by a third-party node is not given again what our firmware was given', async () => {
    const node = await begin(make('tracked'));
    await world.wake(node);
    world.weather.down = 'lost';
    const lost = await order(node, act('reportNow'));
    await world.sleep(node);
    expect(await states(lost)).toEqual(['retry']);
    node.firmware = make('plain', { echoes: false });
    await world.wake(node);
    await world.pass(200_000);
    expect(await states(lost)).toEqual(['indeterminate']);
    expect(sends(lost)).toBe(1);
  });
});

describe('a siren', () => {
  test('that waits to sound does not do so after its stop', async () => {
    const node = await begin(make('tracked'));
    const sound = await order(node, act('soundAlarm'), horn);
    const test = await order(node, act('testHorn'), horn);
    const report = await order(node, act('reportNow'));
    const stop = await order(node, act('stopHorn'), horn);
    await world.wake(node);
    await world.pass(5000);
    expect(await states(sound, test, report, stop)).toEqual([
      'superseded',
      'superseded',
      'succeeded',
      'succeeded',
    ]);
    expect(node.firmware.effects.map(({ name }) => name)).toEqual(['stopHorn', 'reportNow']);
  });

  test('that was sent and not answered before its stop ends by its answer, or as stale', async () => {
    const node = await begin(make('tracked'));
    await world.wake(node);
    world.weather.down = 'lost';
    const sound = await order(node, act('soundAlarm'), horn);
    await world.sleep(node);
    world.weather.down = 'through';
    const stop = await order(node, act('stopHorn'), horn);
    await world.wake(node);
    await world.pass(5000);
    expect(await states(sound, stop)).toEqual(['failed', 'succeeded']);
    expect(node.firmware.effects.map(({ name }) => name)).toEqual(['stopHorn']);
  });

  test('does not go out where storing that it goes took until it was too late', async () => {
    const node = await begin(make('plain'));
    const sound = await order(node, act('soundAlarm'), horn);
    await world.pass(119_000);
    const { delivery } = world;
    if (delivery === null) throw new Error('no server');
    const send = delivery.store.send.bind(delivery.store);
    delivery.store.send = async (...given) => {
      const sent = await send(...given);
      world.clock.now += 5000;
      return sent;
    };
    await world.wake(node);
    await world.pass(60_000);
    expect(sends(sound)).toBe(0);
    expect(await states(sound)).toEqual(['indeterminate']);
  });
});

describe('a storage that says no to what it did', () => {
  test('leaves nothing in flight for ever', async () => {
    const node = await begin(make('tracked'));
    const { delivery } = world;
    if (delivery === null) throw new Error('no server');
    const send = delivery.store.send.bind(delivery.store);
    let times = 0;
    delivery.store.send = async (...given) => {
      const sent = await send(...given);
      // The connection broke after the commit.
      if (times++ === 0) throw new Error('connection lost');
      return sent;
    };
    const first = await order(node, act('reportNow'));
    const second = await order(node, act('syncClock'));
    await world.wake(node);
    await world.pass(130_000);
    expect(await states(first, second)).toEqual(['succeeded', 'succeeded']);
  });
});

describe('a device that says what it should not', () => {
  const metric = (name: string, value: Metric['value'], datatype = DataType.Double): MetricInput => ({
    name,
    datatype,
    value: value as MetricInput['value'],
  });

  test('under any name: nobody’s parameters are held up by it', async () => {
    const node = await begin(make('tracked'));
    await world.wake(node);
    for (const device of ['pump', '1e3', '-1', '', '0x1', '99999999999999999999'])
      world.says(node, 'data', device, [metric('param/rtu/lowBattery', 3.3)]);
    await world.delivery?.shadow.flush();
    const rows = await storage.db.selectFrom('parameters').select('slot').where('rtu_id', '=', 1).execute();
    const slots = rows.map(({ slot }) => slot).sort((a, b) => a - b);
    expect(slots).toEqual([-1, ...(rtu?.sensors.map(({ slot }) => slot) ?? [])].sort((a, b) => a - b));
    const [row] = await storage.db
      .selectFrom('parameters')
      .select('reported')
      .where('rtu_id', '=', 1)
      .where('slot', '=', -1)
      .execute();
    expect(row?.reported).not.toContain('3.3');
  });

  test('as a code: it is answered all the same', async () => {
    const node = await begin(make('tracked'));
    world.weather.up = 'lost';
    await world.wake(node);
    const id = await order(node, act('reportNow'));
    const seq = BigInt((await world.delivery?.store.byId(id))?.seq ?? 0);
    world.answers(node, { id, seq, status: 'failed', code: 1.5, text: 'bell\u0007' });
    await world.idle();
    expect(await world.delivery?.store.byId(id)).toMatchObject({ state: 'failed', code: 0, answer: 'bell ' });
  });

  test('as its high-water mark: what waits ends, nothing is in flight for ever', async () => {
    const firmware = make('tracked');
    const births = firmware.births.bind(firmware);
    firmware.births = () =>
      births().map(({ device, metrics }) => ({
        device,
        metrics: metrics.map((one) =>
          one.name === 'Command/HighWater' ? { ...one, value: 2n ** 64n - 1n } : one,
        ),
      }));
    const node = await begin(firmware);
    const id = await order(node, act('reportNow'));
    await world.wake(node);
    await world.pass(30_000);
    expect(await states(id)).toEqual(['failed']);
    expect(sends(id)).toBe(0);
  });
});

describe('the last way to a device', () => {
  test('is not given up for one that is only on its way', async () => {
    const node = await begin(make('plain'));
    await world.wake(node);
    await world.delivery?.shadow.flush();
    const [reported] = await storage.db
      .selectFrom('parameters')
      .select('reported')
      .where('slot', '=', -1)
      .execute();
    const { 'rtu/center1Enabled': one, 'rtu/center2Enabled': two } = parseReported(reported?.reported);
    expect([one?.[0], two?.[0]]).toEqual([true, false]);
    await world.sleep(node);
    const second = await order(node, set({ center2Enabled: true }));
    expect(await world.create(node, null, set({ center1Enabled: false }))).toBeNull();
    await world.wake(node);
    await world.pass(3000);
    expect(await states(second)).toEqual(['succeeded']);
    // Now it is by the device's own word, and not where its end is on its way.
    await world.sleep(node);
    await order(node, set({ center1Enabled: false }));
    expect(await world.create(node, null, set({ center2Enabled: false }))).toBeNull();
  });
});
