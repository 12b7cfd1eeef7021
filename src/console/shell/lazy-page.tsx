import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { loadChunk } from '../components/chunks.ts';

/** The menu of the server names a module that this console does not have (src/console/README.md#errors). */
export class ModuleProblem extends Error {
  override readonly name = 'MODULE_NOT_FOUND';
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
