import { useState } from 'react';
import { sheets as sheetCommands } from '../../../../commands/sheets.ts';
import { faultsNow } from '../../../contract/devices/faults.ts';
import { parameterTemplate, type SheetId } from '../../../contract/sheets.ts';
import { stations as stationList } from '../../../contract/sites/stations.ts';
import { loadChunk } from '../../components/chunks.ts';
import { useText } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { useOffer } from '../../components/screen.ts';
import type { SheetPlan } from '../../components/sheets/write-sheet.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { forgetStations } from '../../state/sites/stations.ts';
import { sheetCache } from './use-sheet-runs.ts';

/** Templates of a sheet: empty, or with what is known already. */
export function useTemplates(
  sheet: SheetId,
  columns: readonly { readonly head: string }[],
  setRefused: (sentence: string | null) => void,
) {
  const text = useText();
  const change = useChange(sheetCache[sheet], text, forgetStations);
  const [isChoosing, setChoosing] = useState(false);
  const save = async (heads: readonly string[], rows: SheetPlan['rows']) => {
    const { sheetType, writeSheet } = await loadChunk(() => import('../../components/sheets/write-sheet.ts'));
    const book = writeSheet({ name: sheet, heads: [heads], rows, widths: heads.map(() => 18) });
    saveFile(`groundwatch-${text(`sheets.file.${sheet}`)}.xlsx`, new Blob([book], { type: sheetType }));
  };
  /** A template with the cards that RTUs report, and what is known of them. */
  const saveCards = async () => {
    const answer = await change(async () => {
      const [{ cardRows }, { cards }, { stations, projects }] = await Promise.all([
        loadChunk(() => import('./card-rows.ts')),
        request(faultsNow, {}),
        request(stationList, { query: { sparks: 0 } }),
      ]);
      const rows = cardRows(cards, stations, projects, text);
      await save(
        columns.map(({ head }) => head),
        rows,
      );
    });
    setRefused(answer?.sentence ?? null);
  };
  useOffer(sheetCommands.template, async () => {
    if (sheet === 'parameters') setChoosing(true);
    else if (sheet === 'cards') await saveCards();
    else
      await save(
        columns.map(({ head }) => head),
        [],
      );
  });
  /** A template with what the devices of stations have now; answers why it was refused. */
  const saveValues = async (stationIds: readonly number[]) => {
    const answer = await change(async () => {
      const { heads, rows } = await request(parameterTemplate, { body: { stationIds: [...stationIds] } });
      await save(heads, rows);
    });
    return answer?.sentence ?? null;
  };
  return { isChoosing, setChoosing, saveValues };
}
