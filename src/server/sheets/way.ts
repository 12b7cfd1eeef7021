import type { SheetRow } from '../../contract/sheets.ts';
import type { By, Db } from '../sites/edit/editor.ts';

/** What one kind of sheet makes of its rows. Everything happens within the caller's transaction. */
export interface SheetWay<Thing> {
  /** Begins to look: what is known is read once, and what earlier rows took is remembered. */
  begin(db: Db, by: By, now: number): Promise<RowReader<Thing>>;
  /** Makes things of good rows; answers their ids. @throws Refusal */
  store(db: Db, by: By, things: readonly Thing[], now: number): Promise<readonly number[]>;
  /** Takes things back. @throws Refusal */
  undo(db: Db, by: By, made: readonly number[], now: number): Promise<void>;
}

export interface RowReader<Thing> {
  /** What the row is about, as far as it can be read. */
  name(row: SheetRow): string;
  /** @throws Refusal 422 that names the column */
  read(row: SheetRow): Promise<Thing>;
}
