/** An alarm rule as a script proposes it: new, or by name what is to be different of one that exists. */
import Type, { type Static, type TSchema } from 'typebox';
import { levels } from '../base/alarm-words.ts';
import { kindIds, ScriptDevice } from './calls.ts';

const strict = { additionalProperties: false } as const;
const Name = Type.String({ minLength: 1, maxLength: 80 });
/** A limit of a quantity, in its unit. */
const Amount = Type.Number({ minimum: -1e12, maximum: 1e12 });
const Place = Type.Integer({ minimum: 0, maximum: 11 });
const Level = Type.Enum([...levels]);

const limit = {
  quantity: Type.String({ minLength: 1, maxLength: 40 }),
  args: Type.Optional(
    Type.Record(Type.String({ maxLength: 40 }), Type.Union([Type.Number(), Type.String({ maxLength: 60 })])),
  ),
  /** Table and channel that the quantity is taken from. */
  row: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  channel: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  element: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
  /** Another sensor than the one that is judged: of the same RTU by its slot, or of any station. */
  slot: Type.Optional(Type.Integer({ minimum: 0, maximum: 63 })),
  sensor: Type.Optional(ScriptDevice),
  either: Type.Optional(Type.Literal(true)),
  release: Type.Optional(Amount),
};
const RuleLimit = Type.Union([
  Type.Object({ ...limit, above: Amount }, strict),
  Type.Object({ ...limit, below: Amount }, strict),
]);
export type ProposedLimit = Static<typeof RuleLimit>;
const group = <T extends TSchema>(inner: T) => {
  const of = Type.Array(inner, { minItems: 1, maxItems: 12 });
  return Type.Union([
    RuleLimit,
    Type.Object({ all: of }, strict),
    Type.Object({ any: of }, strict),
    Type.Object({ not: inner }, strict),
  ]);
};
const RuleWhen = group(group(RuleLimit));
export type ProposedWhen = Static<typeof RuleWhen>;
const Hold = Type.Union([
  Type.Object({ readings: Type.Integer({ minimum: 1, maximum: 1000 }) }, strict),
  Type.Object({ minutes: Type.Number({ exclusiveMinimum: 0, maximum: 43_200 }) }, strict),
]);
/** Other numbers for limits of the ladder. */
const Limits = Type.Array(
  Type.Object(
    {
      level: Level,
      /** Which limit of the level, from 0 as they stand in its condition; left out = the first. */
      at: Type.Optional(Place),
      limit: Amount,
      release: Type.Optional(Amount),
    },
    strict,
  ),
  { maxItems: 48 },
);
const names = (maxItems: number) => Type.Array(Type.String({ minLength: 1, maxLength: 120 }), { maxItems });

export const ScriptRule = Type.Object(
  {
    name: Name,
    rename: Type.Optional(Name),
    of: Type.Optional(Type.Enum(['sensor', 'rtu'])),
    enabled: Type.Optional(Type.Boolean()),
    scope: Type.Optional(
      Type.Object(
        {
          /** Codes or names. */
          projects: Type.Optional(names(500)),
          kinds: Type.Optional(Type.Array(Type.Enum([...kindIds]), { maxItems: 100 })),
          stations: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 5000 })),
          except: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 5000 })),
          labels: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 50 })),
        },
        strict,
      ),
    ),
    /** The whole ladder; of a rule that exists, left out = as it is. */
    ladder: Type.Optional(
      Type.Array(
        Type.Object(
          {
            level: Level,
            when: RuleWhen,
            hold: Type.Optional(Hold),
            releaseHold: Type.Optional(Hold),
            card: Type.Optional(Type.String({ maxLength: 2000 })),
          },
          strict,
        ),
        { minItems: 1, maxItems: 4 },
      ),
    ),
    limits: Type.Optional(Limits),
    patience: Type.Optional(
      Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 525_600 }), Type.Null()]),
    ),
    blindLevel: Type.Optional(Level),
    overrides: Type.Optional(
      Type.Array(
        Type.Object(
          {
            sensor: ScriptDevice,
            off: Type.Optional(Type.Literal(true)),
            /** Left out, and not off: the sensor has the limits of the ladder again. */
            limits: Type.Optional(Limits),
          },
          strict,
        ),
        { maxItems: 2000 },
      ),
    ),
  },
  strict,
);
export type ScriptRule = Static<typeof ScriptRule>;
