import { proxy, ref } from 'valtio';
import type { Origin } from '../../command/command.ts';
import type { OrderProposal } from '../../command/context.ts';
import type { ExportQuery, ExportTableId } from '../../contract/exports.ts';
import type { SheetId } from '../../contract/sheets.ts';
import type { FormulaView } from '../../contract/sites/formulas.ts';
import type { FormulaTemplate } from '../../domain/formula-templates.ts';
import type { FormulaInput } from '../../domain/formulas/model.ts';
import type { Draft } from '../../domain/parameters/parameter-edits.ts';

/** An order that waits for its confirmation, and the surface that it came from. */
export interface AskedOrder {
  readonly proposal: OrderProposal;
  readonly surface: Origin;
  /** The panel's edits that it was made of: the version that they were based on, and what the device had then. */
  readonly base?: {
    readonly version: number;
    readonly values: Draft;
  };
}

/** A derived channel as it was when it was opened. */
export type OpenedFormula = Fixed<FormulaView>;

/** A derived channel that is to be written: a new version of one, or a new one and what it begins with. */
export interface AskedFormula {
  readonly stationId: number;
  readonly begin:
    | { readonly type: 'edit'; readonly formula: OpenedFormula }
    | { readonly type: 'template'; readonly template: FormulaTemplate }
    | {
        readonly type: 'given';
        readonly name: string;
        readonly text: string;
        readonly inputs: readonly FormulaInput[];
      };
}

type Fixed<T> = {
  readonly [Key in keyof T]: T[Key] extends (infer One)[] | undefined ? readonly Readonly<One>[] : T[Key];
};
/** Rows that can be saved as a file, and what is asked of them. */
export type FileRows = {
  readonly [Id in ExportTableId]: { readonly table: Id; readonly query: Fixed<ExportQuery<Id>> };
}[ExportTableId];
/** A file that is asked for: what a screen shows, and the raw readings behind it where those are other rows. */
export interface AskedFile {
  readonly shown: FileRows;
  readonly raw: FileRows | null;
}

/** What lies over the pages: the palette with the text that it opened with, the sheet of keys, an order to confirm, a file to save, a sheet to import, a derived channel to write. */
export const overlays = proxy<{
  shown: 'palette' | 'keys' | null;
  text: string;
  order: AskedOrder | null;
  file: AskedFile | null;
  sheet: SheetId | null;
  formula: AskedFormula | null;
}>({
  shown: null,
  text: '',
  order: null,
  file: null,
  sheet: null,
  formula: null,
});

let sentence = '';
/** Keeps the sentence that stands in the palette, for when it is opened again; '' = none. */
export function keepSentence(text: string): void {
  sentence = text;
}
export const keptSentence = (): string => sentence;

/** Opens the palette. @param text what its box holds: a prefix, or '' */
export function openPalette(text: string): void {
  Object.assign(overlays, { shown: 'palette', text });
}

export function openKeySheet(): void {
  overlays.shown = 'keys';
}

export function closeOverlay(): void {
  overlays.shown = null;
}

/** Asks on screen what an order's guard demands; null = nothing more. */
export function askOrder(order: AskedOrder | null): void {
  overlays.order = order === null ? null : ref(order);
}

/** Asks on screen how rows are to be saved as a file; null = nothing more. */
export function askFile(shown: FileRows | null, raw: FileRows | null = null): void {
  overlays.file = shown === null ? null : ref({ shown, raw });
}

/** Opens the dialog in which things come from a sheet; null = closes it. */
export function askSheet(sheet: SheetId | null): void {
  overlays.sheet = sheet;
}

/** Opens the editor of a derived channel; null closes it. */
export function askFormula(formula: AskedFormula | null): void {
  overlays.formula = formula === null ? null : ref(formula);
}
