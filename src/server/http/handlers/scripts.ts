import * as contract from '../../../contract/scripts.ts';
import {
  createScript,
  deleteScript,
  renameScript,
  restoreScript,
  type ScriptBook,
  saveScript,
  shareScript,
} from '../../workflows/scripts/change.ts';
import { usersOf } from '../../workflows/scripts/modules.ts';
import { detailOf, listScripts, scriptOf, versionOf } from '../../workflows/scripts/store.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Scripts that people keep, and the library. */
export function scriptHandlers({ storage, library, now }: Services): readonly Binding[] {
  const { db } = storage;
  const book: ScriptBook = { storage, library, now };
  return [
    bind(contract.scripts, async ({ viewer }) => ({
      scripts: await listScripts(db, viewer),
      library: [...(await library.list())],
    })),
    bind(contract.script, async ({ viewer, params }) => ({
      script: await detailOf(db, viewer, params.scriptId),
    })),
    bind(contract.scriptVersion, async ({ viewer, params }) => {
      await scriptOf(db, viewer, params.scriptId);
      return versionOf(db, params.scriptId, params.version);
    }),
    bind(contract.scriptUsers, ({ viewer, params }) => usersOf(db, viewer, params.scriptId)),
    bind(contract.libraryScript, ({ params }) => library.one(params.library)),
    bind(contract.createScript, async (by) => ({ script: await createScript(book, by, by.body) })),
    bind(contract.saveScript, async (by) => ({
      script: await saveScript(book, by, by.params.scriptId, by.body),
    })),
    bind(contract.renameScript, async (by) => ({
      script: await renameScript(book, by, by.params.scriptId, by.body),
    })),
    bind(contract.shareScript, async (by) => ({
      script: await shareScript(book, by, by.params.scriptId, by.body),
    })),
    bind(contract.deleteScript, (by) => deleteScript(book, by, by.params.scriptId)),
    bind(contract.restoreScript, (by) => restoreScript(book, by, by.params.scriptId)),
  ];
}
