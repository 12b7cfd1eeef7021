/** Kysely over a node:sqlite connection. */
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
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

/** The relational tables through a connection, which stays its owner's to close. */
export function kyselyOver({ database }: SqliteConnection): Kysely<Database> {
  const prepared = new Map<string, SqliteStatement>();
  return new Kysely<Database>({
    dialect: new SqliteDialect({
      database: {
        close: () => {},
        prepare: (sql) => {
          const known = prepared.get(sql) ?? statementOf(database, sql);
          // The ones that were used last are at the end.
          prepared.delete(sql);
          prepared.set(sql, known);
          keepNewest(prepared, mostPrepared);
          return known;
        },
      },
    }),
  });
}
