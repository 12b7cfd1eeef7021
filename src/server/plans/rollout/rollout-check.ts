import { Refusal } from '../../../base/errors.ts';
import type { PlanRollout } from '../../../contract/plans/plans.ts';
import { rolloutProblem } from '../../../domain/rollout/rollout-bounds.ts';

/** A rollout as it is stored, JSON; null where none is given. @throws Refusal 422 with the field that cannot be */
export function checkedRollout(rollout: PlanRollout | undefined): string | null {
  if (rollout === undefined) return null;
  const problem = rolloutProblem(rollout);
  if (problem === null) return JSON.stringify(rollout);
  const { field, reason, params } = problem;
  throw new Refusal(422, `rolloutProblem.${reason}`, params, `rollout.${field}`);
}
