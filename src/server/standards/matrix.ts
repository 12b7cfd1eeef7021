/** What every device of a sort has in one group, read for all of them at once. */

import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '../../base/errors.ts';
import type { ParameterField, ParameterValue } from '../../catalogue/model.ts';
import type { QueryOf } from '../../contract/call.ts';
import {
  type Matrix,
  type MatrixColumn,
  type MatrixPending,
  type matrix,
  mostNamed,
} from '../../contract/devices/matrix.ts';
import { groupOf, ownerOf, parseValues, rtuSlot } from '../delivery/row.ts';
import { parseReported } from '../delivery/shadow.ts';
import type { Db } from '../delivery/store.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import type { Json } from '../storage/json.ts';
import type { ReportedValues } from '../storage/schema.ts';

type Query = QueryOf<typeof matrix>;
const openStates = ['queued', 'sending', 'retry'];
/** Devices that are read before others get their turn: some 10 ms. */
const together = 400;

const plain = (value: ParameterValue) => (typeof value === 'object' && value !== null ? [...value] : value);

/** A column while it is filled. */
class Filling {
  readonly #values: ParameterValue[] = [];
  readonly #places = new Map<ParameterValue, number>();
  readonly #of: number[] = [];
  readonly #older: number[] = [];
  #isOlder = false;

  constructor(readonly field: ParameterField) {}

  add(value: ParameterValue | undefined, older: number): void {
    this.#older.push(older);
    if (older > 0) this.#isOlder = true;
    if (value === undefined) {
      this.#of.push(-1);
      return;
    }
    // A set is a new object each time: only its text is the same.
    const key = typeof value === 'object' && value !== null ? value.join('\n') : value;
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#values.length;
      this.#places.set(key, place);
      this.#values.push(value);
    }
    this.#of.push(place);
  }

  done(): MatrixColumn {
    const older = this.#isOlder ? this.#older : null;
    return { field: this.field.id, values: this.#values.map(plain), of: this.#of, older };
  }
}

/** @throws Refusal 404 where one of the named stations is foreign or unknown */
async function namedStations(
  db: Db,
  viewer: CompanyScope,
  text: string | undefined,
): Promise<number[] | null> {
  if (text === undefined) return null;
  const ids = [...new Set(text.split(',').map(Number))].slice(0, mostNamed);
  const found = await visibleStations(db, viewer)
    .select('stations.id')
    .where('stations.id', 'in', ids)
    .where('stations.retired_at', 'is', null)
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw new Refusal(404, 'api.notFound', { what: `station ${missing}` });
  return ids;
}

interface Row {
  readonly station: number;
  readonly rtu: number;
  readonly slot: number;
  readonly reported: Json<ReportedValues> | null;
}

function devicesOf(
  db: Db,
  viewer: CompanyScope,
  kind: number | null,
  stations: readonly number[] | null,
): Promise<Row[]> {
  const all = visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .where('stations.retired_at', 'is', null);
  const own = stations === null ? all : all.where('stations.id', 'in', stations);
  if (kind === null)
    return own
      .leftJoin('parameters', (join) =>
        join.onRef('parameters.rtu_id', '=', 'rtus.id').on('parameters.slot', '=', rtuSlot),
      )
      .select((of) => [
        'stations.id as station',
        'rtus.id as rtu',
        of.val(rtuSlot).as('slot'),
        'parameters.reported',
      ])
      .orderBy('stations.id')
      .execute();
  return own
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .leftJoin('parameters', (join) =>
      join.onRef('parameters.rtu_id', '=', 'rtus.id').onRef('parameters.slot', '=', 'sensors.slot'),
    )
    .select(['stations.id as station', 'rtus.id as rtu', 'sensors.slot', 'parameters.reported'])
    .where('sensors.kind', '=', kind)
    .where('sensors.retired_at', 'is', null)
    .orderBy('stations.id')
    .orderBy('sensors.slot')
    .execute();
}

/** Sets of the group that have not ended, the newest of each field last. */
function openSets(db: Db, viewer: CompanyScope, group: string, stations: readonly number[] | null) {
  const all = visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('orders', 'orders.rtu_id', 'rtus.id')
    .select(['orders.id', 'orders.rtu_id', 'orders.slot', 'orders.body'])
    .where('orders.state', 'in', openStates)
    .where('orders.type', '=', 'set')
    .where('orders.name', '=', group)
    .orderBy('orders.position')
    .orderBy('orders.id');
  return (stations === null ? all : all.where('stations.id', 'in', stations)).execute();
}

/** @throws Refusal 404, 422 */
export async function readMatrix(db: Db, viewer: CompanyScope, query: Query): Promise<Matrix> {
  // First of all: what is foreign is not found, whatever else is asked.
  const stations = await namedStations(db, viewer, query.stations);
  const kind = query.kind ?? null;
  const group = groupOf(query.group);
  if (group === undefined || ownerOf(kind)?.groups.includes(group.id) !== true)
    throw new Refusal(422, 'parameterProblem.unknownField', {}, 'group');
  const [rows, open] = await Promise.all([
    devicesOf(db, viewer, kind, stations),
    openSets(db, viewer, group.id, stations),
  ]);
  // No device reports a secret, and no part of one may appear here.
  const columns = group.fields.filter(({ type }) => type !== 'secret').map((field) => new Filling(field));
  const names = columns.map(({ field }) => `${group.id}/${field.id}`);
  const devices: Matrix['devices'] = { station: [], rtu: [], slot: [], reported: [] };
  for (const [place, row] of rows.entries()) {
    if (place > 0 && place % together === 0) await turn();
    const reported = parseReported(row.reported ?? undefined);
    let newest = 0;
    for (const name of names) newest = Math.max(newest, reported[name]?.[1] ?? 0);
    devices.station.push(row.station);
    devices.rtu.push(row.rtu);
    devices.slot.push(row.slot);
    devices.reported.push(newest);
    columns.forEach((column, at) => {
      const known = reported[names[at] ?? ''];
      column.add(known?.[0], known === undefined ? 0 : Math.round((newest - known[1]) / 1000));
    });
  }
  return {
    devices,
    columns: columns.map((column) => column.done()),
    pending: pendingOf(devices, columns, open),
  };
}

function pendingOf(
  { rtu, slot }: Matrix['devices'],
  columns: readonly Filling[],
  open: Awaited<ReturnType<typeof openSets>>,
): MatrixPending[] {
  if (open.length === 0) return [];
  const placeOf = new Map(rtu.map((id, place) => [`${id}/${slot[place]}`, place]));
  const found = new Map<string, MatrixPending>();
  for (const row of open) {
    const device = placeOf.get(`${row.rtu_id}/${row.slot ?? rtuSlot}`);
    if (device === undefined) continue;
    for (const [field, value] of Object.entries(parseValues(row.body)))
      if (columns.some((column) => column.field.id === field))
        found.set(`${device}/${field}`, { device, field, value: plain(value), orderId: row.id });
  }
  return [...found.values()];
}
