import { keyFor, readServerKey } from '../../server/accounts/server-key.ts';
import { AuditSeal } from '../../server/audit/head.ts';
import { ChangeFeed, waking } from '../../server/changes/feed.ts';
import { ListenerBook } from '../../server/listeners/listeners.ts';
import { Metrics } from '../../server/operations/metrics.ts';
import { fenced } from '../../server/processes/fence.ts';
import { checkServerKey } from '../../server/processes/key-mark.ts';
import { RunningJobs } from '../../server/processes/running-jobs.ts';
import { openStorage } from '../../server/storage/open.ts';
import { version } from '../version.ts';
import type { Making } from './making.ts';
import { composeProcesses } from './processes.ts';

/** Opens the storage, with what measures, seals and follows what is written. @throws StorageProblem */
export async function composeStorage(making: Making) {
  const { settings, options, log, failing } = making;
  const { dataDir, databaseUrl, replicaUrl, readers, sealAfterDays } = settings;
  const metrics = new Metrics(version);
  const key = readServerKey(dataDir, settings.serverKey);
  const seal = new AuditSeal(
    keyFor(key, 'audit'),
    dataDir,
    Date.now,
    failing('the head of the audit was not kept in its file'),
  );
  const opened =
    options.storage ?? (await openStorage({ dataDir, databaseUrl, replicaUrl, readers, sealAfterDays }));
  await checkServerKey(opened, key).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  const measured = metrics.measured(seal.sealed(opened));
  const feed = new ChangeFeed({
    storage: measured,
    failed: failing('consoles were not notified of changes'),
  });
  const processes = composeProcesses(making, measured);
  const storage = waking(measured.shared === null ? measured : fenced(measured), () => feed.wake());
  const jobs = new RunningJobs(storage, failing('what is done for people was not kept'));
  await jobs.start();
  const listeners = new ListenerBook(Date.now, (error, id) =>
    log.error({ err: error, listener: id }, 'a listener was not opened again'),
  );
  return { metrics, key, seal, feed, processes, storage, jobs, listeners };
}

export type StorageRooms = Awaited<ReturnType<typeof composeStorage>>;
