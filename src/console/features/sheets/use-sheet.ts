import { useState } from 'react';
import { useLocation } from 'wouter';
import { sheets as sheetCommands } from '../../../../commands/sheets.ts';
import { importSheet, type SheetId, type SheetResult, sheets, undoSheet } from '../../../contract/sheets.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { forgetStations } from '../../state/sites/stations.ts';
import type { ReadRows, RowsProblem } from './sheet-rows.ts';
import { useChosenSheet } from './use-chosen-sheet.ts';
import { sheetCache } from './use-sheet-runs.ts';
import { useTemplates } from './use-templates.ts';

/** A sheet: read, looked at by the server row by row, and taken. */
export function useSheet(sheet: SheetId) {
  const text = useText();
  const change = useChange(sheetCache[sheet], text, forgetStations);
  const [report, setReport] = useState<readonly SheetResult[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const columns = sheets[sheet].columns.map((id) => ({ id, head: text(`sheets.column.${id}`) }));
  const onRead = async (next: ReadRows | RowsProblem | null) => {
    setReport([]);
    if (next === null) return;
    setRefused(null);
    if (typeof next === 'object' && next.rows.length > 0) await ask(next.rows, true, false);
  };
  const { file, onFile, chooseSheet, pasted, takeText, chosen, turn } = useChosenSheet(sheet, onRead);
  const read = typeof chosen?.read === 'object' ? chosen.read : null;
  const count = (result: SheetResult['result']) => report.filter((row) => row.result === result).length;
  const bad = count('bad') + (read?.long.length ?? 0);
  const isDone = count('added') > 0;

  const ask = async (rows: ReadRows['rows'], dryRun: boolean, partial: boolean) => {
    const own = turn.current;
    const answer = await change(async () => {
      const done = await request(importSheet, {
        params: { sheet },
        body: { rows: rows.map((row) => ({ row: row.row, cells: { ...row.cells } })), dryRun, partial },
      });
      if (own === turn.current) setReport(done.rows);
      if (done.planId !== null) navigate(`/plans/${done.planId}`);
    });
    setRefused(answer?.sentence ?? null);
  };
  const take = async (partial: boolean) => {
    if (read === null || isBusy) return;
    setBusy(true);
    await ask(read.rows, false, partial);
    setBusy(false);
  };
  const canTake = !isDone && !isBusy && count('good') > 0;
  useOffer(sheetCommands.chooseFile, () => file.current?.click(), { available: !isBusy && !isDone });
  const { isChoosing, setChoosing, saveValues } = useTemplates(sheet, columns, setRefused);
  useOffer(sheetCommands.take, () => take(false), { available: canTake && bad === 0 });
  useOffer(sheetCommands.takeGood, () => take(true), { available: canTake && bad > 0 });
  const undo = async (run: number) =>
    setRefused((await change(() => request(undoSheet, { params: { sheetRunId: run } })))?.sentence ?? null);
  return {
    ...{
      columns,
      file,
      onFile,
      chooseSheet,
      pasted,
      takeText,
      chosen,
      read,
      report,
      refused,
      bad,
      count,
      isDone,
      undo,
    },
    ...{ isChoosing, setChoosing, saveValues },
  };
}
