import { type KeyboardEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { shortcuts as shortcutCommands } from '../../../../commands/shortcuts.ts';
import type { MessageId } from '../../../base/messages.ts';
import { type Args, type CommandCall, callKey } from '../../../command/command.ts';
import { isKey, isReserved, isSingle, type KeyClash } from '../../../command/keys.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { SearchField, Segmented } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { Keys, keyCaps } from '../../components/Keys.tsx';
import { useOffer } from '../../components/screen.ts';
import {
  boundCalls,
  defaultKeysOf,
  isChangedCall,
  keysOf,
  rebind,
  resetAllKeys,
  resetKeys,
  setByPlace,
  setSingles,
  shortcuts,
  unbind,
} from '../../state/shortcuts.ts';
import { registry } from '../running/context.ts';
import { typedKey } from './keys.ts';
import { useCallTitle } from './use-call-title.ts';
import './shortcuts.css';

interface Problem {
  /** Whose key was refused: key of the call. */
  readonly of: string;
  readonly message: MessageId;
  readonly params: Readonly<Record<string, string>>;
}

const nameOf = ({ command, args }: CommandCall) => callKey(command.id, args);

/** The page on which a user gives commands other keys. */
export default function ShortcutsPage() {
  const text = useText();
  const callTitle = useCallTitle();
  const { changed, singles, byPlace } = useSnapshot(shortcuts);
  const commands = useCommands();
  const [filter, setFilter] = useState('');
  const [listening, setListening] = useState<{
    readonly call: CommandCall;
    readonly first: string | null;
  } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const said = (key: string) => keyCaps(key).join(' ');

  const choices = (argument: string) =>
    argument === 'command' ? registry.all.map(({ id, title }) => ({ value: id, label: text(title) })) : [];
  /** Does it with the call that is meant; an id that is none's does nothing. */
  const withCall =
    (action: (call: CommandCall) => void) =>
    ({ command: id, args = {} }: { readonly command: string; readonly args?: Args }) => {
      const command = registry.find(id);
      if (command !== undefined) action({ command, args });
    };
  const listen = (call: CommandCall) => {
    setProblem(null);
    setListening({ call, first: null });
  };
  const listenTo = (call: CommandCall) => {
    setFilter('');
    listen(call);
  };
  useOffer(shortcutCommands.bind, withCall(listenTo), { choices });
  useOffer(shortcutCommands.rebind, withCall(listen), { choices });
  useOffer(shortcutCommands.unbind, withCall(unbind), { choices });
  useOffer(shortcutCommands.reset, withCall(resetKeys), { choices });
  useOffer(shortcutCommands.resetAll, resetAllKeys);
  useOffer(shortcutCommands.layout, ({ layout }) => setByPlace(layout === 'place'));
  useOffer(shortcutCommands.singles, () => setSingles(!shortcuts.singles));

  /** The button that listened goes: the focus is again on the one that made it listen. */
  const stop = (event: KeyboardEvent) => {
    event.currentTarget.closest('tr')?.querySelector<HTMLElement>('.shortcuts__acts button')?.focus();
    setListening(null);
  };
  const settle = (event: KeyboardEvent, call: CommandCall, key: string) => {
    stop(event);
    const of = nameOf(call);
    const isTaken = isReserved(key);
    const clash: KeyClash | null = isKey(key) && !isTaken ? rebind(registry.all, call, key) : null;
    if (isTaken) setProblem({ of, message: 'shortcuts.reserved', params: { key: said(key) } });
    else if (!isKey(key)) setProblem({ of, message: 'shortcuts.notKey', params: {} });
    else if (clash !== null)
      setProblem({
        of,
        message: `shortcuts.clash.${clash.type}`,
        params: { key: said(key), command: callTitle(clash.call) },
      });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (listening === null) return;
    event.preventDefault();
    event.stopPropagation();
    const { call, first } = listening;
    if (event.key === 'Escape') return stop(event);
    if (event.key === 'Enter' && first !== null) return settle(event, call, first);
    const key = typedKey(event.nativeEvent);
    if (key === null) return;
    if (first === null && isSingle(key)) setListening({ call, first: key });
    else settle(event, call, first === null ? key : `${first} ${key}`);
  };

  const wanted = filter.trim().toLowerCase();
  const calls = new Map(
    [
      ...registry.all.map((command): CommandCall => ({ command, args: {} })),
      ...boundCalls(registry.all, changed),
      ...(listening === null ? [] : [listening.call]),
    ].map((call) => [nameOf(call), call]),
  );
  // With arguments: right behind the command without any.
  const shown = registry.all
    .flatMap((command) => [...calls.values()].filter((call) => call.command === command))
    .map((call) => ({ ...call, of: nameOf(call), title: callTitle(call) }))
    .filter(
      ({ command: { id }, title }) =>
        wanted === '' || title.toLowerCase().includes(wanted) || id.includes(wanted),
    );
  return (
    <section className="shortcuts column gap-8">
      <header className="shortcuts__head row wrap gap-8">
        <h1>{text('page.shortcuts')}</h1>
        <SearchField label={text('shortcuts.filter')} value={filter} onChange={setFilter} />
        <CommandButton
          command={shortcutCommands.singles}
          label={text('shortcuts.singles')}
          pressed={singles}
        />
        <Segmented
          label={text('shortcuts.layout')}
          value={byPlace ? 'place' : 'printed'}
          options={(['printed', 'place'] as const).map((value) => ({
            value,
            label: text(`shortcuts.layout.${value}`),
          }))}
          onChange={(layout) => commands.run(shortcutCommands.layout, { layout }, 'button')}
        />
        <CommandButton command={shortcutCommands.resetAll} label={text('shortcuts.resetAll')} />
      </header>
      <p className="dim">
        {text('shortcuts.intro')} {byPlace && text('shortcuts.layout.note')}
      </p>
      <div className="shortcuts__scroll scroll paper">
        <table className="shortcuts__table">
          <thead>
            <tr>
              <th>{text('shortcuts.command')}</th>
              <th>{text('shortcuts.keys')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {shown.map(({ command, args, of, title }) => {
              const keys = keysOf(command, changed, args);
              const isOwn = isChangedCall({ command, args }, changed);
              const named = { command: command.id, ...(Object.keys(args).length === 0 ? {} : { args }) };
              return (
                <tr key={of}>
                  <th scope="row">
                    {title}
                    <span className="faint mono">{command.id}</span>
                  </th>
                  <td>
                    {listening !== null && nameOf(listening.call) === of ? (
                      <button
                        type="button"
                        ref={(button) => button?.focus()}
                        className="shortcuts__listen"
                        onKeyDown={onKeyDown}
                        onBlur={() => setListening(null)}
                      >
                        {listening.first === null
                          ? text('shortcuts.press')
                          : text('shortcuts.second', { key: said(listening.first) })}
                      </button>
                    ) : (
                      <span className="row gap-8 shortcuts__keys">
                        {keys.length === 0 && <span className="faint">{text('shortcuts.noKey')}</span>}
                        {keys.map((key) => (
                          <Keys key={key} value={key} />
                        ))}
                        {isOwn && (
                          <span className="faint">
                            {text('shortcuts.default', {
                              keys:
                                defaultKeysOf({ command, args }).map(said).join(', ') ||
                                text('shortcuts.noKey'),
                            })}
                          </span>
                        )}
                      </span>
                    )}
                    {problem?.of === of && (
                      <p className="field__error" role="alert">
                        {text(problem.message, problem.params)}
                      </p>
                    )}
                  </td>
                  <td>
                    <div className="row gap-8 shortcuts__acts">
                      <CommandButton
                        command={shortcutCommands.rebind}
                        args={named}
                        label={text('shortcuts.change')}
                      />
                      {keys.length > 0 && (
                        <CommandButton
                          command={shortcutCommands.unbind}
                          args={named}
                          label={text('shortcuts.off')}
                        />
                      )}
                      {isOwn && (
                        <CommandButton
                          command={shortcutCommands.reset}
                          args={named}
                          label={text('shortcuts.reset')}
                        />
                      )}
                    </div>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
