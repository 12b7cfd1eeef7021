import { loadChunk } from '../chunks.ts';

type Loaded = typeof import('./monaco.ts');
let loading: Promise<Loaded> | null = null;

/** Monaco's own words; it reads them once, as its modules are evaluated. English is built in. */
const words: Readonly<Record<string, () => Promise<unknown>>> = {
  'zh-chs': () => loadChunk(() => import('monaco-editor/nls/lang/zh-cn')),
  ja: () => loadChunk(() => import('monaco-editor/nls/lang/ja')),
};

/**
 * Loads the editor once. Its menus and messages stay in the language of this first time until the page is loaded
 * anew. A chunk that failed is asked for again by the next call.
 */
export function loadMonaco(language: string): Promise<Loaded> {
  loading ??= (async () => {
    await words[language]?.();
    return loadChunk(() => import('./monaco.ts'));
  })().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
