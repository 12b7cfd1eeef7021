/** Computes derived channels from stored rows (src/domain/formulas/README.md), within the caller's transaction. */
import {
  type Computation,
  computeFormula,
  type InputColumn,
  reachOf,
} from '../../../domain/formulas/compute.ts';
import type { FormulaBody, FormulaInput } from '../../../domain/formulas/model.ts';
import { parseFormula } from '../../../domain/formulas/parse.ts';
import { type Executor, toNumber, toText } from '../executor.ts';
import { fromJson, type Json } from '../json.ts';
import {
  historical as historicalOf,
  numberOf,
  receivedAt as receivedAtOf,
  someOf,
} from '../sealed/expression.ts';
import type { RowWriter } from '../sealed/open.ts';
import { firstRows, type RowsAsked } from '../sealed/scan.ts';
import { storedRow } from '../tables.ts';
import type { Incoming } from './core.ts';
import { sameCell } from './row-state.ts';
import { readRowsBetween } from './stored-rows.ts';
import type { WholeRow } from './whole-row.ts';

/** Row and channel that values of derived channels are stored in: those of the companies' own kinds. */
export const formulaRow = storedRow('own');
export const formulaColumn = 'c0';
const place = formulaRow.places.get(formulaColumn) ?? 0;

/** Rows of one input read for a piece: bounds what a piece holds in memory. */
const inputRows = 100_000;

/** A derived channel in use, as its newest version says. */
export interface ReadyFormula {
  readonly id: number;
  readonly sensorId: number;
  readonly body: FormulaBody;
  readonly computation: Computation;
}

/** The formula, ready to be computed. @throws FormulaProblem */
export function readyFormula(id: number, sensorId: number, body: FormulaBody): ReadyFormula {
  const [lead] = body.inputs;
  if (lead === undefined) throw new Error(`formula ${id} has no input`);
  const computation = { node: parseFormula(body.text), lead: lead.letter, age: body.age * 1000 };
  return { id, sensorId, body, computation };
}

/** A formula whose sensor is in use; null where it is not (any more). */
export async function readFormula(exec: Executor, id: number): Promise<ReadyFormula | null> {
  const [found] = await exec.all(
    `SELECT f.sensor_id, v.body FROM formulas f
     JOIN formula_versions v ON v.formula_id = f.id AND v.version = f.version
     JOIN sensors n ON n.id = f.sensor_id WHERE f.id = ? AND n.retired_at IS NULL`,
    [id],
  );
  if (found === undefined) return null;
  const body = fromJson(toText(found[1]) as Json<FormulaBody>); // the column's type in the schema
  return readyFormula(id, toNumber(found[0]), body);
}

interface LeadRow {
  readonly t: number;
  readonly receivedAt: number;
  readonly historical: boolean;
}

/** The rows of an input that have a value, from `from` to `to`, both inclusive. */
function askedOf({ row, sourceId, element, channel }: FormulaInput, from: number, to: number): RowsAsked {
  const value = numberOf(storedRow(row), channel);
  const where = someOf([value]);
  return { key: { row, sourceId, element }, from, to: to + 1, expressions: [value], where };
}

async function leadRows(
  exec: Executor,
  input: FormulaInput,
  from: number,
  to: number,
  limit: number,
): Promise<LeadRow[]> {
  const asked = { ...askedOf(input, from, to), expressions: [receivedAtOf, historicalOf] };
  const rows = await firstRows(exec, asked, limit);
  return rows.map(([t, receivedAt, historical]) => ({
    t: toNumber(t),
    receivedAt: toNumber(receivedAt),
    historical: historical === 1,
  }));
}

/** Values of an input from `from` to `to`, both inclusive; no more than `limit`. */
async function inputColumn(
  exec: Executor,
  input: FormulaInput,
  from: number,
  to: number,
  limit: number,
): Promise<InputColumn> {
  const rows = await firstRows(exec, askedOf(input, from, to), limit);
  return { t: rows.map(([t]) => toNumber(t)), value: rows.map(([, one]) => toNumber(one)) };
}

/** Values of a formula over a stretch, with the rows that give its times. */
export interface FormulaValues {
  readonly rows: readonly LeadRow[];
  /** One a row; NaN where there is none. */
  readonly values: readonly number[];
  /** All up to here, inclusive, is computed. */
  readonly end: number;
}

/** Computes a formula from `from` to `to`, both inclusive, at no more than `limit` moments. */
export async function formulaValues(
  exec: Executor,
  { body, computation }: Pick<ReadyFormula, 'body' | 'computation'>,
  from: number,
  to: number,
  limit: number,
): Promise<FormulaValues> {
  const [lead] = body.inputs;
  if (lead === undefined) return { rows: [], values: [], end: to };
  const all = await leadRows(exec, lead, from, to, limit);
  let end = all.length < limit ? to : (all.at(-1)?.t ?? to);
  const last = all.at(-1)?.t;
  if (last === undefined) return { rows: [], values: [], end };
  const columns = new Map<string, InputColumn>();
  for (const input of body.inputs) {
    const since = from - reachOf(computation, input.letter);
    let column = await inputColumn(exec, input, since, last, inputRows);
    const known = column.t.length < inputRows ? last : (column.t.at(-1) ?? last);
    // Where one input has so many more rows than the first that not even one moment is covered, all of them are read.
    if (known < (all[0]?.t ?? last))
      column = await inputColumn(exec, input, since, last, Number.MAX_SAFE_INTEGER);
    else if (known < last) end = Math.min(end, known);
    columns.set(input.letter, column);
  }
  const rows = all.filter(({ t }) => t <= end);
  const times = rows.map(({ t }) => t);
  return { rows, values: computeFormula(computation, columns, times), end };
}

/** What a piece of a formula's stretch comes to, beside what is stored. */
export interface FormulaPiece {
  /** Rows that have another value than is stored, or none is stored. */
  readonly batch: readonly Incoming[];
  /** Stored rows at whose times the formula has no value. */
  readonly gone: readonly WholeRow[];
  /** Moments looked at. */
  readonly rows: number;
  /** Where to go on; null when all was computed. */
  readonly next: number | null;
}

/** Compares what a formula gives from `from` to `to`, both inclusive, with what is stored; at most `limit` moments. */
export async function formulaPiece(
  backend: RowWriter,
  formula: ReadyFormula,
  from: number,
  to: number,
  limit: number,
): Promise<FormulaPiece> {
  const { rows, values, end: computed } = await formulaValues(backend.exec, formula, from, to, limit);
  const key = { sourceId: formula.sensorId, element: 0 };
  const most = 4 * limit;
  const found = await readRowsBetween(backend, formulaRow, key, from, computed, most);
  const end = found.length < most ? computed : Math.min(computed, found.at(-1)?.t ?? computed);
  const stored = new Map(found.map((row) => [row.t, row]));
  const batch: Incoming[] = [];
  for (const [index, { t, receivedAt, historical }] of rows.entries()) {
    const value = values[index] ?? Number.NaN;
    if (t > end || Number.isNaN(value)) continue;
    const was = stored.get(t)?.state.cells[place] ?? null;
    stored.delete(t);
    if (was !== null && sameCell(was, value)) continue;
    const cells = formulaRow.columns.map((_, index) => (index === place ? value : null));
    const state = { cells, computed: 0, notGood: null };
    batch.push({ at: null, row: formulaRow, ...key, t, receivedAt, historical, state });
  }
  const gone = [...stored.values()].filter(({ t }) => t <= end);
  return { batch, gone, rows: rows.length, next: end >= to ? null : end + 1 };
}
