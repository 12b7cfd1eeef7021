import { useId } from 'react';
import { rules } from '../../../../../../commands/rules.ts';
import { quantityArgumentMessage } from '../../../../../derive/messages.ts';
import { unitOfTerm } from '../../../../../derive/rule-words/term-unit.ts';
import { sideSign } from '../../../../../derive/rule-words/words.ts';
import { changedAt, conditionAt, type EditedLimit } from '../../../../../domain/alarms/edits.ts';
import type { Term } from '../../../../../domain/alarms/rule.ts';
import { useCommands } from '../../../../components/commands.tsx';
import { Icon } from '../../../../components/Icon.tsx';
import { useText } from '../../../../components/i18n.ts';
import { Menu } from '../../../../components/menu/Menu.tsx';
import { problemsAt } from '../../problems.ts';
import { placeOf, useChosen, useEditor, withCondition } from '../context.ts';
import { NumberToken, SelectToken } from '../tokens.tsx';
import { ArgumentTokens, type LimitPlace } from './ArgumentTokens.tsx';
import { QuantityToken } from './QuantityToken.tsx';
import { ChannelToken, SourceToken } from './SourceTokens.tsx';

const sides = ['above', 'below', 'above.either', 'below.either'] as const;

/** One condition of a level: what, of which channel, on which side of which limit. */
export function LimitLine({ level, index, path, limit }: LimitPlace) {
  const text = useText();
  const commands = useCommands();
  const id = useId();
  const { editLevel, levelsFrom, from, problems, words, mayEdit, levels } = useEditor();
  const place = placeOf(level, path);
  const { term, side, either } = limit;
  const base = levelsFrom.find((one) => one.level === level);
  const found = base === undefined ? null : conditionAt(base.condition, path);
  const before = found?.type === 'limit' ? found : null;
  const isAdded = from !== null && before === null;
  const own = problemsAt(problems, index, path);
  const put = (next: EditedLimit) =>
    editLevel(level, (one) => withCondition(one, changedAt(one.condition, path, () => [next]) ?? next));
  const putTerm = (next: Term) => put({ ...limit, term: next });
  const unit = unitOfTerm(term);
  const sideOf = (one: Pick<EditedLimit, 'side' | 'either'>) =>
    one.either === true ? (`${one.side}.either` as const) : one.side;
  const sideLabel = (value: string) =>
    value.endsWith('.either')
      ? `|x| ${sideSign(value.startsWith('above') ? 'above' : 'below')}`
      : sideSign(value === 'above' ? 'above' : 'below');
  const isOnly = path.length === 0;
  const whole = levels[index]?.condition;
  const parent = whole === undefined || isOnly ? null : conditionAt(whole, path.slice(0, -1));
  const siblings = parent !== null && (parent.type === 'and' || parent.type === 'or') ? parent.of.length : 0;
  const at = path.at(-1) ?? 0;
  const entry = (entryId: string, label: string, onPress: () => void, disabled = false) => ({
    id: entryId,
    label,
    onPress,
    disabled,
  });
  const entries = [
    entry('add', text('rules.addHere'), () => commands.run(rules.addCondition, { at: place }, 'menu')),
    entry('group', text('command.rules.group'), () => commands.run(rules.group, { at: place }, 'menu')),
    entry('negate', text('command.rules.negate'), () => commands.run(rules.negate, { at: place }, 'menu')),
    entry(
      'up',
      text('rules.moveUp'),
      () => commands.run(rules.move, { at: place, direction: 'up' }, 'menu'),
      siblings === 0 || at === 0,
    ),
    entry(
      'down',
      text('rules.moveDown'),
      () => commands.run(rules.move, { at: place, direction: 'down' }, 'menu'),
      siblings === 0 || at === siblings - 1,
    ),
    entry('slot', text('rules.anotherSlot'), () => putSource('slot')),
    entry('sensor', text('rules.anotherSensor'), () =>
      commands.run(rules.choose, { field: `${place}.sensor` }, 'menu'),
    ),
    entry(
      'own',
      text('rules.ownSensor'),
      () => putSource('own'),
      term.source?.slot === undefined && term.source?.sensorId === undefined,
    ),
    entry(
      'remove',
      text('command.rules.removeCondition'),
      () => commands.run(rules.removeCondition, { at: place }, 'menu'),
      isOnly,
    ),
  ];
  const setSource = useChosen(`${place}.source`, text('rules.ownSensor'), (value) => {
    const { slot: _slot, sensorId: _sensor, ...rest } = term.source ?? {};
    putTerm({ ...term, source: value === 'slot' ? { ...rest, slot: 0 } : rest });
  });
  const putSource = (value: 'slot' | 'own') => setSource(value);
  return (
    <div className="rules__line" data-at={place}>
      <div className="rules__tokens">
        <SourceToken place={place} term={term} onChange={putTerm} />
        <QuantityToken
          place={place}
          term={term}
          isNew={isAdded || (before !== null && before.term.quantity !== term.quantity)}
          onChange={putTerm}
        />
        <ArgumentTokens {...{ level, index, path, limit, before }} onChange={putTerm} />
        <ChannelToken
          place={place}
          term={term}
          before={before}
          isInvalid={own.some(({ part }) => part === 'term')}
          onChange={putTerm}
        />
        <SelectToken
          field={`${place}.side`}
          label={text('rules.side')}
          value={sideOf(limit)}
          options={sides.map((value) => ({ value, label: sideLabel(value) }))}
          before={before === null || sideOf(before) === sideOf(limit) ? undefined : sideLabel(sideOf(before))}
          isQuiet
          onChange={(value) => {
            const { either: _, ...rest } = limit;
            put({
              ...rest,
              side: value.startsWith('above') ? 'above' : 'below',
              ...(value.endsWith('.either') ? { either: true as const } : {}),
            });
          }}
        />
        <NumberToken
          label={text('rules.limitOf', { level: words.level(level) })}
          value={limit.limit}
          unit={unit}
          before={
            isAdded
              ? ''
              : before === null || Object.is(before.limit, limit.limit)
                ? undefined
                : words.amount(before.limit, '')
          }
          isInvalid={own.some(({ part }) => part === 'limit')}
          describedBy={own.length > 0 ? id : undefined}
          onChange={(value) => put({ ...limit, limit: value ?? Number.NaN })}
        />
        {either === true && side === 'above' && (
          <span className="visually-hidden">{text('rules.either')}</span>
        )}
      </div>
      {mayEdit && (
        <Menu
          label={text('rules.conditionMenu')}
          trigger={<Icon name="ellipsis" />}
          className="rules__more"
          entries={entries}
        />
      )}
      {own.some(({ part }) => part !== 'release') && (
        <p className="rules__wrong text-12" id={id} role="alert">
          {own
            .filter(({ part }) => part !== 'release')
            .map(({ message, params, of }) =>
              of === undefined
                ? text(message, params)
                : `${text(quantityArgumentMessage(term.quantity, of))}: ${text(message, params)}`,
            )
            .join(text('list.comma'))}
        </p>
      )}
    </div>
  );
}
