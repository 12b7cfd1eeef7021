import { type RefObject, useLayoutEffect } from 'react';

/** Shows a dialog over everything while its component is mounted; then the focus is again where it was before. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    // A dialog that is only taken out of the page leaves the focus nowhere: it must be closed before.
    return () => element.close();
  }, [dialog]);
}
