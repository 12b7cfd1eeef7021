import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Enter among what was typed ahead. */
const enter = '\n';

export interface TypedAhead {
  /** True when the key was kept: then nobody else may take it. */
  readonly key: (event: KeyboardEvent) => boolean;
  /** True when the box's new text was kept: pasted, dictated or put there as a whole behind an Enter that waits. */
  readonly text: (value: string, before: string) => boolean;
  /** What is kept from now on, in place of what was. */
  readonly keep: (text: string) => void;
}

/**
 * Keeps what is typed after an Enter that came before there was anything to choose.
 *
 * A user who knows the words types them, Enter and the next page's text in one go. While the lists that the Enter is
 * meant for are on their way it is kept, with all that follows, and is typed again in that order once they are there.
 * Escape and a Backspace over all of it give it up.
 * @param before what was kept before the palette stood, a line break for each Enter; read once
 * @param isComing what could be chosen is on its way, and there is nothing to choose yet
 * @param type puts text behind what the box holds
 */
export function useTypedAhead(
  before: string,
  isComing: boolean,
  input: RefObject<HTMLInputElement | null>,
  type: (text: string) => void,
): TypedAhead {
  const kept = useRef(before);
  const [, setTurn] = useState(0);
  // After every paint, and once the list has marked its chosen row: each key meets the page that the one before opened.
  useEffect(() => {
    if (isComing || kept.current === '') return;
    const timer = setTimeout(() => {
      const text = kept.current;
      const end = text.indexOf(enter);
      if (end === 0) {
        kept.current = text.slice(1);
        const init = { key: 'Enter', bubbles: true, cancelable: true };
        input.current?.dispatchEvent(new globalThis.KeyboardEvent('keydown', init));
      } else {
        kept.current = end < 0 ? '' : text.slice(end);
        type(end < 0 ? text : text.slice(0, end));
      }
      setTurn((turn) => turn + 1);
    });
    return () => clearTimeout(timer);
  });
  const text = (value: string, held: string) => {
    if (kept.current === '') return false;
    kept.current += value.startsWith(held) ? value.slice(held.length) : value;
    return true;
  };
  const key = (event: KeyboardEvent) => {
    if (!event.nativeEvent.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (kept.current === '' && !(event.key === 'Enter' && isComing)) return false;
    if (event.key === 'Enter') kept.current += enter;
    else if (event.key.length === 1) kept.current += event.key;
    else if (event.key === 'Backspace') kept.current = kept.current.slice(0, -1);
    else {
      if (event.key === 'Escape') kept.current = '';
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const keep = (wanted: string) => {
    kept.current = wanted;
    setTurn((turn) => turn + 1);
  };
  return { key, text, keep };
}
