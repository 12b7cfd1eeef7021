import { notify as notifyCommands } from '../../../../commands/notify.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { answerText } from '../../components/values/answer-text.ts';
import { sendMessageAgain, useMessages, useNotifyChanged } from '../../state/notify.ts';

const shown = 8;

/** Messages that did not arrive since a moment, with what the other side said; each can be sent again. */
export function FailedMessages({ from, zone }: { readonly from: number; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const mayEdit = usePermitted()('alarm:notify:edit');
  const { data } = useMessages({ only: 'failed', from, limit: shown });
  const changed = useNotifyChanged();
  useOffer(
    notifyCommands.again,
    async ({ id }) => {
      await sendMessageAgain(id, text);
      await changed();
    },
    { available: mayEdit },
  );
  const messages = data?.messages ?? [];
  return (
    <section className="panel" aria-label={text('health.failedMessages')}>
      <header className="panel__head">
        <h2>{text('health.failedMessages')}</h2>
        <span className="dim text-12 num">
          {text('health.shown', { shown: messages.length, total: data?.total ?? 0 })}
        </span>
      </header>
      {messages.length === 0 ? (
        <p className="health__none dim text-12">{text('health.failedMessages.none')}</p>
      ) : (
        <ul className="health__list text-12">
          {messages.map(({ id, name, address, channel, title, state, answer, createdAt }) => (
            <li key={id} className="health__line">
              <span className="health__row health__row--message grid">
                <b className="strong ellipsis" title={address}>
                  {name || address}
                </b>
                <span className="dim ellipsis" title={title}>
                  {answer === '' ? text(`notify.state.${state}`) : answerText(answer, text)}
                </span>
                <span className="num health__end">{format.time(createdAt, zone, 'dayTime')}</span>
              </span>
              <span className="health__fix">
                {mayEdit && channel !== '' && (
                  <CommandButton
                    command={notifyCommands.again}
                    args={{ id }}
                    look="ghost"
                    label={text('notify.again')}
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
