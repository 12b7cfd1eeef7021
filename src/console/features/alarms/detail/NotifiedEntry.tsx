import type { MessageId } from '../../../../base/messages.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import type { MessageView } from '../../../state/notify.ts';
import { clockText } from '../words/use-alarm-words.ts';
import { countsByChannel, mostNamed, type NotifiedLine } from './notified-lines.ts';

const channels = ['mail', 'push'] as const;
const heads = {
  raise: 'notify.notified',
  remind: 'alarms.entry.reminded',
  over: 'alarms.entry.notifiedOver',
  again: 'alarms.entry.sentAgain',
} as const satisfies Record<NotifiedLine['kind'], MessageId>;

function useChannelText() {
  const text = useText();
  return (channel: string): string => {
    const own = channels.find((one) => one === channel);
    if (channel === '') return '';
    return text(own === undefined ? 'notify.hook' : `notify.${own}`);
  };
}

/** Who was notified over what, and what became of it. */
function Way(props: {
  readonly message: MessageView;
  readonly zone: string;
  readonly now: number;
  readonly t: number;
}) {
  const { message, zone, now, t } = props;
  const { name, address, channel, state, doneAt, answer } = message;
  const text = useText();
  const format = useFormat();
  const channelText = useChannelText();
  const isBad = state === 'failed' || state === 'gaveUp';
  const isDone = state === 'accepted' || state === 'answered';
  const reason = answer.startsWith('notify.reason.') ? text(answer as MessageId) : answer;
  const said = [name || address, channelText(channel)].filter(Boolean).join(' ');
  // When it arrived is said where that was not at once.
  const at = doneAt !== null && doneAt - t >= 60_000 ? clockText(doneAt, now, zone, format) : '';
  return (
    <span
      className={`atimeline__way ${isBad ? 'is-bad' : ''}`}
      title={[text(`notify.state.${state}`), ...(isBad ? [reason] : [])].filter(Boolean).join(': ')}
    >
      {said} <Icon name={isDone ? 'tick' : isBad ? 'circle-alert' : 'clock'} className="icon--small" />
      <span className="visually-hidden">{text(`notify.state.${state}`)}</span>
      {at !== '' && <> {at}</>}
      {isBad && reason !== '' && <small> {reason}</small>}
    </span>
  );
}

/** A line of the timeline: who was notified at a moment. */
export function NotifiedEntry(props: {
  readonly line: NotifiedLine;
  readonly zone: string;
  readonly now: number;
}) {
  const { line, zone, now } = props;
  const { kind, t, messages } = line;
  const text = useText();
  const format = useFormat();
  const channelText = useChannelText();
  const bad = messages.filter(({ state }) => state === 'failed' || state === 'gaveUp');
  const named = messages.length <= mostNamed ? messages : bad.slice(0, mostNamed);
  return (
    <li>
      <Icon name="send" className="icon--small" />
      <time className="num dim text-11" title={format.time(t, zone, 'full')}>
        {clockText(t, now, zone, format)}
      </time>
      <div className="yields num atimeline__ways">
        <b className="strong">{text(heads[kind])}</b>
        {messages.length > mostNamed &&
          countsByChannel(messages).map(({ channel, accepted, count }) => (
            <span key={channel} className="atimeline__way">
              {text('alarms.entry.ways', { channel: channelText(channel), accepted, count })}
            </span>
          ))}
        {named.map((message) => (
          <Way key={message.id} message={message} zone={zone} now={now} t={t} />
        ))}
      </div>
    </li>
  );
}
