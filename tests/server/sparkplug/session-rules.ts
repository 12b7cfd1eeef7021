import { expect } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { readPayload } from '../../support/sparkplug/wire.ts';
import { next, until } from '../gateway/gateway-fixture.ts';
import {
  battery,
  bytesOf,
  dataValues,
  handedOut,
  isPublish,
  link,
  rawBattery,
  reasons,
  rebirthAsked,
  rule,
  stage,
} from './rule.ts';
import { alias, sn, stateTopic } from './stage.ts';

/** Birth, death, order and commands: the same on both brokers. */
export function sessionRules(): void {
  rule(
    'says on spBv1.0/STATE that it is online: JSON, QoS 1, kept for those who come later',
    [
      'components-ph-state',
      'intro-sparkplug-host-state',
      'host-topic-phid-birth-topic',
      'host-topic-phid-birth-qos',
      'host-topic-phid-birth-retain',
      'host-topic-phid-birth-required',
      'host-topic-phid-birth-payload',
      'operational-behavior-host-application-connect-birth-topic',
      'operational-behavior-host-application-connect-birth-payload',
      'operational-behavior-host-application-connect-birth-qos',
      'operational-behavior-host-application-connect-birth-retained',
      'payloads-state-birth',
      'payloads-state-birth-payload',
    ],
    async () => {
      const seen = await until(() => stage.subscriber.seen.find(({ topic }) => topic === stateTopic));
      expect(seen).toMatchObject({ qos: 1, retain: true });
      const state = JSON.parse(seen.bytes.toString('utf8'));
      expect(Object.keys(state)).toEqual(['online', 'timestamp']);
      expect(state.online).toBe(true);
      expect(Math.abs(Date.now() - state.timestamp)).toBeLessThan(60_000);
      await stage.edge.connect();
      expect(stage.edge.states).toEqual([state]);
    },
  );

  rule(
    'asks a node for its birth when a message is lost, after the reorder time: NCMD, by name, true, QoS 0, not kept, no seq',
    [
      'operational-behavior-host-reordering-param',
      'operational-behavior-host-reordering-start',
      'operational-behavior-host-reordering-rebirth',
      'operational-behavior-data-commands-ncmd-rebirth-verb',
      'operational-behavior-data-commands-ncmd-rebirth-name',
      'operational-behavior-data-commands-ncmd-rebirth-value',
      'topics-ncmd-mqtt',
      'topics-ncmd-timestamp',
      'topics-ncmd-payload',
      'payloads-ncmd-timestamp',
      'payloads-ncmd-seq',
      'payloads-ncmd-qos',
      'payloads-ncmd-retain',
    ],
    async () => {
      await stage.edge.connect();
      await until(() => link()?.quality === 'GOOD');
      const lost = Date.now();
      await stage.edge.send('NDATA', [rawBattery(12)], undefined, 1);
      const asked = await until(() => rebirthAsked()[0]);
      expect(Date.now() - lost).toBeGreaterThan(250);
      expect(asked).toMatchObject({
        topic: stage.edge.topic('NCMD'),
        qos: 0,
        retain: false,
        payload: { seq: null, metrics: [{ alias: null, datatype: 11, field: 14, value: 1n }] },
      });
      expect(Math.abs(Date.now() - (asked.payload.timestamp ?? 0))).toBeLessThan(10_000);
      await until(() => stage.edge.births === 2);
      const values = dataValues();
      await stage.edge.data(battery(12.5));
      await until(() => values.includes(12.5));
      expect(rebirthAsked()).toHaveLength(1);
    },
  );

  rule(
    'takes messages that overtook each other in their order, and asks for nothing',
    ['operational-behavior-host-reordering-success'],
    async () => {
      await stage.edge.connect();
      const values = dataValues();
      const first = stage.edge.seq;
      // In one breath: what comes too late for the others is missed, and rightly.
      stage.edge.seq = first + 2;
      const third = stage.edge.send('NDATA', [rawBattery(3)]);
      stage.edge.seq = first;
      await Promise.all([
        third,
        stage.edge.send('NDATA', [rawBattery(1)]),
        stage.edge.send('NDATA', [rawBattery(2)]),
      ]);
      await until(() => values.length === 3);
      expect(values).toEqual([1, 2, 3]);
      stage.edge.seq = first + 3;
      await stage.edge.data(battery(4));
      await until(() => values.length === 4);
      expect(reasons()).toEqual([]);
      expect(rebirthAsked()).toEqual([]);
    },
  );

  rule(
    'marks a node and its devices STALE with its own time when the Will comes',
    [
      'operational-behavior-edge-node-termination-host-action-ndeath-node-offline',
      'operational-behavior-edge-node-termination-host-action-ndeath-node-tags-stale',
      'operational-behavior-edge-node-termination-host-action-ndeath-devices-offline',
      'operational-behavior-edge-node-termination-host-action-ndeath-devices-tags-stale',
    ],
    async () => {
      await stage.edge.connect();
      await until(() => stage.gateway.declares(sn, '1', 'nodes'));
      expect(link()).toMatchObject({ connected: true, quality: 'GOOD' });
      const death = next(stage.gateway, 'death');
      const before = Date.now();
      stage.edge.cut();
      expect((await death).at).toBeGreaterThanOrEqual(before);
      expect(link()).toMatchObject({ connected: false, quality: 'STALE' });
      for (const device of [null, '0', '1']) expect(stage.gateway.declares(sn, device, 'x')).toBe(false);
      expect(stage.gateway.declares(sn, '1', 'nodes')).toBe(false);
    },
  );

  rule(
    'marks one device STALE when it dies, and the others live on',
    [
      'operational-behavior-edge-node-termination-host-action-ddeath-devices-offline',
      'operational-behavior-edge-node-termination-host-action-ddeath-devices-tags-stale',
    ],
    async () => {
      await stage.edge.connect();
      await until(() => stage.gateway.declares(sn, '1', 'nodes'));
      const death = next(stage.gateway, 'death', ({ device }) => device === '0');
      const before = Date.now();
      await stage.edge.send('DDEATH', [], '0');
      expect((await death).at).toBeGreaterThanOrEqual(before);
      expect(stage.gateway.declares(sn, '0', 'x')).toBe(false);
      expect(stage.gateway.declares(sn, '1', 'nodes')).toBe(true);
      expect(link()?.quality).toBe('GOOD');
    },
  );

  rule(
    'commands the node by alias alone where its birth gave one, with a fitting value and its data type',
    [
      'operational-behavior-data-commands-ncmd-verb',
      'operational-behavior-data-commands-ncmd-metric-name',
      'operational-behavior-data-commands-ncmd-metric-value',
      'payloads-alias-data-cmd-requirement',
    ],
    async () => {
      await stage.edge.connect();
      await until(() => stage.gateway.declares(sn, null, 'sendCycle'));
      await stage.gateway.command(sn, null, [{ name: 'sendCycle', datatype: DataType.Double, value: 900 }]);
      const { topic, qos, retain, payload } = await until(() => stage.edge.commands[0]);
      expect({ topic, qos, retain, seq: payload.seq }).toEqual({
        topic: stage.edge.topic('NCMD'),
        qos: 0,
        retain: false,
        seq: null,
      });
      expect(payload.metrics).toMatchObject([{ name: null, alias: alias.cycle, datatype: 10, field: 13 }]);
      expect(Buffer.from(payload.metrics[0]?.value as Uint8Array).readDoubleLE()).toBe(900);
    },
  );

  rule(
    'commands a device on its own topic: DCMD, QoS 0, not kept, with a time, without seq; by name where there is no alias',
    [
      'operational-behavior-data-commands-dcmd-verb',
      'operational-behavior-data-commands-dcmd-metric-name',
      'operational-behavior-data-commands-dcmd-metric-value',
      'topics-dcmd-mqtt',
      'topics-dcmd-timestamp',
      'topics-dcmd-payload',
      'payloads-dcmd-timestamp',
      'payloads-dcmd-seq',
      'payloads-dcmd-qos',
      'payloads-dcmd-retain',
    ],
    async () => {
      await stage.edge.connect();
      await until(() => stage.gateway.declares(sn, '0', 'kind'));
      await stage.gateway.command(sn, '0', [{ name: 'kind', datatype: DataType.Int32, value: -4 }]);
      await until(() => stage.edge.commands.length === 1);
      const [handed] = handedOut('/DCMD/');
      if (handed === undefined || !isPublish(handed.packet)) throw new Error('no DCMD on the wire');
      expect(handed.packet).toMatchObject({ topic: stage.edge.topic('DCMD', '0'), qos: 0, retain: false });
      const payload = readPayload(bytesOf(handed.packet));
      expect(payload).toMatchObject({
        seq: null,
        metrics: [{ name: 'kind', alias: null, datatype: 3, field: 10, value: 0xffff_fffcn }],
      });
      expect(Math.abs(Date.now() - (payload.timestamp ?? 0))).toBeLessThan(10_000);
    },
  );

  rule(
    'on a planned stop says that it is offline, with the time of now',
    [
      'operational-behavior-host-application-termination',
      'operational-behavior-host-application-death-topic',
      'operational-behavior-host-application-death-payload',
      'operational-behavior-host-application-death-qos',
      'operational-behavior-host-application-death-retained',
      'host-topic-phid-death-payload-timestamp-disconnect-clean',
    ],
    async () => {
      await stage.edge.connect();
      const before = Date.now();
      await stage.gateway.stop();
      const last = await until(() => stage.subscriber.seen.filter(({ topic }) => topic === stateTopic)[1]);
      expect(last.qos).toBe(1);
      // The embedded broker ends with the host; for its subscribers the message is not a kept one but a new one.
      expect(last.retain).toBe(stage.kind === 'mosquitto');
      const state = JSON.parse(last.bytes.toString('utf8'));
      expect(state.online).toBe(false);
      expect(state.timestamp).toBeGreaterThanOrEqual(before);
    },
  );
}
