/** A third-party node by npm's `sparkplug-client`: writable parameter metrics and an action, by no code of ours. */
import { createRequire } from 'node:module';

interface Metric {
  readonly name: string;
  readonly type?: string;
  readonly value: unknown;
}
interface Client {
  on(event: 'birth' | 'close', listener: () => void): void;
  on(event: 'ncmd', listener: (payload: { metrics?: readonly Metric[] }) => void): void;
  on(event: 'dcmd', listener: (device: string, payload: { metrics?: readonly Metric[] }) => void): void;
  publishNodeBirth(payload: object): void;
  publishNodeData(payload: object): void;
  publishDeviceBirth(device: string, payload: object): void;
  publishDeviceData(device: string, payload: object): void;
  stop(): void;
}
const { newClient } = createRequire(import.meta.url)('sparkplug-client') as {
  newClient(config: object): Client;
};

export interface PlainEdge {
  /** Values of its metrics by name. */
  readonly values: Map<string, { readonly type: string; value: unknown }>;
  /** What was written to it, in order. */
  readonly written: { readonly device: string | null; readonly name: string; readonly value: unknown }[];
  /** Takes writes from now on, or swallows them. */
  obeys: boolean;
  stop(): void;
}

/** Connects; the node and its sensor in slot 0 (tilt) declare their metrics, and report what is written to them. */
export async function startPlainEdge(options: {
  readonly url: string;
  readonly sn: string;
  readonly secret: string;
  readonly group: string;
}): Promise<PlainEdge> {
  const { url, sn, secret, group } = options;
  const client = newClient({
    serverUrl: url,
    username: sn,
    password: secret,
    groupId: group,
    edgeNode: sn,
    clientId: sn,
    version: 'spBv1.0',
  });
  const edge: PlainEdge = {
    values: new Map<string, { type: string; value: unknown }>([
      // Another type than the catalogue's: the birth's word counts.
      ['param/rtu/lowBattery', { type: 'Float', value: 11.5 }],
      ['param/rtu/resend', { type: 'Boolean', value: true }],
      ['cmd/reportNow', { type: 'Boolean', value: false }],
      ['0 param/mems/threshold', { type: 'Double', value: 0.5 }],
      ['0 cmd/measureNow', { type: 'Boolean', value: false }],
    ]),
    written: [],
    obeys: true,
    stop: () => client.stop(),
  };
  const metricsOf = (device: string | null) =>
    [...edge.values]
      .filter(([name]) => name.startsWith('0 ') === (device !== null))
      .map(([name, { type, value }]) => ({ name: name.replace('0 ', ''), type, value }));
  const birth = () => {
    const timestamp = Date.now();
    client.publishNodeBirth({ timestamp, metrics: metricsOf(null) });
    const kind = { name: 'kind', type: 'Int32', value: 4 };
    client.publishDeviceBirth('0', { timestamp, metrics: [kind, ...metricsOf('0')] });
  };
  const take = (device: string | null, metrics: readonly Metric[] = []) => {
    const changed: object[] = [];
    for (const { name, value } of metrics) {
      if (name === 'Node Control/Rebirth') {
        birth();
        continue;
      }
      edge.written.push({ device, name, value });
      const known = edge.values.get(device === null ? name : `${device} ${name}`);
      if (known === undefined || !edge.obeys) continue;
      if (!name.startsWith('cmd/')) known.value = value;
      changed.push({ name, type: known.type, value });
    }
    if (changed.length === 0) return;
    const payload = { timestamp: Date.now(), metrics: changed };
    if (device === null) client.publishNodeData(payload);
    else client.publishDeviceData(device, payload);
  };
  client.on('ncmd', ({ metrics }) => take(null, metrics));
  client.on('dcmd', (device, { metrics }) => take(device, metrics));
  await new Promise<void>((resolve) =>
    client.on('birth', () => {
      birth();
      resolve();
    }),
  );
  return edge;
}
