import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { modalClosed, modalOpened } from './open-modals.ts';

const fields =
  'input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"]), select, textarea';

/** The field that is typed into first has the focus, its text selected so that typing replaces it. */
function focusField(dialog: HTMLDialogElement): boolean {
  const held = document.activeElement;
  const isField = held !== null && dialog.contains(held) && held.matches(fields);
  const field = isField
    ? held
    : [...dialog.querySelectorAll<HTMLInputElement>(fields)].find(
        (one) => !one.disabled && !one.readOnly && one.offsetParent !== null,
      );
  if (field === undefined) return false;
  if (field instanceof HTMLElement && !isField) field.focus();
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  return true;
}

/** Focuses the field also where it comes after the dialog, unless somebody has begun to use the dialog. */
function focusFirst(dialog: HTMLDialogElement): void {
  if (focusField(dialog)) return;
  const late = new MutationObserver(() => focusField(dialog) && stop());
  const stop = () => {
    late.disconnect();
    for (const used of ['keydown', 'pointerdown', 'close']) dialog.removeEventListener(used, stop);
  };
  late.observe(dialog, { childList: true, subtree: true });
  for (const used of ['keydown', 'pointerdown', 'close']) dialog.addEventListener(used, stop);
}

/**
 * Shows a dialog over everything while its component is mounted. What is typed into first has the focus, selected;
 * then the focus is again where it was before.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // After all effects: only then its buttons know what they can do, and one that can do nothing takes no focus.
  useEffect(() => {
    const element = dialog.current;
    queueMicrotask(() => {
      if (!element?.isConnected || element.open) return;
      element.showModal();
      modalOpened(element);
      focusFirst(element);
    });
  }, [dialog]);
  // Before it goes: a dialog that is only taken out of the page leaves the focus nowhere.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (element === null) return;
      modalClosed(element);
      element.close();
    };
  }, [dialog]);
}
