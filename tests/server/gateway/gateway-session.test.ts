/** Session rules on the wire: what a node does, what the host answers. */
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import type { Gateway } from '../../../src/server/gateway/gateway.ts';
import {
  bdSeq,
  connectNode,
  double,
  group,
  type Node,
  next,
  openSite,
  type Site,
  until,
} from './gateway-fixture.ts';

interface EdgeClient {
  on(
    event: 'birth' | 'connect' | 'close' | 'ncmd',
    listener: (payload: { metrics: { name: string; value: unknown }[] }) => void,
  ): void;
  publishNodeBirth(payload: object): void;
  publishNodeData(payload: object): void;
  publishDeviceBirth(device: string, payload: object): void;
  publishDeviceData(device: string, payload: object): void;
  stop(): void;
}
const { newClient } = createRequire(import.meta.url)('sparkplug-client') as {
  newClient(config: object): EdgeClient;
};

const sn = 'GW0001';
let site: Site;
let gateway: Gateway;
let password: string;
let rtu: number;
const nodes: Node[] = [];
const open = async (session = 1n) => {
  const node = await connectNode(gateway.port ?? 0, sn, password, { session });
  nodes.push(node);
  await node.listen();
  return node;
};
const birth = (node: Node, session = 1n) =>
  node.send('NBIRTH', { timestamp: Date.now(), metrics: [bdSeq(session), double('batteryVoltage', null)] });
const data = (seq: number, value: number) => ({
  seq,
  timestamp: Date.now(),
  metrics: [double('batteryVoltage', value)],
});

beforeEach(async () => {
  site = await openSite({ [sn]: [4] });
  gateway = await site.gateway();
  password = await gateway.issueCredential(sn);
  ({ rtu } = await site.ids(sn));
});
afterEach(async () => {
  for (const node of nodes.splice(0)) node.cut();
  await site.close();
});

describe('a node at the host', () => {
  it('that loses a message is asked by name, with a data type, to be born again; and only once', async () => {
    const node = await open();
    await birth(node);
    await node.send('NDATA', data(2, 12));
    const command = await until(() => node.commands[0]);
    expect(command.topic).toBe(`spBv1.0/${group}/NCMD/${sn}`);
    expect(command.payload).toMatchObject({
      seq: null,
      metrics: [{ name: 'Node Control/Rebirth', datatype: DataType.Boolean, value: true }],
    });
    await birth(node);
    await node.send('NDATA', data(7, 12));
    await until(
      () =>
        gateway
          .link(rtu)
          ?.problems.find(({ reason, detail }) => reason === 'sequenceGap' && detail === 'expected 1')
          ?.count === 2,
    );
    expect(node.commands).toHaveLength(1);
  });

  it('whose messages are overtaken is heard in order', async () => {
    const node = await open();
    await birth(node);
    const values: unknown[] = [];
    gateway.events.on('data', ({ metrics }) => values.push(metrics[0]?.value));
    // In one breath: what comes too late for the others is missed, and rightly.
    await Promise.all([3, 2, 1].map((seq) => node.send('NDATA', data(seq, seq))));
    await until(() => values.length === 3);
    expect(values).toEqual([1, 2, 3]);
    expect(gateway.link(rtu)?.problems).toEqual([]);
  });

  it('that loses power is STALE by its Will', async () => {
    const node = await open();
    await birth(node);
    await until(() => gateway.link(rtu)?.quality === 'GOOD');
    const death = next(gateway, 'death');
    node.cut();
    expect(await death).toMatchObject({ rtuId: rtu, device: null });
    expect(gateway.link(rtu)).toMatchObject({ quality: 'STALE', connected: false });
  });

  it('that comes again before its old connection is known dead lives on: the old Will comes too late', async () => {
    const old = await open(1n);
    await birth(old, 1n);
    await until(() => gateway.link(rtu)?.quality === 'GOOD');
    const node = await open(2n);
    await birth(node, 2n);
    await until(() => gateway.link(rtu)?.bornAt !== null && gateway.link(rtu)?.quality === 'GOOD');
    // A Will that a slower broker publishes only now.
    await node.send('NDEATH', { seq: null, metrics: [bdSeq(1n)] });
    await until(() => gateway.link(rtu)?.problems.some(({ reason }) => reason === 'lateDeath'));
    expect(gateway.link(rtu)).toMatchObject({ quality: 'GOOD', connected: true });
  });

  it('that leaves properly and sleeps is not connected and remembered', async () => {
    const node = await open();
    await birth(node);
    await node.send('NDEATH', { seq: null, metrics: [bdSeq(1n)] });
    await node.end();
    await until(() => gateway.link(rtu)?.connected === false);
    expect(gateway.link(rtu)?.quality).toBe('STALE');
    expect(gateway.link(rtu)?.lastContactAt).not.toBeNull();
    expect(gateway.link(rtu)?.problems).toEqual([]);
  });

  it('that speaks before it is born is asked for its birth', async () => {
    const node = await open();
    await node.send('NDATA', data(9, 1));
    const command = await until(() => node.commands[0]);
    expect(command.payload.metrics[0]?.name).toBe('Node Control/Rebirth');
  });

  it('gets commands by name with data types', async () => {
    const node = await open();
    await expect(gateway.command(sn, null, [])).rejects.toThrow();
    await birth(node);
    await until(() => gateway.declares(sn, null, 'batteryVoltage'));
    await gateway.command(sn, '0', [{ name: 'cmd/measureNow', datatype: DataType.Boolean, value: true }]);
    const command = await until(() => node.commands[0]);
    expect(command.topic).toBe(`spBv1.0/${group}/DCMD/${sn}/0`);
    expect(command.payload.metrics).toMatchObject([
      { name: 'cmd/measureNow', datatype: DataType.Boolean, value: true },
    ]);
  });

  it('written by others (Tahu) is born, heard and asked again', async () => {
    const edge = newClient({
      serverUrl: `mqtt://127.0.0.1:${gateway.port}`,
      username: sn,
      password,
      groupId: group,
      edgeNode: sn,
      clientId: sn,
      version: 'spBv1.0',
      publishDeath: true,
    });
    const rebirths: unknown[] = [];
    let births = 0;
    edge.on('ncmd', ({ metrics }) => rebirths.push(metrics[0]));
    edge.on('birth', () => {
      births++;
      edge.publishNodeBirth({
        timestamp: Date.now(),
        metrics: [{ name: 'batteryVoltage', type: 'Double', value: 12.1, timestamp: Date.now() }],
      });
      edge.publishDeviceBirth('0', {
        timestamp: Date.now(),
        metrics: [
          { name: 'kind', type: 'Int32', value: 4 },
          { name: 'x', type: 'Double', value: 0.5, timestamp: Date.now() },
        ],
      });
    });
    await next(gateway, 'birth', ({ device }) => device === '0');
    expect(births).toBe(1);
    const stored = next(gateway, 'stored', ({ batch }) => batch.some(({ values }) => values['x'] === 0.75));
    edge.publishDeviceData('0', {
      timestamp: Date.now(),
      metrics: [{ name: 'x', type: 'Double', value: 0.75, timestamp: Date.now() }],
    });
    await stored;
    // A device that was never born: the host asks, and the peer reads the request.
    edge.publishDeviceData('5', {
      timestamp: Date.now(),
      metrics: [{ name: 'x', type: 'Double', value: 1 }],
    });
    await until(() => rebirths.length === 1);
    expect(rebirths[0]).toMatchObject({ name: 'Node Control/Rebirth', value: true });
    edge.stop();
    await until(() => gateway.link(rtu)?.quality === 'STALE');
  });
});

describe('after a restart of the server', () => {
  it('links are learnt anew, the last contact is remembered', async () => {
    const node = await open();
    await birth(node);
    await until(() => gateway.link(rtu)?.connected);
    const seen = gateway.link(rtu)?.lastContactAt;
    await gateway.stop();
    const again = await site.gateway();
    expect(again.link(rtu)).toMatchObject({ connected: false, quality: 'STALE', lastContactAt: seen });
  });
});
