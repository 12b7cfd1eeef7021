import { type ReactNode, useState } from 'react';
import { rules as ruleCommands } from '../../../../commands/rules.ts';
import type { RuleSummary } from '../../../contract/alarms/rules.ts';
import { useCommands } from '../../components/commands.tsx';
import { SearchField } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Menu } from '../../components/menu/Menu.tsx';
import type { RuleDraft, RuleKey } from '../../state/alarm-rules.ts';
import { isPublished, presetIds } from './presets.ts';
import type { UserRuleWords } from './use-rule-words.ts';

/** Rules by name: for whom, which version, how many alarms of it are open; on or off. */
export function RuleList(props: {
  readonly rules: readonly RuleSummary[];
  readonly drafts: Readonly<Record<string, RuleDraft>>;
  readonly chosen: RuleKey | null;
  readonly words: UserRuleWords;
  readonly mayEdit: boolean;
  /** Those that are changed together. */
  readonly marked: ReadonlySet<number>;
  /** What is done with them. */
  readonly bulk: ReactNode;
}) {
  const { rules, drafts, chosen, words, mayEdit, marked, bulk } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [wanted, setWanted] = useState('');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const folded = wanted.normalize('NFKC').toLowerCase();
  /** Where the user sees several companies: whose rule it is. */
  const nameOf = (companyId: number) =>
    words.companies.length > 1 ? (words.companies.find(({ id }) => id === companyId)?.name ?? '') : '';
  const shown = rules.filter(({ name, definition, companyId }) =>
    `${name} ${nameOf(companyId)} ${words.scope(definition.scope)}`
      .normalize('NFKC')
      .toLowerCase()
      .includes(folded),
  );
  const fresh = drafts['new'];
  return (
    <section className="panel rules__list" aria-label={text('rules.list')}>
      <header className="panel__head">
        <h2>{text('page.alarmRules')}</h2>
        <span className="dim num text-12">{rules.length}</span>
        <span className="grow" />
        {mayEdit && (
          <Menu
            label={text('command.rules.add')}
            trigger={<Icon name="plus" />}
            className="button button--icon button--ghost"
            entries={[
              ...presetIds.map((preset) => ({
                id: preset,
                label: text(`rules.preset.${preset}`),
                ...(isPublished(preset) ? { note: text(`rules.source.${preset}`) } : {}),
                onPress: () => commands.run(ruleCommands.add, { preset }, 'menu'),
              })),
              {
                id: 'import',
                label: text('rules.fromFile'),
                icon: <Icon name="upload" />,
                onPress: () => commands.run(ruleCommands.import, {}, 'menu'),
              },
            ]}
          />
        )}
      </header>
      <div className="rules__filter">
        <SearchField label={text('rules.filter')} value={wanted} onChange={setWanted} />
      </div>
      {bulk}
      <ul className="scroll">
        {fresh !== undefined && (
          <li className={chosen === 'new' ? 'is-active' : ''}>
            <button
              type="button"
              className="rules__item pickable"
              aria-current={chosen === 'new' ? 'true' : undefined}
              onClick={() => commands.run(ruleCommands.open, { ruleId: 0 })}
            >
              <b className="ellipsis">{fresh.rule.name || text('rules.newRule')}</b>
              <span className="rules__draft-note">{text('rules.notSaved')}</span>
            </button>
          </li>
        )}
        {shown.map((rule) => {
          const { id, name, version, definition, instances, open, rangAt } = rule;
          const company = nameOf(rule.companyId);
          const facts = [
            text('rules.v', { version }),
            ...(open > 0 ? [text('rules.open', { count: open })] : []),
            rangAt === null
              ? text('rules.neverRang')
              : text('rules.rang', { time: format.time(rangAt, zone, 'dayTime') }),
          ];
          return (
            <li
              key={id}
              className={`${chosen === id ? 'is-active' : ''} ${definition.enabled ? '' : 'is-off'}`}
            >
              <button
                type="button"
                className="rules__item pickable"
                aria-current={chosen === id ? 'true' : undefined}
                onClick={() => commands.run(ruleCommands.open, { ruleId: id })}
              >
                <b className="ellipsis">{name}</b>
                {company !== '' && <span className="ellipsis rules__company">{company}</span>}
                <span className="ellipsis num">
                  {text(`rules.instances.${definition.of}`, {
                    scope: words.scope(definition.scope),
                    count: instances,
                  })}
                </span>
                <span className="ellipsis num">
                  {drafts[String(id)] !== undefined && (
                    <span className="rules__draft-note">{text('rules.edited')} · </span>
                  )}
                  {facts.join(' · ')}
                </span>
              </button>
              {mayEdit && (
                <button
                  type="button"
                  role="checkbox"
                  className="rules__mark"
                  aria-checked={marked.has(id)}
                  aria-label={text('rules.markOf', { name: company === '' ? name : `${name}, ${company}` })}
                  onClick={() => commands.run(ruleCommands.mark, { ruleId: id })}
                >
                  {marked.has(id) && <Icon name="check" />}
                </button>
              )}
              <button
                type="button"
                role="switch"
                className="switch"
                aria-checked={definition.enabled}
                aria-label={text('rules.onOf', { name: company === '' ? name : `${name}, ${company}` })}
                disabled={!mayEdit}
                onClick={() => commands.run(ruleCommands.turn, { ruleId: id })}
              >
                <span className="switch__track" />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
