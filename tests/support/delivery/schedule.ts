/** Random lives of two nodes and a server that dies: what happens, and what the oracle says of it. */
import fc from 'fast-check';
import { groups } from '../../../src/catalogue/index.ts';
import type { ParameterField } from '../../../src/catalogue/model.ts';
import type { OrderContent } from '../../../src/contract/devices/orders.ts';
import { parameterFromMetric } from '../../../src/derive/metric-values.ts';
import { DataType } from '../../../src/protocol/datatype.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { DeviceMemory } from '../../../src/simulator/device/memory.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import { type Firmware, PlainFirmware, TrackedFirmware } from './firmware.ts';
import { violations } from './oracle.ts';
import { type Node, type Plant, sendCycle, World } from './world.ts';

const node = fc.constantFrom(0, 1);
/** Mostly well: a world in which everything is lost shows nothing. */
const often = <const T>(usual: T, ...seldom: T[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(usual) },
    { weight: seldom.length, arbitrary: fc.constantFrom(...seldom) },
  );

export const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      node,
      value: fc.integer({ min: 30, max: 140 }),
      both: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      node,
      name: fc.constantFrom('reportNow', 'restart', 'syncClock'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('siren' as const),
      node,
      name: fc.constantFrom('soundAlarm', 'stopHorn', 'testHorn'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('strand' as const),
      node,
      value: fc.constantFrom('cmnet', 'uninet'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('again' as const), which: fc.nat(20), other: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wake' as const),
      node,
      loss: often(null, 'before' as const, 'after' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sleep' as const), node }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      s: fc.constantFrom(1, 15, 45, 130, 700, 4000, 50_000, 90_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('weather' as const),
      down: often<World['weather']['down']>('through', 'lost', 'doubled'),
      up: often<World['weather']['up']>('through', 'lost', 'doubled', 'late'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('old' as const),
      node,
      old: fc.constantFrom('historical' as const, 'older' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('foreignAck' as const), node }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('kill' as const), in: fc.nat(6) }) },
);
type StepOf<T> = T extends fc.Arbitrary<infer S> ? S : never;
export type ScheduleStep = StepOf<typeof steps>;
export const schedule = fc.array(steps, { minLength: 6, maxLength: 45 });

const horn = (rtu: SimulatedRtu) => rtu.sensors.find(({ kind }) => kind.id === 'horn')?.slot ?? 0;

async function step(world: World, one: ScheduleStep): Promise<void> {
  const at = (index: number): Node => {
    const found = world.nodes[index];
    if (found === undefined) throw new Error('no such node');
    return found;
  };
  const picked = (which: number) => world.trace.created[which % Math.max(1, world.trace.created.length)];
  switch (one.do) {
    case 'set': {
      const edits = { lowBattery: one.value / 10, ...(one.both ? { maxResend: one.value } : {}) };
      await world.create(
        at(one.node),
        null,
        (version): OrderContent => ({ type: 'set', group: 'rtu', edits, version }),
      );
      return;
    }
    case 'strand': {
      const edits = { apn: one.value };
      await world.create(
        at(one.node),
        null,
        (version): OrderContent => ({ type: 'set', group: 'rtu', edits, version }),
      );
      return;
    }
    case 'act':
      await world.create(at(one.node), null, { type: 'action', action: one.name, args: {} });
      return;
    case 'siren': {
      const target = at(one.node);
      const slot = horn((target.firmware as unknown as { rtu: SimulatedRtu }).rtu);
      await world.create(target, slot, { type: 'action', action: one.name, args: {} });
      return;
    }
    case 'again': {
      const known = picked(one.which);
      if (known === undefined) return;
      const body = one.other ? { ...known.body, reason: 'another' } : known.body;
      await world.create(known.node, known.body.target.slot, known.body.content, { key: known.key, body });
      return;
    }
    case 'wake':
      at(one.node).powerLoss = one.loss;
      return world.wake(at(one.node));
    case 'sleep':
      return world.sleep(at(one.node));
    case 'pass':
      return world.pass(one.s * 1000);
    case 'cancel': {
      const known = picked(one.which);
      if (known !== undefined) await world.cancel(known.id);
      return;
    }
    case 'weather':
      world.weather.down = one.down;
      world.weather.up = one.up;
      return;
    case 'late':
      return world.lateArrive();
    case 'old': {
      const field = { name: 'param/rtu/lowBattery', datatype: DataType.Double, value: 3.3 };
      return world.saysOld(at(one.node), field, one.old);
    }
    case 'foreignAck':
      return world.unknownAck(at(one.node));
    case 'kill':
      world.killIn = one.in;
      return;
  }
}

const fields = new Map<string, ParameterField>(
  Object.values(groups).flatMap((group) =>
    group.fields.map((field) => [`${group.id}/${field.id}`, field] as const),
  ),
);
/** What is stored of a metric is its value by the catalogue. */
export function sameReported(place: string, stored: unknown, reported: unknown): boolean {
  const field = fields.get(place.split('/').slice(2).join('/'));
  if (field === undefined || field.type === 'secret') return stored === undefined;
  const value = parameterFromMetric(field, reported as never);
  return JSON.stringify(stored ?? null) === JSON.stringify(value ?? null);
}

let runs = 0;

/** Lives a schedule, then lets everything heal: nodes wake, messages arrive. Answers what the oracle finds. */
export async function live(
  storage: Storage,
  places: readonly Pick<Node, 'rtuId' | 'stationId' | 'sn'>[],
  rtu: SimulatedRtu,
  list: readonly ScheduleStep[],
  plant: Plant = {},
): Promise<{ readonly found: readonly string[]; readonly world: World }> {
  await wipe(storage);
  const firmware: readonly Firmware[] = [new TrackedFirmware(rtu), new PlainFirmware(rtu)];
  const nodes = places.map(
    (place, index): Node => ({
      ...place,
      firmware: firmware[index] ?? new PlainFirmware(rtu),
      awake: false,
      powerLoss: null,
    }),
  );
  const world = new World(storage, nodes, plant, `r${++runs}`);
  await world.boot();
  for (const one of list) {
    await step(world, one);
    await world.boot();
  }
  world.killIn = null;
  world.weather.down = 'through';
  world.weather.up = 'through';
  for (let wakes = 0; wakes < 40; wakes++) {
    for (const each of nodes) {
      each.powerLoss = null;
      await world.wake(each);
    }
    for (let looks = 0; looks < 12; looks++) await world.pass(3000);
    for (const each of nodes) await world.sleep(each);
    await world.pass(sendCycle * 1000);
    const open = await storage.db
      .selectFrom('orders')
      .select('id')
      .where('state', 'in', ['queued', 'sending', 'retry'])
      .execute();
    if (open.length === 0) break;
  }
  // Each node reports its values once more, and the shadow takes them.
  for (const each of nodes) await world.wake(each);
  await world.delivery?.shadow.flush();
  await world.idle();
  const { created, ...trace } = world.trace;
  const began = new DeviceMemory(rtu);
  const found = await violations(storage, {
    ...trace,
    created: created.map(({ id, node: each }) => ({ id, rtuId: each.rtuId })),
    nodes: nodes.map((each) => ({
      rtuId: each.rtuId,
      tracked: each.firmware.tracked,
      effects: each.firmware.effects,
      value: (slot: number, name: string) => each.firmware.value(slot, name),
      began: (slot: number, name: string) => began.of(slot).get(name),
    })),
    healed: true,
    sameReported,
  });
  await world.kill();
  return { found, world };
}

/** Takes every trace of an earlier life out of the test's own database. */
export async function wipe(storage: Storage): Promise<void> {
  await storage.write(async (db) => {
    for (const table of [
      'order_attempts',
      'orders',
      'parameters',
      'parameter_versions',
      'confirmations',
      'audit',
    ] as const)
      await db.deleteFrom(table).execute();
    await db.updateTable('rtus').set({ next_seq: null, device_class: null }).execute();
  });
}
