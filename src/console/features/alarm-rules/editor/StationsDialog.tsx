import { useCallback, useMemo } from 'react';
import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { TreePicker } from '../../../components/choice/TreePicker.tsx';
import { CommandButton } from '../../../components/commands.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { useText } from '../../../components/i18n.ts';
import { useStationTree } from '../../../state/folders/pick.ts';
import { useEditor } from './context.ts';

type Pickable = NonNullable<Parameters<typeof useStationTree>[0]['only']>;
const stationId = ({ id }: { readonly id: number }) => id;

/** Stations of the rule's company, chosen by folder, by project or one by one. */
export function StationsDialog(props: {
  readonly title: string;
  readonly chosen: readonly number[];
  readonly onPick: (ids: readonly number[]) => void;
  readonly onClose: () => void;
}) {
  const { title, chosen, onPick, onClose } = props;
  const text = useText();
  const { companyId } = useEditor();
  const only = useCallback<Pickable>(
    (_station, project) => companyId === null || project?.companyId === companyId,
    [companyId],
  );
  const tree = useStationTree({ text, value: stationId, only });
  return (
    <DialogFrame title={title} className="rules__choice" onClose={onClose}>
      <h2>{title}</h2>
      <div className="rules__find column gap-6">
        <TreePicker
          tree={tree}
          chosen={useMemo(() => new Set(chosen), [chosen])}
          onPick={onPick}
          search={text('rules.find')}
          none={text('rules.nothingFound')}
        />
      </div>
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.close')} />
      </div>
    </DialogFrame>
  );
}
