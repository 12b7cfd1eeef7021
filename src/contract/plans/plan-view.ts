/** A plan as it is returned: in the list, and with its items and its progress. */
import Type, { type Static } from 'typebox';
import { RuleDefinition } from '../alarms/rule-schema.ts';
import { orderStates, verifications } from '../devices/order-states.ts';
import { ParameterData } from '../devices/orders.ts';
import { dictionary } from '../dictionary.ts';
import { After, PlanRollout } from './plan-proposal.ts';
import { deriveKinds, deviceStates, itemStates, itemTypes, planStates } from './plan-states.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Values = dictionary(ParameterData);

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
    /** Of a send the id of its action; empty for a skip. */
    group: Type.String(),
    /** Of a send its arguments. Secrets are null. */
    edits: Values,
    after: After,
    reason: Type.String(),
    secrets: Type.Array(Type.String()),
    /**
     * By field: on the device, of a draft now, else when it was approved, and when the device reported it; null = not
     * known, or a secret.
     */
    before: dictionary(Type.Object({ value: ParameterData, at: nullable(Type.Integer()) }, strict)),
    /** Of its group, that it is based on. */
    version: Type.Integer(),
    /** Bounds and rules that it breaks now; of a draft alone. */
    problems: Type.Array(Problem),
    /** What besides would have it skipped if the plan were applied now; of a draft alone. */
    obstacle: nullable(PlanObstacle),
    /** Why it would be sent and still not land in its time; of a draft alone. */
    late: nullable(PlanObstacle),
    /** A wrong value can cut the device off: it is tried, then committed. */
    stranding: Type.Boolean(),
    /** When it would land, or is expected to; UTC ms with its half-width. */
    expected: nullable(Type.Object({ at: Type.Integer(), plusMinus: Type.Integer() }, strict)),
    excluded: Type.Boolean(),
    state: Type.Enum([...itemStates]),
    order: nullable(
      Type.Object(
        {
          id: Type.String(),
          state: Type.Enum([...orderStates]),
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
  /** Alarm rules that it proposes. */
  rules: Type.Integer(),
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
/** A siren that is to sound. */
export const Sounding = Type.Object(
  {
    position: Type.Integer(),
    stationCode: Type.String(),
    stationName: Type.String(),
    /** IANA zone of its station. */
    timeZone: Type.String(),
    /** UTC ms with its half-width; null = not known. */
    expected: nullable(Type.Object({ at: Type.Integer(), plusMinus: Type.Integer() }, strict)),
  },
  strict,
);
export type Sounding = Static<typeof Sounding>;

/** A version of an alarm rule that a plan proposes: it is saved as the plan is approved. */
export const PlanRule = Type.Object(
  {
    /** Behind those of the items; it is left out by it (plans.update). */
    position: Type.Integer(),
    /** Null = a new one, until it is saved. */
    ruleId: nullable(Type.Integer()),
    /** Null where it is not known whose rule it would be. */
    companyId: nullable(Type.Integer()),
    /** The version that it was made of; null = a new rule. */
    before: nullable(
      Type.Object({ version: Type.Integer(), name: Type.String(), definition: RuleDefinition }, strict),
    ),
    name: Type.String(),
    /** Null where it is left out because there is none. */
    definition: nullable(RuleDefinition),
    reason: Type.String(),
    /** Sensors or RTUs that it would be judged for now; of a draft alone, null = not known. */
    targets: nullable(Type.Integer()),
    excluded: Type.Boolean(),
    /** What would have it left out if the plan were approved now; of a draft alone. */
    obstacle: nullable(PlanObstacle),
    /** Why it was left out. */
    skipped: nullable(PlanObstacle),
    /** Of the rule, as it was saved; null before. */
    version: nullable(Type.Integer()),
  },
  strict,
);
export type PlanRule = Static<typeof PlanRule>;

export const Plan = Type.Object(
  {
    ...head,
    items: Type.Array(PlanItem),
    /** Alarm rules; none for who may not look at rules. */
    proposals: Type.Array(PlanRule),
    progress: nullable(PlanProgress),
    /** Of a draft: when it is expected to have ended if it were approved now; null = not known, or no draft. */
    expectedEnd: nullable(Type.Object({ at: Type.Integer(), plusMinus: Type.Integer() }, strict)),
    /** Of a draft and of a paused plan: the sirens that would sound if it were approved, or went on, now. */
    soundings: Type.Array(Sounding),
    /** Identifies the answer: given back as `since`, only items that changed are returned. */
    mark: Type.String(),
    /** The items are only those that changed since. */
    partial: Type.Boolean(),
  },
  strict,
);
export type Plan = Static<typeof Plan>;
