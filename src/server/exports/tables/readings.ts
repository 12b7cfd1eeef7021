/** Raw readings of one source, oldest first: every column that its table shows, and what the device did not vouch for. */
import { Refusal } from '../../../base/errors.ts';
import { kindByCode, rows as rowDefinitions, rtu } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import { elementMessage, kindMessage, rowMessage } from '../../../derive/messages.ts';
import { rowColumns, type TableColumn } from '../../../derive/row-columns.ts';
import { valueWords } from '../../../derive/value-words.ts';
import { type Baseline, relativeChannels, relativeValues } from '../../../domain/baseline.ts';
import { readValid } from '../../sites/baselines/read.ts';
import { visibleSource } from '../../sites/visible.ts';
import { type Cell, toNumber } from '../../storage/executor.ts';
import { readNotGood } from '../../storage/ingest/cells.ts';
import {
  columnOf as columnExpression,
  notGood,
  receivedAt,
  someOf,
} from '../../storage/sealed/expression.ts';
import { storedRow } from '../../storage/tables.ts';
import {
  type ExportCell,
  type ExportColumn,
  type ExportRow,
  type ExportWords,
  exportTable,
} from '../table.ts';

const pageSize = 2000;

interface Given {
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  /** Sensor type code; null = the RTU. */
  readonly kind: number | null;
  readonly from: number;
  readonly to: number;
  readonly doubted: boolean;
  readonly zone: string;
  /** Initial values relative to which it is written; null = as measured. */
  readonly baselines: readonly Baseline[] | null;
}

/** @throws Refusal 400 for a row that the catalogue does not have */
export function rowOf(text: string): RowId {
  if (!Object.hasOwn(rowDefinitions, text))
    throw new Refusal(400, 'api.malformed', { field: 'row', problem: text }, 'row');
  return text as RowId;
}

const columnsOf = ({
  kind,
  row,
  element,
}: Pick<Given, 'kind' | 'row' | 'element'>): readonly TableColumn[] => {
  const owner = kind === null ? rtu : kindByCode(kind);
  return owner === undefined
    ? []
    : rowColumns(owner, row).filter((column) => column.element === element > 0 && column.type !== 'samples');
};

/** What stands in a column's cells: numbers and times as such, anything else in words. */
export function cellOf(column: TableColumn, value: Cell | undefined, text: ExportWords): ExportCell {
  if (value === null || value === undefined || value instanceof Uint8Array) return null;
  return valueWords(column, value, text) ?? value;
}

/** The column of a file for a channel. */
export function columnOf(column: TableColumn, zone: string, title: string): ExportColumn {
  if (column.type === 'time') return { title, kind: 'time', zone };
  if (column.type !== 'number') return { title, kind: 'text', unit: column.unit };
  return { title, kind: 'number', unit: column.unit, digits: column.digits };
}

/** What the device said of values that it does not vouch for: "x: bad 12.3". */
function doubtedText(
  aside: Cell | undefined,
  columns: readonly TableColumn[],
  text: ExportWords,
): string | null {
  const found = readNotGood(aside);
  if (found === null) return null;
  const parts = Object.entries(found).map(([channel, { quality, value }]) => {
    const column = columns.find(({ id }) => id === channel);
    const word = text(quality === 0 ? 'value.bad' : quality === 500 ? 'value.stale' : 'value.doubtful', {
      quality,
    });
    const shown = column === undefined ? '' : String(cellOf(column, value, text) ?? '');
    return `${column === undefined ? channel : text(column.heading)}: ${word} ${shown}`.trim();
  });
  return parts.join('; ');
}

/** Readings as they are stored. */
export const readingsTable = exportTable<'readings', Given>('readings', {
  async prepare({ storage, board, viewer, query, text, now }) {
    const row = rowOf(query.row);
    const { sourceId, element = 0 } = query;
    const source = await visibleSource(storage.db, viewer, row, sourceId);
    const { site } = board.one(viewer, source.stationId);
    const { station } = site;
    const from = query.from ?? 0;
    const to = query.to ?? now + 86_400_000;
    if (from >= to) throw new Refusal(400, 'api.range', {}, 'from');
    const isRelative = query.relative === 1 && row !== 'status';
    const baselines = isRelative ? ((await readValid(storage.db, [sourceId])).get(sourceId) ?? []) : null;
    const sensor = site.sensors.find(({ id }) => id === sourceId);
    const kind = source.kind === null ? undefined : kindByCode(source.kind);
    const element0 = rowDefinitions[row].elements;
    const device =
      sensor === undefined
        ? text('plans.rtu')
        : `${text('plans.slot', { slot: sensor.slot, kind: kind === undefined ? '' : text(kindMessage(kind.id)) })}${sensor.name === null ? '' : ` ${sensor.name}`}`;
    const what =
      element > 0 && element0 !== undefined
        ? `${text(rowMessage(row))}, ${text(elementMessage(row, element0.id), { number: element })}`
        : text(rowMessage(row));
    return {
      given: {
        ...{ sourceId, row, element, kind: source.kind, from, to, doubted: query.doubted === 1 },
        zone: station.time_zone,
        baselines,
      },
      subject: `${station.code}_${sensor === undefined ? 'RTU' : sensor.slot}_${row}`,
      about: [
        [text('sites.station'), `${station.code} ${station.name}`],
        [text('orders.device'), device],
        [text('exports.about.readings'), what],
        ...(query.from === undefined
          ? []
          : [[text('exports.about.from'), new Date(from).toISOString()] as const]),
        ...(query.to === undefined ? [] : [[text('exports.about.to'), new Date(to).toISOString()] as const]),
        [text('exports.about.zone'), station.time_zone],
        [text('exports.about.reduction'), text('exports.about.raw')],
        [text('baselines.relative'), text(isRelative ? 'value.yes' : 'value.no')],
        ...(query.doubted === 1 ? [[text('exports.doubted'), text('exports.about.doubted')] as const] : []),
      ],
    };
  },
  async open({ reading, given, text }) {
    const { source } = reading;
    const { sourceId, row, element, zone, baselines, doubted } = given;
    const stored = storedRow(row);
    const columns = columnsOf(given);
    const relative = new Set(
      baselines === null ? [] : relativeChannels(row, element > 0).map(({ id }) => id),
    );
    // What is made of others relative to their initial values needs those too: all columns are read.
    const names = stored.columns.filter(({ type }) => type !== 'blob').map(({ name }) => name);
    const places = columns.map(({ id }) => names.indexOf(id));
    const where = doubted ? someOf([notGood]) : undefined;
    const expressions = [receivedAt, notGood, ...names.map(columnExpression)];
    const key = { row, sourceId, element };
    const from = Math.ceil(given.from);
    const to = Math.ceil(given.to);
    return {
      columns: [
        { title: text('table.time'), name: 'time', kind: 'time', zone },
        ...columns.map((column) => {
          const title = text(column.heading);
          const of = columnOf(column, zone, relative.has(column.id) ? `Δ ${title}` : title);
          return { ...of, name: column.id };
        }),
        { title: text('table.received'), name: 'received', kind: 'time', zone },
        { title: text('exports.doubted'), name: 'notGood', kind: 'text' },
      ],
      async count() {
        if (!doubted) return source.count(key, from, to);
        let count = 0;
        await source.scanEach(
          key,
          from,
          to,
          [],
          (rows) => {
            count += rows.length;
          },
          where,
        );
        return count;
      },
      async *rows() {
        for (let start = from; ; ) {
          const page = await source.page(key, start, to, expressions, pageSize, where);
          yield page.map(([t, received, aside, ...cells]): ExportRow => {
            const at = toNumber(t);
            const read = (place: number): Cell | undefined => cells[place];
            let of = read;
            if (baselines !== null) {
              const values = Object.fromEntries(names.map((name, place) => [name, cells[place] ?? null]));
              const shown = relativeValues(baselines, row, element, () => at, values);
              of = (place) => shown[names[place] ?? ''];
            }
            const out: ExportCell[] = [at];
            for (let index = 0; index < columns.length; index += 1) {
              const column = columns[index];
              const value = of(places[index] ?? -1);
              out.push(
                typeof value === 'number' && (column?.type === 'number' || column?.type === 'time')
                  ? value
                  : column === undefined
                    ? null
                    : cellOf(column, value, text),
              );
            }
            out.push(toNumber(received), aside === null ? null : doubtedText(aside, columns, text));
            return out;
          });
          if (page.length < pageSize) return;
          start = toNumber(page.at(-1)?.[0]) + 1;
        }
      },
    };
  },
});
