/** Code that is fetched when it is first wanted. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const timeout = 120_000;

/** A chunk that did not come: `ChunkLoadError`, or `CSS_CHUNK_LOAD_FAILED` for its style (src/console/README.md#errors). */
export class ChunkProblem extends Error {
  constructor(
    override readonly name: 'ChunkLoadError' | 'CSS_CHUNK_LOAD_FAILED',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const styleFailed = /preload CSS|\.css\b/i;
const moduleFailed = /dynamically imported module|importing a module script failed/i;

function problemOf(error: unknown): ChunkProblem {
  const isStyle = error instanceof Error && styleFailed.test(error.message);
  return new ChunkProblem(isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'ChunkLoadError', error);
}

/** An error in which a browser says that a chunk did not come, as the one that it is; any other as it was. */
export function asChunkProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ChunkProblem) return error;
  return styleFailed.test(error.message) || moduleFailed.test(error.message) ? problemOf(error) : error;
}

/** Loads a chunk within 120 s. @throws ChunkProblem */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeout / 1000} s`)), timeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw problemOf(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A component in a chunk of its own, as `React.lazy`, which gives up after 120 s. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => loadChunk(load));
}
