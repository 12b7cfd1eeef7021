/**
 * A device keeps its last 16 answers. At their border: what was done is never called failed, and what was not done is
 * not called unknown while the device would still know.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TrackedCommand } from '../../../src/protocol/tracked.ts';
import { Evidence } from '../../../src/server/delivery/evidence.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { DeviceMemory } from '../../../src/simulator/device/memory.ts';
import { handle } from '../../../src/simulator/device/tracked.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { rtuSlot } from '../../../src/simulator/parameters.ts';
import { TrackedFirmware } from '../../support/delivery/firmware.ts';
import { wipe } from '../../support/delivery/schedule.ts';
import { World } from '../../support/delivery/world.ts';
import { writeSmallSite } from '../../support/small-site.ts';

const rtu = planFleet({ seed: 5, anchor: Date.UTC(2026, 5, 1), stations: 60 }).projects[0]?.stations[0]?.rtu;
if (rtu === undefined) throw new Error('no RTU');
const folder = mkdtempSync(join(tmpdir(), 'kept-answers-'));
let storage: Storage;
let world: World;
let runs = 0;
beforeAll(async () => {
  storage = await openStorage({ dataDir: folder });
  await writeSmallSite(storage, 1);
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => wipe(storage));
afterEach(() => world.kill());

/** Its answer was lost: number 1 of a device that has been sent `more` after it. */
async function lostBefore(more: number) {
  const node = {
    rtuId: 1,
    stationId: 1,
    sn: 'GW1',
    firmware: new TrackedFirmware(rtu as never),
    awake: false,
  };
  world = new World(storage, [{ ...node, powerLoss: null }], {}, `a${++runs}`);
  await world.boot();
  const [target] = world.nodes;
  const { delivery } = world;
  if (target === undefined || delivery === null) throw new Error('no world');
  const act = async (seq: number, state: string) => {
    const id = await world.create(target, null, { type: 'action', action: 'reportNow', args: {} });
    if (id === null) throw new Error('it was refused');
    const set = { seq, state, attempts: 1, sent_at: world.clock.now };
    await storage.write((db) => db.updateTable('orders').set(set).where('id', '=', id).execute());
    return id;
  };
  const id = await act(1, 'retry');
  if (more > 0) await act(1 + more, 'succeeded');
  const evidence = new Evidence(delivery.store, delivery.shadow, () => {});
  const state = async () => (await delivery.store.byId(id))?.state;
  return { id, evidence, state, at: world.clock.now };
}

/** A device that was given number 1, or never got it, and then so many more. */
function deviceAfter(id: string, more: number, at: number, wasGiven: boolean): DeviceMemory {
  const memory = new DeviceMemory(rtu as never);
  const give = (of: string, seq: number) => {
    const command: TrackedCommand = {
      id: of,
      seq: BigInt(seq),
      notAfter: at + 1,
      command: { name: 'reportNow', args: '{}' },
      parameters: [],
      tries: null,
    };
    handle(memory, rtuSlot, command, at);
  };
  if (wasGiven) give(id, 1);
  for (let seq = 2; seq <= 1 + more; seq += 1) give(`other-${seq}`, seq);
  return memory;
}

describe.each([0, 1, 14, 15, 16, 17, 40])('with %i commands after it', (more) => {
  const isKept = more < 16;
  test('what was done is succeeded while the device knows it, and unknown after that', async () => {
    const { id, evidence, state, at } = await lostBefore(more);
    const { highWater, acks } = deviceAfter(id, more, at, true);
    expect(acks.some((ack) => ack.id === id)).toBe(isKept);
    await evidence.birth(1, { again: false, tracked: { highWater, acks }, at });
    // An unknown one is left as it is, or called that: it is neither failed nor given up.
    expect(isKept ? ['succeeded'] : ['retry', 'indeterminate']).toContain(await state());
  });

  test('asked again, a device that has forgotten it says stale: that is no failure', async () => {
    const { id, evidence, state, at } = await lostBefore(more);
    const stale = { id, seq: 1n, status: 'rejected-stale', code: 1, text: 'below high-water' } as const;
    await evidence.ack(1, stale, at);
    expect(await state()).toBe(isKept ? 'failed' : 'indeterminate');
  });

  // Without any order after it there is nothing by which the device would know.
  if (more === 0) return;
  test('what never came to the device is failed only where the device would know it', async () => {
    const { id, evidence, state, at } = await lostBefore(more);
    const { highWater, acks } = deviceAfter(id, more, at, false);
    await evidence.birth(1, { again: false, tracked: { highWater, acks }, at });
    expect(isKept ? ['failed'] : ['retry', 'indeterminate']).toContain(await state());
  });
});
