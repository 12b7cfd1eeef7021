/** The code of the screens: a page's is the default export of the folder that the table of pages names (contract/pages). */
import type { ComponentType } from 'react';
import type { Page } from '../../contract/page.ts';

interface Screen {
  readonly default: ComponentType;
}
const screens = import.meta.glob<Screen>('../features/*/index.tsx');

/**
 * What fetches the code of a page's screen.
 * @throws Error where the page names a folder without a screen
 */
export function screenOf({ path, feature }: Page): () => Promise<Screen> {
  const load = screens[`../features/${feature}/index.tsx`];
  if (load === undefined) throw new Error(`${path}: there is no screen ${feature}`);
  return load;
}
