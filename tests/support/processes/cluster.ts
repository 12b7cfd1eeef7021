/** Several whole processes over one PostgreSQL, behind a real balancer. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { startHaproxy } from '../haproxy.ts';
import { programOf } from '../process.ts';
import { buildPrograms } from '../suite/programs.ts';

export interface ClusterProcess {
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly address: string;
  /** Null while it does not run. */
  readonly child: ChildProcess | null;
  /** Standard output and error so far, over all its lives. */
  output(): string;
  /** @param environment of this life alone */
  start(environment?: Readonly<Record<string, string>>): Promise<void>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Stops it in the middle of what it does, and lets it go on. */
  pause(): void;
  resume(): void;
}

export interface Cluster {
  readonly processes: readonly ClusterProcess[];
  /** Where RTUs and consoles connect: to each process in turn that takes connections. */
  readonly mqttPort: number;
  readonly address: string;
  stop(): Promise<void>;
}

/** Settings of a life whose clock is so many ms ahead of the machine's, in each of its threads. */
export function clockAhead(ms: number): Readonly<Record<string, string>> {
  const shift = `const real = Date;
    globalThis.Date = new Proxy(real, {
      construct: (of, given, made) => Reflect.construct(of, given.length === 0 ? [real.now() + ${ms}] : given, made),
      apply: () => new Date().toString(),
      get: (of, key) => (key === 'now' ? () => real.now() + ${ms} : Reflect.get(of, key)),
    });`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shift)}` };
}

const key = 'a-key-that-all-processes-of-the-test-share';

/** Plans processes, of which none runs yet. @param balancer as `startHaproxy` takes it */
export async function planCluster(
  databaseUrl: string,
  count: number,
  environment: Readonly<Record<string, string>> = {},
  balancer: Parameters<typeof startHaproxy>[1] = {},
  /** Of one of them alone. */
  own: (nth: number) => Readonly<Record<string, string>> = () => ({}),
): Promise<Cluster> {
  // Read from the sources three processes would take a minute to start.
  await buildPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const processes: ClusterProcess[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const [httpPort, mqttPort] = [await freePort(), await freePort()];
    let child: ChildProcess | null = null;
    let text = '';
    /** Where the output of this life begins. */
    let from = 0;
    processes.push({
      httpPort,
      mqttPort,
      address: `http://127.0.0.1:${httpPort}`,
      get child() {
        return child;
      },
      output: () => text,
      async start(ofThisLife = {}) {
        const begun = spawn(process.execPath, programOf('server'), {
          env: {
            ...process.env,
            ...{ DATA_DIR: folder, DATABASE_URL: databaseUrl, SERVER_KEY: key },
            ...{
              PORT: String(httpPort),
              MQTT_PORT: String(mqttPort),
              LOG_LEVEL: 'warn',
              TRUST_PROXY: '127.0.0.1',
            },
            ...{ MQTT_PROXY_PROTOCOL: 'on', ...environment, ...own(nth), ...ofThisLife },
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        child = begun;
        from = text.length;
        await new Promise<void>((done, fail) => {
          begun.once('exit', (code) => {
            child = null;
            fail(new Error(`a process ended with ${code}: ${text}`));
          });
          for (const stream of [begun.stdout, begun.stderr])
            stream.on('data', (data: Buffer) => {
              text += data.toString('utf8');
              if (text.includes('MQTT_URL' in environment ? 'Groundwatch: http' : 'MQTT broker: port', from))
                done();
            });
        });
        begun.removeAllListeners('exit');
      },
      async end(signal) {
        const ending = child;
        child = null;
        if (ending === null) return;
        const ended = new Promise((done) => ending.once('exit', done));
        ending.kill(signal);
        // One that is paused takes no signal but this.
        if (signal === 'SIGTERM') ending.kill('SIGCONT');
        await ended;
      },
      pause: () => void child?.kill('SIGSTOP'),
      resume: () => void child?.kill('SIGCONT'),
    });
  }
  const haproxy = await startHaproxy(processes, balancer);
  return {
    processes,
    mqttPort: haproxy.mqttPort,
    address: `http://127.0.0.1:${haproxy.httpPort}`,
    async stop() {
      await Promise.all(processes.map((one) => one.end('SIGTERM')));
      await haproxy.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
