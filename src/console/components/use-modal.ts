import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Shows a dialog over everything while its component is mounted; then the focus is again where it was before. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // Not earlier: what its buttons can do is known only then, and a button that can do nothing takes no focus.
  useEffect(() => dialog.current?.showModal(), [dialog]);
  // Not later: a dialog that is only taken out of the page leaves the focus nowhere, it must be closed before.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, [dialog]);
}
