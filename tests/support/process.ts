/** The server as a process of its own, on free loopback ports, and what it said. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findProgram } from './suite/programs.ts';

/** A program of src/main, or the command line: bundled where the suite has bundled it, else from its source. */
const source = (name: string) =>
  findProgram(name === 'server' ? 'main' : name) ??
  fileURLToPath(
    new URL(name === 'cli' ? '../../src/cli/main.ts' : `../../src/main/${name}.ts`, import.meta.url),
  );
const loaderOf = (program: string) => (program.endsWith('.js') ? [] : ['--import', 'tsx']);
/** Arguments of Node for a program: `server`, `demo`, `import`, `cli`. */
export const programOf = (name: string): string[] => [...loaderOf(source(name)), source(name)];

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly address: string;
  /** 0 with an external broker. */
  readonly mqttPort: number;
  /** Standard output and error so far. */
  output(): string;
  /** Resolves with the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts `src/main/server.ts`, or another program that says the same, and waits until it is there.
 * @throws Error with its output when it ends instead
 */
export async function startProcess(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  program = source('server'),
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...loaderOf(program), program], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    const take = (data: Buffer) => {
      text += data.toString('utf8');
      if (
        /^Groundwatch: \S+$/m.test(text) &&
        ('MQTT_URL' in environment || /^MQTT broker: port \d+$/m.test(text))
      )
        resolve();
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  return {
    child,
    address: /^Groundwatch: (\S+)$/m.exec(text)?.[1] ?? '',
    mqttPort: Number(/^MQTT broker: port (\d+)$/m.exec(text)?.[1] ?? 0),
    output: () => text,
    ended,
  };
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs another entry point to its end. */
export async function runProgram(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...programOf(name), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString('utf8');
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Runs another entry point to its end on a terminal of its own (util-linux's `script`). Each of `answers` is typed when
 * what was printed since the answer before has its question in it.
 */
export async function runOnTerminal(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  answers: readonly (readonly [question: string, typed: string])[],
): Promise<Ended> {
  const command = [process.execPath, ...programOf(name), ...args].map(quoted).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...process.env, TERM: 'dumb', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const left = [...answers];
  let output = '';
  let seen = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString('utf8');
      const [next] = left;
      const at = next === undefined ? -1 : output.indexOf(next[0], seen);
      if (next === undefined || at < 0) return;
      seen = at + next[0].length;
      left.shift();
      child.stdin.write(next[1]);
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
