/** Kysely over a node:sqlite connection. */
import { Kysely, SqliteDialect } from 'kysely';
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

/** The relational tables through a connection, which stays its owner's to close. */
export function kyselyOver({ database }: SqliteConnection): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new SqliteDialect({
      database: {
        close: () => {},
        prepare: (sql) => {
          const statement = database.prepare(sql);
          return {
            reader: statement.columns().length > 0,
            all: (parameters) => orTold(() => statement.all(...parameters.map(toCell))),
            run: (parameters) =>
              orTold(() => {
                const { changes, lastInsertRowid } = statement.run(...parameters.map(toCell));
                return { changes, lastInsertRowid };
              }),
            iterate: (parameters) => statement.iterate(...parameters.map(toCell)),
          };
        },
      },
    }),
  });
}
