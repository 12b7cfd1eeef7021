import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Shows a dialog over everything while its component is mounted; then the focus is again where it was before. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // After all effects: only then its buttons know what they can do, and one that can do nothing takes no focus.
  useEffect(() => {
    const element = dialog.current;
    queueMicrotask(() => {
      if (element?.isConnected && !element.open) element.showModal();
    });
  }, [dialog]);
  // Before it goes: a dialog that is only taken out of the page leaves the focus nowhere.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, [dialog]);
}
