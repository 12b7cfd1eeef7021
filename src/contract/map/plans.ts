/** Plans of a site: a picture or drawing, with the devices of the station placed on it. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { UploadView } from '../sites/uploads.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** Plans of one station. */
export const mostSitePlans = 20;

const Place = Type.Object(
  {
    /** Null = the RTU. */
    sensorId: nullable(Id),
    /** Of the picture's width from its left, and of its height from its top. */
    x: Share,
    y: Share,
  },
  strict,
);
export const SitePlan = Type.Object(
  {
    id: Id,
    name: Type.String(),
    /** The picture, which has `width` and `height`. */
    upload: UploadView,
    places: Type.Array(Place),
  },
  strict,
);
export type SitePlan = Static<typeof SitePlan>;

const StationId = Type.Object({ stationId: Id }, strict);
const PlanId = Type.Object({ stationId: Id, sitePlanId: Id }, strict);
const Named = Type.Object({ name: Type.String({ minLength: 1, maxLength: 80 }), uploadId: Id }, strict);
const Listed = Type.Object({ plans: Type.Array(SitePlan) }, strict);

/** In the order in which they were made. */
export const sitePlans = call('map.plans', 'GET /rest/stations/:stationId/plans', {
  access: 'station:data:view',
  params: StationId,
  data: Listed,
});
/** Makes a plan of a picture that one has sent for the station. @throws Refusal 404, 422 for what is no picture */
export const addSitePlan = call('map.plans.add', 'POST /rest/stations/:stationId/plans', {
  access: 'station:remark:edit',
  params: StationId,
  body: Named,
  data: Listed,
});
/** Another name, or another picture, on which everything keeps its place. */
export const changeSitePlan = call('map.plans.change', 'PUT /rest/stations/:stationId/plans/:sitePlanId', {
  access: 'station:remark:edit',
  params: PlanId,
  body: Named,
  data: Listed,
});
export const removeSitePlan = call('map.plans.remove', 'DELETE /rest/stations/:stationId/plans/:sitePlanId', {
  access: 'station:remark:edit',
  params: PlanId,
  data: Listed,
});
/** Places a sensor or the RTU, or (both null) takes it off the plan. */
export const placeOnPlan = call('map.plans.place', 'PUT /rest/stations/:stationId/plans/:sitePlanId/places', {
  access: 'station:remark:edit',
  params: PlanId,
  body: Type.Object({ sensorId: nullable(Id), x: nullable(Share), y: nullable(Share) }, strict),
  data: Listed,
});
