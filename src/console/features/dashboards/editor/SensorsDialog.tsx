import { useCallback, useMemo } from 'react';
import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { groupBy } from '../../../../base/group.ts';
import { kindByCode } from '../../../../catalogue/index.ts';
import { kindMessage } from '../../../../derive/messages.ts';
import { TreePicker } from '../../../components/choice/TreePicker.tsx';
import { CommandButton } from '../../../components/commands.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { useText } from '../../../components/i18n.ts';
import { useStationTree } from '../../../state/folders/pick.ts';
import { useSensors } from '../../../state/sites/finder.ts';

const nothing = () => null;

/** Sensors out of the tree: by folder, by project, by station or one by one; or one alone, which closes it. */
export function SensorsDialog(props: {
  readonly title: string;
  /** Which are offered; absent = all. */
  readonly fits?: (sensor: { readonly kind: number }) => boolean;
  readonly isSingle?: boolean;
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
  readonly onClose: () => void;
}) {
  const { title, chosen, fits, isSingle = false, onChange, onClose } = props;
  const text = useText();
  const { data: sensors } = useSensors();
  const byStation = useMemo(
    () =>
      groupBy(
        (sensors ?? []).filter((one) => fits?.(one) ?? true),
        ({ stationId }) => stationId,
      ),
    [sensors, fits],
  );
  const below = useCallback(
    ({ id: stationId }: { readonly id: number }) =>
      (byStation.get(stationId) ?? []).map(({ id, slot, kind, name }) => {
        const word = text(kindMessage(kindByCode(kind)?.id ?? 'none'));
        return { label: `#${slot} ${name ?? word}`, note: name === null ? '' : word, value: id };
      }),
    [byStation, text],
  );
  const tree = useStationTree<number>({ text, value: nothing, below });
  return (
    <DialogFrame title={title} className="dedit__choice" onClose={onClose}>
      <h2>{title}</h2>
      <div className="dedit__tree column gap-6">
        <TreePicker
          tree={tree}
          chosen={chosen}
          onPick={(ids, on) => {
            const next = new Set(chosen);
            for (const id of ids)
              if (on) next.add(id);
              else next.delete(id);
            onChange(next);
            if (isSingle) onClose();
          }}
          isSingle={isSingle}
          search={text('dashboards.findSensors')}
          none={text('dashboards.noSensor')}
        />
      </div>
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.close')} />
      </div>
    </DialogFrame>
  );
}
