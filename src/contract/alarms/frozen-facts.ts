/** What was known when an event of an alarm happened. */
import Type, { type Static } from 'typebox';
import { dictionary } from '../dictionary.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Time = Type.Integer({ minimum: 0 });

/** What a term of the rule was at an event. */
export const FrozenTerm = Type.Object(
  {
    quantity: Type.String(),
    args: dictionary(Type.Union([Type.Number(), Type.String()])),
    row: nullable(Type.String()),
    element: Type.Integer(),
    channel: nullable(Type.String()),
    /** Sensor that it was taken of; null = the RTU. */
    sensorId: nullable(Type.Integer()),
    slot: nullable(Type.Integer()),
    /** Sensor type code, where the kind is a company's: its channels have words and digits of their own. */
    kind: Type.Optional(Type.Integer()),
    value: nullable(Type.Number()),
    /** `unit` or `unit/h`, as the quantity declares it; null = a bare number. */
    unit: nullable(Type.String()),
    side: nullable(Type.Enum(['above', 'below'])),
    /** True where amounts are compared, whatever their direction. */
    either: Type.Boolean(),
    limit: nullable(Type.Number()),
  },
  strict,
);
export type FrozenTerm = Static<typeof FrozenTerm>;

/**
 * What an alarm of the alarm system itself is about.
 * - `duty`: nobody has a duty (`name`: rota and layer) between `from` and `to`
 * - `channel`: a channel (`name`: mail, push, or that of a webhook) has failed since `from`, by the `answer` of the other side
 */
export const SystemFacts = Type.Object(
  {
    type: Type.Enum(['duty', 'channel']),
    name: Type.String(),
    /** Over which messages do not come; null = it is a duty. */
    channel: nullable(Type.String()),
    from: Time,
    /** null = until it works again. */
    to: nullable(Time),
    answer: Type.String(),
    /** IANA zone of the times. */
    timeZone: Type.String(),
  },
  strict,
);
export type SystemFacts = Static<typeof SystemFacts>;

/** What was known when an event happened. It never changes after. */
export const FrozenFacts = Type.Object(
  {
    ruleName: Type.String(),
    ruleVersion: Type.Integer(),
    stationCode: Type.String(),
    stationName: Type.String(),
    /** The one that decided stands first. */
    terms: Type.Array(FrozenTerm),
    /** Collection time of the reading that decided it; null = time alone did. */
    readAt: nullable(Type.Integer()),
    receivedAt: nullable(Type.Integer()),
    arrival: nullable(Type.Enum(['live', 'resent', 'imported'])),
    /** Response card of the level; '' = none. */
    card: Type.String(),
    /** What the rule says that the mail of the level says; left out = nothing of its own. */
    mail: Type.Optional(Type.Object({ subject: Type.String(), body: Type.String() }, strict)),
    /** With it: angles of the reading, °. */
    angles: Type.Optional(dictionary(nullable(Type.Number()))),
    /** Of an alarm of the alarm system itself; `stationName` is its company then. */
    system: Type.Optional(SystemFacts),
  },
  strict,
);
export type FrozenFacts = Static<typeof FrozenFacts>;
