import { rules } from '../../../../../commands/rules.ts';
import type { RuleSummary } from '../../../../contract/alarms/rules.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Menu } from '../../../components/menu/Menu.tsx';
import { useEditor } from './context.ts';
import { SwitchToken } from './tokens.tsx';

/** The head of the editor: the rule's name, its version, whether it judges, and what else can be done with it. */
export function EditorHead(props: {
  readonly summary: RuleSummary | null;
  /** The version that is edited; a draft becomes the next one. */
  readonly version: number;
  readonly onName: (name: string) => void;
}) {
  const { summary, version, onName } = props;
  const { key, draft, rule, problems, mayEdit, edit } = useEditor();
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isNew = key === 'new';
  return (
    <header className="panel__head rules__head">
      <input
        className="rules__name"
        aria-label={text('rules.name')}
        aria-invalid={problems.some(({ part }) => part === 'name')}
        placeholder={text('rules.name')}
        maxLength={80}
        readOnly={!mayEdit}
        value={rule.name}
        onChange={(event) => onName(event.target.value)}
      />
      {draft !== null && (
        <span className="pill rules__pill num">
          {isNew ? text('rules.newRule') : text('rules.draftOf', { version: version + 1 })}
        </span>
      )}
      {summary !== null && (
        <span className="dim num text-12 ellipsis">
          {text('rules.activeSince', {
            version: summary.version,
            time: format.time(summary.from, zone, 'full'),
            by: summary.accountName ?? '–',
          })}
        </span>
      )}
      <span className="grow" />
      <fieldset disabled={!mayEdit}>
        <SwitchToken
          field="enabled"
          label={text('rules.ruleOn')}
          isOn={rule.definition.enabled}
          onChange={(enabled) => edit((own) => ({ ...own, enabled }))}
        />
      </fieldset>
      {!isNew && <CommandButton command={rules.versions} icon="history" label={text('rules.versions')} />}
      <Menu
        label={text('rules.more')}
        trigger={<Icon name="ellipsis" />}
        className="button button--icon"
        entries={[
          {
            id: 'export',
            label: text('command.rules.export'),
            icon: <Icon name="download" />,
            onPress: () => commands.run(rules.export, {}, 'menu'),
          },
          ...(mayEdit && !isNew
            ? [
                {
                  id: 'delete',
                  label: text('command.rules.delete'),
                  icon: <Icon name="trash" />,
                  onPress: () => commands.run(rules.delete, {}, 'menu'),
                },
              ]
            : []),
        ]}
      />
    </header>
  );
}
