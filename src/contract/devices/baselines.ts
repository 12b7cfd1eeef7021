/** Initial values of sensors: what displacements and angles are shown relative to. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const SensorId = Type.Object({ sensorId: Type.Integer({ minimum: 1 }) }, strict);
const BaselineId = Type.Object(
  { sensorId: Type.Integer({ minimum: 1 }), baselineId: Type.Integer({ minimum: 1 }) },
  strict,
);
const Moment = Type.Integer({ minimum: 0, maximum: 8.64e15 });
const edit = 'station:baseline:edit';

/** Initial value of one channel; `element` null = of every node or layer, `value` null = none from here on. */
export const InitialValueView = Type.Object(
  {
    row: Type.String({ maxLength: 16 }),
    element: nullable(Type.Integer({ minimum: 0, maximum: 128 })),
    channel: Type.String({ maxLength: 40 }),
    value: nullable(Type.Number()),
  },
  strict,
);
export type InitialValueView = Static<typeof InitialValueView>;

export const BaselineView = Type.Object(
  {
    id: Type.Integer(),
    /** Valid from. */
    t: Type.Integer(),
    how: Type.Enum(['hand', 'latest', 'mean', 'zero', 'clear']),
    initialValues: Type.Array(InitialValueView),
    /** Readings that it was taken from: the window of a mean, the first and the last of the latest ones. */
    from: nullable(Type.Integer()),
    to: nullable(Type.Integer()),
    reason: Type.String(),
    accountName: nullable(Type.String()),
    /** The order that zeroed the device. */
    orderId: nullable(Type.String()),
    createdAt: Type.Integer(),
    withdrawn: nullable(Type.Object({ at: Type.Integer(), by: Type.String(), why: Type.String() }, strict)),
  },
  strict,
);
export type BaselineView = Static<typeof BaselineView>;

/** All of a station's sensors in the order of their times, also those that were withdrawn. */
export const stationBaselines = call('baselines.list', 'GET /rest/stations/:stationId/baselines', {
  access: 'station:data:view',
  params: Type.Object({ stationId: Type.Integer({ minimum: 1 }) }, strict),
  data: Type.Object(
    {
      sensors: Type.Array(
        Type.Object({ sensorId: Type.Integer(), baselines: Type.Array(BaselineView) }, strict),
      ),
    },
    strict,
  ),
});

export const BaselineBody = Type.Object(
  {
    /** `mean`: of the good readings from `from` to before `to`. */
    how: Type.Enum(['hand', 'latest', 'mean']),
    /** Valid from; needed by hand, else that of the readings where left out. */
    t: Type.Optional(Moment),
    /** By hand: the values. */
    initialValues: Type.Optional(Type.Array(InitialValueView, { maxItems: 1000 })),
    from: Type.Optional(Moment),
    to: Type.Optional(Moment),
    /** Needed but for a dry run. */
    reason: Type.String({ maxLength: 500 }),
    /** Returns what the value would be, and stores nothing. */
    dryRun: Type.Boolean(),
  },
  strict,
);

/** Sets an initial value. Nothing that was measured changes. */
export const addBaseline = call('baselines.add', 'POST /rest/sensors/:sensorId/baselines', {
  access: edit,
  params: SensorId,
  body: BaselineBody,
  data: Type.Object(
    {
      /** Null where nothing was stored. */
      id: nullable(Type.Integer()),
      t: Type.Integer(),
      initialValues: Type.Array(InitialValueView),
      from: nullable(Type.Integer()),
      to: nullable(Type.Integer()),
      /** Readings that the mean was made of; of the latest reading 1. */
      readings: Type.Integer(),
    },
    strict,
  ),
});

/** Takes one back: it stays in the list with who did it and why. */
export const withdrawBaseline = call(
  'baselines.withdraw',
  'POST /rest/sensors/:sensorId/baselines/:baselineId/withdrawn',
  {
    access: edit,
    params: BaselineId,
    body: Type.Object({ reason: Type.String({ maxLength: 500 }) }, strict),
    data: Type.Object({}, strict),
  },
);
