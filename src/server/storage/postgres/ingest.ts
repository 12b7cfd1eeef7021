/** Stores batches of readings in PostgreSQL: a statement a table, rows as one JSON parameter. */
import { type Executor, idIn, toNumber, toText } from '../executor.ts';
import { latestText, toStored } from '../readings/values.ts';
import { type Calendar, daySpan, plainCalendar } from '../rollup/calendar.ts';
import { Journal, type Series } from '../rollup/journal.ts';
import type { Reading } from '../storage.ts';
import { type StoredRow, storedRow } from '../tables.ts';
import type { Partitions } from './partitions.ts';

export interface Ingested {
  readonly journal: Journal;
  readonly partitions: readonly string[];
}

const seriesId = (sourceId: number, element: number): string => `${sourceId} ${element}`;
const readingId = ({ sourceId, element, t }: Reading): string => `${sourceId} ${element} ${t}`;

/** What is known of the sources of a batch before it is stored. */
class Known {
  readonly calendars = new Map<number, Calendar>();
  readonly floors = new Map<number, number>();
  readonly series = new Map<string, Series>();

  async load(exec: Executor, row: StoredRow, ids: string): Promise<void> {
    const chain = `JOIN stations s ON s.id = r.station_id JOIN projects p ON p.id = s.project_id`;
    const calendars = await exec.all(
      row.id === 'status'
        ? `SELECT r.id, p.time_zone, p.day_boundary FROM rtus r ${chain} WHERE ${idIn('postgres', 'r.id')}`
        : `SELECT n.id, p.time_zone, p.day_boundary FROM sensors n JOIN rtus r ON r.id = n.rtu_id ${chain}
           WHERE ${idIn('postgres', 'n.id')}`,
      [ids],
    );
    for (const [id, timeZone, boundary] of calendars) {
      this.calendars.set(toNumber(id), { timeZone: toText(timeZone), boundary: toNumber(boundary) });
    }
    const where = `row_id = ? AND ${idIn('postgres', 'source_id')}`;
    for (const [id, t] of await exec.all(`SELECT source_id, t FROM reading_floors WHERE ${where}`, [
      row.id,
      ids,
    ])) {
      this.floors.set(toNumber(id), toNumber(t));
    }
    const latest = await exec.all(`SELECT source_id, element, t FROM latest WHERE ${where}`, [row.id, ids]);
    for (const [id, nth, t] of latest) {
      const [sourceId, element, newest] = [toNumber(id), toNumber(nth), toNumber(t)];
      const running = daySpan(this.calendars.get(sourceId) ?? plainCalendar, newest).start;
      const key = { row: row.id, sourceId, element };
      this.series.set(seriesId(sourceId, element), { key, newest, running, marked: false });
    }
  }

  seriesOf({ row, sourceId, element }: Reading): Series {
    const id = seriesId(sourceId, element);
    let series = this.series.get(id);
    if (!series) {
      const key = { row, sourceId, element };
      series = { key, newest: Number.NEGATIVE_INFINITY, running: Number.NaN, marked: false };
      this.series.set(id, series);
    }
    return series;
  }
}

function asJson(row: StoredRow, { sourceId, element, t, receivedAt, historical, values }: Reading): object {
  const json: Record<string, number | string | null> = {
    source_id: sourceId,
    element,
    t,
    received_at: receivedAt,
    historical: historical ? 1 : 0,
  };
  for (const { name } of row.columns) {
    const cell = toStored(values[name]);
    json[name] = cell instanceof Uint8Array ? `\\x${Buffer.from(cell).toString('hex')}` : cell;
  }
  return json;
}

async function insert(exec: Executor, row: StoredRow, readings: readonly Reading[]): Promise<Set<string>> {
  const names = ['source_id', 'element', 't', 'received_at', 'historical'];
  const list = [...names, ...row.columns.map(({ name }) => `"${name}"`)].join(', ');
  const rows = await exec.all(
    `INSERT INTO ${row.table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${row.table}, ?::json)
     ON CONFLICT DO NOTHING RETURNING source_id, element, t`,
    [JSON.stringify(readings.map((reading) => asJson(row, reading)))],
  );
  return new Set(rows.map(([sourceId, element, t]) => `${sourceId} ${element} ${t}`));
}

async function mark(exec: Executor, { changed }: Journal): Promise<void> {
  const days = [...changed].flatMap(([{ key }, starts]) =>
    [...starts].map((day) => ({ row_id: key.row, source_id: key.sourceId, element: key.element, day })),
  );
  await exec.run(
    `INSERT INTO rollup_days (row_id, source_id, element, day)
     SELECT * FROM json_to_recordset(?::json) AS m(row_id text, source_id bigint, element bigint, day bigint)
     ORDER BY 1, 2, 3, 4
     ON CONFLICT (row_id, source_id, element, day) DO UPDATE SET day_rows = NULL
     WHERE rollup_days.day_rows IS NOT NULL`,
    [JSON.stringify(days)],
  );
}

async function moveLatest(exec: Executor, { latest }: Journal): Promise<void> {
  const moved = [...latest.values()].map((reading) => ({
    row_id: reading.row,
    source_id: reading.sourceId,
    element: reading.element,
    t: reading.t,
    received_at: reading.receivedAt,
    data: latestText(reading),
  }));
  await exec.run(
    `INSERT INTO latest (row_id, source_id, element, t, received_at, data)
     SELECT * FROM json_to_recordset(?::json)
       AS m(row_id text, source_id bigint, element bigint, t bigint, received_at bigint, data text)
     ORDER BY 1, 2, 3
     ON CONFLICT (row_id, source_id, element)
     DO UPDATE SET t = excluded.t, received_at = excluded.received_at, data = excluded.data
     WHERE excluded.t > latest.t`,
    [JSON.stringify(moved)],
  );
}

/** Stores a batch within the caller's transaction. */
export async function store(
  exec: Executor,
  partitions: Partitions,
  batch: readonly Reading[],
): Promise<Ingested> {
  const journal = new Journal();
  const made: string[] = [];
  const byRow = new Map<StoredRow, Reading[]>();
  for (const reading of batch) {
    const row = storedRow(reading.row);
    const readings = byRow.get(row);
    if (readings) readings.push(reading);
    else byRow.set(row, [reading]);
  }
  const parts = new Map<StoredRow, { known: Known; stored: Set<string> }>();
  for (const [row, readings] of byRow) {
    const known = new Known();
    await known.load(exec, row, JSON.stringify([...new Set(readings.map(({ sourceId }) => sourceId))]));
    const wanted = readings.filter(({ sourceId, t }) => !(t < (known.floors.get(sourceId) ?? t)));
    made.push(
      ...(await partitions.ensure(
        exec,
        row.table,
        wanted.map(({ t }) => t),
      )),
    );
    parts.set(row, { known, stored: await insert(exec, row, wanted) });
  }
  for (const reading of batch) {
    const part = parts.get(storedRow(reading.row));
    // Deleted once told: the second of two equal readings in a batch is the duplicate.
    if (!part?.stored.delete(readingId(reading))) continue;
    const calendar = part.known.calendars.get(reading.sourceId) ?? plainCalendar;
    journal.add(part.known.seriesOf(reading), reading, daySpan(calendar, reading.t).start);
  }
  if (journal.changed.size > 0) await mark(exec, journal);
  if (journal.latest.size > 0) await moveLatest(exec, journal);
  return { journal, partitions: made };
}
