import { type ReactNode, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { overlay as overlayCommands } from '../../../../commands/overlay/index.ts';
import { preferences as preferenceCommands } from '../../../../commands/preferences/index.ts';
import { hasPermission } from '../../../base/permissions.ts';
import { type Command, type CommandCall, callKey } from '../../../command/command.ts';
import type { CommandContext } from '../../../command/context.ts';
import { listBindings } from '../../../command/keys.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useModal } from '../../components/dialog/use-modal.ts';
import { useText } from '../../components/i18n.ts';
import { Keys } from '../../components/Keys.tsx';
import { bindings, shortcuts } from '../../state/shortcuts.ts';
import { registry } from '../running/context.ts';
import { heardKeys, type KeySection, keySections, sectionOfArea } from './key-sections.ts';
import { useCallTitle } from './use-call-title.ts';
import './key-sheet.css';

const area = ({ id }: Command) => id.slice(0, id.indexOf('.'));
const section = (command: Command) => sectionOfArea(area(command));

type Lines = ReadonlyMap<string, { readonly call: CommandCall; readonly keys: readonly string[] }>;

/** Calls with all their keys, by section. */
function linesOf(keys: Iterable<readonly [string, CommandCall]>): readonly (readonly [KeySection, Lines])[] {
  const bySection = new Map<KeySection, Map<string, { call: CommandCall; keys: string[] }>>();
  for (const [key, call] of keys) {
    const { command, args } = call;
    const calls = bySection.get(section(command)) ?? new Map();
    const known = calls.get(callKey(command.id, args)) ?? { call, keys: [] };
    calls.set(callKey(command.id, args), { call, keys: [...known.keys, key] });
    bySection.set(section(command), calls);
  }
  return keySections.flatMap((name) => {
    const lines = bySection.get(name);
    return lines === undefined ? [] : [[name, lines] as const];
  });
}

/** What parts of the page hear without a command. */
function Heard() {
  const text = useText();
  const heard = heardKeys.filter(({ of }) => document.querySelector(of) !== null);
  return (
    <section>
      <h4>{text('keys.section.heard')}</h4>
      <dl>
        {heard.map(({ keys, says }) => (
          <div key={keys.join()} className="keysheet__line between gap-12 flex">
            <dt>{text(says)}</dt>
            <dd>
              {keys.map((key) => (
                <Keys key={key} value={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Sections(props: {
  readonly lines: readonly (readonly [KeySection, Lines])[];
  /** The sections have no headings: one stands above them. */
  readonly isOne?: boolean;
  readonly children?: ReactNode;
}) {
  const callTitle = useCallTitle();
  const text = useText();
  return (
    <div className="keysheet__areas">
      {props.lines.map(([name, calls]) => (
        <section key={name}>
          {props.isOne !== true && <h4>{text(`keys.section.${name}`)}</h4>}
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
      {props.children}
    </div>
  );
}

/** The keys that do something now, in sections, as the registry and the user's own keys have them; apart from them those of the page's own list. */
export default function KeySheet(props: {
  readonly context: () => CommandContext;
  readonly onClose: () => void;
}) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const { changed, singles } = useSnapshot(shortcuts);
  useModal(dialog);
  const context = props.context();
  const may = ({ permission }: Command) =>
    permission === undefined || hasPermission(context.session.permissions, permission);
  const everywhere = linesOf(
    [...bindings(registry.all, changed, singles)].filter(
      ([, { command }]) => may(command) && (command.when?.(context) ?? true) === true,
    ),
  );
  // The lists that are on screen, by what only they do: a command that has a page, or that is about something that it is
  // given, can be run from anywhere.
  const lists = new Set(
    registry.all
      .filter(({ listKeys, page }) => listKeys !== undefined && page === undefined)
      .filter((command) => !command.arguments.required?.length)
      .filter((command) => context.screen.situation(command) !== null)
      .map(area),
  );
  const ofList = linesOf(
    registry.all
      .filter((command) => may(command) && lists.has(area(command)))
      .flatMap((command) => [...listBindings({ [command.id]: command })]),
  );
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
      {everywhere.length === 0 && ofList.length === 0 && <p className="dim">{text('keys.none')}</p>}
      {ofList.length > 0 && (
        <section className="keysheet__list">
          <h3>{text('keys.ofList')}</h3>
          <Sections lines={ofList} isOne />
        </section>
      )}
      {ofList.length > 0 && everywhere.length > 0 && <h3>{text('keys.everywhere')}</h3>}
      <Sections lines={everywhere}>
        <Heard />
      </Sections>
    </dialog>
  );
}
