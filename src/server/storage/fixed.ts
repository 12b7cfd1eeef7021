/** Statements that are asked often: built and compiled once, instead of every time. */
import type { Compilable, CompiledQuery, Insertable, Kysely } from 'kysely';
import type { Cell } from './executor.ts';
import type { Database } from './schema.ts';

/** Stands in a statement where a value is put in when it runs. */
class Given {
  constructor(readonly name: string) {}
}

const givens: object = new Proxy({}, { get: (_, name) => new Given(String(name)) });

/**
 * Answers what runs a statement of always the same text. `build` sees no values, only what stands for them: it must not
 * choose by them, and a value that may be null must not be compared by it.
 */
export function fixed<G extends Readonly<Record<string, Cell>>, R>(
  build: (db: Kysely<Database>, given: G) => Compilable<R>,
): (db: Kysely<Database>, given: G) => Promise<readonly R[]> {
  const known = new WeakMap<object, CompiledQuery<R>>();
  return async (db, given) => {
    // One of each database: a transaction has that of the connection it began on.
    const { adapter } = db.getExecutor();
    const statement = known.get(adapter) ?? build(db, givens as G).compile();
    known.set(adapter, statement);
    const parameters = statement.parameters.map((one) =>
      one instanceof Given ? (given[one.name] ?? null) : one,
    );
    const { rows } = await db.executeQuery<R>({ ...statement, parameters });
    return rows;
  };
}

/** Answers what inserts a row into a table; the statement is built once for rows of the same columns. */
export function insertOf<T extends keyof Database & string>(
  table: T,
): (db: Kysely<Database>, row: Insertable<Database[T]>) => Promise<void> {
  const known = new Map<string, ReturnType<typeof fixed>>();
  return async (db, row) => {
    const values = row as object as Readonly<Record<string, Cell>>;
    const columns = Object.keys(values);
    const key = columns.join();
    const run =
      known.get(key) ??
      fixed((to, given: Readonly<Record<string, Cell>>) =>
        to
          .insertInto(table)
          .values(Object.fromEntries(columns.map((column) => [column, given[column]])) as never),
      );
    known.set(key, run);
    await run(db, values);
  };
}
