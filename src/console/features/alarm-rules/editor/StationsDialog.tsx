import { useCallback, useMemo } from 'react';
import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { groupBy } from '../../../../base/group.ts';
import { TreePicker } from '../../../components/choice/TreePicker.tsx';
import { CommandButton } from '../../../components/commands.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { useText } from '../../../components/i18n.ts';
import type { RuleTarget } from '../../../state/alarm-rules.ts';
import { useStationTree } from '../../../state/folders/pick.ts';
import { useEditor } from './context.ts';

type Tree = Parameters<typeof useStationTree<number>>[0];
type Pickable = NonNullable<Tree['only']>;
const stationId = ({ id }: { readonly id: number }) => id;
const nothing = () => null;

interface DialogProps {
  readonly title: string;
  readonly chosen: readonly number[];
  readonly onPick: (ids: readonly number[]) => void;
  readonly onClose: () => void;
  /** One alone is chosen, which closes it. */
  readonly isSingle?: boolean;
}

/** Stations that a rule of a company can judge; null = all that the user may see. */
const useOwn = (companyId: number | null) =>
  useCallback<Pickable>(
    (_station, project) => companyId === null || project?.companyId === companyId,
    [companyId],
  );

/** Stations of the rule's company, chosen by folder, by project or one by one. */
export function StationsDialog(props: DialogProps) {
  const text = useText();
  const { companyId } = useEditor();
  const tree = useStationTree({ text, value: stationId, only: useOwn(companyId) });
  return <TreeDialog {...props} tree={tree} note={text('rules.stationsOnce')} />;
}

/** Sensors of the rule's company, chosen by folder, by project, by station or one by one; `fits` left out = all. */
export function SensorsDialog(props: DialogProps & { readonly fits?: (sensor: RuleTarget) => boolean }) {
  const text = useText();
  const { companyId, words } = useEditor();
  const { fits } = props;
  const byStation = useMemo(
    () =>
      groupBy(fits === undefined ? words.sensors : words.sensors.filter(fits), ({ stationId: own }) => own),
    [words.sensors, fits],
  );
  const below = useCallback<NonNullable<Tree['below']>>(
    ({ id }) =>
      (byStation.get(id) ?? []).map(({ targetId, kind }) => ({
        ...{ label: words.target('sensor', targetId), note: kind === null ? '' : words.kind(kind) },
        value: targetId,
      })),
    [byStation, words],
  );
  const tree = useStationTree<number>({ text, value: nothing, below, only: useOwn(companyId) });
  return <TreeDialog {...props} tree={tree} />;
}

/** RTUs that the rule judges, chosen by folder, by project or one by one, each by its station. */
export function RtusDialog(props: DialogProps & { readonly targets: readonly RuleTarget[] }) {
  const text = useText();
  const { targets } = props;
  const byStation = useMemo(() => new Map(targets.map((one) => [one.stationId, one.targetId])), [targets]);
  const value = useCallback<Tree['value']>(({ id }) => byStation.get(id) ?? null, [byStation]);
  const only = useCallback<Pickable>(({ id }) => byStation.has(id), [byStation]);
  const tree = useStationTree<number>({ text, value, only });
  return <TreeDialog {...props} tree={tree} />;
}

function TreeDialog(
  props: DialogProps & {
    readonly tree: ReturnType<typeof useStationTree<number>>;
    readonly note?: string;
  },
) {
  const { title, chosen, tree, note, isSingle = false, onPick, onClose } = props;
  const text = useText();
  return (
    <DialogFrame title={title} className="rules__choice" onClose={onClose}>
      <h2>{title}</h2>
      <div className="rules__find column gap-6">
        <TreePicker
          tree={tree}
          chosen={useMemo(() => new Set(chosen), [chosen])}
          onPick={(ids) => {
            onPick(ids);
            if (isSingle) onClose();
          }}
          isSingle={isSingle}
          search={text('rules.find')}
          none={text('rules.nothingFound')}
        />
        {note !== undefined && <p className="text-12 dim">{note}</p>}
      </div>
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.close')} />
      </div>
    </DialogFrame>
  );
}
