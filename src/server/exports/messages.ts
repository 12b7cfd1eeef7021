/** What the serving loop and the thread of exports say to each other. */
import type { Language } from '../../base/messages.ts';
import type { ExportFormat, ExportTableId } from '../../contract/exports.ts';

/** A file to be written, or its rows to be counted. */
export interface ExportJob {
  readonly job: number;
  readonly table: ExportTableId;
  /** What the table prepared. */
  readonly given: unknown;
  /** Whose rows may be read; null = of every company. */
  readonly companyId: number | null;
  readonly language: Language;
  /** When it was asked for, UTC ms. */
  readonly now: number;
  /** Null = the rows are only counted. */
  readonly format: ExportFormat | null;
  /** Of the sheet of rows, and of the sheet about them with its lines. */
  readonly title: string;
  readonly about: readonly (readonly [title: string, text: string])[];
}

export type ToExports =
  | ExportJob
  /** Another piece of the file is wanted. */
  | { readonly more: number }
  | { readonly cancel: number }
  | { readonly close: true };

export type FromExports = { readonly job: number } & (
  | { readonly counted: number }
  /** A piece of the file, and the rows that are written. */
  | { readonly bytes: Uint8Array; readonly rows: number }
  | { readonly ended: true; readonly rows: number }
  | { readonly failed: string }
);
