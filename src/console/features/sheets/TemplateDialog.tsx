import { useState } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { form as formCommands } from '../../../../commands/form.ts';
import { TreePicker } from '../../components/choice/TreePicker.tsx';
import { useChosen } from '../../components/choice/use-chosen.ts';
import { CommandButton } from '../../components/commands.tsx';
import { DialogFrame } from '../../components/dialog/DialogFrame.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useStationTree } from '../../state/folders/pick.ts';

const none: ReadonlySet<number> = new Set();
const stationId = ({ id }: { readonly id: number }) => id;

/** Chooses the stations whose present values stand in a template. */
export function TemplateDialog(props: {
  /** Saves the template; answers why it was refused. */
  readonly onSave: (stations: readonly number[]) => Promise<string | null>;
  readonly onClose: () => void;
}) {
  const { onSave, onClose } = props;
  const text = useText();
  const [chosen, pick] = useChosen<number>(none);
  const [refused, setRefused] = useState<string | null>(null);
  const tree = useStationTree({ text, value: stationId });
  useOffer(
    formCommands.save,
    async () => {
      const found = await onSave([...chosen]);
      setRefused(found);
      if (found === null) onClose();
    },
    { available: chosen.size > 0 },
  );
  return (
    <DialogFrame title={text('sheets.chooseStations')} className="sheet-import" onClose={onClose}>
      <h2>
        {text('sheets.chooseStations')} <span className="dim num">{chosen.size}</span>
      </h2>
      <div className="sheet-import__body">
        <TreePicker
          tree={tree}
          chosen={chosen}
          onPick={pick}
          search={text('history.searchStations')}
          none={text('history.noMatch')}
        />
        <FormProblem problem={refused} />
      </div>
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
        <CommandButton
          command={formCommands.save}
          look="primary"
          icon="download"
          label={text('sheets.template')}
        />
      </div>
    </DialogFrame>
  );
}
