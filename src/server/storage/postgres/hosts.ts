/**
 * One database on several hosts: `postgres://user:password@first:5432,second:5432/name`, as `libpq` writes it. Whoever
 * needs the host that writes is given it, by its timeline: standbys are passed over, and so is a host that comes back after
 * another one took over from it.
 */
import pg from 'pg';
import { hostsOf } from '../../../base/database-hosts.ts';
import { toProblem } from '../problem.ts';

interface HostsOptions extends Omit<pg.PoolConfig, 'connectionString'> {
  readonly databaseUrl: string;
  /** Hosts that only follow another one, or that another one has taken over from, are passed over. */
  readonly needsPrimary: boolean;
}

/** A host that does not write, or no longer ought to. */
class NotPrimary extends Error {}

/**
 * The timeline that a host writes (PostgreSQL, "Timelines"): it grows with each promotion, so that of two hosts that both
 * take writes the one with the older timeline was taken over from. Null where it follows another one.
 */
const timelineSql = `SELECT CASE WHEN pg_is_in_recovery() THEN NULL
  ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline`;
/** ms that a host has to say what it is. */
const probeTime = 3000;

/** By address the newest timeline that this process has seen: no pool goes back behind it. */
const newest = new Map<string, number>();

async function timelineOf(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ timeline: string | null }>(timelineSql);
  const text = rows[0]?.timeline ?? null;
  return text === null ? null : Number.parseInt(text, 16);
}

/** What a host writes; null where it follows another one, or cannot be asked. */
async function probe(address: string): Promise<number | null> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: probeTime,
    query_timeout: probeTime,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await timelineOf(client);
  } catch {
    return null;
  } finally {
    client.end().catch(() => {});
  }
}

/** Where a host is: what a pool connects to. */
function placeOf(address: string): pg.ClientConfig {
  const { user, password, host, port, database } = new pg.Client({ connectionString: address });
  return { user, password, host, port, ...(database === undefined ? {} : { database }) } as pg.ClientConfig;
}

/** A pool over several hosts: it stays with one as long as that can be reached and is what is needed. */
export class HostsPool extends pg.Pool {
  readonly #databaseUrl: string;
  readonly #addresses: readonly string[];
  readonly #places: readonly pg.ClientConfig[];
  readonly #needsPrimary: boolean;
  /** Place of the host; null = none is chosen yet. */
  #at: number | null = null;

  constructor({ databaseUrl, needsPrimary, ...options }: HostsOptions) {
    const addresses = hostsOf(databaseUrl);
    const many = addresses.length > 1;
    super({
      ...options,
      connectionString: addresses[0] ?? databaseUrl,
      ...(many && needsPrimary
        ? {
            verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
              this.#check(client).then(done, done);
            },
          }
        : {}),
    });
    this.#databaseUrl = databaseUrl;
    this.#needsPrimary = needsPrimary;
    this.#addresses = addresses;
    this.#places = many ? addresses.map(placeOf) : [];
  }

  /** Why a new connection is not wanted. */
  async #check(client: pg.ClientBase): Promise<Error | undefined> {
    const timeline = await timelineOf(client);
    const known = newest.get(this.#databaseUrl) ?? 0;
    if (timeline === null) return new NotPrimary('the host is a standby');
    if (timeline < known) return new NotPrimary('another host has taken over from this one');
    newest.set(this.#databaseUrl, timeline);
    return undefined;
  }

  /** The host to connect to: that of the newest timeline; where any will do, the next one. Null = there is none. */
  async #chosen(): Promise<number | null> {
    if (!this.#needsPrimary) return this.#at === null ? 0 : (this.#at + 1) % this.#places.length;
    const timelines = await Promise.all(this.#addresses.map(probe));
    const best = Math.max(...timelines.map((timeline) => timeline ?? 0));
    return best === 0 ? null : timelines.indexOf(best);
  }

  async #move(): Promise<void> {
    const at = await this.#chosen();
    if (at === null) throw unwritable();
    this.#at = at;
    // A client is made of the options that stand when it connects; of an address they would be read again.
    Object.assign(this.options, { connectionString: undefined, ...this.#places[at] });
  }

  async #reach(): Promise<pg.PoolClient> {
    if (this.#at === null) await this.#move();
    for (let tries = 1; ; tries += 1) {
      try {
        return await super.connect();
      } catch (error) {
        const isThere = !(error instanceof NotPrimary) && toProblem(error).fault !== 'unreachable';
        if (isThere || tries >= this.#places.length) throw error instanceof NotPrimary ? unwritable() : error;
        await this.#move();
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

/** Every host follows another one or is gone: for who wants to write the database cannot be reached. */
const unwritable = (): Error =>
  Object.assign(new Error('none of the hosts writes'), { code: 'ECONNREFUSED' });
