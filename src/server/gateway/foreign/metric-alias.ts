/** What metrics of foreign edges stand for: their device and name → our slot, node, channel, unit and scale. */
import type { Channel } from '../../../catalogue/model.ts';
import { converter } from '../../../domain/convert-unit.ts';
import type { Metric, MetricValue } from '../../../protocol/payload.ts';
import { elementMap, kindMap, type MetricMap, rtuMap } from '../metric-rows.ts';

export interface AliasRow {
  readonly device: string;
  readonly metric: string;
  readonly slot: number | null;
  /** Node or layer; 0 = the sensor itself. */
  readonly element: number;
  readonly channel: string;
  readonly unit: string | null;
  readonly scale: number;
}

export interface AliasTarget {
  readonly unit: string | null;
  /** Their value, times the scale, in a unit → ours; null where the unit does not measure the same. */
  readonly converter: (unit: string | null) => ((value: number) => number) | null;
  readonly channel: Channel;
}

/**
 * The channel that may be mapped to: of a sensor kind (of its nodes or layers, where `element` is not 0), or of the RTU
 * (null); null where there is none of that name.
 */
export function aliasTarget(kind: number | null, element: number, name: string): AliasTarget | null {
  const own = kind === null ? rtuMap : kindMap(kind);
  const map = own === null || element === 0 ? own : elementMap(own);
  const channel = map?.channels.get(name)?.channel;
  if (channel === undefined) return null;
  const unit = channel.type === 'number' ? channel.unit : null;
  return {
    unit,
    channel,
    converter: (from) => (from === null || from === unit ? (value) => value : converter(from, unit)),
  };
}

/** True for a kind with nodes or layers in one sensor. */
export const hasElements = (kind: number | null): boolean => kind !== null && kindMap(kind)?.elements != null;

/** Where values go: a slot (null = the RTU itself), and the node or layer there (0 = the sensor itself). */
export interface MetricTarget {
  readonly slot: string | null;
  readonly element: number;
}

/** One of their metrics, ready to be read. */
export interface Alias {
  readonly place: MetricTarget;
  readonly channel: string;
  readonly read: (value: MetricValue) => MetricValue;
}

/** The mapping of one RTU: by their device ('' = the node), then by their name. */
export type Aliases = ReadonlyMap<string, ReadonlyMap<string, Alias>>;

/** Compiles a mapping; entries whose sensor or channel is no more are left out. */
export function compileAliases(
  rows: readonly AliasRow[],
  kindOf: (slot: string) => number | undefined,
): Aliases {
  const aliases = new Map<string, Map<string, Alias>>();
  // One object a place: values are gathered by it.
  const places = new Map<string, MetricTarget>();
  for (const { device, metric, slot, element, channel, unit, scale } of rows) {
    const kind = slot === null ? null : kindOf(String(slot));
    const target = kind === undefined ? null : aliasTarget(kind, element, channel);
    const convert = target?.converter(unit) ?? null;
    if (target === null || convert === null) continue;
    const of = aliases.get(device) ?? new Map<string, Alias>();
    aliases.set(device, of);
    const key = `${slot}/${element}`;
    const place = places.get(key) ?? { slot: slot === null ? null : String(slot), element };
    places.set(key, place);
    of.set(metric, {
      place,
      channel,
      read: reader(target.channel, (value) => convert(value * scale)),
    });
  }
  return aliases;
}

/** Reads their value as the channel's type wants it; what does not fit is left as it is, and flagged as unfit later. */
function reader(channel: Channel, convert: (value: number) => number): Alias['read'] {
  return (value) => {
    if (value === null || typeof value === 'object') return value;
    if (channel.type === 'number') {
      const number = typeof value === 'boolean' ? Number(value) : value;
      if (typeof number === 'bigint') {
        // An integer that a double cannot hold is refused, not rounded.
        return BigInt(Number(number)) === number ? convert(Number(number)) : number;
      }
      return typeof number === 'number' ? convert(number) : number;
    }
    if (channel.type === 'flag')
      return typeof value === 'string' ? value : value !== 0 && value !== 0n && value !== false;
    if (channel.type === 'enum' || channel.type === 'flagSet')
      return typeof value === 'boolean' ? Number(value) : value;
    return value;
  };
}

/** Metrics of a message by where they go: those that are mapped, and the rest as they are. */
export function applyAliases(
  aliases: ReadonlyMap<string, Alias>,
  metrics: readonly Metric[],
): { readonly mapped: ReadonlyMap<MetricTarget, readonly Metric[]>; readonly rest: readonly Metric[] } {
  const mapped = new Map<MetricTarget, Metric[]>();
  const rest: Metric[] = [];
  for (const metric of metrics) {
    const alias = metric.name === null ? undefined : aliases.get(metric.name);
    if (alias === undefined) {
      rest.push(metric);
      continue;
    }
    const { timestamp, isHistorical, isTransient, quality = null } = metric;
    const known = mapped.get(alias.place);
    const read: Metric = {
      ...{ name: alias.channel, alias: null, datatype: null, value: alias.read(metric.value) },
      ...{ timestamp, isHistorical, isTransient, quality },
    };
    if (known === undefined) mapped.set(alias.place, [read]);
    else known.push(read);
  }
  return { mapped, rest };
}

/** Names of a map that stand for something. */
export function knows(map: MetricMap, name: string): boolean {
  return map.channels.has(name) || name === map.elements?.name || name === map.waveform;
}
