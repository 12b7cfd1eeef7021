/** Cells that name entries of a company's dictionaries. */
import type { DictionaryName } from '../../base/dictionaries.ts';
import { Refusal } from '../../base/errors.ts';
import type { SheetColumn } from '../../contract/sheets.ts';
import type { DictionaryEntry } from '../../contract/sites/dictionaries.ts';
import { entriesOf } from '../dictionaries/entries.ts';
import type { Db } from '../sites/edit/editor.ts';
import { type Cells, cellOf, fold } from './cells.ts';

/** Looks dictionaries up once for all rows. */
export class EntryCells {
  readonly #read = new Map<string, Promise<readonly DictionaryEntry[]>>();

  constructor(readonly db: Db) {}

  #of(dictionary: DictionaryName, companyId: number): Promise<readonly DictionaryEntry[]> {
    const key = `${dictionary} ${companyId}`;
    const known = this.#read.get(key) ?? entriesOf(this.db, dictionary, companyId);
    this.#read.set(key, known);
    return known;
  }

  async #code(
    dictionary: DictionaryName,
    companyId: number,
    wanted: string,
    column: SheetColumn,
  ): Promise<string> {
    const entries = (await this.#of(dictionary, companyId)).filter(({ enabled }) => enabled);
    const found = entries.filter(
      ({ code, words }) =>
        fold(code) === fold(wanted) || Object.values(words).some((word) => fold(word) === fold(wanted)),
    );
    const [one, another] = found;
    if (one === undefined) throw new Refusal(422, 'sheets.unknown', { value: wanted }, column);
    if (another !== undefined) throw new Refusal(422, 'sheets.ambiguous', { value: wanted }, column);
    return one.code;
  }

  /** The code of an entry that is named by it or by its words in any language. @throws Refusal 422 */
  one(cells: Cells, column: SheetColumn, dictionary: DictionaryName, companyId: number): Promise<string> {
    return this.#code(dictionary, companyId, cellOf(cells, column), column);
  }

  /** Codes of several, divided by commas or semicolons of either width. @throws Refusal 422 for the first that is none */
  async several(
    cells: Cells,
    column: SheetColumn,
    dictionary: DictionaryName,
    companyId: number,
  ): Promise<readonly string[]> {
    const wanted = cellOf(cells, column).split(/[,;、]/);
    const codes: string[] = [];
    for (const one of wanted.map((word) => word.trim()).filter((word) => word !== ''))
      codes.push(await this.#code(dictionary, companyId, one, column));
    return [...new Set(codes)];
  }
}
