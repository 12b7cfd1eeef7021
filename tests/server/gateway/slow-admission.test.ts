/** RTUs that come while the server takes long to let them in: many after a process died, or a database that is slow. */
import { connect } from 'node:net';
import mqtt from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { EmbeddedSource } from '../../../src/server/gateway/embedded.ts';
import { until } from './gateway-fixture.ts';

const refused: string[] = [];
const left: string[] = [];
let source: EmbeddedSource | null = null;
afterEach(async () => {
  await source?.close();
  refused.length = 0;
  left.length = 0;
});

/** A broker that takes so many ms for each credential, while a silent connection has 200. */
async function slowBroker(taking: number): Promise<EmbeddedSource> {
  const slow = new EmbeddedSource({
    port: 0,
    unauthenticatedTime: 200,
    authenticate: () => new Promise((done) => setTimeout(done, taking, true)),
    refused: (_, reason) => void refused.push(reason),
    left: (sn) => void left.push(sn),
  });
  source = slow;
  await slow.start({
    will: () => ({ topic: '', payload: '', qos: 0, retain: false }),
    connected: async () => undefined,
    disconnected: () => undefined,
    message: () => undefined,
  });
  return slow;
}
const optionsOf = (port: number) => ({
  ...{ port, host: '127.0.0.1', clientId: 'GW1', username: 'GW1', password: 'secret', reconnectPeriod: 0 },
  connectTimeout: 10_000,
});

it('what the server takes to look at a credential is not counted as the silence of a device', async () => {
  const slow = await slowBroker(700);
  const client = await mqtt.connectAsync(optionsOf(slow.port));
  expect([slow.hasClient('GW1'), refused]).toEqual([true, []]);
  await client.endAsync(true);
  await until(() => !slow.hasClient('GW1'));
});

it('one that goes while its credential is looked at is not connected afterwards, and what it took is given back', async () => {
  const slow = await slowBroker(400);
  const client = mqtt.connect(optionsOf(slow.port));
  client.on('error', () => undefined);
  await until(() => slow.connections > 0 || client.connected === false);
  await new Promise((resolve) => setTimeout(resolve, 150));
  client.stream.destroy();
  await until(() => left.includes('GW1'));
  expect(slow.hasClient('GW1')).toBe(false);
  client.end(true);
});

it('one that says nothing has as long as before', async () => {
  const slow = await slowBroker(0);
  const socket = connect(slow.port, '127.0.0.1');
  await new Promise((resolve) => socket.once('close', resolve));
  expect(refused).toEqual(['not authenticated in time']);
});
