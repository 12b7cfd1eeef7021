/** Before the first and after the last test of a run that starts programs or databases. */
import { startOwnPostgres } from '../postgres.ts';
import { buildPrograms } from './programs.ts';
import { shareCluster } from './shared-cluster.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  await buildPrograms();
  return shareCluster(startOwnPostgres);
}
