import { messages as messageCommands } from '../../../../commands/messages.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';

/** The head of the page: whether the list runs, how many wait above it, and what can be done with all of it. */
export function MessagesBar({ holds, waiting }: { readonly holds: boolean; readonly waiting: number }) {
  const text = useText();
  return (
    <header className="panel__head messages__bar">
      <h2>{text('page.messages')}</h2>
      <span className={`pill ${holds ? '' : 'pill--ok'}`} role="status">
        {text(holds ? 'messages.held' : 'messages.live')}
      </span>
      {waiting > 0 && (
        <CommandButton
          command={messageCommands.hold}
          icon="chevron-up"
          look="ghost"
          label={text('messages.newer', { count: waiting })}
        />
      )}
      <span className="grow" />
      <CommandButton
        command={messageCommands.hold}
        icon={holds ? 'play' : 'pause'}
        label={text(holds ? 'messages.resume' : 'messages.key.hold')}
        pressed={holds}
      />
      <CommandButton command={messageCommands.refresh} icon="refresh" iconOnly />
      <CommandButton command={messageCommands.save} icon="download" label={text('deviceViews.export')} />
      <Permit needs="device:site:edit">
        <CommandButton command={messageCommands.settings} icon="settings" label={text('messages.settings')} />
      </Permit>
    </header>
  );
}
