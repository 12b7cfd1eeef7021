/** Plans: a reviewed list of sets that one password applies (BEHAVIOUR §3), whoever proposed them. */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';
import { commandStates, verifications } from './command-states.ts';
import { ParameterData, surfaces, Target } from './commands.ts';
import { dictionary } from './dictionary.ts';
import { Impact } from './parameters.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });
const PlanId = Type.Object({ planId: Ulid }, strict);
const Values = dictionary(ParameterData);
const Title = Type.String({ minLength: 1, maxLength: 120 });
const Revision = Type.Integer({ minimum: 1 });

/** Items of one plan at most. */
export const mostItems = 5000;
/** Above every position of an item: what a script left out by name has one, too. */
const highestPosition = 4 * mostItems;

/**
 * `applying`: approved, and not all of its devices have ended. `paused`: nothing more is begun until it is resumed.
 * `stopped`: by its stop rule, `cancelled`: the rest was cancelled; both may still have devices under way (`endedAt`
 * null), and begin no other.
 */
export const planStates = [
  'draft',
  'applying',
  'paused',
  'stopped',
  'cancelled',
  'applied',
  'discarded',
] as const;
export type PlanState = (typeof planStates)[number];
/** Approved once: devices have begun, or could have. */
export const begunStates: readonly PlanState[] = ['applying', 'paused', 'stopped', 'cancelled', 'applied'];

/**
 * Where an item stands: what it is before it has a command, then its command's state. `notStarted`: approved, and its
 * device has not begun; `waiting`: of a draft, or for the step before it.
 */
export const itemStates = ['waiting', 'notStarted', 'excluded', 'skipped', ...commandStates] as const;
export type ItemState = (typeof itemStates)[number];

/** `set`: fields of a group. `send`: a command of the catalogue. `skip`: nothing, and why. */
export const itemTypes = ['set', 'send', 'skip'] as const;
export type ItemType = (typeof itemTypes)[number];

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
/** A command of the catalogue that is proposed for one device. */
export const PlanSend = Type.Object(
  {
    type: Type.Literal('send'),
    target: Target,
    command: Type.String({ minLength: 1, maxLength: 40 }),
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
  },
  strict,
);
export type PlanRollout = Static<typeof PlanRollout>;

/** Out of which of a plan's devices another one is made. */
export const deriveKinds = ['failed', 'notStarted', 'passed', 'rollback'] as const;
export type DeriveKind = (typeof deriveKinds)[number];

/** How far a plan is with a device. `timedOut` and `failed` have failed; `skipped`: something of it did not go. */
export const deviceStates = ['notStarted', 'underWay', 'passed', 'failed', 'timedOut', 'skipped'] as const;
export type DeviceState = (typeof deviceStates)[number];

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
    type: Type.Enum([...itemTypes]),
    /** The RTU is null where a station that is skipped has none. */
    target: Type.Object({ rtuId: nullable(Type.Integer()), slot: nullable(Type.Integer()) }, strict),
    /** Of the sensor; null for the RTU. */
    kind: nullable(Type.Integer()),
    /** Of a send the id of its command; empty for a skip. */
    group: Type.String(),
    /** Of a send its arguments. Secrets are null. */
    edits: Values,
    after: After,
    reason: Type.String(),
    secrets: Type.Array(Type.String()),
    /**
     * By field: on the device, of a draft now, else when it was approved, and when the device told it; null = not
     * known, or a secret.
     */
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
    /** It was approved and did not go; or was never meant to. */
    skipped: nullable(PlanObstacle),
    /** Of its device, from 1; null before the approval, and for what is not to be sent. */
    batch: nullable(Type.Integer()),
    device: nullable(Type.Enum([...deviceStates])),
    /** ms from its order to its end; null before. */
    elapsed: nullable(Type.Integer()),
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
  total: Type.Integer(),
  rollout: PlanRollout,
  /** The plan that it was made out of. */
  origin: nullable(
    Type.Object({ planId: Type.String(), title: Type.String(), of: Type.Enum([...deriveKinds]) }, strict),
  ),
};
export const PlanSummary = Type.Object(head, strict);
export type PlanSummary = Static<typeof PlanSummary>;

/** How a plan goes; of one that was approved. Times UTC ms. */
export const PlanProgress = Type.Object(
  {
    /** Devices by how far they are; states without any are left out. */
    devices: dictionary(Type.Integer()),
    /** From 1; the current one is the first that has not ended, or the last that was begun. */
    batch: Type.Integer(),
    batches: Type.Integer(),
    /** Devices that ended in a minute, over the last ones; null while fewer than two have. */
    rate: nullable(Type.Number()),
    /** When all of it is expected to have ended; null = not known, or over. */
    end: nullable(Type.Object({ at: Type.Integer(), plusMinus: Type.Integer() }, strict)),
    /** Of the last devices that the stop rule looks at; null without a rule. */
    lately: nullable(Type.Object({ failed: Type.Integer(), of: Type.Integer() }, strict)),
    pausedAt: nullable(Type.Integer()),
    /** Sets that a roll back of the whole plan would set again. */
    changed: Type.Integer(),
  },
  strict,
);
export type PlanProgress = Static<typeof PlanProgress>;
export const Plan = Type.Object(
  {
    ...head,
    items: Type.Array(PlanItem),
    progress: nullable(PlanProgress),
    /** Of a draft: when it is expected to have ended if it were approved now; null = not known, or no draft. */
    expectedEnd: nullable(Type.Object({ at: Type.Integer(), plusMinus: Type.Integer() }, strict)),
    /** Stands for what was told: given back as `since`, only items that changed are told. */
    mark: Type.String(),
    /** The items are only those that changed since. */
    partial: Type.Boolean(),
  },
  strict,
);
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
 * unknown, 422 `plans.twice` where a field of a device is set twice and no item between them waits, `set.nothing` for
 * an item without edits.
 */
export const createPlan = call('plans.create', 'POST /rest/plans', {
  access: 'device:parameter:edit',
  body: Type.Object(
    {
      title: Title,
      items: Type.Array(PlanProposal, { minItems: 1, maxItems: mostItems }),
      surface: Type.Enum([...surfaces]),
      rollout: Type.Optional(PlanRollout),
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

/** `since`: the mark of an earlier answer; everything is told where too much has changed since. */
export const plan = call('plans.one', 'GET /rest/plans/:planId', {
  access: 'device:parameter:view',
  params: PlanId,
  query: Type.Object({ since: Type.Optional(Type.String({ maxLength: 60 })) }, strict),
  data: One,
});

/**
 * Names a draft, says which positions are left out and how it reaches its devices. Refused: 409 `plans.stale`,
 * `plans.notDraft`; 422 with a field of `rollout`.
 */
export const updatePlan = call('plans.update', 'PUT /rest/plans/:planId', {
  access: 'device:parameter:edit',
  params: PlanId,
  body: Type.Object(
    {
      revision: Revision,
      title: Title,
      excluded: Type.Array(Type.Integer({ minimum: 0, maximum: highestPosition }), { maxItems: mostItems }),
      /** Left out: as it is. */
      rollout: Type.Optional(PlanRollout),
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

export const PlanItemImpact = Type.Object({ position: Type.Integer(), impact: Impact }, strict);
export type PlanItemImpact = Static<typeof PlanItemImpact>;

/** Sets of which the impact is told at once. */
export const impactsAtOnce = 25;

/** What sets of a plan would cost and cause, each by itself; what is no set of a known group is left out. */
export const planImpact = call('plans.impact', 'POST /rest/plans/:planId/impact', {
  access: 'device:parameter:view',
  params: PlanId,
  body: Type.Object(
    {
      positions: Type.Array(Type.Integer({ minimum: 0, maximum: highestPosition }), {
        minItems: 1,
        maxItems: impactsAtOnce,
      }),
    },
    strict,
  ),
  data: Type.Object({ impacts: Type.Array(PlanItemImpact) }, strict),
});

/** Throws a draft away; it stays in the list. Refused: 409 `plans.notDraft`. */
export const discardPlan = call('plans.discard', 'DELETE /rest/plans/:planId', {
  access: 'device:parameter:edit',
  params: PlanId,
  data: Type.Object({}, strict),
});

/** Begins nothing more until it is resumed; what is on its way goes on. Refused: 409 `plans.notApplying`. */
export const pausePlan = call('plans.pause', 'POST /rest/plans/:planId/pause', {
  access: 'device:parameter:edit',
  params: PlanId,
  data: One,
});

/** Goes on with a paused plan as it is known. Refused: 409 `plans.stale`, `plans.notPaused`. */
export const resumePlan = call('plans.resume', 'POST /rest/plans/:planId/resume', {
  access: 'device:parameter:edit',
  params: PlanId,
  body: Type.Object({ revision: Revision }, strict),
  data: One,
});

/** Takes back what was never sent; what was sent ends by itself. Refused: 409 `plans.notApplying`. */
export const cancelPlan = call('plans.cancelRest', 'POST /rest/plans/:planId/cancel', {
  access: 'device:parameter:edit',
  params: PlanId,
  data: One,
});

/**
 * Makes a draft out of a plan that has begun: what failed or was not started again, all of those that passed, or the
 * values from before; of some of its devices alone where they are named. What cannot be done again is skipped by name.
 * Refused: 404 for a device that is not of the plan, 409 `plans.notBegun`, 422 `plans.nothing`.
 */
export const derivePlan = call('plans.derive', 'POST /rest/plans/:planId/derive', {
  access: 'device:parameter:edit',
  params: PlanId,
  body: Type.Object(
    {
      of: Type.Enum([...deriveKinds]),
      /** RTUs. */
      devices: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: mostItems })),
      surface: Type.Enum([...surfaces]),
    },
    strict,
  ),
  data: One,
});
