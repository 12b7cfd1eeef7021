/** What a table must say of itself to be written as a file: who may have it, its columns, its rows. */
import type { Language } from '../../base/messages.ts';
import type { ExportQuery, ExportTableId } from '../../contract/exports.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Board } from '../sites/board.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { ReadConnection } from '../storage/reading.ts';
import type { Storage } from '../storage/storage.ts';
import type { words } from '../words.ts';

/** A formatter of messages in the language of the file. */
export type ExportWords = ReturnType<typeof words>;

export interface ExportColumn {
  readonly title: string;
  /** How programs call it, the same in every language; left out = by its title. */
  readonly name?: string;
  /** Symbol under the title. */
  readonly unit?: string | null;
  /** `time`: a moment, UTC ms, shown on the clocks of its zone. */
  readonly kind: 'text' | 'number' | 'time';
  /** Digits after the point of a number; left out = as many as it has. */
  readonly digits?: number;
  /** Zone of a column of times: an IANA name, or the place of the column in which each row names it. */
  readonly zone?: string | number;
  /** In characters; left out = by its kind and title. */
  readonly width?: number;
}
/** Null and NaN are empty cells. */
export type ExportCell = number | string | null;
export type ExportRow = readonly ExportCell[];

/** What is found out on the serving loop before a thread writes: small, and it can be copied between threads. */
export interface PreparedExport<Given> {
  readonly given: Given;
  /** What the rows are of, for the file's name: a station's number; '' = of everything. */
  readonly subject: string;
  /** What the sheet *About* says of the query: a title and a text each. */
  readonly about: readonly (readonly [title: string, text: string])[];
}

/** Who asks for what, on the serving loop. */
export interface ExportAsker<Query> {
  readonly storage: Pick<Storage, 'db' | 'readings'>;
  readonly board: Board;
  readonly viewer: Viewer;
  readonly query: Query;
  readonly text: ExportWords;
  /** Of the server: it says how levels of alarms are called. */
  readonly edition: 'cn' | 'jp';
  readonly now: number;
}

/** How a thread reads the rows. */
export interface ExportReader<Given> {
  readonly reading: ReadConnection;
  /** Whose rows may be read: every query goes through it. */
  readonly scope: CompanyScope;
  readonly given: Given;
  readonly text: ExportWords;
  readonly language: Language;
  /** When the file was asked for, UTC ms. */
  readonly now: number;
}

/** An open table. Rows come in batches, so that others are answered between two of them. */
export interface OpenTable {
  readonly columns: readonly ExportColumn[];
  count(): Promise<number>;
  rows(): AsyncGenerator<readonly ExportRow[]>;
  /** Sheets of a workbook that follow; a CSV file has the first alone. */
  readonly further?: readonly FurtherSheet[];
  /** Lines of the sheet *About* that the rows give. */
  about?(): readonly (readonly [title: string, text: string])[];
}
export interface FurtherSheet {
  readonly title: string;
  readonly columns: readonly ExportColumn[];
  rows(): AsyncGenerator<readonly ExportRow[]>;
}

export interface ExportTable<Query, Given> {
  /** @throws Refusal 404 for what is another company's, 400 for what there is not */
  readonly prepare: (asker: ExportAsker<Query>) => Promise<PreparedExport<Given>>;
  readonly open: (reader: ExportReader<Given>) => Promise<OpenTable>;
}

/** A table whose types are checked and then forgotten: what it prepared is what it is opened with. */
export type AnyExportTable = ExportTable<unknown, unknown>;

/** Declares a table. `id` is that of the contract, which says what may be asked of it. */
export function exportTable<Id extends ExportTableId, Given>(
  _id: Id,
  table: ExportTable<ExportQuery<Id>, Given>,
): AnyExportTable {
  return table as unknown as AnyExportTable;
}
