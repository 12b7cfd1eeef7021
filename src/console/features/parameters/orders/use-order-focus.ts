import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Focuses the first thing that is to be typed into the form of an order, and its password once it is no longer stale.
 * @returns the ref of the form
 */
export function useOrderFocus(isStale: boolean): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  // The button that was pressed is gone with what it answered: what comes next is the password.
  const wasStale = useRef(false);
  useLayoutEffect(() => {
    if (wasStale.current && !isStale)
      element.current?.querySelector<HTMLElement>('[name="password"]')?.focus();
    wasStale.current = isStale;
  }, [isStale]);
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      element.current
        ?.querySelector<HTMLElement>(
          '.oargs :is(input, select, textarea), [name="password"], [type="submit"]',
        )
        ?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return element;
}
