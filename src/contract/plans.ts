/** Plans: a reviewed list of sets that one password applies (BEHAVIOUR §3), whoever proposed them. */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';
import { commandStates, verifications } from './command-states.ts';
import { ParameterData, surfaces, Target } from './commands.ts';
import { dictionary } from './dictionary.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });
const PlanId = Type.Object({ planId: Ulid }, strict);
const Values = dictionary(ParameterData);
const Title = Type.String({ minLength: 1, maxLength: 120 });
const Revision = Type.Integer({ minimum: 1 });

/** Sets of one plan at most. */
export const mostItems = 1000;

/** `applying`: approved, and not all of its commands have ended. */
export const planStates = ['draft', 'applying', 'applied', 'discarded'] as const;
export type PlanState = (typeof planStates)[number];

/** Where an item stands: what it is before it has a command, then its command's state. */
export const itemStates = ['waiting', 'excluded', 'skipped', ...commandStates] as const;
export type ItemState = (typeof itemStates)[number];

/** A set that is proposed: fields of one group of one device. */
export const PlanOrder = Type.Object(
  { target: Target, group: Type.String({ minLength: 1, maxLength: 20 }), edits: Values },
  strict,
);
export type PlanOrder = Static<typeof PlanOrder>;

/** Why a set does not go: a message with its values (`field` among them as an id), and the fields that it names. */
export const PlanObstacle = Type.Object(
  {
    message: Type.String(),
    params: dictionary(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    fields: Type.Array(Type.String()),
  },
  strict,
);
export type PlanObstacle = Static<typeof PlanObstacle>;

/** domain/parameter-rules: the words are `parameterProblem.<reason>`. */
const Problem = Type.Object(
  {
    field: Type.String(),
    reason: Type.String(),
    params: dictionary(Type.Union([Type.String(), Type.Number()])),
  },
  strict,
);

export const PlanItem = Type.Object(
  {
    /** From 0, in the order in which they are applied. */
    position: Type.Integer(),
    /** Null once its station is gone. */
    stationId: nullable(Type.Integer()),
    stationCode: Type.String(),
    stationName: Type.String(),
    sn: Type.String(),
    target: Target,
    /** Of the sensor; null for the RTU. */
    kind: nullable(Type.Integer()),
    group: Type.String(),
    /** Secrets are null. */
    edits: Values,
    secrets: Type.Array(Type.String()),
    /** By field: on the device when the plan was made, and when the device told it; null = not known, or a secret. */
    before: dictionary(Type.Object({ value: ParameterData, at: nullable(Type.Integer()) }, strict)),
    /** Of its group, that it is based on. */
    version: Type.Integer(),
    /** Bounds and rules that it breaks now; of a draft alone. */
    problems: Type.Array(Problem),
    /** What besides would have it skipped if the plan were applied now; of a draft alone. */
    obstacle: nullable(PlanObstacle),
    /** A wrong value can cut the device off: it is tried, then committed. */
    stranding: Type.Boolean(),
    /** When it would land, or is expected to; UTC ms with its half-width. */
    expected: nullable(Type.Object({ at: Type.Integer(), plusMinus: Type.Integer() }, strict)),
    excluded: Type.Boolean(),
    state: Type.Enum([...itemStates]),
    command: nullable(
      Type.Object(
        {
          id: Type.String(),
          state: Type.Enum([...commandStates]),
          verification: nullable(Type.Enum([...verifications])),
          /** Read back, where it differs. */
          seen: Values,
          endedAt: nullable(Type.Integer()),
          /** Device text: show as text. */
          text: Type.String(),
        },
        strict,
      ),
    ),
    /** It was approved and did not go. */
    skipped: nullable(PlanObstacle),
  },
  strict,
);
export type PlanItem = Static<typeof PlanItem>;

const head = {
  id: Type.String(),
  title: Type.String(),
  state: Type.Enum([...planStates]),
  /** Grows with every change: a change and the approval carry the one that they are based on. */
  revision: Type.Integer(),
  surface: Type.String(),
  createdAt: Type.Integer(),
  createdBy: nullable(Type.String()),
  approvedAt: nullable(Type.Integer()),
  approvedBy: nullable(Type.String()),
  /** Given with the approval. */
  reason: Type.String(),
  endedAt: nullable(Type.Integer()),
  /** Items by where they stand; states without any are left out. */
  counts: dictionary(Type.Integer()),
};
export const PlanSummary = Type.Object({ ...head, total: Type.Integer() }, strict);
export type PlanSummary = Static<typeof PlanSummary>;
export const Plan = Type.Object({ ...head, items: Type.Array(PlanItem) }, strict);
export type Plan = Static<typeof Plan>;
const One = Type.Object({ plan: Plan }, strict);

/** What the password of an approval is bound to (commands.confirm). */
export const PlanApproval = Type.Object(
  { planId: Ulid, revision: Revision, reason: Type.String({ maxLength: 200 }) },
  strict,
);
export type PlanApproval = Static<typeof PlanApproval>;

/**
 * Stores a draft with what is known of the devices now; nothing is sent. Refused: 404 where one target is foreign or
 * unknown, 422 `plans.twice` where a field of a device is set twice, `set.nothing` for an item without edits.
 */
export const createPlan = call('plans.create', 'POST /rest/plans', {
  access: 'device:parameter:edit',
  body: Type.Object(
    {
      title: Title,
      items: Type.Array(PlanOrder, { minItems: 1, maxItems: mostItems }),
      surface: Type.Enum([...surfaces]),
    },
    strict,
  ),
  data: One,
});

/** Newest first; those whose devices are all of the asker's company. */
export const plans = call('plans.list', 'GET /rest/plans', {
  access: 'device:parameter:view',
  query: Type.Object(
    { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })), before: Type.Optional(Ulid) },
    strict,
  ),
  data: Type.Object({ plans: Type.Array(PlanSummary), total: Type.Integer() }, strict),
});

export const plan = call('plans.one', 'GET /rest/plans/:planId', {
  access: 'device:parameter:view',
  params: PlanId,
  data: One,
});

/** Names a draft and says which positions are left out. Refused: 409 `plans.stale`, `plans.notDraft`. */
export const updatePlan = call('plans.update', 'PUT /rest/plans/:planId', {
  access: 'device:parameter:edit',
  params: PlanId,
  body: Type.Object(
    {
      revision: Revision,
      title: Title,
      excluded: Type.Array(Type.Integer({ minimum: 0, maximum: mostItems }), { maxItems: mostItems }),
    },
    strict,
  ),
  data: One,
});

/**
 * Adds sets to a draft, behind those that it has, with what is known of their devices now. Refused as `createPlan` and
 * `updatePlan` are; 422 `plans.full` beyond the most sets of one plan.
 */
export const addToPlan = call('plans.add', 'POST /rest/plans/:planId/items', {
  access: 'device:parameter:edit',
  params: PlanId,
  body: Type.Object(
    { revision: Revision, items: Type.Array(PlanOrder, { minItems: 1, maxItems: mostItems }) },
    strict,
  ),
  data: One,
});

/**
 * Applies a draft: one command per item, each exactly once, whatever happens to the server meanwhile. Items that moved
 * since, that break a rule now or whose queue is full are skipped by name. Refused: 409 `plans.stale`,
 * `plans.notDraft`; 422 `plans.nothing`, `set.noPassword`, `set.confirmationOver`.
 */
export const approvePlan = call('plans.approve', 'POST /rest/plans/:planId/approve', {
  access: 'device:parameter:edit',
  params: PlanId,
  body: Type.Object(
    {
      revision: Revision,
      reason: Type.String({ maxLength: 200 }),
      confirmation: Type.Optional(Type.String({ maxLength: 100 })),
    },
    strict,
  ),
  data: One,
});

/** Throws a draft away; it stays in the list. Refused: 409 `plans.notDraft`. */
export const discardPlan = call('plans.discard', 'DELETE /rest/plans/:planId', {
  access: 'device:parameter:edit',
  params: PlanId,
  data: Type.Object({}, strict),
});
