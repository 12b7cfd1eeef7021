import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { overlay as overlayCommands } from '../../../../commands/overlay/index.ts';
import { preferences as preferenceCommands } from '../../../../commands/preferences/index.ts';
import { hasPermission } from '../../../base/permissions.ts';
import { type Command, type CommandCall, callKey } from '../../../command/command.ts';
import type { CommandContext } from '../../../command/context.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { Keys } from '../../components/Keys.tsx';
import { useModal } from '../../components/use-modal.ts';
import { bindings, shortcuts } from '../../state/shortcuts.ts';
import { registry } from '../running/context.ts';
import { useCallTitle } from './use-call-title.ts';
import './key-sheet.css';

const area = ({ id }: Command) => id.slice(0, id.indexOf('.'));

/** The keys that do something now, by area, as the registry and the user's own keys have them. */
export default function KeySheet(props: {
  readonly context: () => CommandContext;
  readonly onClose: () => void;
}) {
  const text = useText();
  const callTitle = useCallTitle();
  const dialog = useRef<HTMLDialogElement>(null);
  const { changed, singles } = useSnapshot(shortcuts);
  useModal(dialog);
  const context = props.context();
  const can = ({ permission, when }: Command) =>
    (permission === undefined || hasPermission(context.session.permissions, permission)) &&
    (when?.(context) ?? true) === true;
  const byArea = new Map<string, Map<string, { call: CommandCall; keys: string[] }>>();
  for (const [key, call] of bindings(registry.all, changed, singles)) {
    const { command, args } = call;
    if (!can(command)) continue;
    const calls = byArea.get(area(command)) ?? new Map();
    const known = calls.get(callKey(command.id, args)) ?? { call, keys: [] };
    calls.set(callKey(command.id, args), { call, keys: [...known.keys, key] });
    byArea.set(area(command), calls);
  }
  return (
    <dialog
      ref={dialog}
      className="keysheet floats"
      aria-label={text('keys.title')}
      onCancel={props.onClose}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) props.onClose();
      }}
    >
      <header className="keysheet__head row gap-8">
        <h2>{text('keys.title')}</h2>
        <CommandButton command={preferenceCommands.shortcuts} />
        <CommandButton command={overlayCommands.close} icon="x" look="ghost" iconOnly />
      </header>
      {byArea.size === 0 && <p className="dim">{text('keys.none')}</p>}
      <div className="keysheet__areas">
        {[...byArea].map(([name, calls]) => (
          <section key={name}>
            <dl>
              {[...calls].map(([id, { call, keys }]) => (
                <div key={id} className="keysheet__line between gap-12 flex">
                  <dt>{callTitle(call)}</dt>
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
