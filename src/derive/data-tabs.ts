/** Data sub-tabs of a station: which there are, in which order, and which of them a station has. */
import { kindByCode, rows } from '../catalogue/index.ts';
import type { KindDefinition, RowId } from '../catalogue/model.ts';
import { kindChannels } from './kind-channels.ts';

/** Those of src/console/README.md#data-sub-tabs, in its order. */
const named = [
  'status',
  'tilt',
  'waveform',
  'crack',
  'moisture',
  'export',
  'curve',
  'calibration',
  'blast',
  'rain',
  'rain5',
  'rainHourly',
] as const;

/** Its derived channels: formulas over its channels, and no row of their own. */
const formulas = 'formulas';

export type DataTab = (typeof named)[number] | RowId | typeof formulas;

const isNamed = (row: string): boolean => named.some((tab) => tab === row);

/** Every data sub-tab: the named ones, then the rows of the other kinds in the catalogue's order, then derived channels. */
export const dataTabs: readonly DataTab[] = [
  ...named,
  ...Object.values(rows).flatMap(({ id }) => (isNamed(id) ? [] : [id])),
  formulas,
];

/** The row whose readings a sub-tab shows; null for those that show several. */
export function rowOfTab(tab: DataTab): RowId | null {
  if (tab === 'rain5' || tab === 'rainHourly') return 'rain';
  return tab === 'export' || tab === 'curve' || tab === 'calibration' || tab === formulas ? null : tab;
}

/** Channels that can be held against the temperature beside them: curves that are neither sums nor bearings. */
export interface TemperatureRow {
  readonly row: RowId;
  readonly channels: readonly string[];
}

/** Rows of a kind that measure their own temperature beside something else. */
export function temperatureRows(kind: KindDefinition): readonly TemperatureRow[] {
  return kind.rows.flatMap((row) => {
    const own = kindChannels(kind).filter((entry) => entry.row === row && !entry.element);
    if (!own.some(({ channel }) => channel.id === 'temperature')) return [];
    const channels = own.flatMap(({ channel }) =>
      channel.type === 'number' && channel.chart && channel.id !== 'temperature' && !channel.circular
        ? [channel.id]
        : [],
    );
    return channels.length === 0 ? [] : [{ row, channels }];
  });
}

/**
 * The sub-tabs that a station has, in order.
 * @param codes sensor type codes of its sensors; an unknown one has no rows
 */
export function tabsOf(codes: readonly number[], hasRtu: boolean): readonly DataTab[] {
  const kinds = codes.flatMap((code) => kindByCode(code) ?? []);
  const own = new Set<RowId>(kinds.flatMap((kind) => kind.rows));
  if (hasRtu) own.add('status');
  return dataTabs.filter((tab) => {
    const row = rowOfTab(tab);
    if (row !== null) return own.has(row);
    if (tab === formulas) return hasRtu;
    return tab === 'calibration' ? kinds.some((kind) => temperatureRows(kind).length > 0) : own.size > 0;
  });
}
