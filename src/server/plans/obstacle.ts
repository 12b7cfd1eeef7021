import type { Refusal } from '../../base/errors.ts';
import type { PlanObstacle } from '../../contract/plans/plans.ts';
import type { ParameterProblem } from '../../domain/parameters/parameter-rules.ts';

/** What a refusal of an order carries besides its words. */
interface RefusedOrder {
  readonly problems?: readonly ParameterProblem[];
  readonly fields?: readonly string[];
}
const orderData = ({ data }: Refusal): RefusedOrder =>
  typeof data === 'object' && data !== null ? (data as RefusedOrder) : {};
/** Fields of the call itself, not of the device. */
const ofCall = new Set(['version', 'key', 'group', 'edits', 'target']);

/** Bounds and rules that a refused set breaks. */
export const problemsOf = (refusal: Refusal): readonly ParameterProblem[] =>
  orderData(refusal).problems ?? [];

/** A refusal as it is kept: in no language, with fields by their ids. */
export function obstacleOf(refusal: Refusal): PlanObstacle {
  const { messageId: message, params, field } = refusal;
  const { problems = [], fields } = orderData(refusal);
  const named = field === undefined || ofCall.has(field) ? [] : [field];
  return {
    message,
    params: problems[0]?.params ?? {
      ...params,
      ...(field !== undefined && 'field' in params ? { field } : {}),
    },
    fields: [...(fields ?? (problems.length > 0 ? problems.map((problem) => problem.field) : named))],
  };
}
