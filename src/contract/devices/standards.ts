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

/** Stations of a company, as they are at that moment: empty lists ask nothing; each that is not empty must be met. */
export const StandardScope = Type.Object(
  {
    projects: Type.Array(Id, { maxItems: 500 }),
    stations: Type.Array(Id, { maxItems: 5000 }),
    /** Never these. */
    except: Type.Array(Id, { maxItems: 5000 }),
    /** One of them stands at the station. */
    labels: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 50 }),
    /** Folders that the company shares: the station is in one of them, or in a folder in it. */
    folders: Type.Array(Id, { maxItems: 100 }),
  },
  strict,
);
export type StandardScope = Static<typeof StandardScope>;

/** A standard set that is assigned to a selection: its devices are held against it each minute. */
export const StandardWatch = Type.Object(
  {
    scope: StandardScope,
    /** UTC ms, and by whom: they are notified of drift. */
    since: Type.Integer(),
    accountName: Type.String(),
    /** Devices of the selection, those of them that differ, and those that have not reported all of the set's fields. */
    devices: Type.Integer(),
    drifting: Type.Integer(),
    unknown: Type.Integer(),
    /** Fields that differ, of all devices. */
    fields: Type.Integer(),
    /** When it was looked at last; null = not yet. */
    checkedAt: nullable(Type.Integer()),
  },
  strict,
);
export type StandardWatch = Static<typeof StandardWatch>;

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
    /** Null = it is assigned to nothing. */
    watch: nullable(StandardWatch),
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
  /** Null = assigned to nothing; left out = as it is. */
  watch: Type.Optional(nullable(StandardScope)),
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

/**
 * Assigns a standard set to a selection, or to nothing (null): from then on it is watched, and counts as changed. Refused: 404
 * for a project, station or folder of another company; 409 `standards.stale`; 422 for a saved filter.
 */
export const assignStandard = call('standards.assign', 'PUT /rest/standards/:standardId/watch', {
  access: 'device:parameter:edit',
  params: StandardId,
  body: Type.Object({ revision: Revision, scope: nullable(StandardScope) }, strict),
  data: One,
});

export const Drift = Type.Object(
  {
    stationId: Type.Integer(),
    stationCode: Type.String(),
    stationName: Type.String(),
    rtuId: Type.Integer(),
    /** Null = the RTU itself. */
    slot: nullable(Type.Integer()),
    field: Type.String(),
    wanted: ParameterData,
    /** As the device reported it last. */
    value: ParameterData,
    reportedAt: Type.Integer(),
    /** When it was found, UTC ms. */
    since: Type.Integer(),
  },
  strict,
);
export type Drift = Static<typeof Drift>;
/** Fields of devices that are listed at most. */
export const mostDrifts = 2000;

/** Where devices differ from a standard set that is assigned; longest ago first. */
export const standardDrift = call('standards.drift', 'GET /rest/standards/:standardId/drift', {
  access: 'device:parameter:view',
  params: StandardId,
  data: Type.Object({ drifts: Type.Array(Drift), total: Type.Integer() }, strict),
});

/**
 * Proposes the plan that sets what differs to what the standard wants: a draft. Fields that belong to one device are left
 * out and counted. Refused: 422 `standards.noDrift`, `standards.onlyOwn`, and as making a plan.
 */
export const repairStandard = call('standards.repair', 'POST /rest/standards/:standardId/plan', {
  access: 'device:parameter:edit',
  params: StandardId,
  data: Type.Object({ planId: Type.String(), devices: Type.Integer(), leftOut: Type.Integer() }, strict),
});
