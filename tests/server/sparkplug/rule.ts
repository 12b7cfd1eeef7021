import type { IConnectPacket, IPublishPacket, ISubscribePacket, Packet } from 'mqtt-packet';
import { afterAll, afterEach, beforeAll, beforeEach, it } from 'vitest';
import type { Mosquitto } from '../../support/mosquitto.ts';
import { as, metric } from '../../support/sparkplug/wire.ts';
import type { HostAssertion } from './assertions.ts';
import { alias, type BrokerKind, openStage, type Stage, sn, startBroker } from './stage.ts';

/** The stage of the running test. */
export let stage: Stage;
export const covered = new Set<HostAssertion>();

/** A test whose name says which assertions it covers. */
export function rule(sentence: string, ids: readonly HostAssertion[], check: () => Promise<void>): void {
  for (const id of ids) covered.add(id);
  it(`${sentence} [${ids.join(' ')}]`, check);
}
export const isPublish = (packet: Packet): packet is IPublishPacket => packet.cmd === 'publish';
export const isConnect = (packet: Packet): packet is IConnectPacket => packet.cmd === 'connect';
export const isSubscribe = (packet: Packet): packet is ISubscribePacket => packet.cmd === 'subscribe';
export const bytesOf = ({ payload }: { payload: string | Buffer }) => Buffer.from(payload);
export const stateOf = (packet: { payload: string | Buffer }) => JSON.parse(bytesOf(packet).toString('utf8'));
/** What the broker handed to the edge node on one verb. */
export const handedOut = (verb: string) =>
  stage.tap.passed.filter(
    (one) =>
      one.client === sn && one.from === 'broker' && isPublish(one.packet) && one.packet.topic.includes(verb),
  );
export const link = () => stage.gateway.link(stage.rtuId);
export const reasons = () => link()?.problems.map(({ reason }) => reason) ?? [];
export const dataValues = () => {
  const values: unknown[] = [];
  stage.gateway.events.on('data', ({ metrics }) => values.push(...metrics.map(({ value }) => value)));
  return values;
};
export const battery = (value: number) => [{ alias: alias.battery, value: as.double(value) }];
export const rawBattery = (value: number) =>
  metric({ alias: alias.battery, timestamp: Date.now(), value: as.double(value) });
export const rebirthAsked = () =>
  stage.edge.commands.filter(({ payload }) => payload.metrics[0]?.name === 'Node Control/Rebirth');

/** A broker for the block, a stage for each of its tests. */
export function staged(kind: BrokerKind): void {
  let mosquitto: Mosquitto | null;
  beforeAll(async () => {
    mosquitto = await startBroker(kind);
  });
  afterAll(async () => {
    await mosquitto?.stop();
  });
  beforeEach(async () => {
    stage = await openStage(kind, mosquitto);
  });
  afterEach(async () => {
    await stage.close();
  });
}
