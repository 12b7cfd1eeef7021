import { notify as commands } from '../../../../commands/notify.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { answerText } from '../../components/values/answer-text.ts';
import type { HookView, NotifySetup } from '../../state/notify.ts';
import type { NotifyWords } from './use-notify-words.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** So many failures in a row, and a channel counts as failing. */
const failing = 3;

function ChannelState({ state }: { readonly state: NotifySetup['channels'][number] }) {
  const text = useText();
  const format = useFormat();
  if (!state.isSetUp) return <span className="dim">{text('notify.notSetUp')}</span>;
  if (state.failures > 0 && state.failingSince !== null)
    return (
      <span
        className={`row gap-4 num ${state.failures >= failing ? 'notified__failed' : ''}`}
        title={answerText(state.answer, text)}
      >
        <Icon name="circle-alert" className="icon--small" />
        <span className="ellipsis">
          {text('notify.failingSince', { time: format.time(state.failingSince, zone, 'dayTime') })}
          {state.answer !== '' && ` · ${answerText(state.answer, text)}`}
        </span>
      </span>
    );
  if (state.goodAt === null) return <span className="dim">{text('notify.neverUsed')}</span>;
  return (
    <span className="row gap-4 num">
      <Icon name="check" className="icon--small notified__good" />
      {format.time(state.goodAt, zone, 'dayTime')}
      {state.took !== null && <span className="dim">{format.duration(Math.max(1000, state.took))}</span>}
    </span>
  );
}

/** Over what messages go, how each of them does, and a test of it. */
export function Channels(props: {
  readonly channels: NotifySetup['channels'];
  readonly hooks: readonly HookView[];
  readonly words: NotifyWords;
  readonly mayEdit: boolean;
}) {
  const { channels, hooks, words, mayEdit } = props;
  const text = useText();
  const { run } = useCommands();
  const used = channels.filter(({ isSetUp }) => isSetUp).length;
  return (
    <section className="panel notified__channels" aria-label={text('notify.channels')}>
      <header className="panel__head">
        <h2>{text('notify.channels')}</h2>
        <span className="dim num text-12">
          {text('notify.inUse', { count: used, total: channels.length })}
        </span>
        <span className="grow" />
        {mayEdit && (
          <CommandButton
            command={commands.editHook}
            args={{ id: 0 }}
            icon="plus"
            look="ghost"
            label={text('notify.hook')}
          />
        )}
      </header>
      <ScrollRegion className="scroll" label={text('notify.channels')}>
        <ul className="text-12">
          {channels.map((state) => {
            const hook = hooks.find(({ id }) => state.channel === `hook:${id}`);
            const name = words.channel(state.channel);
            return (
              <li key={state.channel} className="notified__channel underlined">
                <Icon name={state.channel === 'push' ? 'bell-ring' : hook ? 'external' : 'message'} />
                {hook !== undefined && mayEdit ? (
                  <button
                    type="button"
                    className="link ellipsis"
                    onClick={() => run(commands.editHook, { id: hook.id })}
                  >
                    {name}
                  </button>
                ) : (
                  <b className="strong ellipsis">{name}</b>
                )}
                <span className="dim ellipsis notified__what">
                  {hook === undefined
                    ? text(state.channel === 'mail' ? 'notify.mail.what' : 'notify.push.what')
                    : `${text(`notify.preset.${hook.preset}`)} · ${hook.enabled ? hook.host : text('notify.off')}`}
                </span>
                <ChannelState state={state} />
                {mayEdit && state.isSetUp ? (
                  <button
                    type="button"
                    className="link"
                    aria-label={text('notify.testOf', { name })}
                    onClick={() => run(commands.test, { channel: state.channel })}
                  >
                    {text('notify.test')}
                  </button>
                ) : (
                  <span />
                )}
              </li>
            );
          })}
        </ul>
      </ScrollRegion>
    </section>
  );
}
