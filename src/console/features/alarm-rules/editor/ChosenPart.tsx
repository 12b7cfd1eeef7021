import { rules } from '../../../../../commands/rules.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { ChoiceDialog, type ListedChoice } from './ChoiceDialog.tsx';
import { useEditor } from './context.ts';
import { StationsDialog } from './StationsDialog.tsx';

/** Tags that are drawn of one part; the rest is counted. */
const mostTags = 60;

/** Things that are chosen, each taken out by a press, what was chosen before struck out, and the list of all. */
export function ChosenPart(props: {
  readonly field: string;
  readonly label: string;
  readonly chosen: readonly number[];
  /** Undefined = there is no version before. */
  readonly before: readonly number[] | undefined;
  /** What holds where nothing is chosen. */
  readonly none: string;
  readonly items: readonly ListedChoice[];
  /** Stations are chosen in a tree, several at once. */
  readonly isStations?: boolean;
  readonly name: (id: number) => string;
  /** Ids divided by commas: of several, all are taken in, or all out. */
  readonly onPick: (value: string) => void;
}) {
  const { field, label, chosen, before, none, items, isStations = false, name, onPick } = props;
  const text = useText();
  const commands = useCommands();
  const { opened, close, mayEdit } = useEditor();
  const gone = before?.filter((id) => !chosen.includes(id)) ?? [];
  return (
    <div className="rules__part">
      <dt>{label}</dt>
      <dd>
        {chosen.length === 0 && <span className="faint">{none}</span>}
        {chosen.slice(0, mostTags).map((id) => (
          <button
            key={id}
            type="button"
            className={`rules__tag ${before !== undefined && !before.includes(id) ? 'is-new' : ''}`}
            title={text('rules.takeOut', { name: name(id) })}
            onClick={() => onPick(String(id))}
          >
            {name(id)}
            {mayEdit && <Icon name="x" />}
          </button>
        ))}
        {chosen.length > mostTags && (
          <span className="faint text-11">
            {text('rules.moreChosen', { count: chosen.length - mostTags })}
          </span>
        )}
        {gone.map((id) => (
          <s key={id} className="faint text-11">
            {name(id)}
          </s>
        ))}
        {mayEdit && (
          <button
            type="button"
            className="rules__tag rules__tag--add"
            aria-haspopup="dialog"
            aria-label={text('rules.chooseFor', { part: label })}
            title={text('rules.chooseFor', { part: label })}
            onClick={() => commands.run(rules.choose, { field })}
          >
            +
          </button>
        )}
      </dd>
      {opened === field && isStations && (
        <StationsDialog title={label} chosen={chosen} onPick={(ids) => onPick(ids.join())} onClose={close} />
      )}
      {opened === field && !isStations && (
        <ChoiceDialog
          title={label}
          search={text('rules.find')}
          items={items}
          chosen={new Set(chosen.map(String))}
          isMultiple
          onPick={onPick}
          onClose={close}
        />
      )}
    </div>
  );
}
