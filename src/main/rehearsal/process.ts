/** The process of one rehearsal: it has no network, a clock of its own, and nothing of the server but the job. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RehearsalJob, RehearsalMessage } from '../../server/rehearsal/job.ts';
import { mix } from '../../simulator/random.ts';
import { cutNetwork } from './no-network.ts';
import { VirtualClock } from './virtual-clock.ts';

// Twins speak to their host within this process: whatever else tried to connect would be a mistake.
cutNetwork();

const tell = (message: RehearsalMessage) => void process.send?.(message);
/** Real ms between reports of the progress. */
const tellEvery = 200;
const realNow = Date.now;

async function rehearse(job: RehearsalJob, folder: string): Promise<void> {
  new VirtualClock(job.now).install();
  // Only now: what it brings along must find this clock.
  const { runOnce } = await import('./world.ts');
  const devices = new Set(job.items.map((item) => item.rtu_id)).size;
  let reportedAt = 0;
  for (let run = 0; run < job.runs; run++) {
    const dataDir = join(folder, String(run));
    mkdirSync(dataDir, { recursive: true });
    const own = new VirtualClock(job.now);
    own.install();
    const report = await runOnce(job, mix(job.seed, run), {
      clock: own,
      dataDir,
      reported: (ended) => {
        if (realNow() - reportedAt < tellEvery) return;
        reportedAt = realNow();
        tell({ progress: (run + ended / Math.max(1, devices)) / job.runs });
      },
    });
    rmSync(dataDir, { recursive: true, force: true });
    tell({ run: report });
  }
  tell({ over: true });
}

process.on('message', ({ job, folder }: { job: RehearsalJob; folder: string }) => {
  rehearse(job, folder).catch((error: unknown) =>
    tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// The server is gone.
process.on('disconnect', () => process.exit(0));
