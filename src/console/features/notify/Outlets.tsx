import { notify as commands } from '../../../../commands/notify.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { answerText } from '../../components/values/answer-text.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { type OutletView, useOutlets } from '../../state/outlets.ts';
import type { NotifyWords } from './use-notify-words.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const icons = { off: 'circle-x', current: 'check', behind: 'clock', gaveUp: 'circle-alert' } as const;

/** How one stands, and what of it was lost. */
function OutletState({ outlet }: { readonly outlet: OutletView }) {
  const { state, since, sentAt, sentReadings, sentEvents, waitingEvents, lostEvents, lostUntil, answer } =
    outlet;
  const text = useText();
  const format = useFormat();
  const time = (t: number) => format.time(t, zone, 'dayTime');
  const said = text(`outlets.state.${state}`, { time: since === null ? '' : time(since) });
  const more = [
    ...(answer === '' ? [] : [answerText(answer, text)]),
    ...(lostEvents > 0 ? [text('outlets.lost', { count: lostEvents })] : []),
    ...(lostUntil === null ? [] : [text('outlets.lostUntil', { time: time(lostUntil) })]),
    ...(waitingEvents > 0 ? [text('outlets.waiting', { count: waitingEvents })] : []),
    text('outlets.sent', { readings: sentReadings, events: sentEvents }),
    ...(sentAt === null ? [] : [time(sentAt)]),
  ].join(' · ');
  return (
    <>
      <span className={`row gap-4 num ${state === 'gaveUp' ? 'notified__failed' : ''}`}>
        <Icon name={icons[state]} className={`icon--small ${state === 'current' ? 'notified__good' : ''}`} />
        <span className="ellipsis">{said}</span>
      </span>
      <span className="dim text-11 num notified__more">{more}</span>
    </>
  );
}

function Row(props: { readonly outlet: OutletView; readonly words: NotifyWords; readonly mayEdit: boolean }) {
  const { outlet, words, mayEdit } = props;
  const { id, name, body, state } = outlet;
  const text = useText();
  const { run } = useCommands();
  return (
    <li className="notified__outlet underlined">
      <span className="row gap-8">
        {mayEdit ? (
          <button type="button" className="link ellipsis" onClick={() => run(commands.editOutlet, { id })}>
            {name}
          </button>
        ) : (
          <b className="strong ellipsis">{name}</b>
        )}
        <span className="dim ellipsis grow">{words.channel(`hook:${body.hookId}`)}</span>
        <button
          type="button"
          className="link"
          aria-label={text('outlets.logOf', { name })}
          onClick={() => run(commands.outletLog, { id })}
        >
          {text('outlets.log')}
        </button>
        {mayEdit && (
          <button
            type="button"
            className="link"
            aria-label={text('outlets.testOf', { name })}
            onClick={() => run(commands.testOutlet, { id })}
          >
            {text('notify.test')}
          </button>
        )}
      </span>
      <OutletState outlet={outlet} />
      {mayEdit && state === 'gaveUp' && (
        <span className="row gap-8 wrap">
          {(['stopped', 'now'] as const).map((begin) => (
            <CommandButton
              key={begin}
              command={commands.resumeOutlet}
              args={{ id, begin }}
              label={text(`outlets.begin.${begin}`)}
            />
          ))}
        </span>
      )}
    </li>
  );
}

/** What goes out to webhooks as it is stored, and how each of it does. */
export function Outlets(props: {
  readonly companyId: number;
  readonly words: NotifyWords;
  readonly mayEdit: boolean;
}) {
  const { companyId, words, mayEdit } = props;
  const text = useText();
  const { data, error, refetch } = useOutlets();
  const own = (data?.outlets ?? []).filter((one) => one.companyId === companyId);
  return (
    <section className="panel notified__outlets" aria-label={text('outlets.title')}>
      <header className="panel__head">
        <h2>{text('outlets.title')}</h2>
        <span className="dim num text-12">{own.length}</span>
        <span className="grow" />
        {mayEdit && (
          <CommandButton
            command={commands.editOutlet}
            args={{ id: 0 }}
            icon="plus"
            look="ghost"
            label={text('outlets.one')}
          />
        )}
      </header>
      {data === undefined ? (
        error === null ? (
          <LoadingRows rows={2} />
        ) : (
          <FailedState
            title={text('outlets.failed')}
            reason={reasonOf(error, text)}
            onRetry={() => void refetch()}
          />
        )
      ) : own.length === 0 ? (
        <p className="padded dim text-12">{text('outlets.empty')}</p>
      ) : (
        <ScrollRegion className="scroll" label={text('outlets.title')}>
          <ul className="text-12">
            {own.map((outlet) => (
              <Row key={outlet.id} outlet={outlet} words={words} mayEdit={mayEdit} />
            ))}
          </ul>
        </ScrollRegion>
      )}
    </section>
  );
}
