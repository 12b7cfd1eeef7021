/** The newest value of each channel of every station: one value a row, so that kinds of all shapes stand in one table. */
import { groupBy } from '../../../base/group.ts';
import { kindByCode, rows as rowDefinitions, rtu as rtuDefinition } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import { elementMessage, kindMessage, rowMessage } from '../../../derive/messages.ts';
import { rowColumns } from '../../../derive/row-columns.ts';
import { type CompanyScope, visibleStations } from '../../sites/visible.ts';
import { readLatest } from '../../storage/readings/rows.ts';
import type { Db } from '../../storage/schema.ts';
import type { LatestReading } from '../../storage/storage.ts';
import { type ExportRow, type ExportWords, exportTable } from '../table.ts';
import { cellOf } from './readings.ts';

const stationsAtOnce = 200;
/** Channels of every row that say how a device is doing, not what it measures, stand there too: nothing is left out. */
interface Given {
  /** Null = all that are visible. */
  readonly stationIds: readonly number[] | null;
}
interface Source {
  readonly id: number;
  readonly slot: number | null;
  readonly kind: number | null;
  readonly name: string | null;
}
interface Station {
  readonly id: number;
  readonly project: string;
  readonly code: string;
  readonly name: string;
  readonly timeZone: string;
  readonly sn: string | null;
  readonly rtuId: number | null;
}

async function stationsOf(db: Db, scope: CompanyScope, only: readonly number[] | null): Promise<Station[]> {
  const wanted = only === null ? null : new Set(only);
  const found = await visibleStations(db, scope)
    .leftJoin('rtus', 'rtus.station_id', 'stations.id')
    .select([
      'stations.id',
      'stations.code',
      'stations.name',
      'stations.time_zone as timeZone',
      'projects.name as project',
      'rtus.id as rtuId',
      'rtus.sn',
    ])
    .where('stations.retired_at', 'is', null)
    .orderBy('stations.code')
    .execute();
  return wanted === null ? found : found.filter(({ id }) => wanted.has(id));
}

function rowsOf(
  station: Station,
  source: Source,
  latest: readonly LatestReading[],
  text: ExportWords,
): ExportRow[] {
  const kind = source.kind === null ? null : kindByCode(source.kind);
  if (kind === undefined) return [];
  return latest.flatMap((reading) => {
    const { row, element, values, times, notGood } = reading;
    const of = rowDefinitions[row].elements;
    const part = element > 0 && of !== undefined ? text(elementMessage(row, of.id), { number: element }) : '';
    return rowColumns(kind ?? rtuDefinition, row)
      .filter((column) => column.element === element > 0 && column.type !== 'samples')
      .flatMap((column): ExportRow[] => {
        const value = values[column.id];
        const doubted = notGood?.[column.id];
        if ((value === null || value === undefined) && doubted === undefined) return [];
        const cell = cellOf(column, value, text);
        const isNumber = column.type === 'number' && typeof cell === 'number';
        const word = column.type === 'time' && typeof cell === 'number' ? new Date(cell).toISOString() : cell;
        return [
          [
            station.project,
            station.code,
            station.name,
            station.sn,
            source.slot,
            kind === null ? text('plans.rtu') : text(kindMessage(kind.id)),
            source.name,
            text(rowMessage(row)),
            part,
            text(column.heading),
            isNumber ? cell : null,
            column.unit,
            isNumber || word === null ? null : String(word),
            times?.[column.id] ?? reading.t,
            station.timeZone,
            doubted === undefined
              ? null
              : `${text(doubted.quality === 0 ? 'value.bad' : doubted.quality === 500 ? 'value.stale' : 'value.doubtful', { quality: doubted.quality })} ${String(cellOf(column, doubted.value, text) ?? '')}`,
          ],
        ];
      });
  });
}

/** Latest data of stations. */
export const latestTable = exportTable<'latest', Given>('latest', {
  async prepare({ board, viewer, query, text }) {
    const { stationIds } = query;
    const stations = (stationIds ?? []).map((id) => board.one(viewer, id).site.station);
    const [only, ...more] = stations;
    return {
      given: { stationIds: stationIds ?? null },
      subject: only === undefined ? '' : `${only.code}${more.length > 0 ? `+${more.length}` : ''}`,
      about: [
        [
          text('sites.station'),
          only === undefined
            ? text('exports.about.all')
            : stations
                .slice(0, 50)
                .map(({ code, name }) => `${code} ${name}`)
                .join('; '),
        ],
        [text('exports.about.zone'), text('exports.about.ownZone')],
        [text('exports.about.reduction'), text('exports.about.newest')],
      ],
    };
  },
  async open({ reading: { db, source }, scope, given, text }) {
    const stations = await stationsOf(db, scope, given.stationIds);
    const sensors = await visibleStations(db, scope)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
      .select(['sensors.id', 'sensors.slot', 'sensors.kind', 'sensors.name', 'rtus.id as rtuId'])
      .where('sensors.retired_at', 'is', null)
      .orderBy('sensors.slot')
      .execute();
    const ofRtu = groupBy(sensors, ({ rtuId }) => rtuId);
    async function* rows() {
      for (let from = 0; from < stations.length; from += stationsAtOnce) {
        const piece = stations.slice(from, from + stationsAtOnce);
        const rtus = piece.flatMap(({ rtuId }) => (rtuId === null ? [] : [rtuId]));
        const ids = rtus.flatMap((id) => (ofRtu.get(id) ?? []).map((sensor) => sensor.id));
        const all = ids.length === 0 ? [] : await readLatest(source, null, ids);
        const status = rtus.length === 0 ? [] : await readLatest(source, 'status', rtus);
        const own = groupBy(
          all.filter(({ row }) => row !== ('status' satisfies RowId)),
          ({ sourceId }) => sourceId,
        );
        const ofStatus = groupBy(status, ({ sourceId }) => sourceId);
        yield piece.flatMap((station) => {
          const { rtuId } = station;
          if (rtuId === null) return [];
          const node = { id: rtuId, slot: null, kind: null, name: null };
          return [
            ...rowsOf(station, node, ofStatus.get(rtuId) ?? [], text),
            ...(ofRtu.get(rtuId) ?? []).flatMap((sensor) =>
              rowsOf(station, sensor, own.get(sensor.id) ?? [], text),
            ),
          ];
        });
      }
    }
    return {
      columns: [
        { title: text('sites.project'), kind: 'text' },
        { title: text('sites.station.code'), kind: 'text' },
        { title: text('sites.station.name'), kind: 'text', width: 24 },
        { title: text('sites.rtu.sn'), kind: 'text' },
        { title: text('sites.sensor.slot'), kind: 'number', digits: 0, width: 8 },
        { title: text('sites.sensor.kind'), kind: 'text', width: 22 },
        { title: text('exports.sensorName'), kind: 'text' },
        { title: text('exports.about.readings'), kind: 'text' },
        { title: text('table.element'), kind: 'text', width: 14 },
        { title: text('exports.quantity'), kind: 'text' },
        { title: text('alarms.file.value'), kind: 'number' },
        { title: text('alarms.file.unit'), kind: 'text', width: 8 },
        { title: text('exports.inWords'), kind: 'text' },
        { title: text('table.time'), kind: 'time', zone: 14 },
        { title: text('exports.about.zone'), kind: 'text' },
        { title: text('exports.doubted'), kind: 'text' },
      ],
      async count() {
        let count = 0;
        for await (const batch of rows()) count += batch.length;
        return count;
      },
      rows,
    };
  },
});
