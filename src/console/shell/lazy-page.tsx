import { type ComponentType, lazy, type ReactNode, useState } from 'react';

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

/** The menu of the server names a module that this console does not have (src/console/README.md#errors). */
export class ModuleProblem extends Error {
  override readonly name = 'MODULE_NOT_FOUND';
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

/** A screen in a chunk of its own, which may be fetched before it is shown. */
export interface LazyPage<P extends object> {
  (props: P): ReactNode;
  /** Fetches it. @throws ChunkProblem, which the screen says too where it is shown */
  preload(): Promise<void>;
}

/**
 * A screen in a chunk of its own. One that has come already is drawn at once: React holds back for 300 ms what replaces
 * a fallback that it has just shown, so that even a screen whose code is here would stand that much later.
 */
export function lazyPage<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyPage<P> {
  let here: ComponentType<P> | null = null;
  const fetchPage = async () => {
    const module = await loadChunk(load);
    here = module.default;
    return module;
  };
  const Late = lazy(fetchPage);
  function Page(props: P) {
    // As it was when it was mounted: another one would mount its screen anew.
    const [Screen] = useState<ComponentType<P>>(() => here ?? Late);
    return <Screen {...props} />;
  }
  Page.preload = async () => void (await fetchPage());
  return Page;
}
