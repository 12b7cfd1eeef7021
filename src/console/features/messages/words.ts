import { kindByCode, rows, rtu } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import { channelMessage } from '../../../derive/messages.ts';
import { rowColumns, type TableColumn } from '../../../derive/row-columns.ts';
import type { IconName } from '../../components/Icon.tsx';
import type { Text } from '../../components/i18n.ts';
import { cellText } from '../../components/table/cell-text.ts';
import type { DecodedMetric, MessageSummary } from '../../state/devices/messages.ts';

export const kindIcons = {
  birth: 'plus',
  data: 'activity',
  death: 'wifi-off',
  order: 'send',
  report: 'file',
  batch: 'download',
  refusal: 'ban',
} as const satisfies Record<MessageSummary['kind'], IconName>;

const isRow = (row: string): row is RowId => Object.hasOwn(rows, row);
const columns = new Map<string, TableColumn | null>();

/** The column that a metric goes to; null for one that goes nowhere. */
export function columnOf({ kind, row, channel }: DecodedMetric): TableColumn | null {
  if (row === null || channel === null || !isRow(row)) return null;
  const key = `${kind} ${row} ${channel}`;
  const known = columns.get(key);
  if (known !== undefined) return known;
  const owner = kind === null ? (row === 'status' ? rtu : undefined) : kindByCode(kind);
  const found = owner === undefined ? undefined : rowColumns(owner, row).find(({ id }) => id === channel);
  // Without the sensor's kind the row itself says what its channels are.
  const own = rows[row].channels.find(({ id }) => id === channel);
  const column: TableColumn | null =
    found ??
    (own === undefined
      ? null
      : {
          ...{ row, id: channel, type: own.type, heading: channelMessage(row, channel), element: false },
          unit: 'unit' in own ? own.unit : null,
          digits: 'digits' in own ? own.digits : 0,
          ...{
            values: own.type === 'enum' ? own.values : null,
            flags: own.type === 'flagSet' ? own.flags : [],
          },
        });
  columns.set(key, column);
  return column;
}

/** Whether a value is shown letter by letter as it came: a firmware, a serial number, what has no column. */
export function isAsSent(metric: DecodedMetric): boolean {
  if (typeof metric.value !== 'string') return false;
  const type = columnOf(metric)?.type;
  return type !== 'enum' && type !== 'flagSet';
}

/** A metric's value in the words and digits of its channel, else as it was sent. */
export function valueText(metric: DecodedMetric, text: Text, zone: string): string {
  const { value } = metric;
  if (value === null) return '–';
  const column = columnOf(metric);
  if (column === null || typeof value === 'boolean') return String(value);
  if (column.type === 'number' && typeof value !== 'number') return value;
  return cellText(column, value, text, zone);
}

export const unitOf = (metric: DecodedMetric): string => columnOf(metric)?.unit ?? '';

/** What a message reads like: `0 · X 0.34 °, Y −0.12 °`. */
export function readsText({ reads, count, kind }: MessageSummary, text: Text, zone: string): string {
  if (kind === 'refusal') return '';
  let slot: string | null | undefined;
  const parts = reads.map((metric) => {
    const column = columnOf(metric);
    const name = column === null ? metric.name : text(column.heading);
    const value = valueText(metric, text, zone);
    const unit = unitOf(metric);
    const place =
      column === null || metric.slot === slot
        ? ''
        : `${metric.slot === null ? text('messages.ofRtu') : metric.slot} · `;
    if (column !== null) slot = metric.slot;
    return `${place}${name} ${value}${unit === '' ? '' : ` ${unit}`}`;
  });
  const rest = count - reads.length;
  return rest > 0 ? `${parts.join(', ')}, ${text('messages.more', { count: rest })}` : parts.join(', ');
}
