import type { MessageParams } from '../../../base/errors.ts';
import type { Language, MessageId } from '../../../base/messages.ts';
import type { WorkflowProblem } from '../../../contract/workflows.ts';
import type { Text } from '../../components/i18n.ts';

type Words = Readonly<Partial<Record<Language, string | undefined>>>;

/** What a script says of itself in the user's language, else in one that it has; `otherwise` where it says nothing. */
export const said = (words: Words | null | undefined, language: Language, otherwise: string): string =>
  words?.[language] ?? words?.en ?? words?.['zh-chs'] ?? words?.ja ?? otherwise;

/** A problem of a script in words. Texts in it are the script's own: shown as text. */
export const problemText = (problem: Pick<WorkflowProblem, 'id' | 'params'>, text: Text): string =>
  text(`workflow.problem.${problem.id}` as MessageId, problem.params as MessageParams);
