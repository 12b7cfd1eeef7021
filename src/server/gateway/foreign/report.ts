/** Values of a foreign driver become readings: by the RTU's mapping, else where the driver says that they belong. */
import { DataType } from '../../../protocol/datatype.ts';
import type { Metric } from '../../../protocol/payload.ts';
import type { ForeignPlace, ForeignValue } from '../../drivers/driver.ts';
import type { RtuEntry } from '../directory.ts';
import { kindMap, type MetricMap, rtuMap } from '../metric-rows.ts';
import { applyAliases, type MetricTarget } from './metric-alias.ts';

/** Metrics under the catalogue's names, and where they go: a slot, null = the RTU itself. */
export interface PlacedMetrics {
  readonly slot: string | null;
  readonly element: number;
  readonly metrics: readonly Metric[];
}

const metric = (name: string, t: number, value: number | null): Metric => ({
  ...{ name, alias: null, timestamp: t, datatype: DataType.Double, value },
  ...{ isHistorical: false, isTransient: false },
});

/** Foreign values as metrics under their own names. */
export const ownMetrics = (values: readonly ForeignValue[]): readonly Metric[] =>
  values.map(({ name, t, value }) => metric(name, t, value));

/** The metric name of a row's channel; null where a kind has no such channel. */
function nameIn(map: MetricMap, { row, channel }: Pick<ForeignPlace, 'row' | 'channel'>): string | null {
  for (const [name, place] of map.channels) {
    if (place.row === row && place.channel.id === channel) return name;
  }
  return null;
}

/** Finds sensors of an RTU by what they measure. */
class Places {
  readonly #sensors: readonly (readonly [slot: string, map: MetricMap])[];

  constructor(entry: RtuEntry) {
    this.#sensors = [...entry.sensors]
      .sort(([a], [b]) => Number(a) - Number(b))
      .flatMap(([slot, { kind }]) => {
        const map = kindMap(kind);
        return map === null ? [] : [[slot, map] as const];
      });
  }

  find(
    place: ForeignPlace,
  ): { readonly slot: string | null; readonly map: MetricMap; readonly name: string } | null {
    const own = nameIn(rtuMap, place);
    if (own !== null) return { slot: null, map: rtuMap, name: own };
    const fitting = this.#sensors.flatMap(([slot, map]) => {
      const name = nameIn(map, place);
      return name === null ? [] : [{ slot, map, name }];
    });
    return fitting[place.place] ?? null;
  }
}

/** Where the values of a report go. What is mapped goes there alone; what has no sensor goes nowhere. */
export function placed(entry: RtuEntry, values: readonly ForeignValue[]): readonly PlacedMetrics[] {
  const aliases = entry.aliases.get('') ?? new Map();
  const { mapped } = applyAliases(aliases, ownMetrics(values));
  const found: PlacedMetrics[] = [...mapped].map(
    ([{ slot, element }, metrics]: [MetricTarget, readonly Metric[]]) => ({
      slot,
      element,
      metrics,
    }),
  );
  const places = new Places(entry);
  const own = new Map<string | null, Metric[]>();
  for (const { name, t, value, places: candidates } of values) {
    if (aliases.has(name)) continue;
    for (const candidate of candidates) {
      const target = places.find(candidate);
      if (target === null) continue;
      const list = own.get(target.slot) ?? [];
      own.set(target.slot, list);
      list.push(metric(target.name, t, value));
      // What is known of a value that is missing says nothing.
      if (value !== null)
        for (const [channel, known] of Object.entries(candidate.also ?? {})) {
          const also = nameIn(target.map, { row: candidate.row, channel });
          if (also !== null) list.push(metric(also, t, known));
        }
      break;
    }
  }
  for (const [slot, metrics] of own) found.push({ slot, element: 0, metrics });
  return found;
}
