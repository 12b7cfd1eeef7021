/** A sheet of parameters with what devices have now, to be changed and brought back. */
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { compareNatural } from '../../base/natural-order.ts';
import type { ParameterField, ParameterValue } from '../../catalogue/model.ts';
import type { DataOf } from '../../contract/call.ts';
import { mostSheetRows, type parameterTemplate, sheets } from '../../contract/sheets.ts';
import { fieldOfColumn, parameterColumn, parameterHead } from '../../derive/parameter-heads.ts';
import { parameterWords } from '../../derive/parameter-words.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { groupOf, ownerOf } from '../delivery/row.ts';
import { readFacts } from '../plans/facts.ts';
import { visibleStations } from '../sites/visible.ts';
import type { Db } from '../storage/schema.ts';
import { words } from '../words.ts';
import { visibleSensors } from './cells.ts';

type Answer = DataOf<typeof parameterTemplate>;

const isWritten = (field: ParameterField) => field.readOnly !== true && field.type !== 'secret';

/** Columns of the parameters that a device of a kind has and may be given, in the catalogue's order. */
function columnsOf(kind: number | null): readonly string[] {
  return (ownerOf(kind)?.groups ?? []).flatMap((id) => {
    const group = groupOf(id);
    return group === undefined
      ? []
      : group.fields.filter(isWritten).map((field) => parameterColumn(group, field));
  });
}

function cellOf(field: ParameterField, value: ParameterValue, language: Language): string | number {
  return typeof value === 'number' && field.type === 'number'
    ? value
    : parameterWords(field, value, words(language));
}

/** @throws Refusal 404 for a station that the viewer does not see, 422 for more devices than one import takes */
export async function readParameterTemplate(
  db: Db,
  viewer: Viewer,
  stationIds: readonly number[],
  language: Language,
): Promise<Answer> {
  const text = words(language);
  const stations = await visibleStations(db, viewer)
    .leftJoin('rtus', 'rtus.station_id', 'stations.id')
    .select(['stations.id', 'stations.code', 'projects.code as project', 'rtus.id as rtu'])
    .where('stations.id', 'in', [...stationIds])
    .where('stations.retired_at', 'is', null)
    .execute();
  const missing = stationIds.find((id) => !stations.some((station) => station.id === id));
  if (missing !== undefined) throw new Refusal(404, 'api.notFound', { what: `station ${missing}` });
  stations.sort((a, b) => compareNatural(a.project, b.project) || compareNatural(a.code, b.code));
  const rtus = stations.flatMap(({ rtu }) => rtu ?? []);
  const sensors = await visibleSensors(db, viewer)
    .select(['sensors.rtu_id', 'sensors.slot', 'sensors.kind'])
    .where('sensors.rtu_id', 'in', rtus.length === 0 ? [0] : rtus)
    .where('sensors.retired_at', 'is', null)
    .orderBy('sensors.slot')
    .execute();
  const devices = stations.flatMap((station) => {
    const { rtu } = station;
    if (rtu === null) return [];
    const own = sensors.filter((sensor) => sensor.rtu_id === rtu);
    return [{ slot: null, kind: null }, ...own]
      .filter(({ kind }) => columnsOf(kind).length > 0)
      .map(({ slot, kind }) => ({ station, rtu, slot, kind }));
  });
  if (devices.length > mostSheetRows)
    throw new Refusal(422, 'sheets.tooManyDevices', { count: devices.length, most: mostSheetRows });
  const columns = [...new Set(devices.flatMap(({ kind }) => columnsOf(kind)))];
  const facts = await readFacts(
    db,
    rtus.map((rtu) => ({ rtu_id: rtu, slot: null, group_id: '' })),
  );
  const rows = devices.map(({ station, rtu, slot, kind }) => {
    const own = new Set(columnsOf(kind));
    return [
      ...[station.project, station.code, slot],
      ...columns.map((column) => {
        const found = own.has(column) ? fieldOfColumn(column) : null;
        if (found === null) return null;
        const { group, field } = found;
        const reported = facts.reported({ rtu_id: rtu, slot, group_id: group.id })[field.id];
        return reported === undefined ? null : cellOf(field, reported[0], language);
      }),
    ];
  });
  const heads = [
    ...sheets.parameters.columns.map((column) => text(`sheets.column.${column}`)),
    ...columns.map((column) => parameterHead(column, text)),
  ];
  return { heads, rows };
}
