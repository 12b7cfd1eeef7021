import type { ReactNode } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import { levels as allLevels, type Level } from '../../../../base/alarm-words.ts';
import { rankOf } from '../../../../domain/alarms/rule.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { Menu } from '../../../components/menu/Menu.tsx';
import { Blind } from './Blind.tsx';
import { useEditor } from './context.ts';
import { LevelRow } from './LevelRow.tsx';

/** The levels of a rule, the mildest first: when each counts, for how long, and when it is over. */
export function Ladder({
  current,
  cards,
  children,
}: {
  /** The level that the focus was in last. */
  readonly current: Level | null;
  readonly cards: ReadonlySet<Level>;
  readonly children?: ReactNode;
}) {
  const text = useText();
  const commands = useCommands();
  const { levels, words, mayEdit, problems } = useEditor();
  const missing = allLevels.filter((level) => !levels.some((own) => own.level === level));
  const read = levels.find(({ level }) => level === current) ?? levels.at(-1);
  const none = problems.find((one) => one.part === 'level' && one.level === null);
  return (
    <div className="rules__ladder">
      <div className="rules__heads text-11" aria-hidden="true">
        {(['rules.level', 'rules.when', 'rules.heldFor', 'rules.released'] as const).map((head) => (
          <span key={head}>{text(head)}</span>
        ))}
      </div>
      {levels.map((own, index) => (
        <LevelRow key={own.level} own={own} index={index} isCardOpen={cards.has(own.level)} />
      ))}
      {none !== undefined && (
        <p className="rules__wrong padded text-12" role="alert">
          {text(none.message)}
        </p>
      )}
      <div className="rules__tools">
        {mayEdit && missing.length > 0 && (
          <Menu
            label={text('command.rules.addLevel')}
            trigger={
              <>
                <Icon name="plus" />
                {text('rules.level')}
              </>
            }
            className="button button--ghost"
            entries={missing.map((level) => ({
              id: level,
              label: words.level(level),
              icon: <LevelGlyph rank={rankOf(level)} />,
              onPress: () => commands.run(rules.addLevel, { level }, 'menu'),
            }))}
          />
        )}
        {mayEdit && read !== undefined && (
          <>
            <button
              type="button"
              className="button button--ghost"
              title={text('rules.addTo', { level: words.level(read.level) })}
              onClick={() => commands.run(rules.addCondition, { at: read.level })}
            >
              <Icon name="plus" />
              {text('rules.condition')}
            </button>
            <button
              type="button"
              className="button button--ghost"
              title={text('rules.addGroupTo', { level: words.level(read.level) })}
              onClick={() => commands.run(rules.addGroup, { at: read.level })}
            >
              <Icon name="plus" />
              {text('rules.groupWord')}
            </button>
          </>
        )}
        {read !== undefined && (
          <p className="rules__reads text-12">{text('rules.reads', { sentence: words.sentence(read) })}</p>
        )}
      </div>
      <Blind />
      {children}
    </div>
  );
}
