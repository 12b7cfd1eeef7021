/** Lines of a curve over one time axis: as it shows them, or the readings that it is made of. */
import { Refusal } from '../../../base/errors.ts';
import { groupBy } from '../../../base/group.ts';
import { kindByCode, rows as rowDefinitions, rtu } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import type { HistoryColumns } from '../../../contract/history/columns.ts';
import { channelMessage, elementMessage } from '../../../derive/messages.ts';
import { rowColumns, type TableColumn } from '../../../derive/row-columns.ts';
import { valueWords } from '../../../derive/value-words.ts';
import type { Baseline } from '../../../domain/baseline.ts';
import { readValid } from '../../sites/baselines/read.ts';
import { relativeHistory } from '../../sites/baselines/relative.ts';
import { visibleSource } from '../../sites/visible.ts';
import { toNumber } from '../../storage/executor.ts';
import type { ReadConnection } from '../../storage/reading.ts';
import { readHistory } from '../../storage/readings/history.ts';
import {
  type ExportCell,
  type ExportColumn,
  type ExportRow,
  type ExportWords,
  exportTable,
} from '../table.ts';
import { mergeByTime, type TimedRow } from './merge-by-time.ts';
import { rowOf } from './readings.ts';

/** Readings of a line that are read at once. */
const stretch = 20_000;
const rowsAtOnce = 1000;
/** Readings of one bin that are read one by one, where an initial value begins in it. */
const mostReadings = 65_536;

interface Line {
  readonly channel: string;
  readonly title: string;
}
/** Lines of one row of one source, which are read together. */
interface Place {
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  readonly kind: number | null;
  readonly lines: readonly Line[];
  /** Null = as measured. */
  readonly baselines: readonly Baseline[] | null;
}
interface Given {
  readonly places: readonly Place[];
  readonly from: number;
  readonly to: number;
  /** Null = raw. */
  readonly bins: number | null;
  readonly zone: string;
}

const keysOfBin = ['min', 'mean', 'max', 'last'] as const;
const columnFor = ({ kind, row }: Pick<Place, 'kind' | 'row'>, channel: string): TableColumn | undefined => {
  const owner = kind === null ? rtu : kindByCode(kind);
  return owner === undefined ? undefined : rowColumns(owner, row).find(({ id }) => id === channel);
};
const isSum = ({ row }: Place, channel: string) =>
  [...rowDefinitions[row].channels, ...(rowDefinitions[row].elements?.channels ?? [])].some(
    (one) => one.id === channel && one.type === 'number' && one.sum !== undefined,
  );

/** A place's columns between two moments, relative to initial values where they are wanted. */
async function readPlace(
  { source }: ReadConnection,
  place: Place,
  span: { readonly from: number; readonly to: number; readonly bins: number; readonly rawUpTo?: number },
): Promise<HistoryColumns> {
  const { sourceId, row, element, baselines, lines } = place;
  const channels = lines.map(({ channel }) => channel);
  const read = (ids: readonly string[], over = span) =>
    readHistory(source, { sourceId, row, element, channels: ids, ...over });
  if (baselines === null) return read(channels);
  return relativeHistory(
    baselines,
    { row, element, channels },
    {
      columns: (ids) => read(ids),
      readings: (ids, from, to) => read(ids, { from, to, bins: 1, rawUpTo: mostReadings }),
    },
  );
}

/** Readings of a place in order of time, a stretch at a time. */
async function* readingsOf(
  reading: ReadConnection,
  place: Place,
  { from, to }: Given,
): AsyncGenerator<TimedRow> {
  const { sourceId, row, element } = place;
  for (let start = from; start < to; ) {
    const piece = await reading.source.page({ row, sourceId, element }, start, Math.ceil(to), [], stretch);
    const [first] = piece[0] ?? [];
    if (typeof first !== 'number') return;
    const end = toNumber(piece.at(-1)?.[0]) + 1;
    // From the first that there is: before what retention has removed there are no readings, but summaries.
    const columns = await readPlace(reading, place, { from: first, to: end, bins: 1, rawUpTo: stretch });
    for (let index = 0; index < columns.t.length; index += 1)
      yield {
        t: columns.t[index] ?? Number.NaN,
        cells: columns.channels.map(({ value }) => value?.[index] ?? Number.NaN),
      };
    start = end;
  }
}

function* binsOf(columns: HistoryColumns): Generator<TimedRow> {
  for (let index = 0; index < columns.t.length; index += 1)
    yield {
      t: columns.t[index] ?? Number.NaN,
      cells: columns.channels.flatMap((channel) =>
        columns.mode === 'raw'
          ? [channel.value?.[index] ?? Number.NaN]
          : keysOfBin.map((key) => channel[key]?.[index] ?? Number.NaN),
      ),
    };
}

/** Columns of a place's lines; of bins four each. */
function columnsOf(place: Place, mode: 'raw' | 'bins', step: number, text: ExportWords): ExportColumn[] {
  return place.lines.flatMap(({ channel, title }): ExportColumn[] => {
    const column = columnFor(place, channel);
    const kind = column?.type === 'enum' && mode === 'raw' ? 'text' : 'number';
    const base = {
      kind,
      unit: column?.unit ?? null,
      ...(column?.type === 'number' ? { digits: column.digits } : {}),
      width: 18,
    } as const;
    if (mode === 'raw') return [{ ...base, title }];
    const minutes = { minutes: Math.round(step / 6000) / 10 };
    return keysOfBin.map((key) => {
      const word = key === 'mean' && isSum(place, channel) ? 'sum' : key;
      return { ...base, title: `${title} (${text(`exports.bin.${word}`, minutes)})` };
    });
  });
}

const wordsOfCell = (column: TableColumn | undefined, value: number, text: ExportWords): ExportCell =>
  Number.isNaN(value) || column === undefined || column.type !== 'enum'
    ? value
    : valueWords(column, value, text);

/** A curve's lines. */
export const curveTable = exportTable<'curve', Given>('curve', {
  async prepare({ storage, board, viewer, query, text }) {
    const { from, to, lines, relative } = query;
    if (from >= to) throw new Refusal(400, 'api.range', {}, 'from');
    const stations = new Map<number, string>();
    let zone: string | null = null;
    const found = await Promise.all(
      lines.map(async ({ sourceId, row: rowText, element = 0, channel }) => {
        const row = rowOf(rowText);
        const source = await visibleSource(storage.db, viewer, row, sourceId);
        const { site } = board.one(viewer, source.stationId);
        stations.set(site.station.id, `${site.station.code} ${site.station.name}`);
        zone ??= site.station.time_zone;
        const known = columnFor({ kind: source.kind, row }, channel);
        if (known === undefined || (known.type !== 'number' && known.type !== 'enum'))
          throw new Refusal(400, 'api.channel', { channel }, 'lines');
        const slot = site.sensors.find(({ id }) => id === sourceId)?.slot;
        const elementId = rowDefinitions[row].elements?.id;
        const of =
          element > 0 && elementId !== undefined
            ? `${text(elementMessage(row, elementId), { number: element })} `
            : '';
        const title = `${site.station.code} · ${slot === undefined ? '' : `#${slot} `}${of}${text(channelMessage(row, channel))}`;
        return { sourceId, row, element, kind: source.kind, channel, title };
      }),
    );
    const sensors = found.filter(({ row }) => row !== 'status').map(({ sourceId }) => sourceId);
    const initials = relative === 1 ? await readValid(storage.db, [...new Set(sensors)]) : null;
    const groups = groupBy(found, ({ sourceId, row, element }) => `${sourceId}.${row}.${element}`);
    const places = [...groups.values()].flatMap((entries): Place[] => {
      const [first] = entries;
      if (first === undefined) return [];
      const { sourceId, row, element, kind } = first;
      const baselines = initials === null || row === 'status' ? null : (initials.get(sourceId) ?? []);
      return [
        {
          ...{ sourceId, row, element, kind, baselines },
          lines: entries.map(({ channel, title }) => ({
            channel,
            title: baselines === null ? title : `Δ ${title}`,
          })),
        },
      ];
    });
    const names = [...stations.values()];
    return {
      given: { places, from, to, bins: query.bins ?? null, zone: zone ?? 'UTC' },
      subject: `${(names[0] ?? '').split(' ')[0]}${names.length > 1 ? `+${names.length - 1}` : ''}`,
      about: [
        [text('sites.station'), names.join('; ')],
        [text('exports.about.from'), new Date(from).toISOString()],
        [text('exports.about.to'), new Date(to).toISOString()],
        [text('exports.about.zone'), zone ?? 'UTC'],
        [
          text('exports.about.reduction'),
          query.bins === undefined
            ? text('exports.about.raw')
            : text('exports.about.bins', { bins: query.bins }),
        ],
        [text('baselines.relative'), text(relative === 1 ? 'value.yes' : 'value.no')],
      ],
    };
  },
  async open({ reading, given, text }) {
    const { places, bins, zone, from, to } = given;
    // What a curve shows is bounded by its pixels: it is read at once, and says how it was put together.
    const shown =
      bins === null
        ? null
        : await Promise.all(places.map((place) => readPlace(reading, place, { from, to, bins })));
    const ofPlace = places.map((place, index) =>
      columnsOf(place, shown?.[index]?.mode ?? 'raw', shown?.[index]?.step ?? 0, text),
    );
    const of = places.flatMap((place, index) =>
      (ofPlace[index] ?? []).map((column) => ({ column, place, index })),
    );
    const enumColumns = of.map(({ column, place, index }) => {
      if (column.kind !== 'text') return undefined;
      const at = (ofPlace[index] ?? []).indexOf(column);
      return columnFor(place, place.lines[at]?.channel ?? '');
    });
    const widths = ofPlace.map((columns) => columns.length);
    const sources = () =>
      shown === null
        ? places.map((place) => readingsOf(reading, place, given))
        : shown.map((columns) => binsOf(columns));
    return {
      columns: [{ title: text('table.time'), kind: 'time', zone }, ...of.map(({ column }) => column)],
      async count() {
        if (shown !== null) {
          const times = new Set<number>();
          for (const { t } of shown) for (const moment of t) times.add(moment);
          return times.size;
        }
        const [only, ...more] = places;
        if (only === undefined) return 0;
        return more.length === 0 ? reading.source.count(only, from, to) : distinctTimes(reading, given);
      },
      async *rows() {
        let batch: ExportRow[] = [];
        for await (const { t, cells } of mergeByTime(sources(), widths)) {
          batch.push([t, ...cells.map((value, index) => wordsOfCell(enumColumns[index], value, text))]);
          if (batch.length === rowsAtOnce) {
            yield batch;
            batch = [];
          }
        }
        yield batch;
      },
    };
  },
});

/** How many moments several sources have readings of. */
async function distinctTimes({ source }: ReadConnection, { places, from, to }: Given): Promise<number> {
  const moments = new Set<number>();
  for (const { row, sourceId, element } of places)
    await source.scanEach({ row, sourceId, element }, Math.ceil(from), Math.ceil(to), [], (rows) => {
      for (const [t] of rows) moments.add(toNumber(t));
    });
  return moments.size;
}
