import { type KeyboardEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { MessageId } from '../../base/messages.ts';
import { isKey, isSingle, type KeyClash } from '../../command/keys.ts';
import { CommandButton } from '../components/commands.tsx';
import { SearchField } from '../components/fields.tsx';
import { useText } from '../components/i18n.ts';
import { Keys, keyCaps } from '../components/Keys.tsx';
import { useOffer } from '../components/screen.ts';
import {
  keysOf,
  rebind,
  resetAllKeys,
  resetKeys,
  setSingles,
  shortcuts,
  unbind,
} from '../state/shortcuts.ts';
import { registry } from './context.ts';
import { typedKey } from './keys.ts';
import './shortcuts.css';

interface Problem {
  readonly command: string;
  readonly message: MessageId;
  readonly params: Readonly<Record<string, string>>;
}

/** The page on which a user gives commands other keys. */
export default function ShortcutsPage() {
  const text = useText();
  const { changed, singles } = useSnapshot(shortcuts);
  const [filter, setFilter] = useState('');
  const [listening, setListening] = useState<{
    readonly command: string;
    readonly first: string | null;
  } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const said = (key: string) => keyCaps(key).join(' ');

  const choices = () => registry.all.map(({ id, title }) => ({ value: id, label: text(title) }));
  const listen = ({ command }: { command: string }) => {
    setProblem(null);
    setListening({ command, first: null });
  };
  useOffer('shortcuts.rebind', listen, { choices });
  useOffer<{ command: string }>('shortcuts.unbind', ({ command }) => unbind(command), { choices });
  useOffer<{ command: string }>('shortcuts.reset', ({ command }) => resetKeys(command), { choices });
  useOffer('shortcuts.resetAll', resetAllKeys);
  useOffer('shortcuts.singles', () => setSingles(!shortcuts.singles));

  /** The button that listened goes: the focus is again on the one that made it listen. */
  const stop = (event: KeyboardEvent) => {
    event.currentTarget.closest('tr')?.querySelector<HTMLElement>('.shortcuts__acts button')?.focus();
    setListening(null);
  };
  const settle = (event: KeyboardEvent, command: string, key: string) => {
    stop(event);
    const clash: KeyClash | null = isKey(key) ? rebind(registry.all, command, key) : null;
    if (!isKey(key)) setProblem({ command, message: 'shortcuts.notKey', params: {} });
    else if (clash !== null)
      setProblem({
        command,
        message: `shortcuts.clash.${clash.type}`,
        params: { key: said(key), command: text(registry.get(clash.id).title) },
      });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (listening === null) return;
    event.preventDefault();
    event.stopPropagation();
    const { command, first } = listening;
    if (event.key === 'Escape') return stop(event);
    if (event.key === 'Enter' && first !== null) return settle(event, command, first);
    const key = typedKey(event.nativeEvent);
    if (key === null) return;
    if (first === null && isSingle(key)) setListening({ command, first: key });
    else settle(event, command, first === null ? key : `${first} ${key}`);
  };

  const wanted = filter.trim().toLowerCase();
  const shown = registry.all.filter(
    ({ id, title }) => wanted === '' || text(title).toLowerCase().includes(wanted) || id.includes(wanted),
  );
  return (
    <section className="shortcuts">
      <header className="shortcuts__head">
        <h1>{text('page.shortcuts')}</h1>
        <SearchField label={text('shortcuts.filter')} value={filter} onChange={setFilter} />
        <CommandButton command="shortcuts.singles" label={text('shortcuts.singles')} pressed={singles} />
        <CommandButton command="shortcuts.resetAll" label={text('shortcuts.resetAll')} />
      </header>
      <p className="dim">{text('shortcuts.intro')}</p>
      <div className="shortcuts__scroll">
        <table className="shortcuts__table">
          <thead>
            <tr>
              <th>{text('shortcuts.command')}</th>
              <th>{text('shortcuts.keys')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {shown.map((command) => {
              const keys = keysOf(command, changed);
              const isOwn = Object.hasOwn(changed, command.id);
              return (
                <tr key={command.id}>
                  <th scope="row">
                    {text(command.title)}
                    <span className="faint mono">{command.id}</span>
                  </th>
                  <td>
                    {listening?.command === command.id ? (
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
                      <span className="shortcuts__keys">
                        {keys.length === 0 && <span className="faint">{text('shortcuts.noKey')}</span>}
                        {keys.map((key) => (
                          <Keys key={key} value={key} />
                        ))}
                        {isOwn && (
                          <span className="faint">
                            {text('shortcuts.default', {
                              keys: (command.keys ?? []).map(said).join(', ') || text('shortcuts.noKey'),
                            })}
                          </span>
                        )}
                      </span>
                    )}
                    {problem?.command === command.id && (
                      <p className="field__error" role="alert">
                        {text(problem.message, problem.params)}
                      </p>
                    )}
                  </td>
                  <td>
                    <div className="shortcuts__acts">
                      <CommandButton
                        command="shortcuts.rebind"
                        args={{ command: command.id }}
                        label={text('shortcuts.change')}
                      />
                      {keys.length > 0 && (
                        <CommandButton
                          command="shortcuts.unbind"
                          args={{ command: command.id }}
                          label={text('shortcuts.off')}
                        />
                      )}
                      {isOwn && (
                        <CommandButton
                          command="shortcuts.reset"
                          args={{ command: command.id }}
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
