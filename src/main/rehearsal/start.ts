import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  RehearsalEnded,
  type RehearsalMessage,
  type Rehearse,
  type RunReport,
} from '../../server/rehearsal/job.ts';

/** MB of memory of one rehearsal at most. */
const mostMemory = 512;

/** Rehearses in a process of its own, which is ended when it is over or asked to end; it leaves nothing behind. */
export const rehearse: Rehearse = (job, progress) => {
  const built = new URL('./rehearsal.js', import.meta.url);
  const isBuilt = import.meta.url.endsWith('.js') && existsSync(built);
  const folder = mkdtempSync(join(tmpdir(), 'groundwatch-rehearsal-'));
  const child = fork(fileURLToPath(isBuilt ? built : new URL('./process.ts', import.meta.url)), [], {
    // Nothing of the server's environment: neither its broker nor its database is known there.
    env: { NODE_NO_WARNINGS: '1', ...(isBuilt ? {} : { PATH: process.env['PATH'] ?? '' }) },
    execArgv: [
      `--max-old-space-size=${mostMemory}`,
      ...(isBuilt ? [] : ['--import', import.meta.resolve('tsx')]),
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const reports: RunReport[] = [];
  let why: 'cancelled' | 'limit' | 'lost' | null = null;
  const done = new Promise<readonly RunReport[]>((resolve, reject) => {
    child.on('message', (message: RehearsalMessage) => {
      if ('progress' in message) progress(message.progress);
      else if ('run' in message) {
        reports.push(message.run);
        progress(reports.length / job.runs);
      } else if ('over' in message) resolve(reports);
      else reject(new Error(message.failed));
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      reject(why === null ? new Error(`a rehearsal ended: ${code}`) : new RehearsalEnded(why)),
    );
    child.send({ job, folder }, (error) => {
      if (error !== null) reject(error);
    });
  }).finally(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    done,
    end(reason) {
      why ??= reason;
      child.kill('SIGKILL');
    },
  };
};
