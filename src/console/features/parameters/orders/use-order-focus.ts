import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Focuses the first thing that is to be typed into the form of an order, and its password once it is no longer stale.
 * Where nothing has to be typed it is what declines: an Enter too many must not send.
 * @param isConfirmed sending it has to be confirmed; without, its button has the focus
 * @returns the ref of the form
 */
export function useOrderFocus(isStale: boolean, isConfirmed: boolean): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  // The button that was pressed is gone with what it answered: what comes next is the password.
  const wasStale = useRef(false);
  useLayoutEffect(() => {
    if (wasStale.current && !isStale)
      element.current?.querySelector<HTMLElement>('[name="password"]')?.focus();
    wasStale.current = isStale;
  }, [isStale]);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
      const typed = find('.oargs :is(input, select, textarea), [name="password"]');
      (typed ?? find(isConfirmed ? '.order__foot button' : '[type="submit"]'))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isConfirmed]);
  return element;
}
