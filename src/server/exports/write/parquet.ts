/** A table as Parquet: columns by their names, moments as UTC, numbers as they are stored; zones and units in the file's metadata. */
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ExportCell, ExportColumn, ExportRow } from '../table.ts';
import type { RowCursor } from './sheet.ts';

/** Rows of one group: what readers of the format take at once, and what is held while it is written. */
const groupRows = 20_000;
const atOnce = 1000;
const piece = 256 * 1024;

const types = { text: 'STRING', number: 'DOUBLE', time: 'TIMESTAMP' } as const;

/** A cell as its column holds it; what is no number in a column of numbers is not known. */
function cellValue({ kind }: ExportColumn, cell: ExportCell): string | number | Date | null {
  if (kind === 'text') return cell === null ? null : String(cell);
  if (typeof cell !== 'number' || !Number.isFinite(cell)) return null;
  return kind === 'time' ? new Date(cell) : cell;
}

/** Names of columns, each once: of two that are called the same the later ones have a number. */
function namesOf(columns: readonly ExportColumn[]): readonly string[] {
  const used = new Map<string, number>();
  return columns.map(({ name, title }) => {
    const wanted = name ?? title;
    const nth = (used.get(wanted) ?? 0) + 1;
    used.set(wanted, nth);
    return nth === 1 ? wanted : `${wanted} ${nth}`;
  });
}

/** End of the number of rows, 0, and a list without row groups whose elements have no type (Thrift's compact form). */
const noGroups = Buffer.from([0x16, 0x00, 0x19, 0x00]);
const structType = 0x0c;

/** The writer gives an empty list no type; readers that are strict want structs. */
function markStructs(bytes: Uint8Array): void {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(noGroups);
  if (at >= 0) bytes[at + noGroups.length - 1] = structType;
}

/**
 * The file in pieces.
 * @param about lines of what the sheet *About* says
 */
export async function* parquetBytes(
  columns: readonly ExportColumn[],
  cursor: RowCursor,
  about: readonly (readonly [title: string, text: string])[],
): AsyncGenerator<Uint8Array> {
  const names = namesOf(columns);
  const columnData = (rows: readonly ExportRow[]) =>
    columns.map((column, place) => ({
      name: names[place] ?? '',
      type: types[column.kind],
      nullable: true,
      data: rows.map((row) => cellValue(column, row[place] ?? null)),
    }));
  const metadata = [
    ...about.map(([key, value]) => ({ key, value })),
    ...columns.flatMap(({ unit, zone }, place) => [
      ...(unit == null ? [] : [{ key: `unit.${names[place]}`, value: unit }]),
      ...(typeof zone === 'string' ? [{ key: `zone.${names[place]}`, value: zone }] : []),
    ]),
  ];
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    ...{ writer, kvMetadata: metadata, createdBy: 'Groundwatch' },
    schema: schemaFromColumnData({ columnData: columnData([]) }),
  });
  function* taken(): Generator<Uint8Array> {
    const bytes = writer.getBytes().slice();
    // Its offset goes on: what was taken stands before what follows.
    writer.index = 0;
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  for (;;) {
    const rows: ExportRow[] = [];
    while (rows.length < groupRows) {
      const batch = await cursor.take(atOnce);
      if (batch.length === 0) break;
      rows.push(...batch);
    }
    if (rows.length === 0) break;
    await file.write({ columnData: columnData(rows), rowGroupSize: rows.length });
    yield* taken();
  }
  await file.finish();
  if (file.row_groups.length === 0) markStructs(writer.getBytes());
  yield* taken();
}
