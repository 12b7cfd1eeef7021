/** Writes of a batch in PostgreSQL, a statement a table: new rows by COPY, what changes others as one JSON parameter. */
import type { Cell } from '../executor.ts';
import type { ChangedCells, ChangedDay, IngestBackend } from '../ingest/backend.ts';
import { notGoodText } from '../ingest/cells.ts';
import { latestText, type Series } from '../ingest/series.ts';
import { spanOf } from '../ingest/stored-rows.ts';
import type { RowKey, WholeRow } from '../ingest/whole-row.ts';
import type { StoredRow } from '../tables.ts';
import { copyText } from './copy.ts';
import type { CopyingExecutor } from './executor.ts';
import type { Partitions } from './partitions.ts';

type Json = Record<string, number | string | null>;

const toJson = (cell: Cell | undefined): number | string | null =>
  cell instanceof Uint8Array ? `\\x${Buffer.from(cell).toString('hex')}` : (cell ?? null);

/** Columns of every reading table. */
const heads = ['source_id', 'element', 't', 'received_at', 'historical'];

/** New rows for COPY, with those columns alone that hold something in one of them. */
function copied(row: StoredRow, rows: readonly WholeRow[]): { columns: string[]; text: string } {
  const places = row.columns.flatMap((_, place) =>
    rows.some(({ state }) => state.cells[place] != null) ? [place] : [],
  );
  const columns = [
    ...heads,
    ...places.map((place) => `"${row.columns[place]?.name}"`),
    ...(row.derived === null ? [] : ['computed']),
    'not_good',
  ];
  let text = '';
  for (const { sourceId, element, t, receivedAt, historical, state } of rows) {
    text += `${sourceId}\t${element}\t${t}\t${receivedAt}\t${historical}`;
    for (const place of places) text += `\t${copyText(state.cells[place])}`;
    if (row.derived !== null) text += `\t${copyText(state.computed)}`;
    text += `\t${copyText(notGoodText(row, state))}\n`;
  }
  return { columns, text };
}

export class PostgresIngestBackend implements IngestBackend {
  readonly #partitions: Partitions;
  #made: string[] = [];
  #exec: CopyingExecutor | null = null;

  constructor(partitions: Partitions) {
    this.#partitions = partitions;
  }

  /** The connection of the transaction that has begun. */
  get exec(): CopyingExecutor {
    if (this.#exec === null) throw new Error('no transaction has begun');
    return this.#exec;
  }

  begin(exec: CopyingExecutor): void {
    this.#exec = exec;
    this.#made = [];
  }

  committed(): void {
    this.#partitions.committed(this.#made);
  }

  async insert(row: StoredRow, rows: readonly WholeRow[]): Promise<void> {
    this.#made.push(
      ...(await this.#partitions.ensure(
        this.exec,
        row.table,
        rows.map(({ t }) => t),
      )),
    );
    const { columns, text } = copied(row, rows);
    await this.exec.copy(row.table, columns, text);
  }

  async update(row: StoredRow, columns: readonly string[], rows: readonly ChangedCells[]): Promise<void> {
    const sets = columns.map((column) => `"${column}" = v."${column}"`).join(', ');
    const { from, to } = spanOf(rows);
    const json = rows.map(({ sourceId, element, t, cells }) => {
      const one: Json = { source_id: sourceId, element, t };
      columns.forEach((column, index) => {
        one[column] = toJson(cells[index]);
      });
      return one;
    });
    await this.exec.run(
      `UPDATE ${row.table} AS r SET ${sets} FROM json_populate_recordset(NULL::${row.table}, ?::json) AS v
       WHERE r.source_id = v.source_id AND r.element = v.element AND r.t = v.t AND r.t >= ? AND r.t <= ?`,
      [JSON.stringify(json), from, to],
    );
  }

  async remove(row: StoredRow, rows: readonly RowKey[]): Promise<void> {
    const { from, to } = spanOf(rows);
    const keys = rows.map(({ sourceId, element, t }) => ({ source_id: sourceId, element, t }));
    await this.exec.run(
      `DELETE FROM ${row.table} AS r
       USING json_to_recordset(?::json) AS v(source_id bigint, element bigint, t bigint)
       WHERE r.source_id = v.source_id AND r.element = v.element AND r.t = v.t AND r.t >= ? AND r.t <= ?`,
      [JSON.stringify(keys), from, to],
    );
  }

  async markDays(days: readonly ChangedDay[]): Promise<void> {
    await this.exec.run(
      `INSERT INTO rollup_days (row_id, source_id, element, day)
       SELECT DISTINCT * FROM json_to_recordset(?::json)
         AS m(row_id text, source_id bigint, element bigint, day bigint)
       ORDER BY 1, 2, 3, 4
       ON CONFLICT (row_id, source_id, element, day) DO UPDATE SET day_rows = NULL
       WHERE rollup_days.day_rows IS NOT NULL`,
      [
        JSON.stringify(
          days.map(({ key, day }) => ({
            row_id: key.row,
            source_id: key.sourceId,
            element: key.element,
            day,
          })),
        ),
      ],
    );
  }

  async saveLatest(all: readonly Series[]): Promise<void> {
    const moved = all.map((series) => ({
      row_id: series.key.row,
      source_id: series.key.sourceId,
      element: series.key.element,
      t: series.t,
      received_at: series.receivedAt,
      data: latestText(series),
      revision: series.revision,
    }));
    await this.exec.run(
      `INSERT INTO latest (row_id, source_id, element, t, received_at, data, revision)
       SELECT * FROM json_to_recordset(?::json) AS m(row_id text, source_id bigint, element bigint, t bigint,
         received_at bigint, data text, revision bigint)
       ORDER BY 1, 2, 3
       ON CONFLICT (row_id, source_id, element) DO UPDATE SET t = excluded.t, received_at = excluded.received_at,
         data = excluded.data, revision = excluded.revision`,
      [JSON.stringify(moved)],
    );
  }
}
