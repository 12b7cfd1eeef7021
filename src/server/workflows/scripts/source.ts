import { Refusal } from '../../../base/errors.ts';
import type { RunSource } from '../../../contract/workflows.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Db } from '../../sites/edit/editor.ts';
import type { ScriptLibrary } from './library.ts';
import { scriptOf, versionOf } from './store.ts';

const libraryName = /^library-(.+)$/;

/**
 * The script that a text is said to come from, and whether it is still that of the version. Null where the asker cannot
 * look at it (any more): a run is not held up by that.
 */
export async function sourceOf(
  { db, library }: { readonly db: Db; readonly library: ScriptLibrary },
  viewer: Viewer,
  text: string,
  said: { readonly script: string; readonly version: number | null } | undefined,
): Promise<RunSource | null> {
  if (said === undefined) return null;
  const { script } = said;
  const id = libraryName.exec(script)?.[1];
  try {
    if (id !== undefined) return { script, version: null, edited: library.textOf(id) !== text };
    const { version: newest } = await scriptOf(db, viewer, script);
    const version = said.version ?? newest;
    return { script, version, edited: (await versionOf(db, script, version)).text !== text };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return null;
  }
}
