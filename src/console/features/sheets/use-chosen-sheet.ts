import { type ChangeEvent, useRef, useState } from 'react';
import { type SheetId, sheets } from '../../../contract/sheets.ts';
import { findParameterColumn } from '../../../derive/parameter-heads.ts';
import { loadChunk } from '../../components/chunks.ts';
import { useText } from '../../components/i18n.ts';
import type { BookSheet } from '../../components/sheets/read-sheet.ts';
import { everyLanguage } from '../../state/every-language.ts';
import { preferences } from '../../state/preferences.ts';
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

/**
 * The sheet that was chosen or pasted, and what it holds.
 * @param onRead called with what was read; null = nothing is chosen any more
 */
export function useChosenSheet(
  sheet: SheetId,
  onRead: (read: ReadRows | RowsProblem | null) => Promise<void>,
) {
  const text = useText();
  const file = useRef<HTMLInputElement>(null);
  /** Moves with each file or text: of several that come one after the other the last one counts. */
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

  const look = async (name: string, lines: Lines, wanted: string | null = null) => {
    book.current = { name, lines };
    turn.current += 1;
    const own = turn.current;
    const [{ rowsOf }, { pickSheet }, says, found] = await Promise.all([
      loadChunk(() => import('./sheet-rows.ts')),
      loadChunk(() => import('../../components/sheets/picked-sheet.ts')),
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
    await onRead(next);
  };
  const chooseSheet = (wanted: string) => {
    if (book.current !== null) void look(book.current.name, book.current.lines, wanted);
  };
  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [own] = event.target.files ?? [];
    event.target.value = '';
    if (own === undefined) return;
    const [{ sheetsOfFile }, { mostSheetLines }] = await Promise.all([
      loadChunk(() => import('../../components/sheets/table-file.ts')),
      loadChunk(() => import('./sheet-rows.ts')),
    ]);
    await look(own.name, sheetsOfFile(own, mostSheetLines, preferences.language));
  };
  const takeText = async (typed: string) => {
    setPasted(typed);
    if (typed.trim() === '') {
      turn.current += 1;
      setChosen(null);
      await onRead(null);
      return;
    }
    const [{ pastedLines }, { mostSheetLines }] = await Promise.all([
      loadChunk(() => import('../../components/sheets/table-file.ts')),
      loadChunk(() => import('./sheet-rows.ts')),
    ]);
    const lines = pastedLines(typed, mostSheetLines);
    await look(
      text('sheets.pasted'),
      Promise.resolve(typeof lines === 'string' ? lines : [{ name: '', lines }]),
    );
  };
  return { file, onFile, chooseSheet, pasted, takeText, chosen, turn };
}
