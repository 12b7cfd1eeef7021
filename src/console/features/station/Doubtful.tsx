import { kindByCode, rows, rtu } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import type { DataOf } from '../../../contract/call.ts';
import type { StationDetail, stationOverview } from '../../../contract/sites/stations.ts';
import { elementMessage, kindChannelMessage, kindMessage } from '../../../derive/messages.ts';
import { rowColumns, type TableColumn } from '../../../derive/row-columns.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { cellText, qualityMessage } from '../../components/table/cell-text.ts';

type Conflict = DataOf<typeof stationOverview>['conflicts'][number];

function columnOf(detail: StationDetail, row: RowId, sourceId: number, channel: string, ofElement: boolean) {
  const sensor = detail.sensors.find(({ id }) => id === sourceId);
  const owner = row === 'status' ? rtu : kindByCode(sensor?.kind ?? -1);
  return owner === undefined
    ? undefined
    : rowColumns(owner, row).find(({ id, element }) => id === channel && element === ofElement);
}

/** Values that somebody should look at: two of one time, and those that a device does not vouch for. */
export function Doubtful(props: {
  readonly detail: StationDetail;
  readonly conflicts: readonly Conflict[];
  readonly zone: string;
}) {
  const { detail, conflicts, zone } = props;
  const text = useText();
  const format = useFormat();
  const place = (row: RowId, sourceId: number, element: number, channel: string) => {
    const sensor = row === 'status' ? undefined : detail.sensors.find(({ id }) => id === sourceId);
    const who =
      sensor === undefined
        ? 'RTU'
        : `${sensor.slot} · ${sensor.name ?? text(kindMessage(kindByCode(sensor.kind)?.id ?? 'none'))}`;
    const of = rows[row].elements;
    const part =
      element === 0 || of === undefined ? '' : ` ${text(elementMessage(row, of.id), { number: element })}`;
    return `${who} · ${text(kindChannelMessage(sensor && kindByCode(sensor.kind), row, channel))}${part}`;
  };
  const valueText = (column: TableColumn | undefined, value: string | number | null) => {
    if (column === undefined || value === null) return String(value ?? '–');
    const typed = column.type === 'text' || typeof value === 'number' ? value : Number(value);
    return `${cellText(column, typed, text, zone)} ${column.unit ?? ''}`.trim();
  };
  const latest = [
    ...(detail.rtu === null || detail.rtu.status === null
      ? []
      : [{ row: 'status' as RowId, sourceId: detail.rtu.id, element: 0, ...detail.rtu.status }]),
    ...detail.sensors.flatMap((sensor) =>
      sensor.latest.map((entry) => ({ ...entry, row: entry.row as RowId, sourceId: sensor.id })),
    ),
  ];
  const lines = [
    ...conflicts.map((conflict) => {
      const row = conflict.row as RowId;
      const column = columnOf(detail, row, conflict.sourceId, conflict.channel, conflict.element > 0);
      return {
        key: `${row} ${conflict.sourceId} ${conflict.element} ${conflict.channel} ${conflict.t}`,
        t: conflict.t,
        place: place(row, conflict.sourceId, conflict.element, conflict.channel),
        word: text(conflict.imported ? 'overview.conflict.import' : 'overview.conflict', {
          stored: valueText(column, conflict.stored),
          offered: valueText(column, conflict.offered),
        }),
      };
    }),
    ...latest.flatMap(({ row, sourceId, element, notGood }) =>
      Object.entries(notGood ?? {}).map(([channel, entry]) => ({
        key: `quality ${row} ${sourceId} ${element} ${channel}`,
        t: entry.t,
        place: place(row, sourceId, element, channel),
        word: `${text(qualityMessage(entry.quality), { quality: entry.quality })}: ${valueText(columnOf(detail, row, sourceId, channel, element > 0), entry.value)}`,
      })),
    ),
  ].sort((a, b) => b.t - a.t);
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>{text('overview.doubtful')}</h2>
      </header>
      {lines.length === 0 ? (
        <p className="overview__words">{text('overview.doubtful.none')}</p>
      ) : (
        <ScrollRegion className="overview__scroll" label={text('overview.doubtful')}>
          <ul className="overview__list num">
            {lines.map((line) => (
              <li key={line.key} className="row wrap one-line text-12 underlined">
                <span>{format.time(line.t, zone, 'dayTime')}</span>
                <b className="ellipsis">{line.place}</b>
                <span className="dim">{line.word}</span>
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </section>
  );
}
