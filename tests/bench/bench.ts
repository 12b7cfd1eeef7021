/** What a bench is: ours and a reference measured beside it in the same run. */
export interface Figure {
  /** What was measured, e.g. "525k rows → 2,000 bins". */
  readonly what?: string;
  readonly ours: number;
  readonly reference: number;
  readonly unit: string;
  /** Bound of ours / reference. */
  readonly goal: number;
  /** Whether the ratio must stay at or below the goal (default) or reach it. */
  readonly better?: 'lower' | 'higher';
  readonly note?: string;
}
export interface Bench {
  /** Number in tests/bench/README.md, e.g. P8. */
  readonly id: string;
  readonly title: string;
  run(): Promise<readonly Figure[]>;
}

/** Median of `times` runs, in ms, after one that does not count. */
export async function median(times: number, work: () => unknown): Promise<number> {
  await work();
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  return taken[Math.floor(times / 2)] ?? Number.NaN;
}
