/** The listed devices as a file for spreadsheets. Its own chunk. */
import { csvCell, csvFile } from '../../../base/csv.ts';
import { formatOffset, formatTime } from '../../../base/time-text.ts';
import type { DeviceView } from '../../../derive/device-views/views.ts';
import type { Text } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import type { DeviceWords } from '../../components/values/use-device-words.ts';
import { conditionOf, type DeviceCondition, type DeviceLine } from './lines.ts';

interface Words {
  readonly text: Text;
  readonly cells: DeviceWords;
  readonly condition: (condition: DeviceCondition) => string;
}

/** The lines of the file, heads first: numbers as they are, times by the clocks of their stations. */
export function deviceTable(
  lines: readonly DeviceLine[],
  view: DeviceView,
  { text, cells, condition }: Words,
): readonly (readonly (string | number)[])[] {
  const mixed = view.columns.some(({ source }) => source.type === 'primary');
  const heads = [
    text('matrix.station'),
    text('sites.station.name'),
    text('deviceViews.sensor'),
    text('matrix.kind'),
    text('deviceViews.state'),
    ...view.columns.map((column) => {
      const unit = column.unit === null ? '' : ` [${column.unit}]`;
      return `${cells.head(column)}${unit}`;
    }),
    ...(mixed ? [text('deviceViews.unit')] : []),
    text('table.time'),
  ];
  const body = lines.map((line) => {
    const { row, station } = line;
    const [first] = view.columns;
    const values = view.columns.map((column, at) => {
      const value = row.cells[at];
      return typeof value === 'number' && column.type === 'number' ? value : cells.cell(column, line, at);
    });
    const unit = mixed && first !== undefined ? [cells.unit(first, row.kind) ?? ''] : [];
    const time =
      row.t === 0
        ? ''
        : `${formatTime(row.t, station.timeZone, 'full')} ${formatOffset(station.timeZone, row.t)}`;
    return [
      station.code,
      station.name,
      cells.device(line),
      text(cells.kind(row.kind)),
      condition(conditionOf(line)),
      ...values,
      ...unit,
      time,
    ];
  });
  return [heads, ...body];
}

/** Hands the lines to the browser as a file. */
export function saveDevices(lines: readonly DeviceLine[], view: DeviceView, words: Words): void {
  const content = csvFile(deviceTable(lines, view, words).map((line) => line.map(csvCell).join(',')));
  const name = `groundwatch-${view.id}_${new Date().toISOString().slice(0, 10)}.csv`;
  saveFile(name, new Blob([content], { type: 'text/csv;charset=utf-8' }));
}
