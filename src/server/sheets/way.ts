import type { Language } from '../../base/messages.ts';
import type { SheetRow } from '../../contract/sheets.ts';
import type { By, Db } from '../sites/edit/editor.ts';

/** Who brings a sheet, when, and in which language reasons are said. */
export interface Bringing {
  readonly by: By;
  readonly now: number;
  readonly language: Language;
}

/** What was made of rows: ids of things, or a plan. */
export type SheetMade = { readonly ids: readonly number[] } | { readonly planId: string };

/** What one kind of sheet makes of its rows. Everything happens within the caller's transaction. */
export interface SheetWay<Thing> {
  /** True: a column that the contract does not list is none of the others; it is the way's to read. */
  readonly isOpen?: true;
  /** Begins to look: what is known is read once, and what earlier rows took is remembered. */
  begin(db: Db, bringing: Bringing, rows: readonly SheetRow[]): Promise<RowReader<Thing>>;
  /** Makes things of good rows. @throws Refusal */
  store(db: Db, bringing: Bringing, things: readonly Thing[]): Promise<SheetMade>;
  /** Takes things back. @throws Refusal */
  undo(db: Db, by: By, made: readonly number[], now: number): Promise<void>;
}

export interface RowReader<Thing> {
  /** What the row is about, as far as it can be read. */
  name(row: SheetRow): string;
  /** Null = everything is so already. @throws Refusal 422 that names the column, RowRefusal for several */
  read(row: SheetRow): Promise<Thing | null>;
}
