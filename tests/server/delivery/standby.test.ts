/** Two hosts of one id at one broker, over one database: the one that stands by sends nothing and resolves nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrder } from '../../../src/server/delivery/create.ts';
import { Delivery } from '../../../src/server/delivery/delivery.ts';
import type { Gateway } from '../../../src/server/gateway/gateway.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { TrackedFirmware } from '../../support/delivery/firmware.ts';
import { WiredDevice } from '../../support/delivery/wired-device.ts';
import { by } from '../../support/delivery/world.ts';
import { type Mosquitto, startMosquitto } from '../../support/mosquitto.ts';
import { openSite, type Site, until } from '../gateway/gateway-fixture.ts';

let mosquitto: Mosquitto;
let site: Site;
beforeAll(async () => {
  mosquitto = await startMosquitto({ groundwatch: 'host-secret', GW1: 'node-secret' });
  site = await openSite({ GW1: [4] });
});
afterAll(async () => {
  await site.close();
  await mosquitto.stop();
});

async function host() {
  const url = `mqtt://groundwatch:host-secret@127.0.0.1:${mosquitto.port}`;
  const gateway: Gateway = await site.gateway({ broker: { url } });
  const sent: string[] = [];
  const command = gateway.command.bind(gateway);
  gateway.command = async (sn, device, metrics) => {
    const id = metrics.find(({ name }) => name === 'Command/Id')?.value;
    sent.push(String(id));
    await command(sn, device, metrics);
  };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const times = { ackTime: 500, settleTime: 40, sweepTime: 100 };
  return { gateway, sent, delivery: new Delivery({ storage: site.storage, gateway, log, ...times }) };
}

test('the second host hears and does not act, until it leads', async () => {
  const first = await host();
  await until(() => first.gateway.phase === 'online');
  const second = await host();
  await until(() => second.gateway.phase === 'standby');
  const [rtu] = planFleet({ seed: 5, anchor: Date.UTC(2026, 5, 1), stations: 20 }).projects.flatMap(
    ({ stations }) => stations.map((station) => station.rtu),
  );
  if (rtu === undefined) throw new Error('no plan');
  const device = new WiredDevice('GW1', 'node-secret', new TrackedFirmware(rtu), () => null);
  const order = async ({ delivery, gateway }: typeof first, key: string) => {
    const row = await createOrder(delivery.store, (rtuId) => gateway.link(rtuId), {
      by,
      language: 'en',
      confirmation: undefined,
      body: {
        key: `key-of-the-two-hosts-${key}`,
        target: { rtuId: 1, slot: null },
        content: { type: 'action', action: 'reportNow', args: {} },
        reason: '',
        surface: 'button',
      },
    });
    delivery.touched(1);
    return row.id;
  };
  const stateOf = async (id: string) => (await first.delivery.store.byId(id))?.state;

  // In flight at the leader, whose answer is lost: the other one leaves it alone.
  await device.wake(mosquitto.port, { answers: 'lost', loss: null });
  const one = await order(first, '1');
  await until(async () => (await stateOf(one)) === 'sending');
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(await stateOf(one)).toBe('sending');
  await device.sleep();
  await device.wake(mosquitto.port);
  await until(async () => (await stateOf(one)) === 'succeeded');

  // What is ordered at the one that stands by is sent by the one that leads.
  const two = await order(second, '2');
  await until(async () => (await stateOf(two)) === 'succeeded');
  expect(first.sent).toContain(two);
  expect(second.sent).toEqual([]);

  // The leader goes with an order in flight: the other one leads, resolves it, and goes on.
  await device.sleep();
  await device.wake(mosquitto.port, { answers: 'lost', loss: null });
  const three = await order(first, '3');
  await until(async () => (await stateOf(three)) === 'sending');
  await first.delivery.stop();
  await first.gateway.stop();
  await until(() => second.gateway.phase === 'online');
  await device.sleep();
  await device.wake(mosquitto.port);
  await until(async () => (await stateOf(three)) === 'succeeded');
  const firmware = device.firmware;
  expect(firmware.effects.map(({ id }) => id)).toEqual([one, two, three]);
  await device.sleep();
  await second.delivery.stop();
});
