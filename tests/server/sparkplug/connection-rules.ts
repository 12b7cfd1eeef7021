import type { IPublishPacket } from 'mqtt-packet';
import { expect } from 'vitest';
import { until } from '../gateway/gateway-fixture.ts';
import { battery, isConnect, isPublish, isSubscribe, link, rule, stage, stateOf } from './rule.ts';
import { stateTopic } from './stage.ts';

/** The host's own connection, where it has one. */
export function connectionRules(): void {
  rule(
    'connects with a clean session and a Will: its STATE offline, QoS 1, kept, with the time of the CONNECT',
    [
      'message-flow-phid-sparkplug-clean-session-311',
      'operational-behavior-host-application-connect-will',
      'operational-behavior-host-application-connect-will-topic',
      'operational-behavior-host-application-connect-will-payload',
      'operational-behavior-host-application-connect-will-qos',
      'operational-behavior-host-application-connect-will-retained',
      'host-topic-phid-death-topic',
      'host-topic-phid-death-qos',
      'host-topic-phid-death-retain',
      'host-topic-phid-death-required',
      'host-topic-phid-death-payload',
      'host-topic-phid-death-payload-timestamp-connect',
      'payloads-state-will-message',
      'payloads-state-will-message-qos',
      'payloads-state-will-message-retain',
      'payloads-state-will-message-payload',
    ],
    async () => {
      const connect = stage.hostPackets().find(isConnect);
      if (connect?.will === undefined) throw new Error('a CONNECT without a Will');
      expect(connect).toMatchObject({ clean: true, protocolVersion: 4 });
      expect(connect.will).toMatchObject({ topic: stateTopic, qos: 1, retain: true });
      const state = stateOf({ payload: connect.will.payload });
      expect(Object.keys(state)).toEqual(['online', 'timestamp']);
      expect(state.online).toBe(false);
      expect(Math.abs(Date.now() - state.timestamp)).toBeLessThan(10_000);
    },
  );

  rule(
    'subscribes to its own STATE and one filter a message type, then is born first of all, with the time of the Will',
    [
      'host-topic-phid-birth-message',
      'host-topic-phid-birth-sub-required',
      'host-topic-phid-birth-payload-timestamp',
      'message-flow-phid-sparkplug-subscription',
      'message-flow-phid-sparkplug-state-publish',
      'message-flow-phid-sparkplug-state-publish-payload',
      'message-flow-phid-sparkplug-state-publish-payload-timestamp',
      'operational-behavior-host-application-connect-birth',
      'operational-behavior-primary-application-state-with-multiple-servers-state',
      'payloads-state-subscribe',
    ],
    async () => {
      const packets = stage.hostPackets();
      const filters = packets.filter(isSubscribe).flatMap(({ subscriptions }) => subscriptions);
      expect(filters.map(({ topic, qos }) => `${qos} ${topic}`)).toEqual([
        `1 ${stateTopic}`,
        '0 spBv1.0/+/NBIRTH/+',
        '0 spBv1.0/+/NDEATH/+',
        '0 spBv1.0/+/NDATA/+',
        '0 spBv1.0/+/DBIRTH/+/+',
        '0 spBv1.0/+/DDEATH/+/+',
        '0 spBv1.0/+/DDATA/+/+',
      ]);
      const birth = packets.findIndex(isPublish);
      expect(birth).toBeGreaterThan(packets.findLastIndex(isSubscribe));
      const [publish, connect] = [packets[birth], packets.find(isConnect)];
      if (publish === undefined || !isPublish(publish) || connect?.will === undefined)
        throw new Error('no birth');
      expect(publish).toMatchObject({ topic: stateTopic, qos: 1, retain: true });
      expect(stateOf(publish)).toEqual({
        online: true,
        timestamp: stateOf({ payload: connect.will.payload }).timestamp,
      });
    },
  );

  rule(
    'says at once that it is online again when somebody says that it is not',
    ['message-flow-hid-sparkplug-state-message-delivered'],
    async () => {
      const birth = stage.hostPackets().find(isPublish);
      if (birth === undefined) throw new Error('no birth');
      const { timestamp } = stateOf(birth);
      await stage.edge.connect();
      await stage.edge.client.publishAsync(stateTopic, JSON.stringify({ online: false, timestamp }), {
        qos: 1,
        retain: true,
      });
      await until(() => stage.edge.states.length === 3);
      expect(stage.edge.states.slice(1)).toEqual([
        { online: false, timestamp },
        { online: true, timestamp },
      ]);
    },
  );

  rule(
    'a lost connection is announced by the Will; the next one has a Will and a birth of its own time, and nothing is GOOD until born again',
    ['host-topic-phid-death-payload-timestamp-disconnect-with-no-disconnect-packet'],
    async () => {
      await stage.edge.connect();
      await until(() => link()?.quality === 'GOOD');
      const client = stage.tap.passed.find((one) => one.client.startsWith('groundwatch-'))?.client ?? '';
      stage.tap.cut(client);
      await until(() => link()?.quality === 'STALE');
      await until(() => stage.edge.states.length === 3);
      const [first, will, again] = stage.edge.states;
      expect(will).toEqual({ online: false, timestamp: first?.timestamp });
      expect(again?.online).toBe(true);
      expect(again?.timestamp).toBeGreaterThan(first?.timestamp ?? 0);
      const wills = stage
        .hostPackets()
        .filter(isConnect)
        .map(({ will: one }) => one);
      expect(wills).toHaveLength(2);
      expect(stateOf({ payload: wills[1]?.payload ?? '' }).timestamp).toBe(again?.timestamp);
      await stage.edge.data(battery(12));
      await until(() => stage.edge.births === 2);
      await until(() => link()?.quality === 'GOOD');
    },
  );

  rule(
    'ends a planned stop with its death and then a DISCONNECT',
    ['operational-behavior-host-application-disconnect-intentional'],
    async () => {
      await stage.gateway.stop();
      const packets = await until(() => {
        const found = stage.hostPackets();
        return found.some(({ cmd }) => cmd === 'disconnect') && found;
      });
      const death = packets.findLastIndex(isPublish);
      expect(stateOf(packets[death] as IPublishPacket)).toMatchObject({ online: false });
      const after = packets.slice(death + 1).map(({ cmd }) => cmd);
      // It acknowledges what its own STATE brings back.
      expect(after.filter((cmd) => cmd !== 'puback')).toEqual(['disconnect']);
      expect(after.at(-1)).toBe('disconnect');
    },
  );

  rule(
    'a second host of the same id stands by: one host id, one host',
    ['operational-behavior-host-application-host-id'],
    async () => {
      const url = `mqtt://host:h@127.0.0.1:${stage.tap.port}`;
      const second = await stage.site.gateway({ broker: { url, reconnectPeriod: 100 }, stateWait: 300 });
      await until(() => second.phase === 'standby');
      expect(stage.gateway.phase).toBe('online');
      const births = stage
        .hostPackets()
        .filter(isPublish)
        .filter((one) => stateOf(one).online);
      expect(births).toHaveLength(1);
    },
  );
}
