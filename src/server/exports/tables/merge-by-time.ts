/** One row of a source: its moment, UTC ms, and its cells. */
export interface TimedRow {
  readonly t: number;
  readonly cells: readonly number[];
}

type Source = AsyncIterable<TimedRow> | Iterable<TimedRow>;

/**
 * Rows of several sources, each in order of time, as rows of one time axis. What a source does not have at a moment is
 * NaN. @param widths cells of each source
 */
export async function* mergeByTime(
  sources: readonly Source[],
  widths: readonly number[],
): AsyncGenerator<TimedRow> {
  const iterators = sources.map((source) =>
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator](),
  );
  try {
    const next = async (index: number): Promise<TimedRow | null> => {
      const found = await iterators[index]?.next();
      return found === undefined || found.done === true ? null : found.value;
    };
    const heads: (TimedRow | null)[] = [];
    for (let index = 0; index < iterators.length; index += 1) heads.push(await next(index));
    const missing = widths.map((width) => Array.from({ length: width }, () => Number.NaN));
    for (;;) {
      const t = heads.reduce((least, head) => (head === null ? least : Math.min(least, head.t)), Infinity);
      if (t === Infinity) return;
      const cells: number[] = [];
      for (let index = 0; index < heads.length; index += 1) {
        const head = heads[index] ?? null;
        if (head?.t === t) {
          cells.push(...head.cells);
          heads[index] = await next(index);
        } else cells.push(...(missing[index] ?? []));
      }
      yield { t, cells };
    }
  } finally {
    for (const iterator of iterators) await iterator.return?.();
  }
}
