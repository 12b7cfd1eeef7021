/** The product's host application, a strict edge node, and observers of every byte between them. */
import type { Packet } from 'mqtt-packet';
import type { Gateway } from '../../../src/server/gateway/gateway.ts';
import { type Mosquitto, startMosquitto } from '../../support/mosquitto.ts';
import { StrictEdge, type as types } from '../../support/sparkplug/strict-edge.ts';
import { type Subscriber, subscribe } from '../../support/sparkplug/subscriber.ts';
import { startTap, type Tap } from '../../support/sparkplug/tap.ts';
import { as } from '../../support/sparkplug/wire.ts';
import { group, openSite, type Site, until } from '../gateway/gateway-fixture.ts';

export type BrokerKind = 'embedded' | 'mosquitto';
export const hostId = 'groundwatch';
export const stateTopic = `spBv1.0/STATE/${hostId}`;
export const sn = 'GW0001';
/** Aliases of the strict edge node's metrics. */
export const alias = { battery: 1, cycle: 2, signal: 3, uptime: 4, x: 11, y: 12, nodes: 21 };
/** ms that a missing message is waited for here. */
export const reorderTime = 300;

export interface Stage {
  readonly kind: BrokerKind;
  readonly site: Site;
  readonly gateway: Gateway;
  readonly tap: Tap;
  readonly edge: StrictEdge;
  readonly subscriber: Subscriber;
  readonly rtuId: number;
  readonly sensors: ReadonlyMap<number, number>;
  /** Packets of the host's own connections, oldest first; none with the embedded broker. */
  hostPackets(): Packet[];
  close(): Promise<void>;
}

const kindOf = (code: number) => ({ name: 'kind', datatype: types.Int32, value: as.int(code) });
const readable = (name: string, number: number) => ({
  name,
  alias: number,
  datatype: types.Double,
  value: as.null(),
});
const declared = {
  node: [
    readable('batteryVoltage', alias.battery),
    readable('sendCycle', alias.cycle),
    { name: 'Properties/Signal', alias: alias.signal, datatype: types.Int16, value: as.int(0xffff) },
    { name: 'Properties/Uptime', alias: alias.uptime, datatype: types.UInt64, value: as.long(0) },
  ],
  devices: {
    '0': [kindOf(4), readable('x', alias.x), readable('y', alias.y)],
    '1': [kindOf(2), { name: 'nodes', alias: alias.nodes, datatype: types.DataSet, value: as.null() }],
  },
};

export const users = { host: 'h', watch: 'w', [sn]: 'n' };

export async function openStage(kind: BrokerKind, mosquitto: Mosquitto | null): Promise<Stage> {
  const site = await openSite({ [sn]: [4, 2], GW0002: [4] });
  const tap = mosquitto === null ? null : await startTap(mosquitto.port);
  const gateway = await site.gateway(
    tap === null
      ? {}
      : {
          broker: {
            url: `mqtt://host:${users.host}@127.0.0.1:${tap.port}`,
            keepalive: 5,
            reconnectPeriod: 100,
          },
          stateWait: 100,
        },
  );
  const front = tap ?? (await startTap(gateway.port ?? 0));
  await until(() => gateway.phase === 'online');
  const observer =
    mosquitto === null
      ? {
          user: 'GW0002',
          password: await gateway.issueCredential('GW0002'),
          clientId: 'GW0002',
          topics: [stateTopic],
          version: '311' as const,
        }
      : { user: 'watch', password: users.watch, clientId: 'watch', topics: ['#'], version: '5' as const };
  const subscriber = await subscribe({ port: front.port, ...observer });
  const edge = new StrictEdge({
    port: front.port,
    sn,
    password: mosquitto === null ? await gateway.issueCredential(sn) : (users[sn] ?? ''),
    group,
    hostId,
    ...declared,
  });
  const { rtu, sensors } = await site.ids(sn);
  return {
    kind,
    site,
    gateway,
    tap: front,
    edge,
    subscriber,
    rtuId: rtu,
    sensors,
    hostPackets: () =>
      front.passed
        .filter(({ client, from }) => client.startsWith(`${hostId}-`) && from === 'client')
        .map(({ packet }) => packet),
    async close() {
      edge.cut();
      await subscriber.stop();
      await site.close();
      await front.stop();
    },
  };
}

export async function startBroker(kind: BrokerKind): Promise<Mosquitto | null> {
  return kind === 'mosquitto' ? startMosquitto(users) : null;
}
