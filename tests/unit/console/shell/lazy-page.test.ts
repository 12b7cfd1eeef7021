// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChunkProblem, loadChunk } from '../../../../src/console/components/chunks.ts';

afterEach(() => vi.useRealTimers());
const problem = (load: () => Promise<unknown>) =>
  loadChunk(load).then(
    () => null,
    (error: unknown) => error,
  );

describe('loadChunk', () => {
  it('answers the chunk', async () => expect(await loadChunk(async () => 7)).toBe(7));
  it.each([
    ['Failed to fetch dynamically imported module: /dist/assets/home-a1.js', 'ChunkLoadError'],
    ['Failed to fetch dynamically imported module: /dist/assets/accsse.js', 'ChunkLoadError'],
    ['Unable to preload CSS for /dist/assets/home-a1.css', 'CSS_CHUNK_LOAD_FAILED'],
  ])('%s is a %s', async (message, name) => {
    const found = await problem(() => Promise.reject(new TypeError(message)));
    expect(found).toBeInstanceOf(ChunkProblem);
    expect(found).toMatchObject({ name, message });
  });
  it('gives a chunk up after 120 s', async () => {
    vi.useFakeTimers();
    const found = problem(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(await Promise.race([found, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await found).toMatchObject({ name: 'ChunkLoadError' });
  });
});
