import { useText } from '../../../components/i18n.ts';
import { ChoiceDialog, type ListedChoice } from './ChoiceDialog.tsx';
import { useEditor } from './context.ts';
import { ScopePart } from './ScopePart.tsx';
import { StationsDialog } from './StationsDialog.tsx';

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
  const { opened, close } = useEditor();
  return (
    <ScopePart {...{ field, label, chosen, before, none, name }} onTakeOut={(id) => onPick(String(id))}>
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
    </ScopePart>
  );
}
