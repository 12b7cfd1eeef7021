/** The balancer of the demo: HAProxy with the configuration that is deployed, at the demo's addresses. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Outgoing } from '../../server/outgoing.ts';
import { scriptsFolder } from '../library-files.ts';
import type { PartPlan } from './part.ts';

export interface Balanced {
  readonly httpPort: number;
  readonly mqttPort: number;
}

/** Where the balancer itself listens. */
export interface BalancerPlace extends Balanced {
  readonly host: string;
}

/** How many connections it takes. */
const mostConnections = 8000;

/** Names of the processes in the configuration, in their order. */
const names = ['first', 'second', 'third'];

/**
 * The configuration of scripts/deploy/haproxy.cfg for up to three processes on this machine; lines of those that are missing
 * are left out.
 */
export function haproxyFor(
  deployed: string,
  { host, httpPort, mqttPort }: BalancerPlace,
  processes: readonly Balanced[],
): string {
  let text = deployed
    .replace(/maxconn \d+/, `maxconn ${mostConnections}`)
    .replace('bind :8080', `bind ${host}:${httpPort}`)
    .replace('bind :1883', `bind ${host}:${mqttPort}`);
  names.forEach((name, at) => {
    const one = processes[at];
    const place = `server ${name} 10.0.0.${11 + at}`;
    text =
      one === undefined
        ? text.replaceAll(new RegExp(`^ *${place}.*\n`, 'gm'), '')
        : text
            .replace(`${place}:8080`, `server ${name} 127.0.0.1:${one.httpPort}`)
            .replace(`${place}:1883`, `server ${name} 127.0.0.1:${one.mqttPort}`)
            .replace(/check port 8080/, `check port ${one.httpPort}`);
  });
  return text;
}

/** Asks whoever listens at an address of this machine for `/ready`, and answers the status. @throws the network's error */
export async function readyStatus(host: string, port: number): Promise<number> {
  const address = `http://${host}:${port}`;
  const outgoing = new Outgoing({ allowed: [address], timeout: 2000 });
  return (await outgoing.call(`${address}/ready`)).status;
}

/** Where this machine itself reaches what listens at a host: all addresses are reached by the loopback. */
export const reachedAt = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;

/** Writes the configuration into the demo's folder and says how the balancer is started. */
export function planBalancer(
  program: string,
  dataDir: string,
  place: BalancerPlace,
  processes: readonly Balanced[],
  log: string,
): PartPlan {
  const folder = scriptsFolder();
  if (folder === null) throw new Error('scripts/deploy is missing beside the built product');
  const configuration = join(dataDir, 'haproxy.cfg');
  const deployed = readFileSync(join(folder, 'deploy', 'haproxy.cfg'), 'utf8')
    // All of it shares one machine, which may have other work: whoever answers late is not gone.
    .replace('default-server inter 1s fall 3', 'timeout check 5s\n  default-server inter 1s fall 5');
  writeFileSync(configuration, haproxyFor(deployed, place, processes));
  return {
    name: 'balancer',
    command: program,
    args: ['-db', '-f', configuration],
    environment: process.env,
    owner: null,
    log,
    place: `HTTP ${place.httpPort}, MQTT ${place.mqttPort}`,
    // Also where no process takes anything: then it says so.
    isReady: async () => (await readyStatus(reachedAt(place.host), place.httpPort)) > 0,
    ends: 'SIGTERM',
  };
}
