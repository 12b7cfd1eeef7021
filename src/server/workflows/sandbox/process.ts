/**
 * The sandbox's own process: starts a worker for each execution, passes messages on, and terminates a worker that
 * computes past every budget. It holds no data and no connection of the server but its channel.
 */
import { existsSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { limits } from '../../../script/limits.ts';
import type { FromProcess, ScriptAct, ToProcess, Turn } from './messages.ts';

/** ms that a worker may be past its own budget: what its interrupts do not reach. */
const grace = 5000;

/** Characters of one message to the server, which hears others between two. */
const most = 131_072;

/**
 * Steps by which scripts stand back behind the server (*assumed*): about a third of its share of a busy processor. A siren's
 * order waits for no script.
 */
const standBack = 5;
try {
  setPriority(Math.min(19, getPriority() + standBack));
} catch {
  // Where priorities may not be set, budgets alone bound what a script takes.
}

interface Busy {
  readonly worker: Worker;
  /** Parts of an answer that came before its end. */
  parts: string;
  watchdog: NodeJS.Timeout | null;
}
const workers = new Map<number, Busy>();
const tell = (message: FromProcess) => {
  process.send?.(message);
};

/** A turn, its acts in messages that are not too large. */
function tellTurn(run: number, turn: Turn): void {
  let acts: ScriptAct[] = [];
  let length = 0;
  for (const act of turn.acts) {
    const own = JSON.stringify(act).length;
    if (length + own > most && acts.length > 0) {
      tell({ run, acts });
      acts = [];
      length = 0;
    }
    acts.push(act);
    length += own;
  }
  tell({ run, turn: { ...turn, acts } });
}

function start(): Worker {
  const options = {
    env: {},
    stdin: false,
    resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  };
  const built = new URL('./sandbox-worker.js', import.meta.url);
  if (existsSync(built)) return new Worker(built, options);
  const source = new URL('./worker.ts', import.meta.url);
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  // From the sources: `--import tsx` does not reach a thread under Node 20, so it registers the loader itself.
  const code = `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); })`;
  return new Worker(code, { ...options, eval: true });
}

/** One that is up already and has seen no script: bringing up a thread takes longer than most scripts. */
let spare: Worker | null = start();

function take(): Worker {
  const worker = spare ?? start();
  worker.removeAllListeners();
  spare = start();
  spare.once('error', () => {
    spare = null;
  });
  return worker;
}

function watch(run: number, busy: Busy, budget: number): void {
  if (busy.watchdog !== null) clearTimeout(busy.watchdog);
  busy.watchdog = setTimeout(() => end(run, 'time'), budget + grace);
}

function end(run: number, lost: 'time' | 'memory' | 'sandbox' | null): void {
  const busy = workers.get(run);
  if (busy === undefined) return;
  workers.delete(run);
  if (busy.watchdog !== null) clearTimeout(busy.watchdog);
  if (lost !== null) tell({ run, lost });
  void busy.worker.terminate();
}

process.on('message', (message: ToProcess) => {
  if ('ping' in message) {
    tell({ pong: true });
    return;
  }
  const { run } = message;
  if ('end' in message) {
    end(run, null);
    return;
  }
  let busy = workers.get(run);
  if ('start' in message) {
    const worker = take();
    busy = { worker, parts: '', watchdog: null };
    workers.set(run, busy);
    worker.on('message', (turn: Turn) => {
      const own = workers.get(run);
      if (own === undefined) return;
      if (own.watchdog !== null) clearTimeout(own.watchdog);
      own.watchdog = null;
      tellTurn(run, turn);
      if (turn.standing.is !== 'waits') end(run, null);
    });
    worker.on('error', (error: Error & { code?: string }) =>
      end(run, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'sandbox'),
    );
    worker.on('exit', () => end(run, 'sandbox'));
    // The thread itself must come up first, which on a busy machine takes its time.
    watch(run, busy, limits.turnTime + 20_000);
    worker.postMessage({ start: message.start });
  } else if ('part' in message) {
    if (busy !== undefined) busy.parts += message.part;
  } else if (busy !== undefined) {
    watch(run, busy, limits.turnTime);
    busy.worker.postMessage({ answer: busy.parts + message.answer });
    busy.parts = '';
  }
});
// The server is gone.
process.on('disconnect', () => process.exit(0));
// What is said before this is heard by nobody.
tell({ pong: true });
