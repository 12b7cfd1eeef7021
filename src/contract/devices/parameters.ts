/** Parameters of a station's devices: what is on the device, what is on its way, how they came to be. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { dictionary } from '../dictionary.ts';
import { ParameterData, Target } from './orders.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const StationId = Type.Object({ stationId: Id }, strict);

export const ParameterState = Type.Object(
  {
    /** On the device; null for a secret, and where it was never reported. */
    value: ParameterData,
    /** When the device reported it; null = never. */
    at: nullable(Type.Integer()),
    /** Set and not yet ended: its value (null for a secret) and its order. */
    pending: nullable(Type.Object({ value: ParameterData, orderId: Type.String() }, strict)),
  },
  strict,
);
export type ParameterState = Static<typeof ParameterState>;

/** A group of a device, by field id. */
export const ParameterGroup = Type.Object(
  {
    group: Type.String(),
    /** Grows with every set of the group: a set carries the one that it was based on. */
    version: Type.Integer(),
    fields: dictionary(ParameterState),
  },
  strict,
);
export type ParameterGroup = Static<typeof ParameterGroup>;

export const deviceClasses = ['tracked', 'plain', 'unknown'] as const;
export const ParameterDevice = Type.Object(
  {
    target: Target,
    /** Sensor type code; null for the RTU. */
    kind: nullable(Type.Integer()),
    sensorId: nullable(Type.Integer()),
    name: nullable(Type.String()),
    groups: Type.Array(ParameterGroup),
  },
  strict,
);
export type ParameterDevice = Static<typeof ParameterDevice>;

export const parameters = call('parameters.ofStation', 'GET /rest/stations/:stationId/parameters', {
  access: 'device:parameter:view',
  params: StationId,
  data: Type.Object(
    {
      sn: Type.String(),
      /** How the RTU takes orders, learnt from its birth. */
      class: Type.Enum([...deviceClasses]),
      /** Its next contact; null = not known. A connected device takes an order at once: `at` = now. */
      contact: nullable(Type.Object({ at: Type.Integer(), plusMinus: Type.Integer() }, strict)),
      /** The RTU first, then its sensors by slot. */
      devices: Type.Array(ParameterDevice),
    },
    strict,
  ),
});

/** A change of parameters as it was ordered: old → new of each field. */
export const ParameterChange = Type.Object(
  {
    orderId: Type.String(),
    target: Target,
    kind: nullable(Type.Integer()),
    group: Type.String(),
    changes: Type.Array(
      Type.Object(
        { field: Type.String(), from: ParameterData, to: ParameterData, isSecret: Type.Boolean() },
        strict,
      ),
    ),
    at: Type.Integer(),
    by: nullable(Type.String()),
    reason: Type.String(),
    state: Type.String(),
    verifiedAt: nullable(Type.Integer()),
    /** When it took effect on the device; null = it did not, or is not known to have. */
    appliedAt: nullable(Type.Integer()),
  },
  strict,
);
export type ParameterChange = Static<typeof ParameterChange>;

/** Changes of a station's parameters, newest first. */
export const parameterHistory = call(
  'parameters.history',
  'GET /rest/stations/:stationId/parameters/history',
  {
    access: 'device:parameter:view',
    params: StationId,
    query: Type.Object(
      {
        from: Type.Optional(Type.Integer({ minimum: 0 })),
        to: Type.Optional(Type.Integer({ minimum: 0 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      },
      strict,
    ),
    data: Type.Object({ changes: Type.Array(ParameterChange) }, strict),
  },
);

const Pair = Type.Object({ before: nullable(Type.Number()), after: nullable(Type.Number()) }, strict);
/** What edits would cost and cause; null = not known. */
export const Impact = Type.Object(
  {
    reportsPerDay: nullable(Pair),
    /** From this RTU's own discharge; null with less than 7 days of it. */
    batteryDays: nullable(Pair),
    /** Bytes a day. */
    dataPerDay: nullable(Pair),
    /** Days of the last 30 on which the edited limits fire, as they are and as they would be; null where none is edited. */
    alarms: nullable(Pair),
  },
  strict,
);
export type Impact = Static<typeof Impact>;

export const impact = call('parameters.impact', 'POST /rest/stations/:stationId/parameters/impact', {
  access: 'device:parameter:view',
  params: StationId,
  body: Type.Object(
    {
      target: Target,
      group: Type.String({ minLength: 1, maxLength: 20 }),
      edits: dictionary(ParameterData),
    },
    strict,
  ),
  data: Type.Object({ impact: Impact }, strict),
});
