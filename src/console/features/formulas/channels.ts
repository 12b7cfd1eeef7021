import type { Unit } from '../../../base/units.ts';
import { kindByCode, rows, rtu } from '../../../catalogue/index.ts';
import type { Channel, NumberChannel, RowId } from '../../../catalogue/model.ts';
import { classOfColumn } from '../../../catalogue/own-columns.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { type ChannelOwner, kindChannels } from '../../../derive/kind-channels.ts';
import { elementMessage, kindChannelMessage, kindMessage } from '../../../derive/messages.ts';
import type { FormulaInput } from '../../../domain/formulas/model.ts';
import type { Text } from '../../components/i18n.ts';

/** A channel of a station that a formula may read. */
export interface InputChannel extends Omit<FormulaInput, 'letter'> {
  readonly key: string;
  readonly unit: Unit | null;
  readonly digits: number;
  /** Slot and name of the sensor, and the channel, in words. */
  readonly label: string;
}

/** Names a channel of a station, as fields hold it. */
export const inputKey = (of: {
  readonly row: string;
  readonly sourceId: number;
  readonly element: number;
  readonly channel: string;
}): string => [of.row, of.sourceId, of.channel, of.element].join('.');

/** Numbers that are drawn, or listed of a kind that a company made; no bearings, which wrap, and no sums of an interval. */
const fits = (channel: Channel): channel is NumberChannel =>
  channel.type === 'number' &&
  channel.circular !== true &&
  channel.sum === undefined &&
  (channel.chart === true || classOfColumn(channel.id) === 'number');

interface Source {
  readonly sourceId: number;
  readonly owner: ChannelOwner;
  readonly name: string;
  /** Nodes or layers of a row that have sent something. */
  readonly elements: (row: RowId) => readonly number[];
}

function channelsOf({ sourceId, owner, name, elements }: Source, text: Text): readonly InputChannel[] {
  return kindChannels(owner).flatMap(({ row, channel, element: ofElements }): readonly InputChannel[] => {
    if (!fits(channel)) return [];
    const heading = text(kindChannelMessage(owner, row, channel.id));
    const own = (element: number, suffix: string): InputChannel => {
      const of = { row, sourceId, element, channel: channel.id };
      return {
        ...of,
        key: inputKey(of),
        unit: channel.unit,
        digits: channel.digits,
        label: `${name}: ${heading}${suffix}`,
      };
    };
    if (!ofElements) return [own(0, '')];
    const parts = rows[row].elements;
    if (parts === undefined) return [];
    return elements(row).map((number) => own(number, ` ${text(elementMessage(row, parts.id), { number })}`));
  });
}

/** Channels of a station in the order of its slots, then those of its RTU. */
export function stationChannels(detail: StationDetail, text: Text): readonly InputChannel[] {
  const sensors = detail.sensors.flatMap((sensor): readonly Source[] => {
    const owner = kindByCode(sensor.kind);
    if (owner === undefined) return [];
    return [
      {
        sourceId: sensor.id,
        owner,
        name: `${sensor.slot} · ${sensor.name ?? text(kindMessage(owner.id))}`,
        elements: (row) =>
          sensor.latest
            .flatMap((entry) => (entry.row === row && entry.element > 0 ? [entry.element] : []))
            .toSorted((a, b) => a - b),
      },
    ];
  });
  const own: readonly Source[] =
    detail.rtu === null ? [] : [{ sourceId: detail.rtu.id, owner: rtu, name: 'RTU', elements: () => [] }];
  return [...sensors, ...own].flatMap((source) => channelsOf(source, text));
}

/** Those that a formula may read: what is itself derived is none of them. @param derived sensors of derived channels */
export const freeChannels = (
  channels: readonly InputChannel[],
  derived: ReadonlySet<number>,
): readonly InputChannel[] =>
  channels.filter(({ row, sourceId }) => row === 'status' || !derived.has(sourceId));

/** The station's main channel, or else the first. */
export function mainChannel(
  channels: readonly InputChannel[],
  { primary }: StationDetail['summary'],
): InputChannel | undefined {
  const key = primary === null ? '' : inputKey({ ...primary, sourceId: primary.sensorId });
  return channels.find((one) => one.key === key) ?? channels[0];
}

/** What `b` may be beside `a`: for a compensation a temperature, else what has its unit, rather of another sensor. */
export function proposedSecond(
  channels: readonly InputChannel[],
  first: InputChannel | undefined,
  isTemperature: boolean,
): InputChannel | undefined {
  const others = channels.filter(({ key }) => key !== first?.key);
  const isOwn = ({ row, sourceId }: InputChannel) => row === first?.row && sourceId === first.sourceId;
  if (isTemperature) {
    const warm = others.filter(({ unit }) => unit === '°C');
    return warm.find(isOwn) ?? warm[0];
  }
  const alike = others.filter(({ unit }) => unit === first?.unit);
  return (
    alike.find((one) => !isOwn(one) && one.channel === first?.channel) ??
    alike.find((one) => !isOwn(one)) ??
    alike[0]
  );
}
