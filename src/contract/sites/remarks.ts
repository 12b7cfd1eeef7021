/** Remarks on a station: what a person saw or did there (src/console/README.md#pages). */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { UploadIds, UploadView } from './uploads.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const StationId = Type.Object({ stationId: Id }, strict);
const RemarkId = Type.Object({ stationId: Id, remarkId: Id }, strict);

export const RemarkBody = Type.Object(
  {
    /** Issue description. */
    text: Type.String({ minLength: 1, maxLength: 2000 }),
    /** The moment that it describes, on the curves, UTC ms. */
    at: Type.Integer({ minimum: 0 }),
    /** All of its files; left out = those that it has. */
    uploadIds: Type.Optional(UploadIds),
  },
  strict,
);
export const Remark = Type.Object(
  {
    id: Type.Integer(),
    sn: Type.String(),
    text: Type.String(),
    at: Type.Integer(),
    createdAt: Type.Integer(),
    editedAt: Type.Union([Type.Integer(), Type.Null()]),
    accountName: Type.Union([Type.String(), Type.Null()]),
    files: Type.Array(UploadView),
    canEdit: Type.Boolean(),
    canDelete: Type.Boolean(),
  },
  strict,
);
export type Remark = Static<typeof Remark>;
const One = Type.Object({ remark: Remark }, strict);

/** Most that a station shows; older ones stay stored. */
export const remarksShown = 2000;

/** By the moment they describe, newest first. */
export const remarks = call('remarks.ofStation', 'GET /rest/stations/:stationId/remarks', {
  access: 'station:data:view',
  params: StationId,
  data: Type.Object({ remarks: Type.Array(Remark) }, strict),
});
export const addRemark = call('remarks.add', 'POST /rest/stations/:stationId/remarks', {
  access: 'station:remark:edit',
  params: StationId,
  body: RemarkBody,
  data: One,
});
/** One's own. */
export const editRemark = call('remarks.edit', 'PUT /rest/stations/:stationId/remarks/:remarkId', {
  access: 'station:remark:edit',
  params: RemarkId,
  body: RemarkBody,
  data: One,
});
/** One's own, or any with `station:remark:delete`. It can be put back for a day. */
export const deleteRemark = call('remarks.delete', 'DELETE /rest/stations/:stationId/remarks/:remarkId', {
  access: ['station:remark:edit', 'station:remark:delete'],
  params: RemarkId,
  data: Type.Object({}, strict),
});
/** Puts a deleted one back as it was, with its files: who may delete it may do that, for a day. */
export const restoreRemark = call(
  'remarks.restore',
  'POST /rest/stations/:stationId/remarks/:remarkId/restore',
  {
    access: ['station:remark:edit', 'station:remark:delete'],
    params: RemarkId,
    data: Type.Object({}, strict),
  },
);
