import { useId } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import type { Level } from '../../../../base/alarm-words.ts';
import { rows } from '../../../../catalogue/index.ts';
import { quantityArgumentMessage, quantityChoiceMessage, rowMessage } from '../../../../derive/messages.ts';
import { unitOfTerm } from '../../../../derive/rule-words/term-unit.ts';
import { sideSign } from '../../../../derive/rule-words/words.ts';
import {
  type ConditionPath,
  changedAt,
  conditionAt,
  type EditedLimit,
} from '../../../../domain/alarms/edits.ts';
import { quantities, quantityOf } from '../../../../domain/alarms/quantities/index.ts';
import type { Term } from '../../../../domain/alarms/rule.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { Menu } from '../../../components/menu/Menu.tsx';
import { problemsAt } from '../problems.ts';
import { ChoiceDialog } from './ChoiceDialog.tsx';
import { placeOf, useChosen, useEditor, withCondition } from './context.ts';
import { channelsFor, termWith } from './quantities.ts';
import { NumberToken, SelectToken } from './tokens.tsx';

interface LineProps {
  readonly level: Level;
  readonly index: number;
  readonly path: ConditionPath;
  readonly limit: EditedLimit;
}

const orders = ['channel', 'row', 'rtu'] as const;

/** The quantity of a limit, and the list of all of them. */
function QuantityToken({
  place,
  term,
  onChange,
  isNew,
}: {
  readonly place: string;
  readonly term: Term;
  readonly isNew: boolean;
  readonly onChange: (term: Term) => void;
}) {
  const text = useText();
  const commands = useCommands();
  const { words, rule, opened, close } = useEditor();
  const field = `${place}.quantity`;
  const { kinds } = rule.definition.scope;
  const items = orders.flatMap((of) =>
    quantities
      .filter((one) => one.of === of)
      .filter(
        () =>
          rule.definition.of === 'sensor' ||
          of === 'rtu' ||
          term.source?.slot !== undefined ||
          term.source?.sensorId !== undefined,
      )
      .map((one) => ({
        value: one.id,
        label: words.quantity(one.id),
        group: text(`rules.quantities.${of}`),
      })),
  );
  const set = useChosen(
    field,
    text('rules.quantity'),
    (value) => onChange(termWith(term, value, kinds)),
    items,
  );
  return (
    <>
      <button
        type="button"
        className={`token token--select ${isNew ? 'is-new' : ''}`}
        aria-haspopup="dialog"
        title={text('rules.quantity')}
        onClick={() => commands.run(rules.choose, { field })}
      >
        {words.quantity(term.quantity)}
        <Icon name="chevron-down" />
      </button>
      {opened === field && (
        <ChoiceDialog
          title={text('rules.quantities')}
          search={text('rules.findQuantity')}
          items={items}
          chosen={new Set([term.quantity])}
          onPick={set}
          onClose={close}
        />
      )}
    </>
  );
}

/** Arguments of a quantity with their units, each in the bounds that its declaration gives. */
function ArgumentTokens({
  level,
  index,
  path,
  limit,
  before,
  onChange,
}: LineProps & {
  readonly before: EditedLimit | null;
  readonly onChange: (term: Term) => void;
}) {
  const text = useText();
  const { problems, words } = useEditor();
  const { term } = limit;
  const declared = Object.entries(quantityOf(term.quantity)?.args ?? {});
  const wrong = new Set(
    problemsAt(problems, index, path).flatMap(({ part, of }) => (part === 'argument' ? [of] : [])),
  );
  return declared.map(([name, definition]) => {
    const label = text(quantityArgumentMessage(term.quantity, name));
    const value = term.args[name];
    const was = before?.term.quantity === term.quantity ? before.term.args[name] : undefined;
    const old =
      was === undefined || Object.is(was, value) ? undefined : words.argument(term.quantity, name, was);
    const put = (next: number | string) => onChange({ ...term, args: { ...term.args, [name]: next } });
    if (definition.type === 'choice')
      return (
        <SelectToken
          key={name}
          field={`${placeOf(level, path)}.${name}`}
          label={label}
          value={String(value)}
          options={definition.choices.map((choice) => ({
            value: choice,
            label: text(quantityChoiceMessage(term.quantity, name, choice)),
          }))}
          before={old}
          onChange={put}
        />
      );
    return (
      <span key={name} className="row gap-4">
        {declared.length > 1 && <span className="dim text-11">{label}</span>}
        <NumberToken
          label={label}
          value={typeof value === 'number' ? value : Number.NaN}
          unit={definition.unit ?? ''}
          before={old}
          isShort
          isInvalid={wrong.has(name)}
          onChange={(next) => put(next ?? Number.NaN)}
        />
      </span>
    );
  });
}

/** The channel of a quantity that is of one, among those of the kinds in the scope. */
function ChannelToken({
  place,
  term,
  before,
  isInvalid,
  onChange,
}: {
  readonly place: string;
  readonly term: Term;
  readonly before: EditedLimit | null;
  readonly isInvalid: boolean;
  readonly onChange: (term: Term) => void;
}) {
  const text = useText();
  const { rule, words } = useEditor();
  const quantity = quantityOf(term.quantity);
  if (quantity?.of !== 'channel') return null;
  const own = term.source ?? {};
  const isElsewhere = own.slot !== undefined || own.sensorId !== undefined;
  const keyOf = (row: string, channel: string, ofElement: boolean) =>
    `${row}.${channel}${ofElement ? '.e' : ''}`;
  const choices = channelsFor(quantity, isElsewhere ? [] : rule.definition.scope.kinds);
  const value =
    own.row === undefined || own.channel === undefined
      ? ''
      : keyOf(own.row, own.channel, (own.element ?? 0) > 0);
  const known = choices.some((one) => keyOf(one.row, one.channel.id, one.ofElement) === value);
  const several = new Set(choices.map(({ row }) => row)).size > 1;
  const options = [
    ...(known ? [] : [{ value, label: value === '' ? text('rules.chooseChannel') : words.channel(own) }]),
    ...choices.map(({ row, channel, ofElement, heading }) => ({
      value: keyOf(row, channel.id, ofElement),
      label: `${text(heading)}${ofElement ? ` · ${text(`rules.per.${rows[row].elements?.id ?? 'node'}`)}` : ''}`,
      ...(several ? { group: text(rowMessage(row)) } : {}),
    })),
  ];
  const { slot, sensorId } = own;
  const place0 = { ...(slot === undefined ? {} : { slot }), ...(sensorId === undefined ? {} : { sensorId }) };
  const was = before?.term.source;
  const isNew = before !== null && JSON.stringify(was) !== JSON.stringify(own);
  return (
    <>
      <SelectToken
        field={`${place}.channel`}
        label={text('argument.channel')}
        value={value}
        options={options}
        before={isNew ? (was?.channel === own.channel ? '' : words.channel(was)) : undefined}
        isInvalid={isInvalid}
        onChange={(next) => {
          const found = choices.find((one) => keyOf(one.row, one.channel.id, one.ofElement) === next);
          if (found === undefined) return;
          const element = found.ofElement ? { element: own.element ?? 1 } : {};
          onChange({ ...term, source: { ...place0, row: found.row, channel: found.channel.id, ...element } });
        }}
      />
      {(own.element ?? 0) > 0 && (
        <NumberToken
          label={text('argument.element')}
          value={own.element}
          isShort
          onChange={(next) =>
            next !== undefined &&
            Number.isInteger(next) &&
            next >= 1 &&
            next <= 255 &&
            onChange({ ...term, source: { ...own, element: next } })
          }
        />
      )}
    </>
  );
}

/** Where a quantity is taken, where that is not what the rule is judged for: another slot, or another station. */
function SourceToken({
  place,
  term,
  onChange,
}: {
  readonly place: string;
  readonly term: Term;
  readonly onChange: (term: Term) => void;
}) {
  const text = useText();
  const { words, opened, close } = useEditor();
  const field = `${place}.sensor`;
  const { source = {} } = term;
  const items = words.sensors.map((one) => ({
    value: String(one.targetId),
    label: words.target('sensor', one.targetId),
    note: [one.stationName, one.kind === null ? '' : words.kind(one.kind)].filter(Boolean).join(' · '),
  }));
  const set = useChosen(
    field,
    text('argument.sensor'),
    (value) => {
      const { slot: _, ...rest } = source;
      onChange({ ...term, source: { ...rest, sensorId: Number(value) } });
    },
    items,
  );
  return (
    <>
      {source.slot !== undefined && (
        <span className="row gap-4">
          <span className="dim text-11">{text('argument.slot')}</span>
          <NumberToken
            label={text('argument.slot')}
            value={source.slot}
            isShort
            onChange={(next) =>
              next !== undefined &&
              Number.isInteger(next) &&
              next >= 0 &&
              next <= 63 &&
              onChange({ ...term, source: { ...source, slot: next } })
            }
          />
        </span>
      )}
      {source.sensorId !== undefined && (
        <span className="token token--still">{words.target('sensor', source.sensorId)}</span>
      )}
      {opened === field && (
        <ChoiceDialog
          title={text('rules.anotherSensor')}
          search={text('rules.findSensor')}
          items={items}
          chosen={new Set([String(source.sensorId ?? '')])}
          onPick={set}
          onClose={close}
        />
      )}
    </>
  );
}

const sides = ['above', 'below', 'above.either', 'below.either'] as const;

/** One condition of a level: what, of which channel, on which side of which limit. */
export function LimitLine({ level, index, path, limit }: LineProps) {
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
