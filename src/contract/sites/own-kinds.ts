/** Kinds of sensors that companies make in the console (src/catalogue/README.md#kinds-of-a-company). */
import Type from 'typebox';
import { units } from '../../base/units.ts';
import { ownColumns } from '../../catalogue/own-columns.ts';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** Longest name of a kind, and of a channel, which stands in the head of a table's column. */
export const longestKindName = 40;
export const longestChannelName = 24;

const names = (maxLength: number) => {
  const name = Type.String({ minLength: 1, maxLength });
  return Type.Object({ 'zh-chs': name, en: name, ja: name }, strict);
};
const column = Type.Enum(Object.values(ownColumns).flat());
const bound = nullable(Type.Number({ minimum: -1e9, maximum: 1e9 }));

const Channel = Type.Object(
  {
    column,
    names: names(longestChannelName),
    unit: nullable(Type.Enum([...units])),
    digits: Type.Integer({ minimum: 0, maximum: 5 }),
    min: bound,
    max: bound,
    hidden: Type.Boolean(),
  },
  strict,
);
const body = {
  names: names(longestKindName),
  channels: Type.Array(Channel, { minItems: 1, maxItems: 32 }),
  primary: column,
};
const OwnKindId = Type.Object({ ownKindId: Type.Integer({ minimum: 1 }) }, strict);

/** Kinds of the companies that the user sees, and of whom they may make some. */
export const ownKinds = call('kinds.own', 'GET /rest/kinds', {
  access: 'session',
  data: Type.Object(
    {
      kinds: Type.Array(
        Type.Object(
          {
            ...body,
            id: Type.Integer(),
            companyId: Type.Integer(),
            version: Type.Integer(),
            /** Sensors in use that are of it. */
            sensors: Type.Integer(),
            /** It belongs to a derived channel: drawn like others, not chosen or changed by hand. */
            ofFormula: Type.Boolean(),
          },
          strict,
        ),
      ),
      companies: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, strict)),
    },
    strict,
  ),
});

export const createOwnKind = call('kinds.own.create', 'POST /rest/kinds', {
  access: 'device:site:edit',
  body: Type.Object({ companyId: Type.Integer({ minimum: 1 }), ...body }, strict),
  data: Type.Object({ id: Type.Integer() }, strict),
});

/**
 * A new version. Channels that are there keep column and unit and none is left out, so that history stays what it was;
 * they can be hidden. `version` is the one that was edited: a newer one refuses it (409).
 */
export const updateOwnKind = call('kinds.own.update', 'PUT /rest/kinds/:ownKindId', {
  access: 'device:site:edit',
  params: OwnKindId,
  body: Type.Object({ version: Type.Integer({ minimum: 1 }), ...body }, strict),
  data: Type.Object({}, strict),
});
