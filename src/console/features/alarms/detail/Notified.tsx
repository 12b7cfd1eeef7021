import type { MessageId } from '../../../../base/messages.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useMessages } from '../../../state/notify.ts';
import { clockText } from '../words/use-alarm-words.ts';

const channels = ['mail', 'push'] as const;

/** Who was notified of an alarm, over what, and what became of it. */
export function Notified(props: { readonly alarmId: number; readonly zone: string; readonly now: number }) {
  const { alarmId, zone, now } = props;
  const text = useText();
  const format = useFormat();
  const { data } = useMessages({ alarmId });
  if (data === undefined || data.messages.length === 0) return null;
  return (
    <section className="adetail__timeline">
      <h3 className="dim text-11">{text('notify.notified')}</h3>
      <ul className="text-12">
        {data.messages.map(({ id, name, address, channel, state, createdAt, doneAt, answer }) => {
          const isBad = state === 'failed' || state === 'gaveUp';
          const isDone = state === 'accepted' || state === 'answered';
          const own = channels.find((one) => one === channel);
          const reason = answer.startsWith('notify.reason.') ? text(answer as MessageId) : answer;
          return (
            <li key={id} className="row gap-6 num">
              <Icon name={isDone ? 'tick' : isBad ? 'circle-alert' : 'clock'} className="icon--small" />
              <span className="dim">{clockText(doneAt ?? createdAt, now, zone, format)}</span>
              <b className="strong ellipsis">{name || address}</b>
              <span className="dim ellipsis">
                {[
                  ...(channel === '' ? [] : [text(own === undefined ? 'notify.hook' : `notify.${own}`)]),
                  text(`notify.state.${state}`),
                  ...(isBad && reason !== '' ? [reason] : []),
                ].join(' · ')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
