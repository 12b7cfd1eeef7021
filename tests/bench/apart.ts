/** The server in a process of its own, so that its memory and its answers are its alone. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export interface Apart {
  readonly address: string;
  readonly mqttPort: number;
  /** MB of memory that it holds now. */
  resident(): number;
  stop(): Promise<void>;
}

/** Starts it over a folder on free ports; `environment` are further settings. */
export async function startApart(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Apart> {
  const child = fork(new URL('./server-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...environment,
    },
  });
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code}`);
  });
  const [place] = (await Promise.race([once(child, 'message'), gone])) as [
    { readonly address: string; readonly mqttPort: number },
  ];
  gone.catch(() => undefined);
  return {
    ...place,
    resident() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
