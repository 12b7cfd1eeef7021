import { useLocation } from 'wouter';
import { matrix } from '../../../../../commands/matrix.ts';
import { createPlan, mostItems } from '../../../../contract/plans/plans.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { request } from '../../../state/connection/client.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { dropEdits } from '../../../state/devices/matrix-edits.ts';
import { notify } from '../../../state/notices.ts';
import { keepGiven } from '../../../state/recording/recorder.ts';
import type { CellWords } from '../grid/use-cell-words.ts';
import { planItems } from '../plan-items.ts';
import { sheetTitle } from '../sheets.ts';
import type { SheetData } from '../use-sheet.ts';

const longestTitle = 120;

/** Offers to make a plan of all edits of the sheet; the edits are dropped once it is stored, and it is opened. */
export function usePlanMaking(shown: SheetData, words: CellWords, canEdit: boolean): void {
  const { model, checked, lines } = shown;
  const { sheet } = model;
  const text = useText();
  const [, navigate] = useLocation();
  useOffer(
    matrix.plan,
    async () => {
      const items = planItems(model, checked, lines);
      if (items.length > mostItems)
        return notify('warning', text('matrix.tooMany', { count: items.length, most: mostItems }));
      const actions = [...checked.devices.values()].map(({ device, changes }) => ({
        type: 'set' as const,
        stationId: model.stationOf(device),
        slot: model.slotOf(device),
        group: model.sheet.group,
        edits: changes,
        reason: '',
      }));
      try {
        const fields = [...new Set(items.flatMap(({ edits }) => Object.keys(edits)))];
        const what =
          fields.length === 1
            ? words.field(model.fields.findIndex(({ id }) => id === fields[0]))
            : sheetTitle(sheet, text);
        const counted = text('matrix.edits', { count: checked.edits, devices: checked.devices.size });
        const title = `${what}: ${counted}`.slice(0, longestTitle);
        const { plan } = await request(createPlan, { body: { title, items, surface: 'button' } });
        keepGiven(matrix.plan, actions, { made: plan.id });
        dropEdits(sheet.id);
        navigate(`/plans/${plan.id}`);
      } catch (error) {
        const refused = reasonOf(error, text);
        keepGiven(matrix.plan, actions, { refused });
        notify('error', refused);
      }
    },
    {
      available: !canEdit
        ? false
        : checked.edits === 0
          ? 'matrix.noEdit'
          : checked.problems > 0
            ? 'parameters.fixFirst'
            : true,
    },
  );
}
