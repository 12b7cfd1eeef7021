/** Writes of a batch in PostgreSQL: a statement a table, rows as one JSON parameter. */
import type { Cell, Executor } from '../executor.ts';
import type { ChangedCells, ChangedDay, IngestBackend } from '../ingest/backend.ts';
import { notGoodText } from '../ingest/cells.ts';
import { latestText, type Series } from '../ingest/series.ts';
import { spanOf } from '../ingest/stored-rows.ts';
import type { RowKey, WholeRow } from '../ingest/whole-row.ts';
import type { StoredRow } from '../tables.ts';
import type { Partitions } from './partitions.ts';

type Json = Record<string, number | string | null>;

const toJson = (cell: Cell | undefined): number | string | null =>
  cell instanceof Uint8Array ? `\\x${Buffer.from(cell).toString('hex')}` : (cell ?? null);

/** What is written, one JSON object a row, by column. */
function asJson(row: StoredRow, { sourceId, element, t, receivedAt, historical, state }: WholeRow): Json {
  const json: Json = { source_id: sourceId, element, t, received_at: receivedAt, historical };
  row.columns.forEach(({ name }, place) => {
    json[name] = toJson(state.cells[place]);
  });
  if (row.derived !== null) json['computed'] = state.computed;
  json['not_good'] = notGoodText(row, state);
  return json;
}

export class PostgresIngestBackend implements IngestBackend {
  readonly #partitions: Partitions;
  #made: string[] = [];
  #exec: Executor | null = null;

  constructor(partitions: Partitions) {
    this.#partitions = partitions;
  }

  /** The connection of the transaction that has begun. */
  get exec(): Executor {
    if (this.#exec === null) throw new Error('no transaction has begun');
    return this.#exec;
  }

  begin(exec: Executor): void {
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
    const names = ['source_id', 'element', 't', 'received_at', 'historical'];
    const list = [
      ...names,
      ...row.columns.map(({ name }) => `"${name}"`),
      ...(row.derived === null ? [] : ['computed']),
      'not_good',
    ].join(', ');
    await this.exec.run(
      `INSERT INTO ${row.table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${row.table}, ?::json)`,
      [JSON.stringify(rows.map((one) => asJson(row, one)))],
    );
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
