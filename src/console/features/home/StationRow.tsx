import { type KeyboardEvent, memo } from 'react';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { Icon } from '../../components/Icon.tsx';
import { type Formatters, type Text, useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { Aged } from '../../components/values/Aged.tsx';
import { Sparkline } from '../../components/values/Sparkline.tsx';
import type { AlarmValue, StationAlarm } from '../../state/alarms/marked.ts';
import { StationMark, StationWord } from './StationMark.tsx';
import { kindsText, primaryText } from './value.ts';

interface RowProps {
  readonly station: StationSummary;
  /** Its worst alarm; undefined = it has none. */
  readonly alarm: StationAlarm | undefined;
  /** What alarms, where it is not the value that stands for the station. */
  readonly alarming: AlarmValue | undefined;
  /** Its last 24 h; undefined = not known yet. */
  readonly spark: StationSummary['spark'] | undefined;
  readonly selected: boolean;
  /** A command is to be given it together with others. */
  readonly marked: boolean;
  readonly now: number;
  readonly onSelect: (id: number) => void;
  readonly onOpen: (id: number) => void;
  /** The one row that Tab reaches; arrows go on from it. */
  readonly reachable: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** When it spoke last, and when it should speak next. */
export function contactText(station: StationSummary, now: number, text: Text, format: Formatters) {
  const { lastContactAt, nextContactAt, timeZone } = station;
  const last = lastContactAt === null ? text('home.never') : format.duration(now - lastContactAt);
  if (nextContactAt === null || lastContactAt === null) return { last, next: '' };
  const overdue = station.link === 'overdue' || station.link === 'silent';
  const due = overdue ? lastContactAt + station.sendCycle * 1000 : nextContactAt;
  const far = Math.abs(now - due) > 86_400_000;
  const time = format.time(due, timeZone, far ? 'date' : 'minute');
  return { last, next: text(overdue ? 'home.due' : 'home.next', { time: far ? time.slice(5) : time }) };
}

/** True where the value that is shown is the one that alarms. */
const alarms = ({ primary }: StationSummary, alarm: StationAlarm | undefined): boolean =>
  alarm?.holds === true &&
  primary !== null &&
  alarm.channel?.row === primary.row &&
  alarm.channel.id === primary.channel;

/** The value that alarms, or else the last value of the station's first channel; over the channel's name. */
function Primary({
  station,
  alarm,
  alarming,
  now,
}: Pick<RowProps, 'station' | 'alarm' | 'alarming' | 'now'>) {
  const own = primaryText(station, useText());
  const { value, unit, channel } = alarming ?? own;
  const t = alarming === undefined ? (station.primary?.t ?? null) : alarming.t;
  const isAlarming = alarming !== undefined || alarms(station, alarm);
  return (
    <span className="srow__two srow__right yields grid">
      <span className={`num strong ${isAlarming ? `levelword--${alarm?.rank}` : ''}`}>
        <Aged t={t} now={now} sendCycle={station.sendCycle} brief>
          {value}
          <span className="unit">{unit}</span>
        </Aged>
      </span>
      <span className="srow__sub ellipsis text-11 dim" title={channel}>
        {channel}
      </span>
    </span>
  );
}

/** One line of the list on a desktop: two lines of 32 px, the same facts as the map's popover. */
export const StationRow = memo(function StationRow(props: RowProps) {
  const { station, alarm, alarming, spark = [], selected, marked, now, onSelect, onOpen } = props;
  const text = useText();
  const format = useFormat();
  const value = primaryText(station, text);
  const contact = contactText(station, now, text, format);
  return (
    <button
      type="button"
      className={`srow inset underlined text-12 pickable grid ${alarm?.asks === true ? `srow--asks srow--lv${alarm.rank}` : ''} ${marked ? 'is-marked' : ''}`}
      data-station={station.id}
      aria-pressed={selected}
      tabIndex={props.reachable ? 0 : -1}
      onKeyDown={props.onKeyDown}
      onClick={() => onSelect(station.id)}
      onDoubleClick={() => onOpen(station.id)}
    >
      <StationMark state={station.state} alarm={alarm} projectId={station.projectId} />
      <span className="srow__two yields grid">
        <span className="srow__name ellipsis strong">
          {marked && (
            <>
              <Icon name="tick" className="icon--small" />
              <span className="visually-hidden">{text('home.isMarked')}</span>{' '}
            </>
          )}
          {station.name}
        </span>
        <span className="srow__sub ellipsis text-11 dim">
          <span className="num">{station.code}</span> · {kindsText(station, text)}
        </span>
      </span>
      <Primary station={station} alarm={alarm} alarming={alarming} now={now} />
      <Sparkline
        values={alarming === undefined ? spark : alarming.spark}
        bars={alarming === undefined && value.isRain}
      />
      <span className="srow__two srow__right num yields grid">
        <span>{contact.last}</span>
        <span className="srow__sub text-11 dim">{contact.next}</span>
      </span>
    </button>
  );
});

/** The same on a phone: 56 px. */
export const PhoneRow = memo(function PhoneRow({
  station,
  alarm,
  alarming,
  spark = [],
  now,
  onOpen,
}: Pick<RowProps, 'station' | 'alarm' | 'alarming' | 'spark' | 'now' | 'onOpen'>) {
  const text = useText();
  const format = useFormat();
  const value = primaryText(station, text);
  return (
    <button
      type="button"
      className="prow paper underlined grid"
      data-station={station.id}
      onClick={() => onOpen(station.id)}
    >
      {alarm === undefined ? (
        <Glyph state={station.state} size={14} />
      ) : (
        <LevelGlyph rank={alarm.rank} hollow={!alarm.holds} size={14} />
      )}
      <span className="srow__two yields grid">
        <span className="ellipsis strong">{station.name}</span>
        <span className="srow__sub ellipsis text-11 dim">
          <StationWord state={station.state} alarm={alarm} projectId={station.projectId} /> ·{' '}
          <span className="num">{station.code}</span> · {contactText(station, now, text, format).last}
        </span>
      </span>
      <Sparkline
        values={alarming === undefined ? spark : alarming.spark}
        bars={alarming === undefined && value.isRain}
        width={60}
      />
      <Primary station={station} alarm={alarm} alarming={alarming} now={now} />
    </button>
  );
});
