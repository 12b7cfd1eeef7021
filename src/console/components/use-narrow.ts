import { useSyncExternalStore } from 'react';

/** As in the style sheets: where it holds, rows are cards. */
const narrow = matchMedia('(max-width: 600px)');

function listen(changed: () => void): () => void {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
}

/** Whether the window is as narrow as a phone, whatever device it is on. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => narrow.matches);
}
