import { Icon, type IconName } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import type { MessageView } from '../../../state/notify.ts';

const icons: Readonly<Record<MessageView['state'], IconName>> = {
  waiting: 'clock',
  sending: 'send',
  failed: 'circle-alert',
  accepted: 'check',
  gaveUp: 'circle-alert',
  answered: 'tick',
};

/** States from which a mail can be sent again. */
export const canSendAgain = ({ state }: MessageView): boolean =>
  state === 'accepted' || state === 'failed' || state === 'gaveUp';

/** What became of a mail, and when. What the other side said is a stranger's text. */
export function MailState({ message, time }: { readonly message: MessageView; readonly time: string }) {
  const text = useText();
  const { state } = message;
  const isBad = state === 'failed' || state === 'gaveUp';
  return (
    <span className={`row gap-4 ${isBad ? 'alert-config__bad' : ''}`}>
      <Icon name={icons[state]} className="icon--small rigid" />
      <span className="ellipsis">
        {text(`notify.state.${state}`)} {time}
      </span>
    </span>
  );
}
