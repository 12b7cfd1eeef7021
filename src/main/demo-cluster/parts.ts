/** All programs of the demo of three processes, by their names on the terminal. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Balanced } from './balancer.ts';
import { readyStatus } from './balancer.ts';
import { ClusterPart, type PartEnded, type PartPlan } from './part.ts';

/** Settings that the demo makes itself, or that say where a single process listens: its processes do not inherit them. */
const ownSettings =
  /^(DATABASE_URL|MQTT|SL651|FTP|TLS|SOURCES|SERVER_KEY|SMTP_URL|HEARTBEAT|METRICS_TOKEN)|^DEMO_/;

export interface ProcessNeeds {
  /** Settings of all processes. */
  readonly settings: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly logOf: (name: string) => string;
}

/** Arguments of Node that start the server: the one beside this program, from the build and from source alike. */
function serverProgram(): readonly string[] {
  const here = dirname(fileURLToPath(import.meta.url));
  const built = join(here, 'main.js');
  if (existsSync(built)) return [built];
  return ['--import', import.meta.resolve('tsx'), join(here, '..', 'server.ts')];
}

/** How a process of the product is started. `name` is its number; the first one also watches the folders of loggers. */
export function planProcess(
  name: string,
  { httpPort, mqttPort }: Balanced,
  { settings, dataDir, logOf }: ProcessNeeds,
): PartPlan {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([setting]) => !ownSettings.test(setting)),
  );
  return {
    name,
    command: process.execPath,
    // What follows the program is read by nobody but who looks for it with ps.
    args: [...serverProgram(), `groundwatch-demo-${name}`, dataDir],
    environment: {
      ...inherited,
      ...settings,
      ...{ HOST: '127.0.0.1', PORT: String(httpPort), MQTT_PORT: String(mqttPort), DATA_DIR: dataDir },
      ...(name === '1' ? { SOURCES_DIR: join(dataDir, 'sources') } : {}),
    },
    owner: null,
    log: logOf(name),
    place: `HTTP ${httpPort}, MQTT ${mqttPort}`,
    isReady: async () => (await readyStatus('127.0.0.1', httpPort)) === 200,
    ends: 'SIGTERM',
  };
}

/** What is known of programs that were started for a folder, by process id; the demo itself among them. */
type Recorded = Readonly<Record<string, string>>;

/** How a process of this machine was called; null where it is gone. */
function commandOf(pid: string): string | null {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', pid], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return null;
  }
}

/** The programs of a demo, which remembers them in its folder. */
export class Parts {
  readonly #dataDir: string;
  readonly #parts: ClusterPart[] = [];
  readonly #ended: PartEnded;

  /** @throws Error where an earlier demo of the folder still runs, or has left parts behind; it names them */
  constructor(dataDir: string, ended: PartEnded) {
    this.#dataDir = dataDir;
    this.#ended = ended;
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    const left = this.#left();
    if (left.length > 0)
      throw new Error(
        `the demo of ${dataDir} still runs: end it by Ctrl-C where it was started; if it is gone and left these behind, by ` +
          `"kill ${left.map(([pid]) => pid).join(' ')}" (${left.map(([, name]) => name).join(', ')})`,
      );
  }

  get #file(): string {
    return join(this.#dataDir, 'running.json');
  }

  #left(): readonly (readonly [pid: string, name: string])[] {
    if (!existsSync(this.#file)) return [];
    const recorded = JSON.parse(readFileSync(this.#file, 'utf8')) as Recorded;
    return Object.entries(recorded).filter(([pid, name]) => {
      const command = commandOf(pid);
      return (
        command !== null && (command.includes(this.#dataDir) || (name === 'demo' && /node/.test(command)))
      );
    });
  }

  #record(): void {
    const pids = this.#parts.flatMap(({ pid, plan }) =>
      pid === null ? [] : [[String(pid), plan.name] as const],
    );
    const recorded: Recorded = Object.fromEntries([...pids, [String(process.pid), 'demo']]);
    writeFileSync(this.#file, JSON.stringify(recorded), { mode: 0o600 });
  }

  logOf = (name: string): string => join(this.#dataDir, 'logs', `${name}.log`);

  get all(): readonly ClusterPart[] {
    return this.#parts;
  }

  find(name: string): ClusterPart | undefined {
    return this.#parts.find(({ plan }) => plan.name === name);
  }

  /** Adds programs and starts them together. @throws Error where one of them does not start */
  async add(...plans: readonly PartPlan[]): Promise<void> {
    const added = plans.map(
      (plan) =>
        new ClusterPart(plan, (part, pid, how) => {
          this.#record();
          this.#ended(part, pid, how);
        }),
    );
    this.#parts.push(...added);
    await Promise.all(added.map((part) => this.start(part)));
  }

  /** Starts one, also again. @throws Error where it does not start */
  async start(part: ClusterPart): Promise<void> {
    const starting = part.start();
    // Its process is there before it is ready.
    this.#record();
    await starting;
    this.#record();
  }

  /** Ends what runs: the processes together, then the balancer, and what they stand on last. */
  async stop(): Promise<void> {
    const [base, others] = [this.find('database'), this.find('balancer')];
    await Promise.all(
      this.#parts.filter((part) => part !== base && part !== others).map((one) => one.stop()),
    );
    await others?.stop();
    await base?.stop();
    rmSync(this.#file, { force: true });
  }

  /** Ends what runs by force, and waits for nothing: the last thing that a demo does that fails. */
  kill(): void {
    for (const part of this.#parts) part.signal(part.plan.name === 'database' ? part.plan.ends : 'SIGKILL');
  }

  /** The table for the terminal. */
  table(): string {
    const rows = this.#parts.map(({ plan, pid, state }) => [
      plan.name,
      pid === null ? state : `${pid}${state === 'running' ? '' : ` ${state}`}`,
      plan.place,
      plan.log,
    ]);
    const lines = [['', 'PID', 'listens at', 'log'], ...rows];
    const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
    return lines
      .map((line) => `  ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('   ')}`.trimEnd())
      .join('\n');
  }
}
