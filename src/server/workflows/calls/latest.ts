import { groupBy } from '../../../base/group.ts';
import { enums, kindByCode, rows, rtu } from '../../../catalogue/index.ts';
import type { Channel, RowId } from '../../../catalogue/model.ts';
import { kindChannels } from '../../../derive/kind-channels.ts';
import type { HostCallArgs } from '../../../script/calls.ts';
import type { LatestReading, StoredValue } from '../../storage/storage.ts';
import type { CallContext } from './call.ts';
import { kindName, siteOf } from './devices.ts';

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

/** The newest rows of stations; `rtu` as kind: of the RTU itself. */
export async function latestCall(
  { viewer, storage, board }: CallContext,
  { stations, kind }: HostCallArgs<'latest'>,
): Promise<readonly unknown[]> {
  const sites = stations.map((id) => siteOf(board, viewer, id));
  const sensors = sites.flatMap((site) => site?.sensors ?? []);
  const wanted = sensors.filter((sensor) => kind === null || kindName(sensor.kind) === kind);
  const ofRtus = kind === null || kind === 'rtu' ? sites.flatMap((site) => site?.rtu?.id ?? []) : [];
  const { readings } = storage;
  const [ofSensors, status] = await Promise.all([
    wanted.length === 0
      ? []
      : readings.latest(
          null,
          wanted.map(({ id }) => id),
        ),
    ofRtus.length === 0 ? [] : readings.latest('status', ofRtus),
  ]);
  const bySensor = groupBy(
    ofSensors.filter(({ row }) => row !== 'status'),
    ({ sourceId }) => sourceId,
  );
  const byRtu = new Map(status.map((row) => [row.sourceId, row]));
  const told = (slot: number | null, code: number | null) => (reading: LatestReading) => ({
    slot,
    kind: code === null ? 'rtu' : kindName(code),
    row: reading.row,
    element: reading.element,
    at: reading.t,
    receivedAt: reading.receivedAt,
    values: valuesOf(code, reading),
  });
  return sites.map((site) => {
    const ofRtu = site?.rtu === null || site === null ? undefined : byRtu.get(site.rtu.id);
    return {
      readings: [
        ...(ofRtu === undefined ? [] : [told(null, null)(ofRtu)]),
        ...(site?.sensors ?? []).flatMap((sensor) =>
          (bySensor.get(sensor.id) ?? []).map(told(sensor.slot, sensor.kind)),
        ),
      ],
    };
  });
}

/** Rows of a kind that hold a channel. */
export const rowOfChannel = (owned: readonly RowId[], channel: string): RowId | undefined =>
  owned.find((row) => rows[row].channels.some(({ id }) => id === channel));
