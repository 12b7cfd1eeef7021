import * as contract from '../../../contract/sources.ts';
import {
  addSource,
  changeSource,
  endSource,
  renewSourceToken,
  revokeSourceToken,
  saveSourceMapping,
} from '../../sources/edit.ts';
import { listSources, oneSource } from '../../sources/views.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Ways in besides RTUs. */
export function sourceHandlers({ storage, editor, sources, now }: Services): readonly Binding[] {
  const { db } = storage;
  return [
    bind(contract.sources, async ({ viewer, language }) => {
      await sources.tally.flush();
      return { ...(await listSources(db, viewer, language, now())), watchesFolders: false };
    }),
    bind(contract.sourceDetail, async ({ viewer, params, language }) => {
      await sources.tally.flush();
      return oneSource(db, viewer, params.sourceId, language, now());
    }),
    bind(contract.createSource, (by) => addSource(editor, by, by.body)),
    bind(contract.updateSource, (by) => changeSource(editor, by, by.params.sourceId, by.body)),
    bind(contract.retireSource, (by) => endSource(editor, by, by.params.sourceId)),
    bind(contract.renewToken, (by) => renewSourceToken(editor, by, by.params.sourceId, by.body.overlapHours)),
    bind(contract.revokeToken, (by) => revokeSourceToken(editor, by, by.params.sourceId)),
    bind(contract.saveMapping, (by) => saveSourceMapping(editor, by, by.params.sourceId, by.body)),
  ];
}
