import { Refusal } from '../../base/errors.ts';
import type { BodyOf, DataOf } from '../../contract/call.ts';
import type { importSourceFile } from '../../contract/sources.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { importFile } from '../imports/import-file.ts';
import { ownSource } from './edit.ts';
import type { SampleRoom } from './sample.ts';
import { sourceOfId } from './source.ts';

/**
 * Imports an uploaded file by the mapping of its source, or says what would come of it: the importer of the command line
 * does it, with the same checks, the same run and the same undo. @throws Refusal
 */
export async function importLoggerFile(
  { storage, files, now }: SampleRoom,
  viewer: Viewer,
  sourceId: number,
  { file: id, maxRefused, dryRun, evaluates }: BodyOf<typeof importSourceFile>,
): Promise<DataOf<typeof importSourceFile> & { readonly stations: readonly number[] }> {
  await ownSource(storage.db, viewer, sourceId);
  const source = await sourceOfId(storage.db, sourceId);
  const file = files.find(sourceId, id);
  if (source === null || source.mapping === null) throw new Refusal(409, 'sources.noMapping');
  const { mapping, conflicts, version } = source.mapping;
  const { userId, accountName } = viewer;
  const outcome = await importFile(storage, {
    file: file.path,
    named: file.name,
    mapping,
    place: null,
    projectId: source.projectId,
    source: { id: sourceId, version },
    conflicts,
    maxRefused,
    dryRun,
    evaluates,
    who: { userId, accountName },
    now: now(),
  });
  const { lines, stored, filled, duplicates, rejected, conflictCount } = outcome.counts;
  const stations = outcome.wanted.flatMap(({ stationId }) => (stationId === null ? [] : [stationId]));
  return { run: outcome.run, lines, stored, filled, duplicates, rejected, conflictCount, stations };
}
