import { useState } from 'react';
import { Link } from 'wouter';
import { notify as commands } from '../../../../commands/notify.ts';
import { addressOf } from '../../../contract/pages.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useOffer } from '../../components/screen.ts';
import { answerText } from '../../components/values/answer-text.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { type MessageView, useMessages } from '../../state/notify.ts';
import { type NotifyWords, stateIcons } from './use-notify-words.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const orders = ['failedFirst', 'failedOnly', 'newest'] as const;
const isBad = ({ state }: MessageView) => state === 'failed' || state === 'gaveUp';

function Row(props: {
  readonly message: MessageView;
  readonly words: NotifyWords;
  readonly mayEdit: boolean;
}) {
  const { message, words, mayEdit } = props;
  const { id, alarmId, state, name, address, channel, createdAt, dueAt, doneAt, tries, title, answer } =
    message;
  const text = useText();
  const format = useFormat();
  const { run } = useCommands();
  const time = (t: number) => format.time(t, zone, 'time');
  const more = [
    ...(tries > 0 && state !== 'accepted' ? [text('notify.try', { count: tries })] : []),
    ...(dueAt !== null && (state === 'failed' || state === 'waiting')
      ? [text('notify.nextAt', { time: time(dueAt) })]
      : []),
    ...(answer === '' ? [] : [answerText(answer, text)]),
  ].join(' · ');
  return (
    <li className="notified__message underlined">
      <time className="num dim" title={format.time(createdAt, zone, 'full')}>
        {format.time(createdAt, zone, 'dayTime')}
      </time>
      <span className="yields">
        <span className="row gap-6">
          <b className="strong ellipsis" title={address}>
            {name || address}
          </b>
          <span className="dim ellipsis">{words.channel(channel)}</span>
        </span>
        {alarmId === null ? (
          <span className="dim text-11 ellipsis">{title}</span>
        ) : (
          <Link className="link text-11 ellipsis" href={addressOf('alarms', { alarm: String(alarmId) })}>
            {title || text('notify.alarm', { id: alarmId })}
          </Link>
        )}
      </span>
      <span className="yields">
        <span className={`row gap-4 ${isBad(message) ? 'notified__failed' : ''}`}>
          <Icon
            name={stateIcons[state]}
            className={`icon--small ${state === 'accepted' || state === 'answered' ? 'notified__good' : ''}`}
          />
          <span className="num ellipsis">
            {text(`notify.state.${state}`)} {doneAt !== null && time(doneAt)}
          </span>
          {isBad(message) && mayEdit && channel !== '' && (
            <button type="button" className="link" onClick={() => run(commands.again, { id })}>
              {text('notify.again')}
            </button>
          )}
        </span>
        {more !== '' && (
          <span className="dim text-11 num ellipsis" title={more}>
            {more}
          </span>
        )}
      </span>
    </li>
  );
}

/** What became of messages; those that failed first. */
export function Log({ words, mayEdit }: { readonly words: NotifyWords; readonly mayEdit: boolean }) {
  const text = useText();
  const { run } = useCommands();
  const [order, setOrder] = useState<(typeof orders)[number]>('failedFirst');
  useOffer(commands.order, (args) => setOrder(args.order));
  const all = useMessages({}, order !== 'failedOnly');
  const failed = useMessages({ only: 'failed' });
  const { data, error, refetch } = order === 'failedOnly' ? failed : all;
  const list = data?.messages ?? [];
  const shown =
    order === 'failedFirst' ? [...list.filter(isBad), ...list.filter((one) => !isBad(one))] : list;
  return (
    <section className="panel notified__log" aria-label={text('notify.log')}>
      <header className="panel__head">
        <h2>{text('notify.log')}</h2>
        <span className="dim num text-12 ellipsis">
          {all.data !== undefined &&
            text('notify.logCount', { count: all.data.total, failed: failed.data?.total ?? 0 })}
        </span>
        <span className="grow" />
        <Select
          label={text('notify.logOrder')}
          value={order}
          options={orders.map((value) => ({ value, label: text(`notify.order.${value}`) }))}
          onChange={(next) => run(commands.order, { order: next }, 'button')}
        />
      </header>
      {data === undefined ? (
        error === null ? (
          <LoadingRows rows={6} />
        ) : (
          <FailedState
            title={text('notify.logFailed')}
            reason={reasonOf(error, text)}
            onRetry={() => void refetch()}
          />
        )
      ) : shown.length === 0 ? (
        <EmptyState icon="check" title={text('notify.log.empty')}>
          {text('notify.log.emptyText')}
        </EmptyState>
      ) : (
        <ScrollRegion className="scroll" label={text('notify.log')}>
          <ul className="text-12">
            {shown.map((message) => (
              <Row key={message.id} message={message} words={words} mayEdit={mayEdit} />
            ))}
          </ul>
        </ScrollRegion>
      )}
    </section>
  );
}
