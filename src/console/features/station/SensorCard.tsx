import { kindByCode } from '../../../catalogue/index.ts';
import { channelMessage, kindMessage } from '../../../derive/messages.ts';
import { primaryChannel } from '../../../derive/parameter-fields.ts';
import { rowColumns } from '../../../derive/row-columns.ts';
import { StateLabel } from '../../components/Glyph.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { cellLevel, cellText } from '../../components/table/cell-text.ts';
import type { StationDetail } from '../../state/stations.ts';

type Sensor = StationDetail['sensors'][number];
const levelStates = ['ok', 'lv1', 'lv2', 'lv3', 'lv4'] as const;
const quietIds = new Set(['alarmState', 'runState', 'firmware', 'zeroMode', 'trendMode']);

/** Worst of what a sensor's newest rows say: alarm level, fault, or normal. */
export function sensorState(sensor: Sensor): 'ok' | 'fault' | 'offline' | 'lv1' | 'lv2' | 'lv3' | 'lv4' {
  const kind = kindByCode(sensor.kind);
  if (kind === undefined || sensor.latest.length === 0) return 'offline';
  const own = sensor.latest.filter((entry) => entry.element === 0);
  const level = own.reduce((worst, entry) => {
    const column = rowColumns(kind, entry.row as (typeof kind.rows)[number]).find(
      (candidate) => candidate.id === 'alarmState',
    );
    return Math.max(worst, column === undefined ? 0 : cellLevel(column, entry.values['alarmState']));
  }, 0);
  if (level > 0) return levelStates[level] ?? 'lv4';
  return own.some((entry) => entry.values['runState'] === 1) ? 'fault' : 'ok';
}

/** A sensor's newest reading as a panel: its main value, then what stands beside it. */
export function SensorCard({
  sensor,
  zone,
  now,
}: {
  readonly sensor: Sensor;
  readonly zone: string;
  readonly now: number;
}) {
  const text = useText();
  const format = useFormat();
  const kind = kindByCode(sensor.kind);
  if (kind === undefined) return null;
  const channel = primaryChannel(kind);
  const { primary } = kind;
  const main = sensor.latest.find(
    (entry) => entry.row === primary?.row && entry.element === (primary?.element ?? 0),
  );
  const value = primary === undefined ? null : main?.values[primary.channel];
  const state = sensorState(sensor);
  const side = main ?? sensor.latest.find((entry) => entry.element === 0);
  const columns =
    side === undefined
      ? []
      : rowColumns(kind, side.row as (typeof kind.rows)[number])
          .filter(
            (column) =>
              column.id !== primary?.channel &&
              !quietIds.has(column.id) &&
              side.values[column.id] !== null &&
              side.values[column.id] !== undefined,
          )
          .slice(0, 4);
  return (
    <article className={`panel card ${state === 'ok' || state === 'offline' ? '' : `card--${state}`}`}>
      <header>
        <span className="slot num">{sensor.slot}</span>
        <b className="ellipsis">{sensor.name ?? text(kindMessage(kind.id))}</b>
        <StateLabel state={state} />
      </header>
      <p className="card__value num">
        {channel === undefined
          ? '–'
          : format.number(typeof value === 'number' ? value : null, channel.digits)}
        <small>
          {channel?.unit} {primary === undefined ? '' : text(channelMessage(primary.row, primary.channel))}
        </small>
      </p>
      <dl>
        {columns.map((column) => (
          <div key={column.id}>
            <dt>{text(column.heading)}</dt>
            <dd className="num">
              {cellText(column, side?.values[column.id], text, zone)} {column.unit}
            </dd>
          </div>
        ))}
        <div>
          <dt>{text('table.time')}</dt>
          <dd className="num">
            {side === undefined
              ? text('home.never')
              : `${format.time(side.t, zone, now - side.t > 86_400_000 ? 'dayTime' : 'time')} · ${format.duration(now - side.t)}`}
          </dd>
        </div>
      </dl>
    </article>
  );
}
