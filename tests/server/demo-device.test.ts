/** A simulated RTU against the real gateway, broker and database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataType } from '../../src/protocol/datatype.ts';
import { rebirthRequest } from '../../src/protocol/node-control.ts';
import { encodeCommand, encodeCommit, type TrackedCommand } from '../../src/protocol/tracked.ts';
import type { Gateway } from '../../src/server/gateway/gateway.ts';
import { Device } from '../../src/simulator/device/device.ts';
import type { DeviceOptions } from '../../src/simulator/device/options.ts';
import { planFleet } from '../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../src/simulator/rtu.ts';
import { next, openSite, type Site, until } from './gateway/gateway-fixture.ts';

const anchor = Math.floor(Date.now() / 60_000) * 60_000;
const rtus = planFleet({ seed: 5, anchor, stations: 40 })
  .projects.flatMap(({ stations }) => stations)
  .map(({ rtu }) => rtu);
/** A sleeper with a tilt sensor, a horn station, and one that stays awake. */
const find = (fits: (rtu: SimulatedRtu) => boolean): SimulatedRtu => {
  const found = rtus.find((rtu) => rtu.temper.silentSince === null && rtu.temper.pace === 1 && fits(rtu));
  if (!found) throw new Error('the plan has no such RTU');
  return { ...found, temper: { ...found.temper, breaks: 0 } };
};
const sleeper = find(({ temper, sensors }) => !temper.awake && sensors[0]?.kind.code === 4);
const awake = find(
  ({ temper, sensors, sn }) => temper.awake && sensors[0]?.kind.code === 9 && sn !== sleeper.sn,
);
const hornOf = (rtu: SimulatedRtu) => rtu.sensors.find(({ kind }) => kind.id === 'horn')?.slot;
const siren = find((rtu) => hornOf(rtu) !== undefined && rtu.sn !== awake.sn && rtu.sn !== sleeper.sn);

let site: Site;
let gateway: Gateway;
const passwords = new Map<string, string>();
const devices: Device[] = [];

beforeAll(async () => {
  const kinds = [sleeper, awake, siren].map(
    (rtu) => [rtu.sn, rtu.sensors.map(({ kind }) => kind.code)] as const,
  );
  site = await openSite(Object.fromEntries(kinds));
  gateway = await site.gateway();
  for (const { sn } of [sleeper, awake, siren]) passwords.set(sn, await gateway.issueCredential(sn));
});
afterAll(async () => {
  for (const device of devices) await device.stop();
  await site.close();
});

function make(rtu: SimulatedRtu, options: Partial<DeviceOptions> = {}): Device {
  const url = `mqtt://127.0.0.1:${gateway.port}`;
  const device = new Device(rtu, {
    url,
    password: passwords.get(rtu.sn) ?? '',
    linger: 300,
    retry: 200,
    ...options,
  });
  devices.push(device);
  return device;
}

/** Visits, and resolves when the host knows the node. */
async function appear(device: Device): Promise<void> {
  const born = next(gateway, 'birth', ({ sn, device: slot }) => sn === device.rtu.sn && slot === null);
  await device.visit('timed');
  await born;
}

let ids = 0;
const command = (seq: number, more: Partial<TrackedCommand>): TrackedCommand => ({
  id: `01DEVICE${String(++ids).padStart(18, '0')}`,
  seq: BigInt(seq),
  notAfter: Date.now() + 60_000,
  command: null,
  parameters: [],
  tries: null,
  ...more,
});
const named = (name: string) => ({ command: { name, args: '{}' } });

async function rowsOf(sourceId: number, row: 'tilt' | 'status' | 'horn') {
  const query = { sourceId, row, element: 0, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10_000 };
  return (await site.storage.readings.rows(query)).rows;
}

describe('a sleeping device', () => {
  test('wakes, is born with all its metrics, sends what it collected with its own times, and leaves', async () => {
    const device = make(sleeper);
    const hour = 3_600_000;
    const t0 = Math.floor(Date.now() / hour) * hour;
    for (const back of [3, 2, 1]) device.collect(t0 - back * hour);
    const birth = next(gateway, 'birth', ({ sn, device: slot }) => sn === sleeper.sn && slot === null);
    const death = next(gateway, 'death', ({ sn, device: slot }) => sn === sleeper.sn && slot === null);
    await device.visit('timed');
    const { metrics, tracked } = await birth;
    expect(tracked).toEqual({ highWater: 0n, acks: [] });
    expect(metrics.map(({ name }) => name)).toContain('param/rtu/sendCycle');
    await death;
    await gateway.settled();
    const { rtu, sensors } = await site.ids(sleeper.sn);
    const times = (await rowsOf(sensors.get(0) ?? 0, 'tilt')).map(({ t }) => t);
    expect(times).toEqual(expect.arrayContaining([t0 - 3 * hour, t0 - 2 * hour, t0 - hour]));
    expect(await rowsOf(rtu, 'status')).toHaveLength(1);
    expect(device.connected).toBe(false);
    expect(device.store.unsent()).toEqual([]);
    expect(site.logged.map(({ message }) => message)).toEqual(['host application']);
    await device.stop();
  });

  test('sends nothing twice after a clean end, and all it keeps after an unclean one', async () => {
    const device = make(sleeper);
    for (let minutes = 30; minutes > 0; minutes--) device.collect(anchor - minutes * 60_000);
    await device.connect();
    await device.transmit();
    const all = device.store.all().length;
    expect(device.store.unsent()).toHaveLength(0);
    device.breakOff();
    await until(() => !device.connected);
    expect(device.store.unsent()).toHaveLength(all);
    await gateway.settled();
    await device.connect();
    await device.transmit();
    await device.stop();
    await gateway.settled();
    const { sensors } = await site.ids(sleeper.sn);
    const stored = (await rowsOf(sensors.get(0) ?? 0, 'tilt')).map(({ t }) => t);
    const kept = device.store.all().filter(({ slot }) => slot === 0);
    expect(stored).toEqual(expect.arrayContaining(kept.map(({ t }) => t)));
    expect(new Set(stored).size).toBe(stored.length);

    let messages = 0;
    const stop = gateway.events.on('data', () => void messages++);
    await device.connect();
    await device.transmit();
    await device.stop();
    await gateway.settled();
    stop();
    expect(messages).toBe(0);
  });
});

describe('an awake device', () => {
  test('obeys rebirth, set and commands, each once', async () => {
    const device = make(awake);
    await appear(device);
    const again = next(
      gateway,
      'birth',
      (event) => event.sn === awake.sn && event.device === null && event.again,
    );
    await gateway.command(awake.sn, null, [rebirthRequest(Date.now())]);
    await again;

    const set = command(1, {
      parameters: [{ name: 'param/rtu/lowBattery', datatype: DataType.Double, value: 11.1 }],
    });
    for (const _ of ['first', 'repeated']) {
      const answered = next(gateway, 'ack', ({ ack }) => ack.id === set.id);
      await gateway.command(awake.sn, null, encodeCommand(set));
      expect((await answered).ack).toMatchObject({ seq: 1n, status: 'ok' });
    }
    expect(device.memory.number('rtu/lowBattery', 0)).toBe(11.1);

    const { sensors } = await site.ids(awake.sn);
    await gateway.settled();
    const before = (await rowsOf(sensors.get(0) ?? 0, 'tilt')).length;
    const measure = command(2, named('measureNow'));
    const measured = next(gateway, 'ack', ({ ack }) => ack.id === measure.id);
    await gateway.command(awake.sn, '0', encodeCommand(measure));
    await measured;
    await until(async () => (await rowsOf(sensors.get(0) ?? 0, 'tilt')).length > before);

    const birth = next(
      gateway,
      'birth',
      (event) => event.sn === awake.sn && event.device === null && !event.again,
    );
    const restart = command(3, named('restart'));
    await gateway.command(awake.sn, null, encodeCommand(restart));
    expect((await birth).tracked).toMatchObject({
      highWater: 3n,
      acks: [{ seq: 1n }, { seq: 2n }, { seq: 3n }],
    });
    await device.stop();
  });

  test('proves a stranding set in a new session, and keeps it when the host commits', async () => {
    const device = make(awake, { saved: { bdSeq: 9, highWater: '10', acks: [], parameters: {} } });
    await appear(device);
    const set = command(11, {
      parameters: [{ name: 'param/rtu/apn', datatype: DataType.String, value: 'cmnet' }],
      tries: 3,
    });
    const trying = next(gateway, 'tryReport', ({ report }) => report.id === set.id);
    const back = next(gateway, 'birth', (event) => event.sn === awake.sn && event.device === null);
    await gateway.command(awake.sn, null, encodeCommand(set));
    expect((await trying).report.state).toBe('trying');
    await back;
    const committed = next(gateway, 'tryReport', ({ report }) => report.state === 'committed');
    await gateway.command(awake.sn, null, encodeCommit(set.id));
    expect((await committed).report.id).toBe(set.id);
    expect(device.memory.of(-1).get('rtu/apn')).toBe('cmnet');
    await device.stop();
  });
});

test('a horn sounds, reports that it sounds, and stops', async () => {
  const device = make({ ...siren, temper: { ...siren.temper, awake: true } });
  await appear(device);
  const slot = String(hornOf(siren));
  const { sensors } = await site.ids(siren.sn);
  const sounding = async () =>
    (await rowsOf(sensors.get(Number(slot)) ?? 0, 'horn')).map(({ values }) => values['sounding']);
  await gateway.command(siren.sn, slot, encodeCommand(command(1, named('soundAlarm'))));
  await until(async () => (await sounding()).includes(1));
  const ack = next(gateway, 'ack', ({ ack: { seq } }) => seq === 2n);
  await gateway.command(siren.sn, slot, encodeCommand(command(2, named('stopHorn'))));
  await ack;
  await until(async () => (await sounding())[0] === 0);
  await device.stop();
});
