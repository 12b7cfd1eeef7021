/** What a plan is made of: sets, actions and stations that are left out, and how it reaches its devices. */
import Type, { type Static } from 'typebox';
import { ParameterData, Target } from '../devices/orders.ts';
import { dictionary } from '../dictionary.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Values = dictionary(ParameterData);

/** Items of one plan at most. */
export const mostItems = 5000;
/** Above every position of an item: what a script left out by name has one, too. */
export const highestPosition = 4 * mostItems;

/** The longest wait between two steps, seconds. */
export const longestDelay = 30 * 86_400;

/**
 * What an item waits for besides those before it having been ordered: `verified` = that the item of its device before
 * it was verified; delay = so many seconds after that. It is skipped where the one before did not end well.
 */
export const After = Type.Union([
  Type.Null(),
  Type.Literal('verified'),
  Type.Object({ delay: Type.Integer({ minimum: 0, maximum: longestDelay }) }, strict),
]);
export type After = Static<typeof After>;

/** Why it is proposed, in the words of its author. */
const Reason = Type.String({ maxLength: 200 });

/** A set that is proposed: fields of one group of one device. */
export const PlanOrder = Type.Object(
  {
    type: Type.Optional(Type.Literal('set')),
    target: Target,
    group: Type.String({ minLength: 1, maxLength: 20 }),
    edits: Values,
    after: Type.Optional(After),
    reason: Type.Optional(Reason),
  },
  strict,
);
export type PlanOrder = Static<typeof PlanOrder>;
/** An action of the catalogue that is proposed for one device. */
export const PlanSend = Type.Object(
  {
    type: Type.Literal('send'),
    target: Target,
    action: Type.String({ minLength: 1, maxLength: 40 }),
    args: Values,
    after: Type.Optional(After),
    reason: Type.Optional(Reason),
  },
  strict,
);
export type PlanSend = Static<typeof PlanSend>;
/** A station that is left out, and why: the author's words. */
export const PlanSkip = Type.Object(
  {
    type: Type.Literal('skip'),
    stationId: Type.Integer({ minimum: 1 }),
    why: Type.String({ minLength: 1, maxLength: 300 }),
  },
  strict,
);
export type PlanSkip = Static<typeof PlanSkip>;
export const PlanProposal = Type.Union([PlanOrder, PlanSend, PlanSkip]);
export type PlanProposal = Static<typeof PlanProposal>;

/** How a plan reaches its devices (domain/rollout has the rules). Bounds: 422 by field, `rollout.<field>`. */
export const PlanRollout = Type.Object(
  {
    /** Devices, or a share of all such as `20%`; the last size repeats. */
    batches: Type.Array(Type.Union([Type.Integer(), Type.String({ maxLength: 10 })]), { maxItems: 100 }),
    concurrency: nullable(Type.Integer()),
    stopAt: nullable(Type.Object({ failed: Type.Integer(), of: Type.Integer() }, strict)),
    order: Type.Enum(['nextContact', 'given']),
    /** Seconds. */
    timeout: nullable(Type.Integer()),
    /** Seconds between the end of a device and the begin of the next; left out, null = none. */
    gap: Type.Optional(nullable(Type.Integer())),
  },
  strict,
);
export type PlanRollout = Static<typeof PlanRollout>;
