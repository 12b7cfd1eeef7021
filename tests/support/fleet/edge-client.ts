/** `sparkplug-client` of npm: an edge node that shares no code with the product. */
import { createRequire } from 'node:module';

export interface EdgeClient {
  on(event: 'birth' | 'connect', listener: () => void): void;
  on(event: 'ncmd', listener: (payload: { metrics?: readonly { name?: string }[] }) => void): void;
  publishNodeBirth(payload: object): void;
  publishDeviceBirth(device: string, payload: object): void;
  publishDeviceData(device: string, payload: object): void;
  stop(): void;
}
const { newClient } = createRequire(import.meta.url)('sparkplug-client') as {
  newClient(config: object): EdgeClient;
};

export const metric = (name: string, type: string, value: number) => ({
  name,
  type,
  value,
  timestamp: Date.now(),
});

/** Connects an edge node with a tilt sensor in slot 0 and waits for its first birth; it is born again when asked. */
export async function startEdge(node: {
  readonly url: string;
  readonly sn: string;
  readonly secret: string;
  readonly group: string;
}): Promise<EdgeClient> {
  const { url, sn, secret, group } = node;
  const client = newClient({
    serverUrl: url,
    username: sn,
    password: secret,
    groupId: group,
    edgeNode: sn,
    clientId: sn,
    version: 'spBv1.0',
  });
  const birth = () => {
    client.publishNodeBirth({
      timestamp: Date.now(),
      metrics: [metric('batteryVoltage', 'Double', 12.34)],
    });
    const metrics = [metric('kind', 'Int32', 4), metric('x', 'Double', 0.5), metric('y', 'Double', -0.25)];
    client.publishDeviceBirth('0', { timestamp: Date.now(), metrics });
  };
  client.on('ncmd', ({ metrics }) => {
    if (metrics?.some(({ name }) => name === 'Node Control/Rebirth')) birth();
  });
  await new Promise<void>((resolve) => {
    client.on('birth', () => {
      birth();
      resolve();
    });
  });
  return client;
}
