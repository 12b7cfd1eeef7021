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

/**
 * The same for a statement that compares with a list: it is built once for all lists of up to 1, 2, 4, 8 … values. For
 * an empty list nothing is asked, and nothing found.
 */
export function fixedIn<V extends Cell, G extends Readonly<Record<string, Cell>>, R>(
  build: (db: Kysely<Database>, list: readonly V[], given: G) => Compilable<R>,
): (db: Kysely<Database>, list: readonly V[], given: G) => Promise<readonly R[]> {
  const ofSize = new Map<number, (db: Kysely<Database>, given: G) => Promise<readonly R[]>>();
  return async (db, list, given) => {
    const last = list.at(-1);
    if (last === undefined) return [];
    const size = 2 ** Math.ceil(Math.log2(list.length));
    const names = Array.from({ length: size }, (_, index) => `listed${index}`);
    const run =
      ofSize.get(size) ??
      fixed((to, all: G) =>
        build(
          to,
          names.map((name) => all[name] as V),
          all,
        ),
      );
    ofSize.set(size, run);
    const listed = Object.fromEntries(names.map((name, index) => [name, list[index] ?? last]));
    return run(db, { ...given, ...listed });
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
