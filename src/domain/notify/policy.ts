/** Who is notified of an alarm, how, and when somebody else is, until one answers. Pure; times UTC ms. */
import { dayNumber, dayStart } from '../../base/time.ts';

const minute = 60_000;

/** Of people; a hook is a channel by itself. */
export const personalChannels = ['mail', 'push'] as const;
export type PersonalChannel = (typeof personalChannels)[number];

/** `duty`: who has a layer of a rota then. `list`: addresses of the alarm's project. `hook`: a webhook. */
export type Receiver =
  | { readonly type: 'duty'; readonly rotaId: number; readonly layer: number }
  | { readonly type: 'user'; readonly userId: number }
  | { readonly type: 'list' }
  | { readonly type: 'hook'; readonly hookId: number };

export interface PolicyStep {
  /** Minutes without an answer. */
  readonly after: number;
  readonly to: readonly Receiver[];
  readonly by: readonly PersonalChannel[];
}

/** Minutes after local midnight between which a level is notified; what comes outside waits for the next beginning. */
export interface ToldHours {
  readonly from: number;
  readonly to: number;
}

export interface PolicyPlan {
  readonly enabled: boolean;
  /** None = every project of the company. */
  readonly projects: readonly number[];
  /** Ranks of the levels that it is for. */
  readonly ranks: readonly number[];
  readonly steps: readonly PolicyStep[];
  /** From the first step on again, `every` minutes, so many times at most; null = once. */
  readonly repeat: { readonly every: number; readonly rounds: number } | null;
  /** Null = at any hour. Orange and red are never held back. */
  readonly hours: { readonly blue: ToldHours | null; readonly yellow: ToldHours | null };
}

/** From this rank on nothing holds a message back by the hour of the day. */
export const neverQuietFrom = 3;

/** @param projectId null = what belongs to no project: for that a policy of every project is meant */
export const isFor = (
  { enabled, projects, ranks }: PolicyPlan,
  projectId: number | null,
  rank: number,
): boolean =>
  enabled &&
  ranks.includes(rank) &&
  (projects.length === 0 || (projectId !== null && projects.includes(projectId)));

/** Which step stands at a position of an escalation, and how long after its beginning it is due; null = there is none. */
export function stepAt(
  { steps, repeat }: Pick<PolicyPlan, 'steps' | 'repeat'>,
  position: number,
): { readonly step: PolicyStep; readonly round: number; readonly after: number } | null {
  const round = steps.length === 0 ? 0 : Math.floor(position / steps.length);
  const step = steps[position - round * steps.length];
  if (step === undefined || round > (repeat?.rounds ?? 0)) return null;
  return { step, round, after: (step.after + round * (repeat?.every ?? 0)) * minute };
}

/** From when on a level may be notified: `t` itself, or the next beginning of its hours in the project's zone. */
export function toldFrom(
  { hours }: Pick<PolicyPlan, 'hours'>,
  rank: number,
  t: number,
  timeZone: string,
): number {
  const own = rank >= neverQuietFrom ? null : rank === 1 ? hours.blue : hours.yellow;
  if (own === null || own.from === own.to) return t;
  const today = dayNumber(timeZone, t);
  for (let number = today - 1; ; number += 1) {
    const from = dayStart(timeZone, number, own.from);
    const to = dayStart(timeZone, own.to > own.from ? number : number + 1, own.to);
    if (t < from) return from;
    if (t < to) return t;
  }
}

/** Why a policy cannot be: the step (from 0) and what is wrong with it. */
export interface PolicyProblem {
  readonly type: 'noStep' | 'order' | 'nobody' | 'noChannel' | 'noRank' | 'overlap';
  readonly step: number | null;
}

const needsChannel = ({ type }: Receiver) => type === 'duty' || type === 'user';

export function policyProblems({ steps, ranks, repeat }: PolicyPlan): readonly PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  if (ranks.length === 0) problems.push({ type: 'noRank', step: null });
  if (steps.length === 0) problems.push({ type: 'noStep', step: null });
  for (const [index, { after, to, by }] of steps.entries()) {
    const before = steps[index - 1];
    if (before !== undefined && after <= before.after) problems.push({ type: 'order', step: index });
    if (to.length === 0) problems.push({ type: 'nobody', step: index });
    if (to.some(needsChannel) && by.length === 0) problems.push({ type: 'noChannel', step: index });
  }
  if (repeat !== null && repeat.every <= (steps.at(-1)?.after ?? 0))
    problems.push({ type: 'overlap', step: null });
  return problems;
}
