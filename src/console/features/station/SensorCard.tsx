import { baselines as baselineCommands } from '../../../../commands/baselines.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { kindChannelMessage, kindMessage } from '../../../derive/messages.ts';
import { primaryChannel } from '../../../derive/parameter-fields.ts';
import { rowColumns } from '../../../derive/row-columns.ts';
import { type Baseline, relativeChannels, relativeValues } from '../../../domain/baseline.ts';
import { timeOf } from '../../../domain/readings/latest.ts';
import { CommandButton } from '../../components/commands.tsx';
import { StateLabel } from '../../components/Glyph.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { cellText, isDeviceAlarm } from '../../components/table/cell-text.ts';
import { Aged } from '../../components/values/Aged.tsx';
import { relativeName } from '../../components/values/relative.tsx';
import { NotGood } from './NotGood.tsx';

type Sensor = StationDetail['sensors'][number];
const quietIds = new Set(['alarmState', 'runState', 'firmware', 'zeroMode', 'trendMode']);

/** Worst of what a sensor's newest rows say: the device's own alarm, fault, or normal. */
export function sensorState(sensor: Sensor): 'ok' | 'fault' | 'offline' | 'deviceAlarm' {
  const kind = kindByCode(sensor.kind);
  if (kind === undefined || sensor.latest.length === 0) return 'offline';
  const own = sensor.latest.filter((entry) => entry.element === 0);
  const alarmed = own.some((entry) => {
    const column = rowColumns(kind, entry.row as (typeof kind.rows)[number]).find(
      (candidate) => candidate.id === 'alarmState',
    );
    return column !== undefined && isDeviceAlarm(column, entry.values['alarmState']);
  });
  if (alarmed) return 'deviceAlarm';
  return own.some((entry) => entry.values['runState'] === 1) ? 'fault' : 'ok';
}

/**
 * A sensor's newest reading as a panel: its main value, then what stands beside it. Displacements and angles are relative
 * where `baselines` are given.
 */
export function SensorCard(props: {
  readonly sensor: Sensor;
  /** Where on the site it is, in words; null = that is not said. */
  readonly position: string | null;
  readonly zone: string;
  readonly now: number;
  /** Seconds. */
  readonly sendCycle: number;
  readonly baselines: readonly Baseline[] | null;
  /** The station of which it is a derived channel; null = a device measures it. */
  readonly derivedAt: number | null;
}) {
  const { sensor, position, zone, now, sendCycle, baselines, derivedAt } = props;
  const text = useText();
  const format = useFormat();
  const kind = kindByCode(sensor.kind);
  if (kind === undefined) return null;
  const channel = primaryChannel(kind);
  const { primary } = kind;
  const main = sensor.latest.find(
    (entry) => entry.row === primary?.row && entry.element === (primary?.element ?? 0),
  );
  const state = sensorState(sensor);
  const side = main ?? sensor.latest.find((entry) => entry.element === 0);
  const rowId = side?.row as RowId | undefined;
  const shown =
    side === undefined || rowId === undefined || baselines === null
      ? side?.values
      : relativeValues(baselines, rowId, side.element, (name) => timeOf(side, name) ?? side.t, side.values);
  const isRelative = (id: string) =>
    baselines !== null &&
    rowId !== undefined &&
    relativeChannels(rowId, (side?.element ?? 0) > 0).some((one) => one.id === id);
  const named = (id: string, name: string) => (isRelative(id) ? relativeName(name) : name);
  const value = primary === undefined ? null : shown?.[primary.channel];
  const all = side === undefined ? [] : rowColumns(kind, side.row as (typeof kind.rows)[number]);
  const columns = all
    .filter(
      (column) =>
        column.id !== primary?.channel &&
        !quietIds.has(column.id) &&
        side?.values[column.id] !== null &&
        side?.values[column.id] !== undefined,
    )
    .slice(0, 4);
  const doubted = all.filter(({ id }) => side?.notGood?.[id] !== undefined);
  const alarmColumn = all.find(({ id }) => id === 'alarmState');
  const alarmValue = side?.values['alarmState'];
  const mayBeRelative = kind.rows.some((row) =>
    [false, true].some((of) => relativeChannels(row, of).length > 0),
  );
  const missing =
    primary !== undefined &&
    isRelative(primary.channel) &&
    typeof value !== 'number' &&
    typeof main?.values[primary.channel] === 'number';
  const t = (id: string) => (side === undefined ? null : timeOf(side, id));
  return (
    <article className={`panel card ${state === 'ok' || state === 'offline' ? '' : `card--${state}`}`}>
      <header className="row gap-6 text-12">
        <span className="slot num dim">{sensor.slot}</span>
        <b className="ellipsis strong grow">{sensor.name ?? text(kindMessage(kind.id))}</b>
        <StateLabel state={state} />
        {derivedAt !== null && (
          <CommandButton
            command={stationCommands.formulas}
            args={{ stationId: derivedAt }}
            icon="function"
            label={text('formulas.one')}
            look="ghost"
            iconOnly
          />
        )}
        {mayBeRelative && (
          <CommandButton
            command={baselineCommands.open}
            args={{ sensorId: sensor.id }}
            icon="history"
            label={text('baselines.title')}
            look="ghost"
            iconOnly
          />
        )}
      </header>
      <p className="card__value num one-line">
        <Aged t={primary === undefined ? null : t(primary.channel)} now={now} sendCycle={sendCycle}>
          {channel === undefined
            ? '–'
            : format.number(typeof value === 'number' ? value : null, channel.digits)}
          <small>
            {channel?.unit}{' '}
            {primary === undefined
              ? ''
              : named(primary.channel, text(kindChannelMessage(kind, primary.row, primary.channel)))}
          </small>
        </Aged>
      </p>
      {missing && <p className="card__note faint text-11">{text('baselines.none')}</p>}
      <dl className="terms pairs">
        {position !== null && (
          <div>
            <dt>{text('sites.sensor.position')}</dt>
            <dd>{position}</dd>
          </div>
        )}
        {state === 'deviceAlarm' && alarmColumn !== undefined && (
          <div>
            <dt>{text('state.deviceAlarm')}</dt>
            <dd className="state--deviceAlarm">{cellText(alarmColumn, alarmValue, text, zone)}</dd>
          </div>
        )}
        {columns.map((column) => (
          <div key={column.id}>
            <dt>{named(column.id, text(column.heading))}</dt>
            <dd className="num">
              <Aged t={t(column.id)} now={now} sendCycle={sendCycle} brief>
                {cellText(column, shown?.[column.id], text, zone)} {column.unit}
              </Aged>
            </dd>
          </div>
        ))}
        {doubted.map((column) => (
          <div key={`doubted ${column.id}`}>
            <dt>{text(column.heading)}</dt>
            <dd className="num">
              <NotGood entry={side?.notGood?.[column.id]} column={column} zone={zone} />
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
