/** Files that people hang on what they write: photographs, drawings, sheets (src/server/uploads/README.md). */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const pictureTypes = ['jpeg', 'png', 'webp'] as const;
/** What is taken, by the content of a file. */
export const uploadTypes = [...pictureTypes, 'pdf', 'xlsx', 'csv'] as const;
export type UploadType = (typeof uploadTypes)[number];

/** Bytes of a file at most. */
export const mostUploadBytes = 20 * 1024 * 1024;
/** Files of one remark, of one line of an alarm's timeline, of one plan. */
export const mostAttached = 10;
/** Files of a station itself: drawings, survey sheets. */
export const mostStationFiles = 500;

export const UploadView = Type.Object(
  {
    id: Id,
    /** As its user named it, without folders, with the ending of its type: render as text. */
    name: Type.String(),
    type: Type.Enum([...uploadTypes]),
    bytes: Type.Integer(),
    /** Of a picture, pixels; a picture has a thumbnail. */
    width: nullable(Type.Integer()),
    height: nullable(Type.Integer()),
    accountName: nullable(Type.String()),
    /** UTC ms. */
    createdAt: Type.Integer(),
  },
  strict,
);
export type UploadView = Static<typeof UploadView>;

/** Files that go with what is written: one's own, of the same company. */
export const UploadIds = Type.Array(Id, { maxItems: mostAttached, uniqueItems: true });

const StationId = Type.Object({ stationId: Id }, strict);
const UploadId = Type.Object({ uploadId: Id }, strict);
const seen = ['station:data:view', 'alarm:event:view', 'device:parameter:view'] as const;
const writes = ['alarm:event:answer', 'station:remark:edit', 'device:parameter:edit'] as const;
const Listed = Type.Object({ files: Type.Array(UploadView) }, strict);

/**
 * Takes one file: a form (`multipart/form-data`) with the field `file`. `key`: of one's own making; the same again
 * answers the file that is here already. What nothing refers to within a day is removed.
 */
export const addUpload = call('uploads.add', 'POST /rest/stations/:stationId/uploads', {
  access: writes,
  takes: 'file',
  params: StationId,
  query: Type.Object(
    {
      key: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
      /** A drawing (SVG) is taken too, and becomes a PNG. */
      drawing: Type.Optional(Type.Enum(['1'])),
    },
    strict,
  ),
  data: Type.Object({ upload: UploadView }, strict),
});
/** The file, to be saved and never to be opened in place. @throws Refusal 404 */
export const uploadContent = call('uploads.content', 'GET /rest/uploads/:uploadId', {
  access: seen,
  answers: 'binary',
  params: UploadId,
});
/** Of a picture, 480 pixels at most each way, WebP. @throws Refusal 404, also for what is no picture */
export const uploadThumbnail = call('uploads.thumbnail', 'GET /rest/uploads/:uploadId/thumbnail', {
  access: seen,
  answers: 'binary',
  params: UploadId,
});
/** Files of the station itself, the newest first. */
export const stationFiles = call('uploads.ofStation', 'GET /rest/stations/:stationId/files', {
  access: 'station:data:view',
  params: StationId,
  data: Listed,
});
export const addStationFiles = call('uploads.keepOnStation', 'POST /rest/stations/:stationId/files', {
  access: 'station:remark:edit',
  params: StationId,
  body: Type.Object({ uploadIds: UploadIds }, strict),
  data: Listed,
});
/** One's own, or any with `station:remark:delete`. */
export const removeStationFile = call(
  'uploads.removeFromStation',
  'DELETE /rest/stations/:stationId/files/:uploadId',
  {
    access: ['station:remark:edit', 'station:remark:delete'],
    params: Type.Object({ stationId: Id, uploadId: Id }, strict),
    data: Type.Object({}, strict),
  },
);

const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });
const PlanId = Type.Object({ planId: Ulid }, strict);
/** Files of a plan, in the order in which they were added. */
export const planFiles = call('uploads.ofPlan', 'GET /rest/plans/:planId/files', {
  access: 'device:parameter:view',
  params: PlanId,
  data: Listed,
});
/** Whatever the state of the plan. Refused 422 where it has no station, as one of rules alone. */
export const addPlanFiles = call('uploads.keepOnPlan', 'POST /rest/plans/:planId/files', {
  access: 'device:parameter:edit',
  params: PlanId,
  body: Type.Object({ uploadIds: UploadIds }, strict),
  data: Listed,
});
/** One's own, or any with `station:remark:delete`. */
export const removePlanFile = call('uploads.removeFromPlan', 'DELETE /rest/plans/:planId/files/:uploadId', {
  access: 'device:parameter:edit',
  params: Type.Object({ planId: Ulid, uploadId: Id }, strict),
  data: Type.Object({}, strict),
});
