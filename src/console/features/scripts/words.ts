import type { MessageParams } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import type { WorkflowProblem } from '../../../contract/workflows.ts';
import type { Text } from '../../components/i18n.ts';

/** A problem of a script in words. Texts in it are the script's own: shown as text. */
export const problemText = (problem: Pick<WorkflowProblem, 'id' | 'params'>, text: Text): string =>
  text(`workflow.problem.${problem.id}` as MessageId, problem.params as MessageParams);
