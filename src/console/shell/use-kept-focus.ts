import { useEffect, useRef } from 'react';

/** Waits in ms after which it looks: pages and menus may still be on their way. */
const looks = [0, 60, 300];

/** True for where the focus goes on by itself: nowhere, and while nothing is over the page. */
const isLost = () =>
  (document.activeElement ?? document.body) === document.body &&
  document.querySelector('dialog[open]') === null;

/**
 * Gives the focus a place when what had it is gone: the open page's tab where it was among the tabs, else the page
 * itself. Looks after each key, each command and each change of `path`.
 */
export function useKeptFocus(path: string): void {
  const amongTabs = useRef(false);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.matches('main'))
        amongTabs.current = target.closest('.tabs') !== null;
    };
    addEventListener('focusin', onFocus);
    return () => removeEventListener('focusin', onFocus);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is a reason to look
  useEffect(() => {
    const keep = () => {
      if (!isLost()) return;
      const tab = amongTabs.current
        ? document.querySelector<HTMLElement>('.tabs [aria-current="page"]')
        : null;
      (tab ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
    };
    let timers: readonly ReturnType<typeof setTimeout>[] = [];
    const look = () => {
      for (const timer of timers) clearTimeout(timer);
      timers = looks.map((wait) => setTimeout(keep, wait));
    };
    // Before the first press nothing has lost the focus: a ring round the whole page would only puzzle.
    if (navigator.userActivation?.hasBeenActive !== false) look();
    addEventListener('groundwatch:command', look);
    addEventListener('keyup', look);
    return () => {
      removeEventListener('groundwatch:command', look);
      removeEventListener('keyup', look);
      for (const timer of timers) clearTimeout(timer);
    };
  }, [path]);
}
