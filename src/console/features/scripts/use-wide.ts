import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 901px)');

/** False where script and plan do not stand beside each other: a phone reads and approves, it does not write. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
