import { Delivery } from '../../server/delivery/delivery.ts';
import { OrderLists } from '../../server/delivery/lists.ts';
import { Gateway } from '../../server/gateway/gateway.ts';
import type { GatewayOptions, MqttSources } from '../../server/gateway/options.ts';
import type { TrafficTap } from '../../server/gateway/tap.ts';
import { trustsAddress } from '../../server/http/proxy.ts';
import type { ListenerBook } from '../../server/listeners/listeners.ts';
import { LiveHub } from '../../server/live/hub.ts';
import { DeviceMessages } from '../../server/messages/messages.ts';
import { Board } from '../../server/sites/board.ts';
import type { Settings } from '../settings.ts';
import type { Making } from './making.ts';
import { sessionsOf } from './processes.ts';
import type { StorageRooms } from './storage.ts';

/** Messages are kept as they come; who was not let in is a knock, too. */
const tapOf = (messages: () => DeviceMessages, knocks: ListenerBook['knocks']): TrafficTap => ({
  begins: (message) => messages().recorder.begins(message),
  flagged: (reason, detail) => messages().recorder.flagged(reason, detail),
  brought: (readings) => messages().recorder.brought(readings),
  ends: (table) => messages().recorder.ends(table),
  sent: (message, table) => messages().recorder.sent(message, table),
  refused: (refusal) => {
    messages().recorder.refused(refusal);
    const { way, code: reason, address, detail, sn } = refusal;
    knocks.knock({
      listener: way === 'mqttTls' ? 'mqttTls' : 'mqtt',
      ...{ reason, address, detail: detail === '' ? (sn ?? '') : detail },
    });
  },
});

const brokerOf = (settings: Settings, meters: ListenerBook['meters']): GatewayOptions['broker'] =>
  settings.mqttUrl === undefined
    ? {
        port: settings.mqttPort,
        address: settings.host,
        tls: settings.mqttTls ?? undefined,
        isBalancer: settings.mqttProxyProtocol ? trustsAddress(settings.trustProxy) : undefined,
        meters: { plain: meters.mqtt, tls: meters.mqttTls, sources: meters.sources },
      }
    : { url: settings.mqttUrl, meter: meters.external };

/** The gateway, what consoles see of its devices, and the delivery of orders to them. */
export function composeDevices(
  { settings, log, failing, faults }: Making,
  { storage, listeners, processes: { leases, lead } }: StorageRooms,
  sources: () => MqttSources,
) {
  const sessions = sessionsOf(leases, lead);
  const gateway = new Gateway({
    storage,
    sessions,
    lease: lead,
    hostId: settings.mqttHost.id,
    scope: settings.mqttHost,
    // What one process hears of its RTUs the others show within two seconds.
    ...(leases === null ? {} : { flushTime: 1000 }),
    log: log.child({ room: 'gateway' }),
    sources,
    tap: tapOf(() => messages, listeners.knocks),
    foreign: (message) => messages.foreign(message),
    broker: brokerOf(settings, listeners.meters),
  });
  const board = new Board(storage, (rtuId) => gateway.link(rtuId));
  const hub = new LiveHub(board);
  const messages: DeviceMessages = new DeviceMessages({
    storage,
    board,
    find: (sn) => gateway.directory.find(sn),
    now: Date.now,
    failed: failing('messages were not kept'),
    written: (companyId) => hub.tellOfMessages(companyId),
  });
  const delivery = new Delivery({
    storage,
    gateway,
    sessions,
    log: log.child({ room: 'delivery' }),
    ...faults,
  });
  const orders = new OrderLists({ store: delivery.store, board, link: (rtuId) => gateway.link(rtuId) });
  return { gateway, board, hub, messages, delivery, orders };
}

export type DeviceRooms = ReturnType<typeof composeDevices>;
