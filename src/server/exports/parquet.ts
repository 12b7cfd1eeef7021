/**
 * Readings as Parquet files, which every tool for tables reads: one file a source and month of UTC. They are written
 * past the server, from its database, while it runs.
 */
import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ColumnSource, parquetWriteFile } from 'hyparquet-writer';
import { kindByCode } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { CompanyScope } from '../sites/visible.ts';
import { visibleStations } from '../sites/visible.ts';
import { type Cell, toNumber } from '../storage/executor.ts';
import type { ReadConnection } from '../storage/reading.ts';
import { columnOf, historical, receivedAt } from '../storage/sealed/expression.ts';
import { scanRows } from '../storage/sealed/scan.ts';
import { type StoredRow, storedRow } from '../storage/tables.ts';

/** Rows of one file; a month of more gets several. */
const mostRows = 500_000;

export interface ParquetWanted {
  readonly folder: string;
  /** Codes; null = all. */
  readonly project: string | null;
  readonly station: string | null;
  /** UTC ms; the end is outside. */
  readonly from: number;
  readonly to: number;
}
export interface ParquetWritten {
  readonly stations: number;
  readonly files: number;
  readonly rows: number;
}

/** Everybody's: who has the database has all of it. */
const everything: CompanyScope = { companyId: null };

interface Source {
  readonly row: RowId;
  readonly id: number;
  readonly folder: string;
  readonly about: Readonly<Record<string, string>>;
}

/** Characters that a file system may refuse are replaced. */
const fileName = (text: string): string => text.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_');

async function sourcesOf({ db }: ReadConnection, { project, station }: ParquetWanted): Promise<Source[]> {
  let wanted = visibleStations(db, everything).innerJoin('rtus', 'rtus.station_id', 'stations.id');
  if (project !== null) wanted = wanted.where('projects.code', '=', project);
  if (station !== null) wanted = wanted.where('stations.code', '=', station);
  const stations = await wanted
    .select(['stations.code', 'stations.name', 'stations.time_zone', 'projects.code as project'])
    .select(['rtus.id as rtu', 'rtus.sn'])
    .orderBy('projects.code')
    .orderBy('stations.code')
    .execute();
  const sources: Source[] = [];
  for (const { code, name, time_zone: zone, project: of, rtu, sn } of stations) {
    const about = { project: of, station: code, name, zone, rtu: sn };
    const folder = join(fileName(of), fileName(code));
    sources.push({ row: 'status', id: rtu, folder: join(folder, 'rtu-status'), about });
    const sensors = await db
      .selectFrom('sensors')
      .select(['id', 'slot', 'kind'])
      .where('rtu_id', '=', rtu)
      .orderBy('id')
      .execute();
    for (const { id, slot, kind } of sensors)
      for (const row of kindByCode(kind)?.rows ?? []) {
        const own = `${slot}-${id}-${row}`;
        sources.push({
          ...{ row, id, folder: join(folder, own) },
          about: { ...about, slot: String(slot), kind: String(kind), sensor: String(id) },
        });
      }
  }
  return sources;
}

/** Months of UTC within a span. */
function* monthsOf(from: number, to: number): Generator<{ name: string; start: number; end: number }> {
  for (let start = from; start < to; ) {
    const date = new Date(start);
    const end = Math.min(to, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
    yield { name: date.toISOString().slice(0, 7), start, end };
    start = end;
  }
}

type Written = Date | bigint | number | string | boolean | Uint8Array | null;

const asTime = (cell: Cell | undefined): Written => new Date(toNumber(cell));
const asWhole = (cell: Cell | undefined): Written => (typeof cell === 'number' ? BigInt(cell) : null);
const asIs = (cell: Cell | undefined): Written => cell ?? null;

interface Column {
  readonly name: string;
  readonly type: NonNullable<ColumnSource['type']>;
  readonly nullable: boolean;
  readonly of: (cell: Cell | undefined) => Written;
}

const typed = {
  real: { type: 'DOUBLE', of: asIs },
  integer: { type: 'INT64', of: asWhole },
  text: { type: 'STRING', of: asIs },
  blob: { type: 'BYTE_ARRAY', of: asIs },
} as const;

/** The columns of a row's files, in the order of the cells that are read. */
const columnsOf = ({ columns }: StoredRow): readonly Column[] => [
  { name: 'time', type: 'TIMESTAMP', nullable: false, of: asTime },
  { name: 'received', type: 'TIMESTAMP', nullable: false, of: asTime },
  { name: 'historical', type: 'BOOLEAN', nullable: false, of: (cell) => cell === 1 },
  ...columns.map(({ name, type }): Column => ({ name, nullable: true, ...typed[type] })),
  { name: 'element', type: 'INT32', nullable: false, of: asIs },
];

function write(file: string, columns: readonly Column[], data: readonly Written[][], about: Source['about']) {
  mkdirSync(dirname(file), { recursive: true });
  // A file that stands there is whole.
  const partial = `${file}.partial`;
  parquetWriteFile({
    filename: partial,
    columnData: columns.map(({ name, type, nullable }, place) => ({
      name,
      type,
      nullable,
      data: data[place] ?? [],
    })),
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value })),
    createdBy: 'Groundwatch',
  });
  renameSync(partial, file);
}

/** Writes one month of a source; answers how many files and rows. */
async function writeMonth(
  { source: reading }: ReadConnection,
  source: Source,
  { name, start, end }: { readonly name: string; readonly start: number; readonly end: number },
  folder: string,
) {
  const row = storedRow(source.row);
  const columns = columnsOf(row);
  const expressions = [receivedAt, historical, ...row.columns.map((column) => columnOf(column.name))];
  let data: Written[][] = columns.map(() => []);
  const written = { files: 0, rows: 0 };
  const flush = () => {
    const rows = data[0]?.length ?? 0;
    if (rows === 0) return;
    const part = written.files === 0 ? '' : `-${written.files + 1}`;
    write(join(folder, source.folder, `${name}${part}.parquet`), columns, data, source.about);
    data = columns.map(() => []);
    written.files += 1;
    written.rows += rows;
  };
  for (const key of await reading.elements(row, [source.id]))
    for await (const rows of scanRows(reading.exec, { key, from: start, to: end, expressions }))
      for (const cells of rows) {
        for (const [place, { name: column, of }] of columns.entries())
          data[place]?.push(of(column === 'element' ? key.element : cells[place]));
        if ((data[0]?.length ?? 0) >= mostRows) flush();
      }
  flush();
  return written;
}

/**
 * Writes files `project/station/slot-sensor-row/YYYY-MM.parquet` into a folder, of sources that have readings in the
 * span. Times are UTC; enumerations and flags are their codes (README of the catalogue).
 */
export async function exportParquet(
  connection: ReadConnection,
  wanted: ParquetWanted,
): Promise<ParquetWritten> {
  const sources = await sourcesOf(connection, wanted);
  const sum = {
    stations: new Set(sources.map(({ about }) => `${about['project']}/${about['station']}`)).size,
    files: 0,
    rows: 0,
  };
  for (const source of sources) {
    const span = await spanOf(connection, source);
    if (span === null) continue;
    for (const month of monthsOf(Math.max(wanted.from, span.from), Math.min(wanted.to, span.to))) {
      const { files, rows } = await writeMonth(connection, source, month, wanted.folder);
      sum.files += files;
      sum.rows += rows;
    }
  }
  return sum;
}

/** First and last moment of a source's readings, the end outside; null = it has none. */
async function spanOf({ source: { exec } }: ReadConnection, { row, id }: Source) {
  const { table } = storedRow(row);
  const [found] = await exec.all(
    `SELECT min(a), max(b) FROM (
       SELECT min(t) AS a, max(t) AS b FROM ${table} WHERE source_id = ?
       UNION ALL SELECT min(first_t), max(last_t) FROM reading_chunks WHERE row_id = ? AND source_id = ?) AS spans`,
    [id, row, id],
  );
  const [from, last] = [toNumber(found?.[0]), toNumber(found?.[1])];
  return Number.isNaN(from) ? null : { from, to: last + 1 };
}
