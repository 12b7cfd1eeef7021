import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { folders as folderCommands } from '../../../../commands/folders.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { FolderShare } from '../../../base/bounds/folders.ts';
import { createFolder } from '../../../contract/sites/folders.ts';
import { asksNothing } from '../../../domain/folders/filter.ts';
import { type StationState, stationStates } from '../../../domain/station-state.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { foldersKey, useFolders } from '../../state/folders/folders.ts';
import { notify } from '../../state/notices.ts';
import { stationsView, useStations } from '../../state/sites/stations.ts';
import { useFolderFilter } from './use-filters.ts';
import '../../components/form/form.css';

/** What home lists now, as it would be saved. */
function useShownFilter(folderId: number | null) {
  const { text, projectId, kind, states, level, silentHours } = useSnapshot(stationsView);
  const known = (state: string): state is StationState => stationStates.some((one) => one === state);
  return { text: text.trim(), projectId, kind, states: states.filter(known), level, silentHours, folderId };
}

/** Asks under which name a filter is saved, and for whom. */
function SaveDialog(props: { readonly folderId: number | null; readonly onClose: () => void }) {
  const { folderId, onClose } = props;
  const text = useText();
  const filter = useShownFilter(folderId);
  const { data: known } = useFolders();
  const { data } = useStations();
  const change = useChange(foldersKey, text);
  const companies = new Map(
    (data?.projects ?? []).map(({ companyId, companyName }) => [companyId, companyName]),
  );
  const form = useForm({ name: '', share: 'own' }, async ({ name, share }) => {
    const companyId = Number(share);
    const where =
      share === 'own' ? { share: 'own' as FolderShare } : { share: 'company' as FolderShare, companyId };
    const refused = await change(() =>
      request(createFolder, { body: { name, parentId: null, ...where, filter } }),
    );
    if (refused !== null) return refused;
    notify('success', text('folders.filterSaved', { name: name.trim() }), null, '/folders');
    onClose();
    return null;
  });
  const shared = known?.canShare === true ? [...companies] : [];
  return (
    <FormDialog
      form={form}
      title={text('command.stations.saveFilter')}
      label={text('sites.save')}
      onClose={onClose}
    >
      <div className="form home__save">
        <FormText form={form} name="name" label={text('folders.name')} autoComplete="off" />
        {shared.length > 0 && (
          <FormSelect
            form={form}
            name="share"
            label={text('folders.target')}
            options={[
              { value: 'own', label: text('folders.mine') },
              ...shared.map(([id, company]) => ({
                value: String(id),
                label: text('folders.sharedIn', { company }),
              })),
            ]}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** Says of which folder home shows the stations, and saves what it lists as a filter. */
export function FolderBar() {
  const text = useText();
  const { folderId, folder, isKnown } = useFolderFilter();
  const [isSaving, setSaving] = useState(false);
  const filter = useShownFilter(folderId);
  useOffer(stationCommands.saveFilter, () => setSaving(true), {
    available: asksNothing(filter) ? 'folders.emptyFilter' : true,
  });
  return (
    <>
      {folderId !== null && (
        <span className="home__folder row gap-6 text-12">
          <Icon name={folder?.filter == null ? 'folder-tree' : 'search'} />
          <b className="ellipsis">{folder?.name ?? (isKnown ? text('folders.gone') : '')}</b>
          <CommandButton
            command={folderCommands.show}
            args={{ folderId: null }}
            icon="x"
            iconOnly
            look="ghost"
            label={text('folders.leave')}
          />
        </span>
      )}
      {!asksNothing(filter) && (
        <CommandButton command={stationCommands.saveFilter} icon="plus" label={text('folders.save')} />
      )}
      {isSaving && <SaveDialog folderId={folderId} onClose={() => setSaving(false)} />}
    </>
  );
}
