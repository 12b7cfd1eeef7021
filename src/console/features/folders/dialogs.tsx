import { useCallback, useMemo, useState } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { form as formCommands } from '../../../../commands/form.ts';
import { TreePicker } from '../../components/choice/TreePicker.tsx';
import { useChosen } from '../../components/choice/use-chosen.ts';
import { CommandButton } from '../../components/commands.tsx';
import { DialogFrame } from '../../components/dialog/DialogFrame.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import type { Folder } from '../../state/folders/folders.ts';
import { useStationTree } from '../../state/folders/pick.ts';
import { pathOf } from './model.ts';

/** Asks for a name. */
export function NameDialog(props: {
  readonly title: string;
  readonly name: string;
  readonly label: string;
  readonly onSave: (name: string) => Promise<FormRefusal | null>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const form = useForm({ name: props.name }, async ({ name }) => {
    const refused = await props.onSave(name);
    if (refused === null) props.onClose();
    return refused;
  });
  return (
    <FormDialog form={form} title={props.title} label={props.label} onClose={props.onClose}>
      <div className="form folders__form">
        <FormText form={form} name="name" label={text('folders.name')} autoComplete="off" />
      </div>
    </FormDialog>
  );
}

/** Asks into which folder something goes: for who has neither keys nor a mouse at hand. */
export function MoveDialog(props: {
  readonly folders: readonly Folder[];
  readonly parents: readonly Folder[];
  /** Lines on top where it may go, by name. */
  readonly tops: readonly { readonly name: string; readonly label: string }[];
  readonly onMove: (to: string) => Promise<FormRefusal | null>;
  readonly onClose: () => void;
}) {
  const { folders, parents, tops, onMove, onClose } = props;
  const text = useText();
  const options = [
    ...tops.map(({ name, label }) => ({ value: name, label })),
    ...parents.map((folder) => ({
      value: `folder:${folder.id}`,
      label: pathOf(folders, folder).join(' / '),
    })),
  ];
  const form = useForm({ to: options[0]?.value ?? '' }, async ({ to }) => {
    const refused = await onMove(to);
    if (refused === null) onClose();
    return refused;
  });
  return (
    <FormDialog
      form={form}
      title={text('command.folders.moveTo')}
      label={text('folders.move')}
      disabled={options.length === 0}
      onClose={onClose}
    >
      <div className="form folders__form">
        <FormSelect form={form} name="to" label={text('folders.target')} options={options} />
      </div>
    </FormDialog>
  );
}

type Pickable = NonNullable<Parameters<typeof useStationTree>[0]['only']>;
const stationId = ({ id }: { readonly id: number }) => id;

/** Chooses which stations a folder holds. */
export function StationsOfFolder(props: {
  readonly folder: Folder;
  readonly onSave: (put: readonly number[], taken: readonly number[]) => Promise<FormRefusal | null>;
  readonly onClose: () => void;
}) {
  const { folder, onSave, onClose } = props;
  const text = useText();
  const before = useMemo(() => new Set(folder.stationIds), [folder.stationIds]);
  const [chosen, pick] = useChosen<number>(before);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const only = useCallback<Pickable>(
    (_station, project) =>
      folder.share === 'own' || folder.companyId === null || project?.companyId === folder.companyId,
    [folder],
  );
  const tree = useStationTree({ text, value: stationId, only });
  useOffer(formCommands.save, async () => {
    const found = await onSave(
      [...chosen].filter((id) => !before.has(id)),
      [...before].filter((id) => !chosen.has(id)),
    );
    setRefused(found);
    if (found === null) onClose();
  });
  return (
    <DialogFrame title={text('command.folders.addStations')} onClose={onClose}>
      <h2>
        {text('folders.stationsOf', { name: folder.name })} <span className="dim num">{chosen.size}</span>
      </h2>
      <div className="folders__form column gap-6">
        <TreePicker
          tree={tree}
          chosen={chosen}
          onPick={pick}
          search={text('history.searchStations')}
          none={text('history.noMatch')}
        />
      </div>
      <FormProblem problem={refused?.sentence ?? null} />
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
        <CommandButton command={formCommands.save} look="primary" label={text('sites.save')} />
      </div>
    </DialogFrame>
  );
}
