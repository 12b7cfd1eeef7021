import type { MessageId } from '../../../base/messages.ts';
import { formatNumber } from '../../../base/number-text.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import { primaryOf, type ViewColumn } from '../../../derive/device-views/views.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { useText } from '../i18n.ts';
import { cellText } from '../table/cell-text.ts';

/** A device as its words need it; `cells` in the order of the view's columns. */
interface DeviceLine {
  readonly row: {
    readonly kind: number | null;
    readonly slot: number | null;
    readonly name: string | null;
    readonly cells: readonly (number | string | null)[];
  };
  readonly station: { readonly timeZone: string };
}

/** Heads, cells and names of devices in the user's words. */
export function useDeviceWords() {
  const text = useText();
  const head = ({ heading, channelHeading, source }: ViewColumn): string => {
    const hours = 'hours' in source && source.hours !== null ? { hours: source.hours } : {};
    const channel = channelHeading === null ? {} : { channel: text(channelHeading) };
    return text(heading, { ...hours, ...channel });
  };
  /** Of mixed kinds each device has its own digits and unit. */
  const lookOf = (column: ViewColumn, kind: number | null) =>
    column.source.type === 'primary' && kind !== null ? primaryOf(kind) : column;
  const cell = (column: ViewColumn, line: DeviceLine, at: number): string => {
    const value = line.row.cells[at];
    if (value === null || value === undefined) return '–';
    const digits = lookOf(column, line.row.kind)?.digits ?? column.digits;
    if (column.type === 'number' && typeof value === 'number') {
      const isChange =
        column.source.type === 'change' || (column.source.type === 'primary' && column.source.hours !== null);
      return `${isChange && value > 0 ? '+' : ''}${formatNumber(value, digits)}`;
    }
    const shown = { ...column, row: column.row ?? 'status', element: false };
    return cellText(shown, value, text, line.station.timeZone);
  };
  const unit = (column: ViewColumn, kind: number | null) => lookOf(column, kind)?.unit ?? null;
  const kind = (code: number | null): MessageId =>
    code === null ? 'views.rtu' : kindMessage(kindByCode(code)?.id ?? 'none');
  /** The sensor beside its station: its name, or where it is plugged in; empty for an RTU. */
  const device = ({ row }: DeviceLine): string =>
    row.name ?? (row.slot === null ? '' : text('matrix.slot', { slot: row.slot }));
  return { head, cell, unit, kind, device };
}
export type DeviceWords = ReturnType<typeof useDeviceWords>;
