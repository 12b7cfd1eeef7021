import { notify as notifyCommands } from '../../../commands/notify.ts';
import { sendAgain } from '../../contract/notify/messages.ts';
import { request } from '../state/connection/client.ts';
import { reasonOf } from '../state/connection/refused.ts';
import { notify } from '../state/notices.ts';
import { useNotifyChanged } from '../state/notify.ts';
import { useText } from './i18n.ts';
import { useOffer } from './screen.ts';

/** Offers to send a message of an alarm once more, and says what became of it. */
export function useSendAgain(mayEdit: boolean): void {
  const text = useText();
  const changed = useNotifyChanged();
  useOffer(
    notifyCommands.again,
    async ({ id }) => {
      try {
        await request(sendAgain, { params: { id } });
        notify('success', text('notify.sentAgain'));
      } catch (refused) {
        notify('error', reasonOf(refused, text));
      }
      await changed();
    },
    { available: mayEdit },
  );
}
