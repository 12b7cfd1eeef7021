/** A HAProxy of the test's own before processes of the product, as scripts/deploy/haproxy.cfg sets it up. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { findHaproxy } from './tools/ensure-tools.ts';

const deployed = new URL('../../scripts/deploy/haproxy.cfg', import.meta.url);
const names = ['first', 'second', 'third'];

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
  processes: readonly { readonly httpPort: number; readonly mqttPort: number }[],
  {
    fall = 3,
  }: {
    /** Checks that a process may miss before it is taken out. */
    readonly fall?: number;
  } = {},
): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  let text = readFileSync(deployed, 'utf8')
    .replace('maxconn 40000', 'maxconn 1000')
    .replace('fall 3', `fall ${fall}`)
    .replace('bind :8080', `bind 127.0.0.1:${httpPort}`)
    .replace('bind :1883', `bind 127.0.0.1:${mqttPort}`);
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
