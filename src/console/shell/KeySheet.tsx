import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { hasPermission } from '../../base/permissions.ts';
import type { Command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { CommandButton } from '../components/commands.tsx';
import { useText } from '../components/i18n.ts';
import { Keys } from '../components/Keys.tsx';
import { useModal } from '../components/use-modal.ts';
import { bindings, shortcuts } from '../state/shortcuts.ts';
import { registry } from './context.ts';
import './key-sheet.css';

const area = ({ id }: Command) => id.slice(0, id.indexOf('.'));

/** The keys that do something now, by area, as the registry and the user's own keys have them. */
export default function KeySheet(props: {
  readonly context: () => CommandContext;
  readonly onClose: () => void;
}) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const { changed, singles } = useSnapshot(shortcuts);
  useModal(dialog);
  const context = props.context();
  const can = ({ permission, when }: Command) =>
    (permission === undefined || hasPermission(context.session.permissions, permission)) &&
    (when?.(context) ?? true) === true;
  const byArea = new Map<string, { command: Command; keys: string[] }[]>();
  for (const [key, id] of bindings(registry.all, changed, singles)) {
    const command = registry.get(id);
    if (!can(command)) continue;
    const list = byArea.get(area(command)) ?? [];
    const known = list.find((entry) => entry.command === command);
    if (known === undefined) list.push({ command, keys: [key] });
    else known.keys.push(key);
    byArea.set(area(command), list);
  }
  return (
    <dialog
      ref={dialog}
      className="keysheet"
      aria-label={text('keys.title')}
      onCancel={props.onClose}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) props.onClose();
      }}
    >
      <header className="keysheet__head">
        <h2>{text('keys.title')}</h2>
        <CommandButton command="preferences.shortcuts" />
        <CommandButton command="overlay.close" icon="x" look="ghost" iconOnly />
      </header>
      {byArea.size === 0 && <p className="dim">{text('keys.none')}</p>}
      <div className="keysheet__areas">
        {[...byArea].map(([name, entries]) => (
          <section key={name}>
            <dl>
              {entries.map(({ command, keys }) => (
                <div key={command.id} className="keysheet__line">
                  <dt>{text(command.title)}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Keys key={key} value={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}
