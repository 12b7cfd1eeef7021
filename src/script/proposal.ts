/** What a script proposes: it never writes. The steps become a plan that somebody reviews and approves. */
import Type, { type Static } from 'typebox';
import { groupIds, ScriptDevice } from './calls.ts';
import { limits } from './limits.ts';
import { ScriptRule } from './rule.ts';

const strict = { additionalProperties: false } as const;
const Value = Type.Union([
  Type.Number(),
  Type.String({ maxLength: 500 }),
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 40 }), { maxItems: 16 }),
  Type.Null(),
]);
const Values = Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,59}$' }), Value);
const Reason = Type.String({ maxLength: 200 });
/** When a step may go: once the one before it on its device is verified, or so many seconds after it. */
const After = Type.Union([
  Type.Literal('verified'),
  Type.Object({ delay: Type.Integer({ minimum: 0, maximum: 7 * 86_400 }) }, strict),
  Type.Null(),
]);

export const SetStep = Type.Object(
  {
    step: Type.Literal('set'),
    device: ScriptDevice,
    group: Type.Enum([...groupIds]),
    edits: Values,
    after: After,
    reason: Reason,
    /** Fields that belong to one device (catalogue) and are meant to be set on several. */
    own: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 60 })),
  },
  strict,
);
export const SendStep = Type.Object(
  {
    step: Type.Literal('send'),
    device: ScriptDevice,
    action: Type.String({ minLength: 1, maxLength: 40 }),
    args: Values,
    after: After,
    reason: Reason,
  },
  strict,
);
export const SkipStep = Type.Object(
  { step: Type.Literal('skip'), device: ScriptDevice, why: Type.String({ minLength: 1, maxLength: 200 }) },
  strict,
);
/** How a plan is rolled out: sizes of its batches (devices, or a share such as "20%"), and when it stops. */
export const RolloutOptions = Type.Object(
  {
    batches: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Integer({ minimum: 1, maximum: limits.calls }),
          Type.String({ pattern: '^(100|[1-9]?[0-9])(\\.[0-9]+)?%$' }),
        ]),
        { minItems: 1, maxItems: 50 },
      ),
    ),
    concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    /** [4, 10]: stop when 4 or more of the last 10 fail. */
    stopAt: Type.Optional(
      Type.Tuple([Type.Integer({ minimum: 1, maximum: 1000 }), Type.Integer({ minimum: 1, maximum: 1000 })]),
    ),
    order: Type.Optional(Type.Enum(['wake', 'given', 'code'])),
    /** Seconds that a device is waited for. */
    timeout: Type.Optional(Type.Integer({ minimum: 60, maximum: 30 * 86_400 })),
    /** Seconds between the end of a device and the begin of the next. */
    gap: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  },
  strict,
);
export type RolloutOptions = Static<typeof RolloutOptions>;
export const RolloutStep = Type.Object({ step: Type.Literal('rollout'), options: RolloutOptions }, strict);
export const TitleStep = Type.Object(
  { step: Type.Literal('title'), text: Type.String({ minLength: 1, maxLength: 120 }) },
  strict,
);
/** A version of an alarm rule: it is saved as the plan is approved. */
export const RuleStep = Type.Object({ step: Type.Literal('rule'), rule: ScriptRule, reason: Reason }, strict);

export const steps = {
  set: SetStep,
  send: SendStep,
  skip: SkipStep,
  rollout: RolloutStep,
  title: TitleStep,
  rule: RuleStep,
} as const;
export type ProposalStepName = keyof typeof steps;
export type ProposalStep = { [N in ProposalStepName]: Static<(typeof steps)[N]> }[ProposalStepName];
export const isStep = (name: string): name is ProposalStepName => Object.hasOwn(steps, name);
