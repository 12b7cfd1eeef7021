/** All devices of a kind at once, as columns, and their little curves. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { mostNamed } from './matrix.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Integers = Type.Array(Type.Integer());

/** Stations that one call may name; a console that must ask for more of them asks for all. */
export { mostNamed };
/** Devices whose curves one call may ask for. */
export const mostCurves = 60;
/** Points of a little curve. */
export const curvePoints = 48;

const ViewId = Type.Object({ view: Type.String({ minLength: 1, maxLength: 24 }) }, strict);
const ids = (most: number) => `^[1-9]\\d{0,9}(,[1-9]\\d{0,9}){0,${most - 1}}$`;

/** What a rule holds a value against. */
export const ViewLimit = Type.Object(
  {
    /** 1 blue to 4 red. */
    rank: Type.Integer({ minimum: 1, maximum: 4 }),
    side: Type.Enum(['above', 'below']),
    /** The amount is compared, whatever its direction. */
    either: Type.Boolean(),
    limit: Type.Number(),
  },
  strict,
);
export type ViewLimit = Static<typeof ViewLimit>;

/** By place: the same place in each list is one device, by station, then by slot. */
export const ViewDevices = Type.Object(
  {
    station: Integers,
    /** Id of the sensor; of RTUs their own. */
    source: Integers,
    /** Sensor type codes; −1 = the RTU. */
    kind: Integers,
    /** −1 = the RTU. */
    slot: Integers,
    name: Type.Array(nullable(Type.String())),
    /** Code of the mount mode; −1 = the RTU. */
    mount: Integers,
    /** When its newest reading was collected, UTC ms; 0 = there is none. */
    t: Integers,
  },
  strict,
);
export type ViewDevices = Static<typeof ViewDevices>;

export const ViewValues = Type.Object(
  {
    /** As the view declares it (src/derive/device-views). */
    id: Type.String(),
    values: Type.Array(Type.Union([Type.Number(), Type.String(), Type.Null()])),
    /** Limits in force, each set of them said once, and by place which; −1 = none. null = of nobody. */
    limits: nullable(Type.Object({ sets: Type.Array(Type.Array(ViewLimit)), of: Integers }, strict)),
  },
  strict,
);

export const ViewAnswer = Type.Object(
  { at: Type.Integer(), devices: ViewDevices, columns: Type.Array(ViewValues) },
  strict,
);
export type ViewAnswer = Static<typeof ViewAnswer>;

/**
 * Every device of a view that the asker sees, or those of the stations that are named. Limits are shown to holders of
 * `alarm:event:view`. @throws Refusal 404 for an unknown view, and for a station that is foreign or unknown
 */
export const deviceView = call('devices.view', 'GET /rest/devices/views/:view', {
  access: 'station:data:view',
  params: ViewId,
  query: Type.Object(
    { stations: Type.Optional(Type.String({ maxLength: 3000, pattern: ids(mostNamed) })) },
    strict,
  ),
  data: ViewAnswer,
});

/**
 * Little curves of some devices of a view: `curvePoints` values, oldest first, each the last of its stretch (rain: the
 * sum); null where it had none. @throws Refusal 404 for an unknown view, and a device that is foreign or not in it
 */
export const deviceCurves = call('devices.curves', 'GET /rest/devices/views/:view/curves', {
  access: 'station:data:view',
  params: ViewId,
  query: Type.Object(
    {
      sensors: Type.String({ maxLength: 700, pattern: ids(mostCurves) }),
      span: Type.Enum(['day', 'week']),
    },
    strict,
  ),
  data: Type.Object(
    {
      from: Type.Integer(),
      to: Type.Integer(),
      curves: Type.Array(
        Type.Object({ source: Type.Integer(), values: Type.Array(nullable(Type.Number())) }, strict),
      ),
    },
    strict,
  ),
});
