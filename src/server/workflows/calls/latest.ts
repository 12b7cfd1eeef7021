import { groupBy } from '../../../base/group.ts';
import { enums, kindByCode, rows, rtu } from '../../../catalogue/index.ts';
import type { Channel, RowId } from '../../../catalogue/model.ts';
import { kindChannels } from '../../../derive/kind-channels.ts';
import type { HostCallArgs } from '../../../script/calls.ts';
import { readLatest } from '../../storage/readings/rows.ts';
import type { LatestReading, StoredValue } from '../../storage/storage.ts';
import { type CallContext, type Pieces, rowWork } from './call.ts';
import { kindName } from './devices.ts';

/** Stations that are read together. */
const together = 50;

/** A stored value as a script has it: words of enumerations, true and false, names of the flags that are set. */
function decoded(channel: Channel, value: StoredValue): unknown {
  if (value === null || value instanceof Uint8Array || typeof value === 'string') return value;
  if (channel.type === 'enum') return enums[channel.values].values[value] ?? null;
  if (channel.type === 'flag') return value !== 0;
  if (channel.type === 'flagSet') return channel.flags.filter((_, bit) => (value & (1 << bit)) !== 0);
  return value;
}

function valuesOf(kind: number | null, reading: LatestReading): Record<string, unknown> {
  const owner = kind === null ? rtu : kindByCode(kind);
  if (owner === undefined) return {};
  return Object.fromEntries(
    kindChannels(owner)
      .filter(({ row, element }) => row === reading.row && element === reading.element > 0)
      .filter(({ channel }) => channel.type !== 'samples')
      .map(({ channel }) => [channel.id, decoded(channel, reading.values[channel.id] ?? null)]),
  );
}

const reported = (slot: number | null, code: number | null) => (reading: LatestReading) => ({
  slot,
  kind: code === null ? 'rtu' : kindName(code),
  row: reading.row,
  element: reading.element,
  at: reading.t,
  receivedAt: reading.receivedAt,
  values: valuesOf(code, reading),
});

/** The newest rows of stations; `rtu` as kind: of the RTU itself. A station that is named twice is read once. */
export async function* latestCall(
  { stations, source, work, answers }: CallContext,
  { stations: ids, kind }: HostCallArgs<'latest'>,
): Pieces {
  const made = new Map<number, string>();
  for (let from = 0; from < ids.length; from += together) {
    const asked = ids.slice(from, from + together);
    const fresh = [...new Set(asked)].filter((id) => !made.has(id)).flatMap((id) => stations.get(id) ?? []);
    const sensors = fresh
      .flatMap((station) => station.sensors)
      .filter((sensor) => kind === null || kindName(sensor.kind) === kind);
    const rtus = kind === null || kind === 'rtu' ? fresh.flatMap((station) => station.rtu?.id ?? []) : [];
    const ofSensors =
      sensors.length === 0
        ? []
        : await readLatest(
            source,
            null,
            sensors.map(({ id }) => id),
          );
    const status = rtus.length === 0 ? [] : await readLatest(source, 'status', rtus);
    work.add((fresh.length + ofSensors.length + status.length) * rowWork);
    const bySensor = groupBy(
      ofSensors.filter(({ row }) => row !== 'status'),
      ({ sourceId }) => sourceId,
    );
    const byRtu = new Map(status.map((row) => [row.sourceId, row]));
    yield;
    for (const id of asked) {
      const known = made.get(id);
      if (known !== undefined) {
        answers.addText(known);
        continue;
      }
      const station = stations.get(id);
      const ofRtu = station?.rtu ? byRtu.get(station.rtu.id) : undefined;
      const readings = [
        ...(ofRtu === undefined ? [] : [reported(null, null)(ofRtu)]),
        ...(station?.sensors ?? []).flatMap((sensor) =>
          (bySensor.get(sensor.id) ?? []).map(reported(sensor.slot, sensor.kind)),
        ),
      ];
      made.set(id, answers.add({ readings }));
      yield;
    }
  }
}

/** Rows of a kind that hold a channel. */
export const rowOfChannel = (owned: readonly RowId[], channel: string): RowId | undefined =>
  owned.find((row) => rows[row].channels.some(({ id }) => id === channel));
