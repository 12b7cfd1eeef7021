import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { sheets as sheetCommands } from '../../../../commands/sheets.ts';
import { faultsNow } from '../../../contract/devices/faults.ts';
import {
  importSheet,
  parameterTemplate,
  type SheetId,
  type SheetResult,
  sheetRuns,
  sheets,
  undoSheet,
} from '../../../contract/sheets.ts';
import { stations as stationList } from '../../../contract/sites/stations.ts';
import { findParameterColumn } from '../../../derive/parameter-heads.ts';
import { useText } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { useOffer } from '../../components/screen.ts';
import type { BookSheet } from '../../components/sheets/read-sheet.ts';
import type { SheetPlan } from '../../components/sheets/write-sheet.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { everyLanguage } from '../../state/every-language.ts';
import { preferences } from '../../state/preferences.ts';
import { forgetStations } from '../../state/sites/stations.ts';
import type { ReadRows, RowsProblem } from './sheet-rows.ts';

/** Columns without which a sheet is another one. */
const needed: Readonly<Record<SheetId, readonly string[]>> = {
  stations: ['project', 'code', 'name', 'latitude', 'longitude'],
  parameters: ['station'],
  sensors: ['station', 'slot', 'kind'],
  baselines: ['station', 'slot', 'channel', 'value', 'from'],
  cards: ['iccid'],
};
type Lines = Promise<readonly BookSheet[] | 'tooLarge' | 'notSheet'>;
/** What is fetched anew after an import, by its cache. */
const keyOf: Readonly<Record<SheetId, 'sites' | 'faults'>> = {
  ...{ stations: 'sites', parameters: 'sites', sensors: 'sites', baselines: 'sites' },
  cards: 'faults',
};

/** The last imports of a sheet, which can be taken back. */
export function useSheetRuns(sheet: SheetId) {
  return useQuery({
    queryKey: [keyOf[sheet], 'sheets', sheet],
    queryFn: async ({ signal }) => (await request(sheetRuns, { params: { sheet }, signal })).runs,
  });
}

/** A sheet: read, looked at by the server row by row, and taken. */
export function useSheet(sheet: SheetId) {
  const text = useText();
  const change = useChange(keyOf[sheet], text, forgetStations);
  const file = useRef<HTMLInputElement>(null);
  /** Of several texts that were pasted one after the other the last one counts. */
  const turn = useRef(0);
  const [pasted, setPasted] = useState('');
  const [chosen, setChosen] = useState<{
    readonly name: string;
    readonly read: ReadRows | RowsProblem;
    /** Of a workbook with several sheets: the one that was taken, and all of them. */
    readonly sheet: string;
    readonly names: readonly string[];
  } | null>(null);
  /** What was chosen or pasted last, so that another sheet of it can be read. */
  const book = useRef<{ readonly name: string; readonly lines: Lines } | null>(null);
  const [report, setReport] = useState<readonly SheetResult[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [, navigate] = useLocation();
  const columns = sheets[sheet].columns.map((id) => ({ id, head: text(`sheets.column.${id}`) }));
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
  const look = async (name: string, lines: Lines, wanted: string | null = null) => {
    book.current = { name, lines };
    turn.current += 1;
    const own = turn.current;
    const [{ rowsOf }, { pickSheet }, says, found] = await Promise.all([
      import('./sheet-rows.ts'),
      import('../../components/sheets/picked-sheet.ts'),
      everyLanguage(),
      lines,
    ]);
    if (own !== turn.current) return;
    const known = sheets[sheet].columns.map((id) => ({
      ...{ id, heads: says.map((words) => words(`sheets.column.${id}`)) },
    }));
    const parameter = sheet === 'parameters' ? findParameterColumn(says) : null;
    const other = parameter === null ? undefined : (head: string) => parameter(head) ?? head;
    const fit =
      typeof found === 'string'
        ? { name: '', read: found, names: [] }
        : pickSheet<ReadRows | RowsProblem>(
            found,
            (one) => rowsOf(one, known, needed[sheet], other),
            (one) => one === 'notThis',
            wanted,
          );
    const next = fit.read;
    setChosen({ name, read: next, sheet: fit.name, names: fit.names });
    setReport([]);
    setRefused(null);
    if (typeof next === 'object' && next.rows.length > 0) await ask(next.rows, true, false);
  };
  const chooseSheet = (wanted: string) => {
    if (book.current !== null) void look(book.current.name, book.current.lines, wanted);
  };
  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [own] = event.target.files ?? [];
    event.target.value = '';
    if (own === undefined) return;
    const [{ sheetsOfFile }, { mostSheetLines }] = await Promise.all([
      import('../../components/sheets/table-file.ts'),
      import('./sheet-rows.ts'),
    ]);
    await look(own.name, sheetsOfFile(own, mostSheetLines, preferences.language));
  };
  const takeText = async (typed: string) => {
    setPasted(typed);
    if (typed.trim() === '') {
      turn.current += 1;
      setChosen(null);
      setReport([]);
      return;
    }
    const [{ pastedLines }, { mostSheetLines }] = await Promise.all([
      import('../../components/sheets/table-file.ts'),
      import('./sheet-rows.ts'),
    ]);
    const lines = pastedLines(typed, mostSheetLines);
    await look(
      text('sheets.pasted'),
      Promise.resolve(typeof lines === 'string' ? lines : [{ name: '', lines }]),
    );
  };
  const take = async (partial: boolean) => {
    if (read === null || isBusy) return;
    setBusy(true);
    await ask(read.rows, false, partial);
    setBusy(false);
  };
  const canTake = !isDone && !isBusy && count('good') > 0;
  useOffer(sheetCommands.chooseFile, () => file.current?.click(), { available: !isBusy && !isDone });
  const save = async (heads: readonly string[], rows: SheetPlan['rows']) => {
    const { sheetType, writeSheet } = await import('../../components/sheets/write-sheet.ts');
    const book = writeSheet({ name: sheet, heads: [heads], rows, widths: heads.map(() => 18) });
    saveFile(`groundwatch-${text(`sheets.file.${sheet}`)}.xlsx`, new Blob([book], { type: sheetType }));
  };
  /** A template with the cards that RTUs report, and what is known of them. */
  const saveCards = async () => {
    const answer = await change(async () => {
      const [{ cardRows }, { cards }, { stations, projects }] = await Promise.all([
        import('./card-rows.ts'),
        request(faultsNow, {}),
        request(stationList, {}),
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
