/** A rule as it is stored, sent and exported: the schema of `domain/alarms/definition`. */
import Type, { type Static, type TSchema } from 'typebox';
import { levels, longestBody, longestSubject } from '../../base/alarm-words.ts';
import { rows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import { dictionary } from '../dictionary.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
/** A limit of a quantity, in its unit. */
const Limit = Type.Number({ minimum: -1e12, maximum: 1e12 });
const rowIds = Object.keys(rows) as RowId[];

/** Four levels of the form of inclination alerts, each with a time range of its own, have 21. */
export const mostTerms = 24;
/** Sirens that one rule names. Assumed. */
export const mostSirens = 50;
export const mostOverrides = 2000;

const RuleSource = Type.Object(
  {
    slot: Type.Optional(Type.Integer({ minimum: 0, maximum: 63 })),
    sensorId: Type.Optional(Id),
    row: Type.Optional(Type.Enum(rowIds)),
    element: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    channel: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  },
  strict,
);
export const RuleTerm = Type.Object(
  {
    quantity: Type.String({ minLength: 1, maxLength: 40 }),
    args: dictionary(Type.Union([Type.Number(), Type.String({ maxLength: 60 })])),
    source: Type.Optional(RuleSource),
  },
  strict,
);

const LimitCondition = Type.Object(
  {
    type: Type.Literal('limit'),
    term: Type.Integer({ minimum: 0, maximum: mostTerms - 1 }),
    side: Type.Enum(['above', 'below']),
    either: Type.Optional(Type.Literal(true)),
    limit: Limit,
    release: Type.Optional(Limit),
  },
  strict,
);
const over = <T extends TSchema>(inner: T) =>
  Type.Union([
    LimitCondition,
    Type.Object(
      { type: Type.Enum(['and', 'or']), of: Type.Array(inner, { minItems: 1, maxItems: mostTerms }) },
      strict,
    ),
    Type.Object({ type: Type.Literal('not'), of: inner }, strict),
  ]);
/** Groups stand in each other three deep: a schema that names itself could be nested without end. */
const RuleCondition = over(over(over(LimitCondition)));
const RuleHold = Type.Union([
  Type.Object({ readings: Type.Integer({ minimum: 1, maximum: 1000 }) }, strict),
  Type.Object({ minutes: Type.Number({ exclusiveMinimum: 0, maximum: 43_200 }) }, strict),
]);
const RuleLevel = Type.Object(
  {
    level: Type.Enum([...levels]),
    condition: RuleCondition,
    hold: RuleHold,
    releaseHold: RuleHold,
    /** Response card: who goes where, whom to call, which road is closed. */
    card: Type.Optional(Type.String({ maxLength: 2000 })),
    /** What its mail says, with placeholders; left out = what mails of alarms say. */
    mail: Type.Optional(
      Type.Object(
        {
          subject: Type.String({ minLength: 1, maxLength: longestSubject }),
          body: Type.String({ minLength: 1, maxLength: longestBody }),
        },
        strict,
      ),
    ),
  },
  strict,
);

/** Empty lists ask nothing; each that is not empty must be met. */
export const RuleScope = Type.Object(
  {
    projects: Type.Array(Id, { maxItems: 500 }),
    /** Codes of sensor kinds. */
    kinds: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 100 }),
    stations: Type.Array(Id, { maxItems: 5000 }),
    /** Never these. */
    except: Type.Array(Id, { maxItems: 5000 }),
    /** Mount modes. */
    mounts: Type.Array(Type.Integer({ minimum: 0, maximum: 20 }), { maxItems: 20 }),
    /** One of them stands at the station. */
    labels: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 50 }),
    sensors: Type.Optional(Type.Array(Id, { maxItems: 2000 })),
    /** Folders that its company shares: what stands in one of them, or in a folder in it, at that moment. */
    folders: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  },
  strict,
);
export const RuleOverride = Type.Object(
  {
    /** Of the sensor; of a rule on RTUs, the RTU. */
    targetId: Id,
    /** Not judged at all. */
    off: Type.Optional(Type.Literal(true)),
    limits: Type.Array(
      Type.Object(
        {
          level: Type.Enum([...levels]),
          /** Which limit of the level, counted from 0 as they stand in its condition. */
          at: Type.Integer({ minimum: 0, maximum: mostTerms - 1 }),
          limit: Limit,
          release: Type.Optional(Limit),
        },
        strict,
      ),
      { maxItems: 48 },
    ),
  },
  strict,
);

export const RuleDefinition = Type.Object(
  {
    /** What an instance of it is judged for. */
    of: Type.Enum(['sensor', 'rtu']),
    enabled: Type.Boolean(),
    terms: Type.Array(RuleTerm, { minItems: 1, maxItems: mostTerms }),
    ladder: Type.Array(RuleLevel, { minItems: 1, maxItems: 4 }),
    /** Minutes without a known value before not watching is an alarm itself; null = never. */
    patience: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 525_600 }), Type.Null()]),
    blindLevel: Type.Enum([...levels]),
    scope: RuleScope,
    overrides: Type.Array(RuleOverride, { maxItems: mostOverrides }),
    /** Sirens that red prepares, by their sensors: of projects that the rule judges. Left out = those of the site. */
    sirens: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: mostSirens, uniqueItems: true })),
  },
  strict,
);
export type RuleDefinition = Static<typeof RuleDefinition>;
