/** Modal dialogs that are open: all else in the page can neither be pressed nor reached meanwhile. */
import { useSyncExternalStore } from 'react';

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** To be called when a modal dialog was shown. */
export const modalOpened = (dialog: HTMLDialogElement): void => change([...open, dialog]);
/** To be called when a modal dialog closes, also where it was never shown. */
export function modalClosed(dialog: HTMLDialogElement): void {
  if (open.includes(dialog)) change(open.filter((one) => one !== dialog));
}

const follow = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function topDialog(): HTMLDialogElement | null {
  const top = open.at(-1);
  // The palette is moved as a whole: what is fixed to the window would be fixed to it, over its rows.
  return top?.classList.contains('dialog') === true ? top : null;
}

/** The uppermost modal dialog; what is to be pressed while it is open has to stand in it. Null = none is open, or the palette is. */
export const useTopModal = (): HTMLDialogElement | null => useSyncExternalStore(follow, topDialog);
