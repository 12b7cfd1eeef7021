import { useSyncExternalStore } from 'react';

/** A question about the window that is answered anew when the answer changes. */
function asking(query: string): () => boolean {
  const asked = matchMedia(query);
  const listen = (changed: () => void) => {
    asked.addEventListener('change', changed);
    return () => asked.removeEventListener('change', changed);
  };
  return () => useSyncExternalStore(listen, () => asked.matches);
}

/** Whether the window is as narrow as a phone, whatever device it is on: as in the style sheets, where it holds, rows are cards. */
export const useNarrow = asking('(max-width: 600px)');

/** Whether it is as narrow as a tablet held upright, or narrower: columns take what they need and no more. */
export const useTablet = asking('(max-width: 900px)');
