/** A HAProxy of the test's own before processes of the product, as scripts/deploy/haproxy.cfg sets it up. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Balanced, haproxyFor } from '../../src/main/demo-cluster/balancer.ts';
import { freePort } from './free-port.ts';
import { findHaproxy } from './tools/ensure-tools.ts';

const deployed = new URL('../../scripts/deploy/haproxy.cfg', import.meta.url);

export interface Haproxy {
  readonly httpPort: number;
  readonly mqttPort: number;
  stop(): Promise<void>;
}

function program(): string {
  const found = findHaproxy();
  if (found === null) throw new Error('haproxy is missing: run "npm test", which installs it');
  return found;
}

/** What HAProxy has against a configuration; empty = nothing. */
export function checkHaproxy(file: URL): string {
  try {
    execFileSync(program(), ['-c', '-f', file.pathname], { stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr ?? error);
  }
}

/** Starts it before up to three processes, with the deployed configuration at other addresses. */
export async function startHaproxy(
  processes: readonly Balanced[],
  {
    fall = 3,
  }: {
    /** Checks that a process may miss before it is taken out. */
    readonly fall?: number;
  } = {},
): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const place = { host: '127.0.0.1', httpPort, mqttPort };
  const text = haproxyFor(readFileSync(deployed, 'utf8'), place, processes).replace('fall 3', `fall ${fall}`);
  const configuration = join(folder, 'haproxy.cfg');
  writeFileSync(configuration, text);
  const child = spawn(program(), ['-db', '-f', configuration], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    httpPort,
    mqttPort,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
