import { type KeyboardEvent, memo } from 'react';
import type { StationSummary } from '../../../contract/stations.ts';
import { Glyph, StateLabel, stateMessage } from '../../components/Glyph.tsx';
import { type Formatters, type Text, useFormat, useText } from '../../components/i18n.ts';
import { Aged } from '../../components/values/Aged.tsx';
import { Sparkline } from '../../components/values/Sparkline.tsx';
import { kindsText, primaryText } from './value.ts';

interface RowProps {
  readonly station: StationSummary;
  readonly selected: boolean;
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

/** One line of the list on a desktop: two lines of 32 px, the same facts as the map's popover. */
export const StationRow = memo(function StationRow(props: RowProps) {
  const { station, selected, now, onSelect, onOpen } = props;
  const text = useText();
  const format = useFormat();
  const value = primaryText(station, text);
  const contact = contactText(station, now, text, format);
  return (
    <button
      type="button"
      className="srow inset underlined text-12 pickable grid"
      data-station={station.id}
      aria-pressed={selected}
      tabIndex={props.reachable ? 0 : -1}
      onKeyDown={props.onKeyDown}
      onClick={() => onSelect(station.id)}
      onDoubleClick={() => onOpen(station.id)}
    >
      <StateLabel state={station.state} />
      <span className="srow__two yields grid">
        <span className="srow__name ellipsis strong">{station.name}</span>
        <span className="srow__sub ellipsis text-11 dim">
          <span className="num">{station.code}</span> · {kindsText(station, text)}
        </span>
      </span>
      <span className="srow__two srow__right yields grid">
        <span className="num strong">
          <Aged t={station.primary?.t ?? null} now={now} sendCycle={station.sendCycle} brief>
            {value.value}
            <span className="unit">{value.unit}</span>
          </Aged>
        </span>
        <span className="srow__sub ellipsis text-11 dim">{value.channel}</span>
      </span>
      <Sparkline values={station.spark} bars={value.isRain} />
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
  now,
  onOpen,
}: Pick<RowProps, 'station' | 'now' | 'onOpen'>) {
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
      <Glyph state={station.state} size={14} />
      <span className="srow__two yields grid">
        <span className="prow__name ellipsis strong">{station.name}</span>
        <span className="srow__sub ellipsis text-11 dim">
          <span className={`state--${station.state}`}>{text(stateMessage(station.state))}</span> ·{' '}
          <span className="num">{station.code}</span> · {contactText(station, now, text, format).last}
        </span>
      </span>
      <Sparkline values={station.spark} bars={value.isRain} width={60} />
      <span className="srow__two srow__right yields grid">
        <span className="prow__value num strong">
          <Aged t={station.primary?.t ?? null} now={now} sendCycle={station.sendCycle} brief>
            {value.value}
            <span className="unit">{value.unit}</span>
          </Aged>
        </span>
        <span className="srow__sub ellipsis text-11 dim">{value.channel}</span>
      </span>
    </button>
  );
});
