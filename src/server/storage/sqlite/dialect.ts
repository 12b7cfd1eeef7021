/** Kysely over a node:sqlite connection. */
import {
  type CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  type QueryResult,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { keepNewest } from '../../keep-newest.ts';
import type { Cell } from '../executor.ts';
import { told } from '../problem.ts';
import type { Database } from '../schema.ts';
import type { SqliteConnection } from './connection.ts';

/** A fault of the storage is told by its name. */
function orTold<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw told(error);
  }
}

function toCell(value: unknown): Cell {
  if (typeof value === 'boolean') return Number(value);
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'string' || value instanceof Uint8Array) return value;
  throw new TypeError(`a ${typeof value} cannot be stored`);
}

function statementOf(database: SqliteConnection['database'], sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => orTold(() => statement.all(...parameters.map(toCell))),
    run: (parameters) =>
      orTold(() => {
        const { changes, lastInsertRowid } = statement.run(...parameters.map(toCell));
        return { changes, lastInsertRowid };
      }),
    // One that is read bit by bit is nobody else's meanwhile.
    iterate: (parameters) => database.prepare(sql).iterate(...parameters.map(toCell)),
  };
}

/** Statements that are kept prepared: preparing one takes longer than most of them run. */
const mostPrepared = 400;

/**
 * Runs each statement at once. Kysely's own way hands the connection from one asker to the next, and wakes all that wait
 * at every turn; this connection answers before anybody else could ask.
 */
class AtOnce extends DefaultQueryExecutor {
  constructor(
    dialect: SqliteDialect,
    readonly prepare: (sql: string) => SqliteStatement,
  ) {
    const apart = new Kysely<Database>({ dialect });
    super(dialect.createQueryCompiler(), dialect.createAdapter(), {
      provideConnection: (consumer) => apart.getExecutor().provideConnection(consumer),
    });
  }

  override async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }
}

/** The relational tables through a connection, which stays its owner's to close. */
export function kyselyOver({ database }: SqliteConnection): Kysely<Database> {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = prepared.get(sql) ?? statementOf(database, sql);
    // The ones that were used last are at the end.
    prepared.delete(sql);
    prepared.set(sql, known);
    keepNewest(prepared, mostPrepared);
    return known;
  };
  const dialect = new SqliteDialect({ database: { close: () => {}, prepare } });
  return new Kysely<Database>({
    config: { dialect },
    driver: dialect.createDriver(),
    executor: new AtOnce(dialect, prepare),
    dialect,
  });
}
