/** The background that seals: every source in its turn, whatever becomes of the one before it. */
import { expect, test, vi } from 'vitest';
import { Sealing } from '../../../src/server/storage/sealed/sealing.ts';

test('C9 a source that cannot be sealed holds up none of those behind it', async () => {
  vi.useFakeTimers();
  try {
    const asked: number[] = [];
    const sealing = new Sealing({
      reader: {
        dialect: 'sqlite',
        // Three sources, each with old readings; behind the last one there is none.
        all: (sql, params) => {
          if (!sql.includes('DISTINCT')) return [[1]];
          return params.length === 0 ? [1, 2, 3].map((id) => ['tilt', id]) : [];
        },
        run: () => 0,
      },
      seal: async ({ sourceId }) => {
        asked.push(sourceId);
        if (sourceId === 1) throw new Error('would change readings');
        // The second one has two weeks.
        return { rows: 1, chunks: 1, isLeft: asked.filter((id) => id === 2).length === 1 && sourceId === 2 };
      },
      days: 15,
    });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toEqual([1, 2, 2, 3]);
    await sealing.close();
  } finally {
    vi.useRealTimers();
  }
});
