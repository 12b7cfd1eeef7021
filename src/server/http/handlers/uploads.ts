import type { FastifyReply } from 'fastify';
import * as contract from '../../../contract/sites/uploads.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { disposition } from '../../uploads/name.ts';
import { addToPlan, filesOfPlan, removeFromPlan } from '../../uploads/plan-files.ts';
import { addToStation, filesOfStation, removeFromStation } from '../../uploads/station-files.ts';
import { type Binding, bind } from '../bind.ts';
import { formFile } from '../form-file.ts';
import type { Services } from '../services.ts';

const mimeTypes: Readonly<Record<contract.UploadType, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
};

/** Files that people send, and those of stations. */
export function uploadHandlers({ uploads, storage, board, now }: Services): readonly Binding[] {
  const room = { storage, board, now };
  const answer = async (
    { viewer, reply }: { readonly viewer: Viewer; readonly reply: FastifyReply },
    uploadId: number,
    isThumbnail: boolean,
  ) => {
    const { stream, bytes, name, type } = await uploads.content(viewer, uploadId, isThumbnail);
    // Whatever it is, a browser saves it: it is no page of this server, and runs nothing.
    await reply
      .type(mimeTypes[type])
      .header('content-length', bytes)
      .header('content-disposition', disposition(name))
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(stream);
  };
  return [
    bind(contract.addUpload, async (by) =>
      uploads.add(
        by,
        by.params.stationId,
        by.query.key ?? null,
        await formFile(by.request),
        by.query.drawing === '1',
      ),
    ),
    bind(contract.uploadContent, (asked) => answer(asked, asked.params.uploadId, false)),
    bind(contract.uploadThumbnail, (asked) => answer(asked, asked.params.uploadId, true)),
    bind(contract.planFiles, ({ viewer, params }) => filesOfPlan(room, viewer, params.planId)),
    bind(contract.addPlanFiles, (by) => addToPlan(room, by, by.params.planId, by.body.uploadIds)),
    bind(contract.removePlanFile, (by) => removeFromPlan(room, by, by.params.planId, by.params.uploadId)),
    bind(contract.stationFiles, ({ viewer, params }) => filesOfStation(room, viewer, params.stationId)),
    bind(contract.addStationFiles, (by) => addToStation(room, by, by.params.stationId, by.body.uploadIds)),
    bind(contract.removeStationFile, (by) =>
      removeFromStation(room, by, by.params.stationId, by.params.uploadId),
    ),
  ];
}
