/** A database with a synchronous standby, of which either can be killed and built anew: one of them always writes. */
import { freePort } from '../free-port.ts';
import { startOwnPostgres } from '../postgres.ts';
import { askCluster, type Standby, startStandby } from '../standby.ts';

export interface DatabasePair {
  /** Names both hosts. */
  readonly databaseUrl: string;
  /**
   * Kills the one that writes and promotes the other one; then a new standby is built where the killed one was, and
   * commits wait for it as before. Resolves when it follows.
   */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

const setting = async (port: number, name: string, value: string) => {
  await askCluster(port, `ALTER SYSTEM SET ${name} = '${value}'`);
  await askCluster(port, 'SELECT pg_reload_conf()');
};
const waitFor = (port: number, standby: string) => setting(port, 'synchronous_standby_names', standby);

export async function startPair(): Promise<DatabasePair> {
  const first = await startOwnPostgres();
  const name = new URL(await first.database()).pathname.slice(1);
  // A copy is made without the log: what was written since it began has to be there still.
  await setting(first.port, 'wal_keep_size', '512MB');
  const second = await startStandby(first.port, await freePort());
  await waitFor(first.port, 'standby');
  let writing: Pick<Standby, 'port' | 'kill' | 'stop'> = first;
  let following: Standby = second;
  return {
    databaseUrl: `postgres://postgres:test@127.0.0.1:${first.port},127.0.0.1:${second.port}/${name}`,
    async failOver() {
      const killed = writing;
      await killed.kill();
      await following.promote();
      writing = following;
      // Alone it would wait for ever.
      await waitFor(writing.port, '');
      await killed.stop();
      following = await startStandby(writing.port, killed.port);
      await waitFor(writing.port, 'standby');
    },
    async stop() {
      await following.stop();
      await writing.stop();
    },
  };
}
