/** A mosquitto of the test's own: loopback, a free port, one password for everyone. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { findMosquitto } from './tools/ensure-tools.ts';

export interface Mosquitto {
  readonly port: number;
  stop(): Promise<void>;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** @throws Error when mosquitto is missing or does not listen within ten seconds. */
export async function startMosquitto(
  users: Readonly<Record<string, string>>,
  { rights, more = [] }: { readonly rights?: string; readonly more?: readonly string[] } = {},
): Promise<Mosquitto> {
  const program = findMosquitto();
  if (program === null) throw new Error('mosquitto is missing: run "npm test", which installs it');
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  const port = await freePort();
  const passwords = join(folder, 'passwords');
  writeFileSync(passwords, '');
  for (const [user, password] of Object.entries(users)) {
    execFileSync('mosquitto_passwd', ['-b', passwords, user, password], { stdio: 'ignore' });
  }
  const user = process.getuid?.() === 0 ? 'user root\n' : '';
  const configuration = join(folder, 'mosquitto.conf');
  if (rights !== undefined) writeFileSync(join(folder, 'rights'), rights);
  writeFileSync(
    configuration,
    [
      `${user}listener ${port} 127.0.0.1`,
      ...['allow_anonymous false', `password_file ${passwords}`, ...more],
      ...(rights === undefined ? [] : [`acl_file ${join(folder, 'rights')}`]),
      '',
    ].join('\n'),
  );
  const broker = spawn(program, ['-c', configuration], { stdio: 'ignore' });
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (tries > 100) throw new Error('mosquitto does not listen');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    port,
    async stop() {
      const ended = new Promise((resolve) => broker.once('exit', resolve));
      broker.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
