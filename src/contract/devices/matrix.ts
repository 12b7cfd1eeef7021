/** The fleet matrix: what every device of a sort has in one group of parameters, as columns. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { ParameterData } from './orders.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Integers = Type.Array(Type.Integer());

/** Stations that one call may name; a console that must ask for more of them asks for all. */
export const mostNamed = 200;

/** The devices, by place: the same place in each list is one device, stations by their ids, then by slot. */
export const MatrixDevices = Type.Object(
  {
    station: Integers,
    rtu: Integers,
    /** −1 = the RTU itself. */
    slot: Integers,
    /** When the newest value of the group was reported, UTC ms; 0 = none ever. */
    reported: Integers,
  },
  strict,
);
export type MatrixDevices = Static<typeof MatrixDevices>;

/** One field of all devices: few values are on many of them, so each is said once. */
export const MatrixColumn = Type.Object(
  {
    field: Type.String(),
    values: Type.Array(ParameterData),
    /** By place of the device, the place of its value in `values`; −1 = it was never reported. */
    of: Integers,
    /** By place of the device, seconds by which the value is older than `reported`; null = by none anywhere. */
    older: nullable(Integers),
  },
  strict,
);
export type MatrixColumn = Static<typeof MatrixColumn>;

export const MatrixPending = Type.Object(
  { device: Type.Integer(), field: Type.String(), value: ParameterData, orderId: Type.String() },
  strict,
);
export type MatrixPending = Static<typeof MatrixPending>;

export const Matrix = Type.Object(
  {
    devices: MatrixDevices,
    /** In the order of the catalogue; a secret is no column. */
    columns: Type.Array(MatrixColumn),
    /** Sets that have not ended: the newest of each field. */
    pending: Type.Array(MatrixPending),
  },
  strict,
);
export type Matrix = Static<typeof Matrix>;

/**
 * Of every device that has the group: the RTUs, or the sensors of a kind. `stations` names some by their ids.
 * Refused: 404 where one of them is foreign or unknown, 422 for a group that the kind does not have.
 */
export const matrix = call('matrix.values', 'GET /rest/matrix', {
  access: 'device:parameter:view',
  query: Type.Object(
    {
      group: Type.String({ minLength: 1, maxLength: 20 }),
      /** Sensor type code; absent = the RTU. */
      kind: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
      stations: Type.Optional(Type.String({ maxLength: 3000, pattern: '^[1-9]\\d{0,9}(,[1-9]\\d{0,9})*$' })),
    },
    strict,
  ),
  data: Matrix,
});
