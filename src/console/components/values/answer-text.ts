import type { MessageId } from '../../../base/messages.ts';
import type { Text } from '../i18n.ts';

/** Why a message did not arrive: of ours in the user's language, of the other side as it came. */
export const answerText = (answer: string, text: Text): string =>
  answer.startsWith('notify.reason.') ? text(answer as MessageId) : answer;
