import { type ComponentType, lazy } from 'react';

const timeout = 120_000;

/** A chunk that did not come: `ChunkLoadError`, or `CSS_CHUNK_LOAD_FAILED` for its style (SPEC §8). */
export class ChunkProblem extends Error {
  constructor(
    override readonly name: 'ChunkLoadError' | 'CSS_CHUNK_LOAD_FAILED',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The menu of the server names a module that this console does not have (SPEC §8). */
export class ModuleProblem extends Error {
  override readonly name = 'MODULE_NOT_FOUND';
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
    const isStyle = error instanceof Error && /preload CSS|\.css\b/i.test(error.message);
    throw new ChunkProblem(isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'ChunkLoadError', error);
  } finally {
    clearTimeout(timer);
  }
}

/** A screen in a chunk of its own. */
export function lazyPage<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => loadChunk(load));
}
