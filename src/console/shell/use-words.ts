import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { IntlConfig } from 'react-intl';
import type { Language } from '../../base/messages.ts';
import { logFailure } from '../state/session/log-failure.ts';
import { loadWords, wordsOf } from './words.ts';

type Words = Readonly<Record<string, string>>;
type OnError = NonNullable<IntlConfig['onError']>;
interface Loaded {
  readonly language: Language;
  readonly messages: Words;
}

/** The language whose words stand in for those that another one lacks. */
const fallback: Language = 'en';

/**
 * Words of a language; null until the first have come. Those of the language before stay until the new ones are here. A
 * word that is missing is said in English, which is fetched when the first one is missed.
 */
export function useWords(
  language: Language,
  load: (language: Language) => Promise<Words> = loadWords,
): (Loaded & { readonly onError: OnError }) | null {
  const [words, setWords] = useState<Loaded | null>(() => {
    const messages = wordsOf(language);
    return messages === null ? null : { language, messages };
  });
  const [english, setEnglish] = useState<Words | null>(null);
  const missed = useRef(new Set<string>());
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Without words there is nothing to say that they are missing with: ask again until they come.
    const ask = (wait: number) => {
      load(language).then(
        (messages) =>
          wanted && setWords((now) => (now?.messages === messages ? now : { language, messages })),
        (error: unknown) => {
          logFailure(error);
          if (wanted) timer = setTimeout(ask, wait, Math.min(30_000, wait * 2));
        },
      );
    };
    ask(1000);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [language, load]);

  const loaded = words?.language;
  const onError = useCallback<OnError>(
    (error) => {
      if (!('descriptor' in error) || loaded === undefined) return;
      const id = String(error.descriptor?.id);
      const key = `${loaded} ${id}`;
      if (missed.current.has(key)) return;
      missed.current.add(key);
      if (import.meta.env.DEV) console.warn(`no words for ${id} in ${loaded}`);
      if (loaded !== fallback) load(fallback).then(setEnglish, logFailure);
    },
    [loaded, load],
  );
  return useMemo(
    () => (words === null ? null : { ...words, messages: { ...english, ...words.messages }, onError }),
    [words, english, onError],
  );
}
