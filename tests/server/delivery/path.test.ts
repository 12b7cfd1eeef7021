/** A command's whole way on real parts: ordered over HTTP, waiting, sent, answered, read back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryProduct, startDeliveryProduct } from '../../support/delivery/product.ts';
import { until } from '../gateway-fixture.ts';

let product: DeliveryProduct;
let maintainer: string;
beforeAll(async () => {
  product = await startDeliveryProduct();
  maintainer = await product.login('maintainer');
});
afterAll(async () => {
  await product.stop();
});
const ended = (id: string) =>
  until(async () => {
    const command = await product.command(id);
    return command?.endedAt === null ? undefined : command;
  });

describe('a sleeping device', () => {
  test('takes a set when it wakes, and what it is then is read back', async () => {
    const rtu = product.rtus.find(({ temper, sn }) => !temper.awake && sn !== '');
    if (rtu === undefined) throw new Error('no sleeper');
    const { rtuId, stationId } = await product.ids(rtu.sn);
    const device = product.device(rtu);
    await device.visit();
    await until(async () => (await product.parameters(maintainer, stationId)).class === 'tracked');
    await until(() => !device.connected);
    const target = { rtuId, slot: null };
    const reply = await product.order(maintainer, target, {
      type: 'set',
      group: 'rtu',
      edits: { lowBattery: 11.1 },
      version: 0,
    });
    expect(reply).toMatchObject({ status: 200, data: { command: { state: 'queued', ahead: 0 } } });
    const { id } = reply.data.command;
    const shown = await product.parameters(maintainer, stationId);
    expect(shown.devices[0]?.groups[0]?.fields['lowBattery']).toMatchObject({
      value: 11.5,
      pending: { value: 11.1, commandId: id },
    });
    await device.visit();
    const command = await ended(id);
    expect(command).toMatchObject({ state: 'succeeded', verification: 'verified', attempts: 1 });
    const after = await product.parameters(maintainer, stationId);
    expect(after.devices[0]?.groups[0]).toMatchObject({ version: 1 });
    expect(after.devices[0]?.groups[0]?.fields['lowBattery']).toMatchObject({ value: 11.1, pending: null });
    const { changes } = await product.history(maintainer, stationId);
    expect(changes).toMatchObject([
      { commandId: id, by: 'maintainer', changes: [{ field: 'lowBattery', from: 11.5, to: 11.1 }] },
    ]);
    await device.stop();
  });
});
