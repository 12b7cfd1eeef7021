import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { DialogFrame } from '../../components/dialog/DialogFrame.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { answerText } from '../../components/values/answer-text.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { type OutletDelivery, type OutletView, useOutletDeliveries } from '../../state/outlets.ts';
import { stateIcons } from './use-notify-words.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Row({ delivery }: { readonly delivery: OutletDelivery }) {
  const { batch, isTest, at, readings, events, fromT, toT, state, tries, dueAt, doneAt, answer } = delivery;
  const text = useText();
  const format = useFormat();
  const isBad = state === 'failed' || state === 'gaveUp';
  const span =
    fromT === null || toT === null
      ? ''
      : `${format.time(fromT, zone, 'dayTime')} – ${format.time(toT, zone, 'dayTime')}`;
  const more = [
    span,
    ...(tries > 1 ? [text('notify.try', { count: tries })] : []),
    ...(dueAt !== null && isBad ? [text('notify.nextAt', { time: format.time(dueAt, zone, 'time') })] : []),
    ...(answer === '' ? [] : [answerText(answer, text)]),
  ]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <li className="notified__message underlined" title={batch}>
      <time className="num dim">{format.time(at, zone, 'dayTime')}</time>
      <span className="yields num">
        {isTest && <b className="strong">{text('outlets.testBatch')} </b>}
        {text('outlets.batch', { readings, events })}
      </span>
      <span className="yields">
        <span className={`row gap-4 ${isBad ? 'notified__failed' : ''}`}>
          <Icon
            name={stateIcons[state]}
            className={`icon--small ${state === 'accepted' ? 'notified__good' : ''}`}
          />
          <span className="num ellipsis">
            {text(`notify.state.${state}`)} {doneAt !== null && format.time(doneAt, zone, 'time')}
          </span>
        </span>
        {more !== '' && <span className="dim text-11 num ellipsis">{more}</span>}
      </span>
    </li>
  );
}

/** What a data subscription has sent, newest first. */
export function OutletLog(props: { readonly outlet: OutletView; readonly onClose: () => void }) {
  const { outlet, onClose } = props;
  const text = useText();
  const { data, error, refetch } = useOutletDeliveries(outlet.id);
  const title = text('outlets.logOf', { name: outlet.name });
  return (
    <DialogFrame title={title} className="notified__dialog" onClose={onClose}>
      <h2>{title}</h2>
      {data === undefined ? (
        error === null ? (
          <LoadingRows rows={4} />
        ) : (
          <FailedState
            title={text('outlets.logFailed')}
            reason={reasonOf(error, text)}
            onRetry={() => void refetch()}
          />
        )
      ) : data.deliveries.length === 0 ? (
        <EmptyState icon="send" title={text('outlets.logEmpty')} />
      ) : (
        <ScrollRegion className="scroll notified__deliveries" label={title}>
          <ul className="text-12">
            {data.deliveries.map((delivery) => (
              <Row key={delivery.batch} delivery={delivery} />
            ))}
          </ul>
        </ScrollRegion>
      )}
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.close')} />
      </div>
    </DialogFrame>
  );
}
