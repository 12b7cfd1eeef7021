/** Standard sets: wanted values of one group of parameters, by name, for the devices of a company to be held against. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { dictionary } from '../dictionary.ts';
import { ParameterData } from './orders.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const StandardId = Type.Object({ standardId: Id }, strict);
const Name = Type.String({ minLength: 1, maxLength: 80 });
const Values = dictionary(ParameterData);
const Revision = Type.Integer({ minimum: 1 });
const Group = Type.String({ minLength: 1, maxLength: 20 });

export const Standard = Type.Object(
  {
    id: Type.Integer(),
    companyId: Type.Integer(),
    companyName: Type.String(),
    name: Type.String(),
    /** Sensor type code; null = the RTU. */
    kind: nullable(Type.Integer()),
    group: Group,
    /** Wanted values by field; a field that is not there may be as it likes. Never a secret. */
    values: Values,
    /** Grows with every change: a change carries the one that it is based on. */
    revision: Type.Integer(),
    updatedAt: Type.Integer(),
    updatedBy: nullable(Type.String()),
  },
  strict,
);
export type Standard = Static<typeof Standard>;
const One = Type.Object({ standard: Standard }, strict);

/** By name; a company's users see those of their company. */
export const standards = call('standards.list', 'GET /rest/standards', {
  access: 'device:parameter:view',
  data: Type.Object({ standards: Type.Array(Standard) }, strict),
});

/** Fields among the values that belong to one device, and are meant to be the same on many all the same. */
const Own = Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 }));

/** What a standard set says, wherever it is written as a whole. */
export const StandardBody = {
  name: Name,
  /** Sensor type code; null = the RTU. */
  kind: nullable(Type.Integer({ minimum: 0, maximum: 255 })),
  group: Group,
  values: Values,
  own: Own,
};

/**
 * Refused: 404 for a foreign company, 422 for values that break bounds or rules (under their field), a secret, no
 * values at all (`standards.nothing`), one of a field that belongs to one device and is not named in `own`
 * (`standards.ownField`), or a name that is taken (`standards.taken`).
 */
export const createStandard = call('standards.create', 'POST /rest/standards', {
  access: 'device:parameter:edit',
  body: Type.Object(
    {
      companyId: Id,
      name: Name,
      /** Sensor type code; absent = the RTU. */
      kind: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
      group: Group,
      values: Values,
      own: Own,
    },
    strict,
  ),
  data: One,
});

/** Refused as making one; 409 `standards.stale` where it was changed meanwhile. */
export const updateStandard = call('standards.update', 'PUT /rest/standards/:standardId', {
  access: 'device:parameter:edit',
  params: StandardId,
  body: Type.Object({ revision: Revision, name: Name, values: Values, own: Own }, strict),
  data: One,
});

export const deleteStandard = call('standards.delete', 'DELETE /rest/standards/:standardId', {
  access: 'device:parameter:edit',
  params: StandardId,
  data: Type.Object({}, strict),
});
/** Puts a deleted one back as it was, for a day. */
export const restoreStandard = call('standards.restore', 'POST /rest/standards/:standardId/restore', {
  access: 'device:parameter:edit',
  params: StandardId,
  data: Type.Object({}, strict),
});
