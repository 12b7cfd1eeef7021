import { type RefObject, useEffect } from 'react';

/**
 * Says to a screen reader which row Enter takes: the box names it as its active descendant, in the same turn in which
 * the list marks it. Where no row is chosen it names none.
 */
export function useSpokenRow(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const box = input.current;
    const dialog = box?.closest('dialog');
    if (box == null || dialog == null) return;
    const name = () => {
      const list = dialog.querySelector('[role="listbox"]')?.id;
      const row = dialog.querySelector('[role="option"][aria-selected="true"]')?.id;
      for (const [attribute, id] of [
        ['aria-controls', list],
        ['aria-activedescendant', row],
      ] as const)
        if (id === undefined || id === '') box.removeAttribute(attribute);
        else if (box.getAttribute(attribute) !== id) box.setAttribute(attribute, id);
    };
    name();
    const observer = new MutationObserver(name);
    observer.observe(dialog, { subtree: true, childList: true, attributeFilter: ['aria-selected', 'id'] });
    return () => observer.disconnect();
  }, [input]);
}
