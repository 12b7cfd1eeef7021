/** Rows of one statement: far below what either database takes. */
const rowsAtOnce = 200;

/** Inserts rows of a table, some at a time. */
export async function inParts<T>(rows: readonly T[], insert: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await insert(rows.slice(from, from + rowsAtOnce));
}
