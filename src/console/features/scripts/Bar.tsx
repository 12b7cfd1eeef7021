import { useCallback, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { form as formCommands } from '../../../../commands/form.ts';
import { plans as planCommands } from '../../../../commands/plans/index.ts';
import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import { callOf } from '../../../command/command.ts';
import { said } from '../../components/arguments/said.ts';
import { MultiChoice } from '../../components/choice/MultiChoice.tsx';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Menu } from '../../components/menu/Menu.tsx';
import { Permit, usePermitted } from '../../components/Permit.tsx';
import { useOffer, useOffers } from '../../components/screen.ts';
import { preferences } from '../../state/preferences.ts';
import { nameOf, useScripts } from '../../state/scripts/scripts.ts';
import type { OpenScript } from './use-script.ts';

const actions = ['create', 'saveNote', 'saveAs', 'rename', 'share', 'revert', 'delete', 'import'] as const;

/** Every script that can be opened, by where it comes from. */
export function useChoices() {
  const text = useText();
  const { language } = useSnapshot(preferences);
  const { data } = useScripts();
  return useMemo(() => {
    const kept = (isOwn: boolean) =>
      (data?.scripts ?? [])
        .filter((script) => script.isOwn === isOwn)
        .map(({ id, name, version, owner }) => ({
          value: id,
          label: name,
          note: isOwn ? `v${version}` : `${owner} · v${version}`,
        }));
    return [
      { label: text('scripts.own'), items: kept(true) },
      { label: text('scripts.shared'), items: kept(false) },
      {
        label: text('scripts.library'),
        items: (data?.library ?? []).map(({ id, title }) => ({
          value: nameOf({ type: 'library', id }),
          label: said(title, language, id),
          note: '',
        })),
      },
    ].filter(({ items }) => items.length > 0);
  }, [data, text, language]);
}

/** The head of the panel: which script, which version, what is wrong with it, and the way to its plan. */
export function Bar(props: {
  readonly script: OpenScript;
  readonly title: string;
  readonly problems: { readonly errors: number; readonly hints: number } | null;
  readonly showsProblems: boolean;
  /** False where the text is only read. */
  readonly isWritten: boolean;
  /** A draft stands beside the script. */
  readonly canRehearse: boolean;
}) {
  const { script, title, problems, showsProblems, isWritten, canRehearse } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const permitted = usePermitted();
  useOffers();
  const { language } = useSnapshot(preferences);
  const { data } = useScripts();
  const [isOpen, setOpen] = useState(false);
  const choices = useChoices();
  useOffer(scriptCommands.browse, () => setOpen(!isOpen));
  const close = useCallback(() => setOpen(false), []);
  const own = script.source?.own ?? null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const from = own?.library ?? null;
  const origin = data?.library.find(({ id }) => id === from);
  const isToday =
    own !== null && format.time(own.savedAt, zone, 'date') === format.time(Date.now(), zone, 'date');
  const entries = actions
    .filter(
      (action) =>
        action === 'import' ||
        action === 'create' ||
        action === 'revert' ||
        permitted(['device:script:edit', 'device:script:delete']),
    )
    .map((action) => {
      const share = own?.share === 'company' ? 'private' : 'company';
      const call =
        action === 'share' ? callOf(scriptCommands.share, { share }) : callOf(scriptCommands[action]);
      const { title: label, available } = commands.describe(call.command);
      return {
        id: action,
        label:
          action === 'share' ? text(own?.share === 'company' ? 'scripts.unshare' : 'scripts.share') : label,
        disabled: available !== true,
        onPress: () => commands.runCall(call, 'menu'),
      };
    });
  return (
    <header className="scripts__bar row gap-8 yields one-line inset">
      <h1 className="visually-hidden">{text('page.scripts')}</h1>
      <MultiChoice
        label={title}
        icon="terminal"
        toggle={callOf(scriptCommands.browse)}
        open={isOpen}
        onClose={close}
        search={text('scripts.search')}
        none={text('scripts.noMatch')}
        groups={choices}
        chosen={useMemo(() => new Set([script.key]), [script.key])}
        onToggle={(chosen) => {
          setOpen(false);
          commands.run(scriptCommands.open, { script: chosen }, 'button');
        }}
      />
      {own !== null && (
        <span className="pill num">
          {text('scripts.version', {
            version: own.version,
            time: format.time(own.savedAt, zone, isToday ? 'minute' : 'dayTime'),
          })}
        </span>
      )}
      {own === null && <span className="pill">{text(`scripts.is.${script.name.type}`)}</span>}
      {script.isEdited && <span className="pill pill--late">{text('scripts.edited')}</span>}
      {own?.share === 'company' && (
        <span className="dim yields text-12">
          {own.isOwn ? text('scripts.isShared') : text('scripts.sharedBy', { owner: own.owner })}
        </span>
      )}
      {from !== null && (
        <span className="dim ellipsis yields text-12">
          {text('scripts.from', { title: said(origin?.title, language, from) })}
        </span>
      )}
      <span className="grow" />
      {problems !== null && (
        <CommandButton
          command={scriptCommands.problems}
          look="ghost"
          pressed={showsProblems}
          label={text('scripts.problems', problems)}
        />
      )}
      {isWritten && (
        <Permit needs="device:script:edit">
          <CommandButton command={scriptCommands.save} label={text('scripts.save')} />
        </Permit>
      )}
      {canRehearse && (
        <Permit needs="device:workflow:run">
          <CommandButton command={planCommands.rehearse} icon="play" label={text('rehearsal.start')} />
        </Permit>
      )}
      <Permit needs="device:workflow:run">
        <CommandButton
          command={scriptCommands.check}
          look="primary"
          icon="play"
          label={text('scripts.toPlan')}
          showKeys={formCommands.save}
        />
      </Permit>
      <Menu
        label={text('scripts.more')}
        trigger={<Icon name="ellipsis" />}
        className="button button--icon"
        entries={entries}
      />
    </header>
  );
}
