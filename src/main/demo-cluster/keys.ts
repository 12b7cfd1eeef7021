/** What is typed into the demo of three processes, a line each: `kill 2`, `start 2`. */
import { createInterface } from 'node:readline';
import { reasonOf } from '../start-or-say.ts';
import type { ClusterPart } from './part.ts';
import type { Parts } from './parts.ts';

export const usage = (parts: Parts): string =>
  [
    '  Type a line, and watch the page Processes meanwhile:',
    '    kill 2      ends process 2 at once, as kill -9 does',
    '    stop 2      ends it in good order: its RTUs leave for the others first',
    '    pause 2     lets it stand still in the middle of what it does; resume 2 lets it go on',
    '    start 2     starts it again',
    '    ps          shows this table',
    `  in place of 2: ${parts.all.map(({ plan }) => plan.name).join(', ')}. Ctrl-C ends all of it.`,
  ].join('\n');

/** What each word does; it answers what happened, in a line. */
const acts: Readonly<Record<string, (part: ClusterPart, parts: Parts) => Promise<string> | string>> = {
  kill: (part) => sent(part, 'SIGKILL'),
  stop: (part) => sent(part, part.plan.ends, 'SIGCONT'),
  pause: (part) => sent(part, 'SIGSTOP'),
  resume: (part) => sent(part, 'SIGCONT'),
  async start(part, parts) {
    if (part.pid !== null) return `${part.plan.name} runs (${part.pid})`;
    const began = Date.now();
    await parts.start(part);
    return `${part.plan.name} runs again (${part.pid}), ready after ${((Date.now() - began) / 1000).toFixed(1)} s`;
  },
};

function sent(part: ClusterPart, ...signals: Parameters<ClusterPart['signal']>[0][]): string {
  const { pid } = part;
  const isSent = signals.map((signal) => part.signal(signal));
  return isSent.includes(false)
    ? `${part.plan.name} does not run: "start ${part.plan.name}"`
    : `${signals[0]} to ${part.plan.name} (${pid})`;
}

/** Does what a line says; answers what is to be printed. */
export async function obey(line: string, parts: Parts): Promise<string> {
  const [word = '', name = ''] = line.trim().toLowerCase().split(/\s+/);
  if (word === '') return '';
  if (word === 'ps') return parts.table();
  const act = Object.hasOwn(acts, word) ? acts[word] : undefined;
  const part = parts.find(name);
  if (act === undefined || part === undefined) return usage(parts);
  try {
    return `  ${await act(part, parts)}`;
  } catch (error) {
    return `  ${reasonOf(error)}`;
  }
}

/** Reads lines until the input ends or it is closed. Lines are obeyed side by side: a start takes seconds. */
export function readLines(parts: Parts, input: NodeJS.ReadStream = process.stdin): { close(): void } {
  const lines = createInterface({ input });
  lines.on('line', (line) => {
    void obey(line, parts).then((answer) => {
      if (answer !== '') console.log(answer);
    });
  });
  return lines;
}
