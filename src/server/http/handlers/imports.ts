import * as contract from '../../../contract/imports.ts';
import { importsOf, undoConfirmed } from '../../imports/of-station.ts';
import { runView } from '../../imports/run-view.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Imports of recordings: listed, taken back. */
export function importHandlers({ storage, board, editor, now }: Services): readonly Binding[] {
  return [
    bind(contract.stationImports, async ({ viewer, params }) => {
      board.one(viewer, params.stationId);
      const runs = await importsOf(storage.db, viewer, params.stationId);
      return { runs: runs.map(runView) };
    }),
    bind(contract.undoImport, async (by) => {
      const { confirmation } = by.body;
      const { stations, ...undone } = await undoConfirmed(
        storage,
        by,
        by.params.importId,
        confirmation,
        now(),
      );
      board.forget(stations);
      await editor.changed();
      return undone;
    }),
  ];
}
