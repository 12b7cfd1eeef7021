/** `mosquitto_sub`: an independent observer of the messages that a broker delivers. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface Seen {
  readonly topic: string;
  readonly qos: number;
  readonly retain: boolean;
  readonly bytes: Buffer;
}
export interface Subscriber {
  readonly seen: readonly Seen[];
  stop(): Promise<void>;
}

export interface SubscriberOptions {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly clientId: string;
  readonly topics: readonly string[];
  /** 5 delivers the retain flag as it was published; the embedded broker speaks 3.1.1. */
  readonly version: '311' | '5';
}

/** Resolves once the broker has granted the subscriptions. */
export async function subscribe(options: SubscriberOptions): Promise<Subscriber> {
  const { port, user, password, clientId, topics, version } = options;
  const args = ['-h', '127.0.0.1', '-p', String(port), '-u', user, '-P', password, '-i', clientId];
  args.push('-V', `mqttv${version}`, '-q', '1', '-d', '-F', 'seen %q %r %x %t');
  if (version === '5') args.push('--retain-as-published');
  const child: ChildProcess = spawn('mosquitto_sub', [...args, ...topics.flatMap((topic) => ['-t', topic])], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seen: Seen[] = [];
  let rest = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      rest += chunk.toString('utf8');
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.includes('SUBACK') || line.startsWith('Subscribed')) resolve();
        const [, qos, retain, hex, topic] = /^seen (\d) (\d) ([0-9a-f]*) (.*)$/i.exec(line) ?? [];
        if (topic === undefined) continue;
        const bytes = Buffer.from(hex ?? '', 'hex');
        seen.push({ topic, qos: Number(qos), retain: retain === '1', bytes });
      }
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`mosquitto_sub ended with ${code}`)));
  });
  return {
    seen,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}
