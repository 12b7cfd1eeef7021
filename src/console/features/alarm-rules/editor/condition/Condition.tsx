import { rules } from '../../../../../../commands/rules.ts';
import type { Level } from '../../../../../base/alarm-words.ts';
import {
  type ConditionPath,
  canUngroup,
  changedAt,
  conditionAt,
  type EditedCondition,
} from '../../../../../domain/alarms/edits.ts';
import { useCommands } from '../../../../components/commands.tsx';
import { useText } from '../../../../components/i18n.ts';
import { Menu } from '../../../../components/menu/Menu.tsx';
import { placeOf, useChosen, useEditor, withCondition } from '../context.ts';
import { LimitLine } from './LimitLine.tsx';

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
export function Condition(props: NodeProps) {
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
