import { useId } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import type { Level } from '../../../../base/alarm-words.ts';
import { unitOfTerm } from '../../../../derive/rule-words/term-unit.ts';
import { plainNumber, releaseSign } from '../../../../derive/rule-words/words.ts';
import {
  changedAt,
  conditionAt,
  type EditedLevel,
  type FoundLimit,
  limitsOf,
} from '../../../../domain/alarms/edits.ts';
import { type Hold, rankOf } from '../../../../domain/alarms/rule.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { Menu } from '../../../components/menu/Menu.tsx';
import { problemsAt } from '../problems.ts';
import { Condition } from './condition/Condition.tsx';
import { useEditor, withCondition } from './context.ts';
import { NumberToken, SelectToken } from './tokens.tsx';

const unitsOfHold = ['readings', 'minutes'] as const;

/** So many readings, or so many minutes. */
function HoldTokens(props: {
  readonly field: string;
  readonly label: string;
  readonly hold: Hold;
  readonly before: Hold | undefined;
  readonly isInvalid: boolean;
  readonly onChange: (hold: Hold) => void;
}) {
  const { field, label, hold, before, isInvalid, onChange } = props;
  const text = useText();
  const unit = 'readings' in hold ? 'readings' : 'minutes';
  const count = 'readings' in hold ? hold.readings : hold.minutes;
  const was = before === undefined ? undefined : 'readings' in before ? before.readings : before.minutes;
  const unitWas = before === undefined ? unit : 'readings' in before ? 'readings' : 'minutes';
  const made = (value: number, of: string): Hold =>
    of === 'readings' ? { readings: value } : { minutes: value };
  return (
    <span className="rules__hold">
      <NumberToken
        label={label}
        value={count}
        isShort
        isInvalid={isInvalid}
        before={
          was === undefined || (Object.is(was, count) && unitWas === unit) ? undefined : plainNumber(was)
        }
        onChange={(value) => onChange(made(value ?? Number.NaN, unit))}
      />
      <SelectToken
        field={field}
        label={text('rules.holdUnit', { label })}
        value={unit}
        isQuiet
        options={unitsOfHold.map((value) => ({ value, label: text(`rules.unit.${value}`) }))}
        onChange={(value) => onChange(made(count, value))}
      />
    </span>
  );
}

/** What a limit is left by: its own limit where it has one, else the limit itself. */
function ReleaseToken({
  level,
  index,
  found,
  several,
}: {
  readonly level: Level;
  readonly index: number;
  readonly found: FoundLimit;
  readonly several: boolean;
}) {
  const text = useText();
  const id = useId();
  const { editLevel, levelsFrom, problems, words } = useEditor();
  const { limit, path } = found;
  const base = levelsFrom.find((one) => one.level === level);
  const was = base === undefined ? null : conditionAt(base.condition, path);
  const before = was?.type === 'limit' ? was : null;
  const wrong = problemsAt(problems, index, path).filter(({ part }) => part === 'release');
  return (
    <>
      <span className="rules__released">
        <span className="dim">{releaseSign(limit.side)}</span>
        <NumberToken
          label={
            several
              ? text('rules.releaseOfTerm', { level: words.level(level), term: words.term(limit.term) })
              : text('rules.releaseOf', { level: words.level(level) })
          }
          value={limit.release}
          placeholder={Number.isFinite(limit.limit) ? String(limit.limit) : ''}
          unit={unitOfTerm(limit.term)}
          before={
            before === null || Object.is(before.release, limit.release)
              ? undefined
              : plainNumber(before.release ?? before.limit)
          }
          isInvalid={wrong.length > 0}
          describedBy={wrong.length > 0 ? id : undefined}
          onChange={(value) =>
            editLevel(level, (own) => {
              const { release: _, ...rest } = limit;
              const next = value === undefined ? rest : { ...rest, release: value };
              return withCondition(own, changedAt(own.condition, path, () => [next]) ?? next);
            })
          }
        />
      </span>
      {wrong.length > 0 && (
        <p className="rules__wrong text-12" id={id} role="alert">
          {text('rules.problem.release')}
        </p>
      )}
    </>
  );
}

/** A level of a rule: when it counts, for how long, when it is over, and its response card. */
export function LevelRow({
  own,
  index,
  isCardOpen,
}: {
  readonly own: EditedLevel;
  readonly index: number;
  readonly isCardOpen: boolean;
}) {
  const text = useText();
  const commands = useCommands();
  const { levelsFrom, from, editLevel, problems, words, mayEdit } = useEditor();
  const { level, condition, hold, releaseHold, card } = own;
  const before = levelsFrom.find((one) => one.level === level);
  const name = words.level(level);
  const wrong = problems.filter((one) => one.level === index && one.path === null);
  const isHoldWrong = wrong.some(({ part }) => part === 'hold');
  const limits = limitsOf(condition);
  const badge = (
    <span className={`rules__level-name rules__level-name--${rankOf(level)}`}>
      <LevelGlyph rank={rankOf(level)} />
      <span className="ellipsis">{name}</span>
    </span>
  );
  const entries = [
    {
      id: 'card',
      label: text('command.rules.card'),
      on: isCardOpen,
      onPress: () => commands.run(rules.card, { level }, 'menu'),
    },
    ...(mayEdit
      ? [
          {
            id: 'remove',
            label: text('command.rules.removeLevel'),
            onPress: () => commands.run(rules.removeLevel, { level }, 'menu'),
          },
        ]
      : []),
  ];
  return (
    <fieldset
      className={`rules__level ${from !== null && before === undefined ? 'is-added' : ''}`}
      aria-label={name}
    >
      <div className="rules__cell">
        <Menu
          label={text('rules.levelMenu', { level: name })}
          trigger={badge}
          className="rules__level-menu"
          entries={entries}
        />
      </div>
      <div className="rules__cell">
        <Condition level={level} index={index} path={[]} condition={condition} />
        {wrong.map(({ message, params }) => (
          <p key={message} className="rules__wrong text-12" role="alert">
            {text(message, params)}
          </p>
        ))}
      </div>
      <div className="rules__cell" data-head={text('rules.heldFor')}>
        <HoldTokens
          field={`${level}.hold`}
          label={text('rules.holdOf', { level: name })}
          hold={hold}
          before={before?.hold}
          isInvalid={isHoldWrong}
          onChange={(next) => editLevel(level, (one) => ({ ...one, hold: next }))}
        />
      </div>
      <div className="rules__cell" data-head={text('rules.released')}>
        {limits.map((found) => (
          <ReleaseToken
            key={found.path.join()}
            level={level}
            index={index}
            found={found}
            several={limits.length > 1}
          />
        ))}
        <span className="rules__released">
          <span className="dim">{text('rules.for')}</span>
          <HoldTokens
            field={`${level}.releaseHold`}
            label={text('rules.releaseHoldOf', { level: name })}
            hold={releaseHold}
            before={before?.releaseHold}
            isInvalid={isHoldWrong}
            onChange={(next) => editLevel(level, (one) => ({ ...one, releaseHold: next }))}
          />
        </span>
      </div>
      {(isCardOpen || (card ?? '') !== '') && (
        <div className="rules__card">
          {isCardOpen ? (
            <textarea
              aria-label={text('rules.cardOf', { level: name })}
              placeholder={text('rules.cardHint')}
              maxLength={2000}
              rows={3}
              value={card ?? ''}
              onChange={(event) => {
                const written = event.target.value;
                editLevel(level, ({ card: _, ...rest }) =>
                  written === '' ? rest : { ...rest, card: written },
                );
              }}
            />
          ) : (
            <p className="text-12 dim ellipsis">
              <Icon name="message" /> {card}
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}
