/** Derived channels of stations: formulas over their channels, in versions (src/domain/formulas/README.md). */
import Type, { type Static } from 'typebox';
import { ageBounds, inputLetters, longestFormula } from '../../base/bounds/formulas.ts';
import { units } from '../../base/units.ts';
import { call } from '../call.ts';
import { longestKindName } from './own-kinds.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Id = Type.Integer({ minimum: 1 });
const StationId = Type.Object({ stationId: Id }, strict);
const FormulaId = Type.Object({ formulaId: Id }, strict);
const edit = 'station:baseline:edit';
const name = Type.String({ minLength: 1, maxLength: longestKindName });
const reason = Type.String({ minLength: 1, maxLength: 200 });

const Input = Type.Object(
  {
    letter: Type.Enum([...inputLetters]),
    row: Type.String({ maxLength: 16 }),
    /** A sensor of the station; for the row `status` its RTU. */
    sourceId: Id,
    element: Type.Integer({ minimum: 0, maximum: 128 }),
    channel: Type.String({ maxLength: 40 }),
  },
  strict,
);

export const FormulaFields = {
  names: Type.Object({ 'zh-chs': name, en: name, ja: name }, strict),
  unit: nullable(Type.Enum([...units])),
  digits: Type.Integer({ minimum: 0, maximum: 5 }),
  text: Type.String({ minLength: 1, maxLength: longestFormula }),
  /** The first one gives the times. */
  inputs: Type.Array(Input, { minItems: 1, maxItems: inputLetters.length }),
  /** Seconds: older values of the other inputs do not count. */
  age: Type.Integer({ minimum: ageBounds.min, maximum: ageBounds.max }),
};
const Body = Type.Object(FormulaFields, strict);
export type FormulaDraft = Static<typeof Body>;

export const FormulaView = Type.Object(
  {
    ...FormulaFields,
    id: Id,
    /** The sensor whose readings are its values, and its slot. */
    sensorId: Id,
    slot: Type.Integer(),
    version: Type.Integer(),
    /** When the version was written, by whom, why. */
    at: Type.Integer(),
    accountName: nullable(Type.String()),
    reason: Type.String(),
    retiredAt: nullable(Type.Integer()),
    /** How far its past is computed: from `since` to `to`, up to `next`; null = all of it is. */
    progress: nullable(
      Type.Object({ since: Type.Integer(), next: Type.Integer(), to: Type.Integer() }, strict),
    ),
  },
  strict,
);
export type FormulaView = Static<typeof FormulaView>;

/** Derived channels of a station, also those out of use. */
export const stationFormulas = call('formulas.list', 'GET /rest/stations/:stationId/formulas', {
  access: 'station:data:view',
  params: StationId,
  data: Type.Object({ formulas: Type.Array(FormulaView) }, strict),
});

/** Versions of a derived channel, the newest first. */
export const formulaVersions = call('formulas.versions', 'GET /rest/formulas/:formulaId/versions', {
  access: 'station:data:view',
  params: FormulaId,
  data: Type.Object(
    {
      versions: Type.Array(
        Type.Object(
          {
            ...FormulaFields,
            version: Type.Integer(),
            at: Type.Integer(),
            accountName: nullable(Type.String()),
            reason: Type.String(),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});

/** Makes one; its past is computed in the background. @throws 422 naming the field, such as `text` or `inputs.1` */
export const createFormula = call('formulas.create', 'POST /rest/stations/:stationId/formulas', {
  access: edit,
  params: StationId,
  body: Type.Object({ ...FormulaFields, reason }, strict),
  data: Type.Object({ id: Id, sensorId: Id, slot: Type.Integer() }, strict),
});

/**
 * A new version: the whole past is computed anew by it. The unit stays. `version` is the one that was edited: a newer one
 * refuses it (409).
 */
export const updateFormula = call('formulas.update', 'PUT /rest/formulas/:formulaId', {
  access: edit,
  params: FormulaId,
  body: Type.Object({ ...FormulaFields, version: Id, reason }, strict),
  data: Type.Object({}, strict),
});

/** Takes one out of use, which frees its slot, or back into it; its readings stay. */
export const retireFormula = call('formulas.retire', 'PUT /rest/formulas/:formulaId/retired', {
  access: edit,
  params: FormulaId,
  body: Type.Object({ retired: Type.Boolean() }, strict),
  data: Type.Object({}, strict),
});

/** Values that a draft would have over the last `days`, nothing stored; at most 2,000, the newest. */
export const tryFormula = call('formulas.try', 'POST /rest/stations/:stationId/formulas/try', {
  access: edit,
  params: StationId,
  body: Type.Object({ ...FormulaFields, days: Type.Integer({ minimum: 1, maximum: 31 }) }, strict),
  data: Type.Object(
    {
      t: Type.Array(Type.Integer()),
      value: Type.Array(Type.Number()),
      /** Moments of the first input at which the formula has no value. */
      missing: Type.Integer(),
    },
    strict,
  ),
});
