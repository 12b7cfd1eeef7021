import { Refusal } from '../../../base/errors.ts';
import * as contract from '../../../contract/sources.ts';
import {
  addSource,
  changeSource,
  endSource,
  ownSource,
  renewSourceToken,
  revokeSourceToken,
  saveSourceMapping,
} from '../../sources/edit.ts';
import { importLoggerFile } from '../../sources/import-logger-file.ts';
import { readSample } from '../../sources/sample.ts';
import { listSources, oneSource } from '../../sources/views.ts';
import { type Binding, bind } from '../bind.ts';
import { formFile } from '../form-file.ts';
import type { Services } from '../services.ts';

/** Ways in besides RTUs. */
export function sourceHandlers({
  storage,
  editor,
  sources,
  board,
  alarmEngine,
  now,
  ftp,
}: Services): readonly Binding[] {
  const { db } = storage;
  return [
    bind(contract.sources, async ({ viewer, language }) => {
      await sources.tally.flush();
      const { watchesFolders } = sources;
      return { ...(await listSources(db, viewer, language, now())), watchesFolders, ftp: ftp() };
    }),
    bind(contract.sourceDetail, async ({ viewer, params, language }) => {
      await sources.tally.flush();
      return oneSource(db, viewer, params.sourceId, language, now());
    }),
    bind(contract.createSource, (by) => {
      if (by.body.way === 'folder' && !sources.watchesFolders)
        throw new Refusal(422, 'sources.folder.off', {}, 'way');
      if (by.body.way === 'ftp' && ftp() === null) throw new Refusal(422, 'sources.ftp.off', {}, 'way');
      return addSource(editor, by, by.body);
    }),
    bind(contract.updateSource, (by) => changeSource(editor, by, by.params.sourceId, by.body)),
    bind(contract.retireSource, (by) => endSource(editor, by, by.params.sourceId)),
    bind(contract.renewToken, (by) => renewSourceToken(editor, by, by.params.sourceId, by.body.overlapHours)),
    bind(contract.revokeToken, (by) => revokeSourceToken(editor, by, by.params.sourceId)),
    bind(contract.addSourceFile, async ({ viewer, params, request }) => {
      const { id } = await ownSource(db, viewer, params.sourceId);
      const file = await sources.files.take(id, await formFile(request, contract.mostFileBytes));
      return { file: file.id, name: file.name, bytes: file.bytes };
    }),
    bind(contract.trySample, async ({ viewer, params, body, language }) => {
      await sources.tally.flush();
      return readSample(sources.samples, viewer, params.sourceId, body, language);
    }),
    bind(contract.importSourceFile, async (by) => {
      const { stations, ...counts } = await importLoggerFile(
        sources.samples,
        by.viewer,
        by.params.sourceId,
        by.body,
      );
      if (counts.run !== null) board.forget(stations);
      if (counts.run !== null) alarmEngine.changed();
      return counts;
    }),
    bind(contract.saveMapping, (by) => saveSourceMapping(editor, by, by.params.sourceId, by.body)),
  ];
}
