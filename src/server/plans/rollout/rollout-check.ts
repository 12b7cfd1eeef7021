import { Refusal } from '../../../base/errors.ts';
import type { PlanRollout } from '../../../contract/plans/plans.ts';
import type { Rollout } from '../../../domain/rollout/rollout.ts';
import { rolloutProblem } from '../../../domain/rollout/rollout-bounds.ts';
import { type Json, toJson } from '../../storage/json.ts';

/** A rollout as it is stored, JSON; null where none is given. @throws Refusal 422 with the field that cannot be */
export function checkedRollout(rollout: PlanRollout | undefined): Json<Rollout> | null {
  if (rollout === undefined) return null;
  const problem = rolloutProblem(rollout);
  // What has no problem has batches that are numbers or shares.
  if (problem === null) return toJson(rollout as Rollout);
  const { field, reason, params } = problem;
  throw new Refusal(422, `rolloutProblem.${reason}`, params, `rollout.${field}`);
}
