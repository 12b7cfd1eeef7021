/** What a script proposes. */

import type { ProposalStep } from '../proposal.ts';
import type { Actions, GroupEdits } from './catalogue.ts';
import type { Device, GroupId } from './devices.ts';
import { freeze, type Sent, say, start } from './host.ts';
import type { RuleOptions, RuleProposal } from './rule.ts';
import { sentRule } from './sent-rule.ts';
import { aimed, deviceOf } from './stations.ts';

export interface StepOptions {
  /** Once the step before it on the same device is verified, or so many seconds after it. */
  readonly after?: 'verified' | { readonly delay: number };
  /** Stands beside it in the plan. */
  readonly reason?: string;
}
export interface SetOptions<G extends GroupId> extends StepOptions {
  /** Fields that belong to one device and are meant to be set on several. */
  readonly own?: readonly (keyof GroupEdits[G] & string)[];
}
export interface Rollout {
  /** Devices of each batch, or their share: [1, 5, '20%']; the last is repeated. */
  readonly batches?: readonly (number | `${number}%`)[];
  /** Devices at the same time. */
  readonly concurrency?: number;
  /** [4, 10]: stop when 4 or more of the last 10 fail. */
  readonly stopAt?: readonly [failed: number, of: number];
  /** By next contact, as given, or by code. */
  readonly order?: 'wake' | 'given' | 'code';
  /** Seconds that a device is waited for. */
  readonly timeout?: number;
  /** Seconds between the end of a device and the begin of the next: they go one at a time. */
  readonly gap?: number;
}

function propose(step: Sent<ProposalStep>): Promise<void> {
  say({ op: 'step', step });
  return Promise.resolve();
}

/** Nothing is set by a script: it proposes a plan, which you review and approve. */
export const plan: {
  /**
   * A field that is set again keeps its last value alone, unless a step between them, or the later one, waits (after).
   * A field that belongs to one device (calibration, installation, identity) and is set on several is left out by name,
   * unless `own` names it.
   */
  set<G extends GroupId>(
    device: Device,
    group: G,
    edits: GroupEdits[G],
    options?: SetOptions<G>,
  ): Promise<void>;
  send<A extends keyof Actions & string>(
    device: Device,
    action: A,
    args?: Actions[A],
    options?: StepOptions,
  ): Promise<void>;
  /** Leaves a device out, by name. */
  skip(device: Device, why: string): Promise<void>;
  rollout(options: Rollout): Promise<void>;
  title(text: string): Promise<void>;
  /**
   * An alarm rule: a new one, or by the name of one that exists what is to be different of it; what is left out stays.
   * It is reviewed with the plan, and judges from its approval on. Asked of you: the right to edit rules.
   */
  rule(rule: RuleProposal, options?: RuleOptions): Promise<void>;
} = freeze({
  set<G extends GroupId>(
    device: Device,
    group: G,
    edits: GroupEdits[G],
    { after, reason = '', own = [] }: SetOptions<G> = {},
  ) {
    const named = own.length === 0 ? {} : { own };
    return propose({
      step: 'set',
      device: aimed(device, start.groups[group], group, 'plan.set'),
      group,
      edits,
      after: after ?? null,
      reason,
      ...named,
    });
  },
  send<A extends keyof Actions & string>(
    device: Device,
    action: A,
    args: Actions[A] | undefined = {},
    { after, reason = '' }: StepOptions = {},
  ) {
    return propose({
      step: 'send',
      device: aimed(device, start.actions[action], action, 'plan.send'),
      action,
      args,
      after: after ?? null,
      reason,
    });
  },
  skip(device: Device, why: string) {
    return propose({ step: 'skip', device: deviceOf(device, 'plan.skip'), why });
  },
  rollout(options: Rollout) {
    return propose({ step: 'rollout', options });
  },
  title(text: string) {
    return propose({ step: 'title', text });
  },
  rule(rule: RuleProposal, { reason = '' }: RuleOptions = {}) {
    return propose({ step: 'rule', rule: sentRule(rule), reason });
  },
});
