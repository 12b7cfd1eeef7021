/** SQL on a PostgreSQL connection or pool. */

import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { Cell, Executor, SqlValues } from '../executor.ts';
import { reported } from '../problem.ts';
import { copyInto } from './copy.ts';
import { HostsPool } from './hosts.ts';

/** 64-bit integers as numbers: ids, counts and UTC ms are all below 2⁵³. */
const INT8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser, // its overloads differ by format alone
};

/** A statement that only reads is ended after this, ms: the longest that is asked for takes seconds. */
const longestRead = 120_000;
/** So is a transaction that reads and in which nothing is done, ms. */
const longestIdle = 60_000;
/**
 * One that writes sooner: its process stands still or is cut off, all others wait for its turn, and what it has of leases
 * is theirs by then (src/server/processes/life.ts), ms.
 */
const longestTurn = 10_000;

export interface PoolNeeds {
  readonly max: number;
  /** Every connection refuses to write. */
  readonly readOnly: boolean;
  /** A host that follows another one does as well: answers may be older than what was written last. */
  readonly mayLag?: boolean;
  /** As which the connections name themselves. */
  readonly name?: string;
}

/** A pool on the first of the address's hosts that can be reached and is fit for it. */
export function openPool(
  databaseUrl: string,
  { max, readOnly, mayLag = false, name = 'groundwatch' }: PoolNeeds,
): pg.Pool {
  const session = [
    `-c idle_in_transaction_session_timeout=${readOnly ? longestIdle : longestTurn}`,
    ...(readOnly ? ['-c default_transaction_read_only=on', `-c statement_timeout=${longestRead}`] : []),
  ];
  const pool = new HostsPool({
    databaseUrl,
    needsPrimary: !mayLag,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: name,
    options: session.join(' '),
  });
  // An idle connection that breaks is replaced on the next use; without a listener it would end the process.
  pool.on('error', () => {});
  // So would one that is cut between two statements of a transaction; the next statement reports it.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

const refuse = (error: unknown): never => {
  throw reported(error);
};

/** A pool as Kysely wants it, whose faults are reported by name. */
export function kyselyPool(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect().catch(refuse);
      return new Proxy(client, {
        get(target, key) {
          if (key === 'query')
            return (sql: string, parameters: unknown[]) => target.query(sql, parameters).catch(refuse);
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
    end: () => pool.end(),
  };
}

const numbered = new Map<string, string>();
/** `?` placeholders as $1, $2, … */
function toNumbered(sql: string): string {
  let text = numbered.get(sql);
  if (text === undefined) {
    let n = 0;
    text = sql.replace(/\?/g, () => {
      n += 1;
      return `$${n}`;
    });
    numbered.set(sql, text);
  }
  return text;
}

/** An executor on one connection, to whose tables rows can be added in one piece. */
export interface CopyingExecutor extends Executor {
  /** As `copyInto`, whose faults are reported by name. */
  copy(table: string, columns: readonly string[], rows: string): Promise<void>;
}

/** An executor on one connection. */
export const copyingOn = (client: pg.ClientBase): CopyingExecutor => ({
  ...executorOn(client),
  copy: (table, columns, rows) => copyInto(client, table, columns, rows).catch(refuse),
});

/** An executor on a pool (each statement on any of its connections) or on one connection. */
export function executorOn(target: pg.Pool | pg.ClientBase): Executor {
  return {
    dialect: 'postgres',
    async all(sql, params) {
      const query = { text: toNumbered(sql), values: [...params], rowMode: 'array' as const };
      const { rows } = await target.query<Cell[]>(query).catch(refuse);
      return rows satisfies readonly SqlValues[];
    },
    async run(sql, params) {
      const { rowCount } = await target.query(toNumbered(sql), [...params]).catch(refuse);
      return rowCount ?? 0;
    },
  };
}
