/** Fault statistics of a month for contracts: stations, their days, and their faults, a sheet each. */

import { Refusal } from '../../../base/errors.ts';
import { groupBy } from '../../../base/group.ts';
import type { MessageId } from '../../../base/messages.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import { flagMessage, kindMessage } from '../../../derive/messages.ts';
import { meanDaysBetween } from '../../../domain/outages.ts';
import {
  daysOfMonth,
  type MonthFault,
  type MonthStation,
  readMonthFaults,
  readMonthStations,
} from '../../faults/month.ts';
import { readTree } from '../../sites/edit/tree.ts';
import { visibleStations } from '../../sites/visible.ts';
import type { ReadConnection } from '../../storage/reading.ts';
import {
  type ExportColumn,
  type ExportReader,
  type ExportRow,
  type ExportWords,
  exportTable,
} from '../table.ts';

interface Given {
  readonly month: string;
  readonly projectId: number | null;
}

const hour = 3_600_000;
const share = (part: number, whole: number) => (whole === 0 ? null : (part / whole) * 100);
const dateOf = (number: number) => new Date(number * 24 * hour).toISOString().slice(0, 10);

function sums(stations: readonly MonthStation[]) {
  let [expected, received, days, up] = [0, 0, 0, 0];
  for (const { days: own, outages } of stations) {
    for (const one of own) [expected, received] = [expected + one.expected, received + one.received];
    [days, up] = [days + outages.days, up + outages.up];
  }
  return { expected, received, days, up };
}

const placeColumns = (text: ExportWords): readonly ExportColumn[] => [
  { title: text('sites.project.code'), kind: 'text' },
  { title: text('sites.station.code'), kind: 'text' },
  { title: text('sites.station.name'), kind: 'text', width: 24 },
];
const placeOf = ({ project, code, name }: MonthStation): ExportRow => [project, code, name];

const stationColumns = (text: ExportWords): readonly ExportColumn[] => [
  ...placeColumns(text),
  { title: text('faults.file.days'), kind: 'number', digits: 0, unit: 'd' },
  { title: text('faults.expected'), kind: 'number', digits: 0 },
  { title: text('faults.received'), kind: 'number', digits: 0 },
  { title: text('faults.file.arrival'), kind: 'number', digits: 2, unit: '%' },
  { title: text('faults.file.availability'), kind: 'number', digits: 2, unit: '%' },
  { title: text('faults.file.outages'), kind: 'number', digits: 0 },
  { title: text('faults.mtbf'), kind: 'number', digits: 1, unit: 'd' },
];
function stationRow(station: MonthStation): ExportRow {
  const { expected, received, days, up } = sums([station]);
  return [
    ...[...placeOf(station), days, expected, received, share(received, expected), share(up, days)],
    ...[station.outages.outages, meanDaysBetween([station.outages])],
  ];
}

const dayColumns = (text: ExportWords): readonly ExportColumn[] => [
  ...placeColumns(text),
  { title: text('faults.file.day'), kind: 'text', width: 12 },
  { title: text('faults.expected'), kind: 'number', digits: 0 },
  { title: text('faults.received'), kind: 'number', digits: 0 },
  { title: text('faults.file.arrival'), kind: 'number', digits: 2, unit: '%' },
];
async function* dayRows(stations: readonly MonthStation[]): AsyncGenerator<readonly ExportRow[]> {
  for (const station of stations)
    yield station.days.map(({ number, expected, received }) => [
      ...[...placeOf(station), dateOf(number), expected, received, share(received, expected)],
    ]);
}

const faultColumns = (text: ExportWords): readonly ExportColumn[] => [
  ...placeColumns(text),
  { title: text('orders.device'), kind: 'text', width: 22 },
  { title: text('faults.flag'), kind: 'text', width: 24 },
  { title: text('faults.file.from'), kind: 'time', zone: 9 },
  { title: text('faults.file.before'), kind: 'text', width: 14 },
  { title: text('faults.file.until'), kind: 'time', zone: 9 },
  { title: text('faults.file.hours'), kind: 'number', digits: 1, unit: 'h' },
  { title: text('exports.about.zone'), kind: 'text' },
];
function faultRow(station: MonthStation, fault: MonthFault, text: ExportWords, now: number): ExportRow {
  const { slot, kind, flag, from, isBefore, until } = fault;
  const known = kind === null ? undefined : kindByCode(kind);
  const device =
    slot === null
      ? text('plans.rtu')
      : text('plans.slot', { slot, kind: known === undefined ? '' : text(kindMessage(known.id)) });
  const what: MessageId =
    flag === 'outage'
      ? 'faults.file.outage'
      : flag === 'runState'
        ? 'faults.sensorFault'
        : flagMessage('status', flag);
  const end = Math.min(until ?? station.to, station.to, now);
  return [
    ...[...placeOf(station), device, text(what), from, isBefore ? text('value.yes') : '', until],
    ...[Math.max(0, end - from) / hour, station.zone],
  ];
}

/** Sensors by their RTU, those that were taken out of use in or after the month, too. */
async function readSensors({ db }: ReadConnection, { scope, given }: ExportReader<Given>) {
  const [first] = daysOfMonth(given.month);
  const rows = await visibleStations(db, scope)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .where((where) =>
      where.or([
        where('sensors.retired_at', 'is', null),
        where('sensors.retired_at', '>=', first * 24 * hour),
      ]),
    )
    .select(['sensors.id', 'sensors.slot', 'sensors.kind', 'sensors.rtu_id as rtu'])
    .orderBy('sensors.slot')
    .execute();
  return groupBy(rows, ({ rtu }) => rtu);
}

async function* faultRows(
  reader: ExportReader<Given>,
  stations: readonly MonthStation[],
): AsyncGenerator<readonly ExportRow[]> {
  const { reading, text, now } = reader;
  const sensors = await readSensors(reading, reader);
  for (const station of stations) {
    const own = await readMonthFaults(reading.source.exec, station, sensors.get(station.rtuId) ?? []);
    yield own.map((fault) => faultRow(station, fault, text, now));
  }
}

/** What the sheet *About* says of all stations together. */
function aboutOf(stations: readonly MonthStation[], text: ExportWords) {
  const { expected, received, days, up } = sums(stations);
  const percent = (part: number, whole: number) => `${(share(part, whole) ?? 0).toFixed(2)} %`;
  const mean = meanDaysBetween(stations.map(({ outages }) => outages));
  return [
    [text('faults.expected'), String(expected)],
    [text('faults.received'), String(received)],
    ...(expected === 0 ? [] : [[text('faults.file.arrival'), percent(received, expected)] as const]),
    ...(days === 0 ? [] : [[text('faults.file.availability'), percent(up, days)] as const]),
    [text('faults.mtbf'), mean === null ? '–' : text('faults.mtbf.days', { days: mean.toFixed(1) })],
    [text('faults.file.definition'), text('faults.mtbf.definition')],
    [text('faults.file.availability'), text('faults.file.availability.definition')],
  ] as const;
}

/** A month of fault statistics. */
export const faultMonthTable = exportTable<'faultMonth', Given>('faultMonth', {
  async prepare({ storage, viewer, query, text, now }) {
    const { month, projectId = null } = query;
    const [first] = daysOfMonth(month);
    if (first * 24 * hour > now + 24 * hour) throw new Refusal(400, 'api.range', {}, 'month');
    const { projects } = projectId === null ? { projects: [] } : await readTree(storage.db, viewer, now);
    const project = projects.find(({ id }) => id === projectId);
    if (projectId !== null && project === undefined)
      throw new Refusal(404, 'api.notFound', { what: `project ${projectId}` });
    return {
      given: { month, projectId },
      subject: project === undefined ? month : `${project.code}_${month}`,
      about: [
        [text('faults.file.month'), month],
        [
          text('sites.project'),
          project === undefined ? text('exports.about.all') : `${project.code} ${project.name}`,
        ],
        [text('exports.about.zone'), text('exports.about.ownZone')],
      ],
    };
  },
  async open(reader) {
    const { reading, scope, given, text } = reader;
    const stations = await readMonthStations(reading.db, scope, given.month, given.projectId);
    return {
      columns: stationColumns(text),
      count: async () => stations.length,
      async *rows() {
        yield stations.map(stationRow);
      },
      further: [
        { title: text('faults.file.byDay'), columns: dayColumns(text), rows: () => dayRows(stations) },
        {
          title: text('faults.file.list'),
          columns: faultColumns(text),
          rows: () => faultRows(reader, stations),
        },
      ],
      about: () => aboutOf(stations, text),
    };
  },
});
