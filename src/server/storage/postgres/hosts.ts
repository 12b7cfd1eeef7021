/**
 * One database on several hosts: `postgres://user:password@first:5432,second:5432/name`, as `libpq` writes it. Whoever
 * needs the host that writes is given it: a connection to a standby is given up, and the next host is tried.
 */
import pg from 'pg';
import { hostsOf } from '../../../base/database-hosts.ts';
import { toProblem } from '../problem.ts';

interface HostsOptions extends Omit<pg.PoolConfig, 'connectionString'> {
  readonly databaseUrl: string;
  /** Hosts that only follow another one are passed over. */
  readonly needsPrimary: boolean;
}

/** A host that follows another one. */
class Standby extends Error {}

/** Where a host is: what a pool connects to. */
function placeOf(address: string): pg.ClientConfig {
  const { user, password, host, port, database } = new pg.Client({ connectionString: address });
  return { user, password, host, port, ...(database === undefined ? {} : { database }) } as pg.ClientConfig;
}

/**
 * A pool over several hosts: it stays with one as long as that can be reached, and tries each of the others once where it
 * cannot.
 */
export class HostsPool extends pg.Pool {
  readonly #places: readonly pg.ClientConfig[];
  #at = 0;

  constructor({ databaseUrl, needsPrimary, ...options }: HostsOptions) {
    const addresses = hostsOf(databaseUrl);
    const many = addresses.length > 1;
    super({
      ...options,
      connectionString: addresses[0] ?? databaseUrl,
      ...(many && needsPrimary
        ? {
            verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
              client
                .query('SELECT pg_is_in_recovery() AS follows')
                .then(
                  ({ rows }) =>
                    done(rows[0]?.follows === true ? new Standby('the host is a standby') : undefined),
                  done,
                );
            },
          }
        : {}),
    });
    this.#places = many ? addresses.map(placeOf) : [];
    if (many) this.#moveTo(0);
  }

  #moveTo(at: number): void {
    this.#at = at;
    // A client is made of the options that stand when it connects; of an address they would be read again.
    Object.assign(this.options, { connectionString: undefined, ...this.#places[at] });
  }

  async #reach(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const at = this.#at;
      try {
        return await super.connect();
      } catch (error) {
        const isThere = !(error instanceof Standby) && toProblem(error).fault !== 'unreachable';
        if (isThere || tries >= this.#places.length) throw error instanceof Standby ? unwritable() : error;
        // Another one may have moved on already.
        if (this.#at === at) this.#moveTo((at + 1) % this.#places.length);
      }
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void;
  override connect(
    callback?: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): Promise<pg.PoolClient> | undefined {
    const reached = this.#places.length < 2 ? super.connect() : this.#reach();
    if (callback === undefined) return reached;
    reached.then(
      (client) =>
        callback(undefined, client, (release) => client.release(release as boolean | Error | undefined)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }
}

/** Every host follows another one: for who wants to write the database cannot be reached. */
const unwritable = (): Error =>
  Object.assign(new Error('none of the hosts writes: each is a standby'), { code: 'ECONNREFUSED' });
