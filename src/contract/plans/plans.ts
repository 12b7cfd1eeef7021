/**
 * Plans: a reviewed list of sets that one password applies (src/server/plans/README.md), by whomever they were
 * proposed.
 */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { SoundSpan, surfaces } from '../devices/orders.ts';
import { Impact } from '../devices/parameters.ts';
import { highestPosition, mostItems, PlanOrder, PlanProposal, PlanRollout } from './plan-proposal.ts';
import { deriveKinds } from './plan-states.ts';
import { Plan, PlanSummary } from './plan-view.ts';

export * from './plan-proposal.ts';
export * from './plan-states.ts';
export * from './plan-view.ts';

const strict = { additionalProperties: false } as const;
const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });
const PlanId = Type.Object({ planId: Ulid }, strict);
const Title = Type.String({ minLength: 1, maxLength: 120 });
const Revision = Type.Integer({ minimum: 1 });
const One = Type.Object({ plan: Plan }, strict);

/** What the password of an approval is bound to (orders.confirm). */
export const PlanApproval = Type.Object(
  {
    planId: Ulid,
    revision: Revision,
    reason: Type.String({ maxLength: 200 }),
    sounds: Type.Optional(SoundSpan),
  },
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

/** `since`: the mark of an earlier answer; everything is returned where too much has changed since. */
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
 * Applies a draft: one order per item, each exactly once, whatever happens to the server meanwhile. Items that moved
 * since, that break a rule now or whose queue is full are skipped by name. Refused: 409 `plans.stale`,
 * `plans.notDraft`; 422 `plans.nothing`, `set.noPassword`, `set.confirmationOver`. A plan that makes sirens sound
 * brings the times that were shown: 409 `plans.soundingsMoved` with `soundings` where they are others now.
 */
export const approvePlan = call('plans.approve', 'POST /rest/plans/:planId/approve', {
  access: 'device:parameter:edit',
  params: PlanId,
  body: Type.Object(
    {
      revision: Revision,
      reason: Type.String({ maxLength: 200 }),
      confirmation: Type.Optional(Type.String({ maxLength: 100 })),
      sounds: Type.Optional(SoundSpan),
    },
    strict,
  ),
  data: One,
});

export const PlanItemImpact = Type.Object({ position: Type.Integer(), impact: Impact }, strict);
export type PlanItemImpact = Static<typeof PlanItemImpact>;

/** Sets for which the impact is returned at once. */
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

/**
 * Goes on with a paused plan as it is known. Refused: 409 `plans.stale`, `plans.notPaused`; `plans.soundingsMoved` with
 * `soundings` where sirens would sound at times that were not shown.
 */
export const resumePlan = call('plans.resume', 'POST /rest/plans/:planId/resume', {
  access: 'device:parameter:edit',
  params: PlanId,
  body: Type.Object({ revision: Revision, sounds: Type.Optional(SoundSpan) }, strict),
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
