import type { MessageId } from '../../../../base/messages.ts';
import type { Text } from '../../../components/i18n.ts';

/** Why a mail did not arrive: of ours in the user's language, of the other side as it came. */
export const answerText = (answer: string, text: Text): string =>
  answer.startsWith('notify.reason.') ? text(answer as MessageId) : answer;
