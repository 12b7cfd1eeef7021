import type { Level } from '../../../../../base/alarm-words.ts';
import { quantityArgumentMessage, quantityChoiceMessage } from '../../../../../derive/messages.ts';
import type { ConditionPath, EditedLimit } from '../../../../../domain/alarms/edits.ts';
import { quantityOf } from '../../../../../domain/alarms/quantities/index.ts';
import type { Term } from '../../../../../domain/alarms/rule.ts';
import { useText } from '../../../../components/i18n.ts';
import { problemsAt } from '../../problems.ts';
import { placeOf, useEditor } from '../context.ts';
import { NumberToken, SelectToken } from '../tokens.tsx';

/** A limit, and where it stands. */
export interface LimitPlace {
  readonly level: Level;
  readonly index: number;
  readonly path: ConditionPath;
  readonly limit: EditedLimit;
}

/** Arguments of a quantity with their units, each in the bounds that its declaration gives. */
export function ArgumentTokens({
  level,
  index,
  path,
  limit,
  before,
  onChange,
}: LimitPlace & {
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
