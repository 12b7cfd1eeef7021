/** Edits of the fleet matrix that no plan has yet: kept while the console is open, whatever page is shown. */

import { proxy, ref, useSnapshot } from 'valtio';
import type { ParameterValue } from '../../../catalogue/model.ts';
import { addressOf } from '../../../contract/pages.ts';
import { keepUnsaved } from '../tabs.ts';

export type DeviceEdits = Readonly<Record<string, ParameterValue>>;
/** By device (`rtu/slot`), then by field. */
export type SheetEdits = ReadonlyMap<string, DeviceEdits>;
interface Kept {
  readonly edits: SheetEdits;
  /** What it was before each change, the last one at the end. */
  readonly before: readonly SheetEdits[];
}

/** Where the matrix lives. */
export const matrixAddress = addressOf('matrix');
const mostUndone = 100;
const none: Kept = { edits: new Map(), before: [] };
const sheets = proxy<{ of: Readonly<Record<string, Kept>> }>({ of: {} });

const giveUp = () => keep({});

function keep(of: Readonly<Record<string, Kept>>): void {
  sheets.of = ref(of);
  const any = Object.values(of).some(({ edits }) => edits.size > 0);
  keepUnsaved('matrix', new Map(any ? [[matrixAddress, giveUp]] : []));
}

/** Edits of a sheet as they are now. */
export const editsOf = (sheet: string): SheetEdits => (sheets.of[sheet] ?? none).edits;

/** Puts other edits in the place of a sheet's; they can be undone. */
export function changeEdits(sheet: string, edits: SheetEdits): void {
  const { edits: last, before } = sheets.of[sheet] ?? none;
  keep({ ...sheets.of, [sheet]: { edits, before: [...before, last].slice(-mostUndone) } });
}

/** Takes back the last change; false where there is none. */
export function undoEdits(sheet: string): boolean {
  const { before } = sheets.of[sheet] ?? none;
  const last = before.at(-1);
  if (last === undefined) return false;
  keep({ ...sheets.of, [sheet]: { edits: last, before: before.slice(0, -1) } });
  return true;
}

/** Forgets a sheet's edits: a plan has them now. */
export function dropEdits(sheet: string): void {
  const { [sheet]: _own, ...others } = sheets.of;
  keep(others);
}

/** Edits by sheet, and whether something can be undone. */
export function useEdits(sheet: string): {
  readonly edits: SheetEdits;
  readonly canUndo: boolean;
  readonly sheets: ReadonlySet<string>;
} {
  const { of } = useSnapshot(sheets, { sync: true });
  const all = of as Readonly<Record<string, Kept>>;
  const own = all[sheet] ?? none;
  return {
    edits: own.edits,
    canUndo: own.before.length > 0,
    sheets: new Set(Object.keys(all).filter((id) => (all[id]?.edits.size ?? 0) > 0)),
  };
}
