import { kindByCode, rows, rtu } from '../../../catalogue/index.ts';
import type { KindDefinition, RowId } from '../../../catalogue/model.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { temperatureRows } from '../../../derive/data-tabs.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { rowColumns, type TableColumn } from '../../../derive/row-columns.ts';
import type { Text } from '../../components/i18n.ts';

/** Who sends a row of a station: a sensor, or the RTU. */
export interface RowSource {
  readonly sourceId: number;
  readonly row: RowId;
  /** Of a sensor; null = the RTU. */
  readonly kind: KindDefinition | null;
  readonly slot: number | null;
  /** Slot and name, in words. */
  readonly label: string;
  readonly columns: readonly TableColumn[];
  /** Nodes or layers that have sent something; 0 = the row has none. */
  readonly elements: number;
  /** Depth of each node or layer, m, by its number. */
  readonly depths: ReadonlyMap<number, number>;
}

/** Sensors of a station whose readings can be held against their own temperature, by slot. */
export function calibrationSources(detail: StationDetail, text: Text): readonly RowSource[] {
  const found = new Set(
    detail.sensors.flatMap(({ kind: code }) => {
      const kind = kindByCode(code);
      return kind === undefined ? [] : temperatureRows(kind).map(({ row }) => row);
    }),
  );
  return [...found]
    .flatMap((row) => sourcesOf(detail, row, text))
    .toSorted((a, b) => (a.slot ?? 0) - (b.slot ?? 0));
}

/** Every sensor (or the RTU) of a station that sends a row, by slot. */
export function sourcesOf(detail: StationDetail, row: RowId, text: Text): readonly RowSource[] {
  if (row === 'status') {
    if (detail.rtu === null) return [];
    const own = { sourceId: detail.rtu.id, row, kind: null, slot: null, label: `RTU ${detail.rtu.sn}` };
    return [{ ...own, columns: rowColumns(rtu, row), elements: 0, depths: new Map() }];
  }
  return detail.sensors.flatMap((sensor): readonly RowSource[] => {
    const kind = kindByCode(sensor.kind);
    if (kind === undefined || !kind.rows.includes(row)) return [];
    const parts = sensor.latest.filter((entry) => entry.row === row && entry.element > 0);
    const depths = parts.flatMap(({ element, values }): (readonly [number, number])[] =>
      typeof values['depth'] === 'number' ? [[element, values['depth']]] : [],
    );
    return [
      {
        sourceId: sensor.id,
        row,
        kind,
        slot: sensor.slot,
        label: `${sensor.slot} · ${sensor.name ?? text(kindMessage(kind.id))}`,
        columns: rowColumns(kind, row),
        elements: rows[row].elements === undefined ? 0 : Math.max(0, ...parts.map(({ element }) => element)),
        depths: new Map(depths),
      },
    ];
  });
}
