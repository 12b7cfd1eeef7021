/** Standard sets made, changed and deleted from the matrix. */
import { standards } from '../../../../commands/standards.ts';
import type { ParameterValue } from '../../../catalogue/model.ts';
import { callOf } from '../../../command/command.ts';
import { deleteStandard, restoreStandard } from '../../../contract/devices/standards.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { standardsKey } from '../../state/devices/standards.ts';
import { notify } from '../../state/notices.ts';
import type { Chosen } from './actions/chosen-cells.ts';
import type { StandardDraft } from './StandardDialog.tsx';
import type { SheetData, useSheet } from './use-sheet.ts';

export function useStandardActions(of: {
  readonly shown: SheetData;
  readonly sheet: ReturnType<typeof useSheet>;
  readonly chosen: Chosen;
  readonly canEdit: boolean;
  readonly setDraft: (draft: StandardDraft) => void;
}): void {
  const { shown, sheet, chosen, canEdit } = of;
  const { model, lines, stations } = shown;
  const { standard, projects } = sheet;
  const text = useText();
  const change = useChange(standardsKey, text);
  const device = lines[chosen.at.row];
  const station = device === undefined ? undefined : stations.get(model.stationOf(device));
  const companies = [...new Map(projects.map((one) => [one.companyId, one.companyName]))];
  const chosenOne = canEdit ? (standard === null ? ('matrix.noStandardYet' as const) : true) : false;

  useOffer(
    standards.make,
    () => {
      const values = Object.fromEntries(
        model.fields.flatMap((field, column): [string, ParameterValue][] => {
          const value = device === undefined ? undefined : model.value(device, column);
          // What belongs to that device is right for no other: who wants it ticks it.
          const isCommon = field.own === undefined;
          return value === undefined || value === null || !isCommon ? [] : [[field.id, value]];
        }),
      );
      const companyId = projects.find(({ id }) => id === station?.projectId)?.companyId;
      of.setDraft({
        standard: null,
        name: '',
        companyId: companyId ?? companies[0]?.[0] ?? 0,
        companies,
        values,
        from: station?.code ?? null,
      });
    },
    { available: canEdit },
  );
  useOffer(
    standards.edit,
    () => {
      if (standard === null) return;
      const { name, companyId, values } = standard;
      of.setDraft({ standard, name, companyId, companies, values, from: null });
    },
    { available: chosenOne },
  );
  useOffer(
    standards.delete,
    async () => {
      if (standard === null) return;
      const refused = await change(() => request(deleteStandard, { params: { standardId: standard.id } }));
      if (refused !== null) notify('error', refused.sentence);
      else {
        const undo = callOf(standards.restore, { standardId: standard.id });
        notify('success', text('standards.deleted', { name: standard.name }), null, null, undo);
      }
    },
    { available: chosenOne },
  );
  useOffer(standards.restore, async ({ standardId }) => {
    const refused = await change(() => request(restoreStandard, { params: { standardId } }));
    notify(refused === null ? 'success' : 'error', refused === null ? text('undo.done') : refused.sentence);
  });
}
