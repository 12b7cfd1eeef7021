import { useEffect, useState } from 'react';
import { editorTheme } from './editor-theme.ts';
import { loadMonaco } from './load-monaco.ts';

type Loaded = Awaited<ReturnType<typeof loadMonaco>>;

/** Monaco once it is loaded, painted in the page's theme; an error where its chunk did not come. */
export function useMonaco(
  language: string,
  theme: string,
): { readonly loaded: Loaded | null; readonly error: unknown; readonly again: () => void } {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads again; the language counts only at first
  useEffect(() => {
    let wanted = true;
    setError(null);
    loadMonaco(language).then(
      (module) => wanted && setLoaded(module),
      (problem: unknown) => wanted && setError(problem),
    );
    return () => {
      wanted = false;
    };
  }, [round]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says that the variables have changed
  useEffect(() => {
    if (loaded === null) return;
    // The class of the body changes before the theme's name is passed on; the style changes within the frame.
    const frame = requestAnimationFrame(() => {
      loaded.monaco.editor.defineTheme('page', editorTheme());
      loaded.monaco.editor.setTheme('page');
    });
    return () => cancelAnimationFrame(frame);
  }, [loaded, theme]);

  return { loaded, error, again: () => setRound((count) => count + 1) };
}
