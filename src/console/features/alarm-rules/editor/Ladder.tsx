import { type ReactNode, useId } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import { levels as allLevels, type Level } from '../../../../base/alarm-words.ts';
import { unitOfTerm } from '../../../../derive/rule-words/term-unit.ts';
import { plainNumber, releaseSign } from '../../../../derive/rule-words/words.ts';
import {
  type ConditionPath,
  canUngroup,
  changedAt,
  conditionAt,
  type EditedCondition,
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
import { placeOf, useChosen, useEditor, withCondition } from './context.ts';
import { LimitLine } from './LimitLine.tsx';
import { NumberToken, SelectToken, SwitchToken } from './tokens.tsx';

interface NodeProps {
  readonly level: Level;
  readonly index: number;
  readonly path: ConditionPath;
  readonly condition: EditedCondition;
}

/** All or any of what stands in it, and what can be done with it. */
function Group({
  level,
  index,
  path,
  condition,
}: NodeProps & { readonly condition: EditedCondition & { readonly type: 'and' | 'or' } }) {
  const text = useText();
  const commands = useCommands();
  const { editLevel, levelsFrom, levels, mayEdit } = useEditor();
  const place = placeOf(level, path);
  const base = levelsFrom.find((one) => one.level === level);
  const was = base === undefined ? null : conditionAt(base.condition, path);
  const isNew = was !== null && was.type !== condition.type;
  const put = (type: string) =>
    editLevel(level, (own) =>
      withCondition(
        own,
        changedAt(own.condition, path, () => [{ ...condition, type: type === 'and' ? 'and' : 'or' }]) ??
          condition,
      ),
    );
  const set = useChosen(`${place}.join`, text('rules.join'), put, [
    { value: 'and', label: text('rules.join.and') },
    { value: 'or', label: text('rules.join.or') },
  ]);
  const word = text(`rules.join.${condition.type}`);
  const whole = levels[index]?.condition;
  const run = (command: typeof rules.addCondition) => () => commands.run(command, { at: place }, 'menu');
  const entries = [
    { id: 'and', label: text('rules.join.andLong'), on: condition.type === 'and', onPress: () => set('and') },
    { id: 'or', label: text('rules.join.orLong'), on: condition.type === 'or', onPress: () => set('or') },
    { id: 'add', label: text('rules.addHere'), onPress: run(rules.addCondition) },
    { id: 'addGroup', label: text('rules.addGroupHere'), onPress: run(rules.addGroup) },
    { id: 'negate', label: text('command.rules.negate'), onPress: run(rules.negate) },
    {
      id: 'ungroup',
      label: text('command.rules.ungroup'),
      disabled: whole === undefined || !canUngroup(whole, path),
      onPress: run(rules.ungroup),
    },
    {
      id: 'remove',
      label: text('rules.removeGroup'),
      disabled: path.length === 0,
      onPress: run(rules.removeCondition),
    },
  ];
  const join = <span className={`rules__word ${isNew ? 'is-new' : ''}`}>{word}</span>;
  return (
    <div className="rules__group" data-at={place}>
      <div className="rules__join">
        {mayEdit ? (
          <Menu
            label={text('rules.groupMenu', { word })}
            trigger={join}
            className="rules__joiner"
            entries={entries}
          />
        ) : (
          join
        )}
      </div>
      <div className="rules__members">
        {condition.of.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is where it stands
          <Condition key={at} level={level} index={index} path={[...path, at]} condition={one} />
        ))}
      </div>
    </div>
  );
}

/** A condition of a level as it is written. */
function Condition(props: NodeProps) {
  const text = useText();
  const commands = useCommands();
  const { level, index, path, condition } = props;
  if (condition.type === 'limit') return <LimitLine {...{ level, index, path }} limit={condition} />;
  if (condition.type !== 'not') return <Group {...props} condition={condition} />;
  return (
    <div className="rules__not">
      <button
        type="button"
        className="rules__word"
        title={text('rules.notAgain')}
        onClick={() => commands.run(rules.negate, { at: placeOf(level, path) })}
      >
        {text('rules.notWord')}
      </button>
      <Condition level={level} index={index} path={[...path, 0]} condition={condition.of} />
    </div>
  );
}

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

function LevelRow({
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

/** When not watching is an alarm itself. */
function Blind() {
  const text = useText();
  const { rule, from, edit, words, problems } = useEditor();
  const { patience, blindLevel } = rule.definition;
  const before = from?.definition.patience;
  const wrong = problems.find(({ part }) => part === 'patience');
  return (
    <fieldset className="rules__blind text-12" aria-label={text('rules.blind')}>
      <SwitchToken
        field="blind"
        label={text('rules.blind')}
        isOn={patience !== null}
        onChange={(on) => edit((own) => ({ ...own, patience: on ? 24 * 60 : null }))}
      />
      {patience !== null && (
        <>
          <SelectToken
            field="blindLevel"
            label={text('rules.blindLevel')}
            value={blindLevel}
            options={allLevels.map((value) => ({ value, label: words.level(value) }))}
            before={
              from === null || from.definition.blindLevel === blindLevel
                ? undefined
                : words.level(from.definition.blindLevel)
            }
            onChange={(value) =>
              edit((own) => ({ ...own, blindLevel: allLevels.find((one) => one === value) ?? 'blue' }))
            }
          />
          <span className="dim">{text('rules.blindWhen')}</span>
          <NumberToken
            label={text('rules.blindMinutes')}
            value={patience}
            unit="min"
            isInvalid={wrong !== undefined}
            before={
              before === undefined || before === patience
                ? undefined
                : before === null
                  ? ''
                  : plainNumber(before)
            }
            onChange={(value) => edit((own) => ({ ...own, patience: value ?? Number.NaN }))}
          />
        </>
      )}
      {wrong !== undefined && (
        <p className="rules__wrong" role="alert">
          {text(wrong.message, wrong.params)}
        </p>
      )}
    </fieldset>
  );
}

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
