import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { alarmText } from '../../../../derive/alarm-text.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { spanOf } from '../../../components/values/span.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { shownRank } from '../../../state/alarms/order.ts';
import type { MessageView } from '../../../state/notify.ts';
import { isBold } from '../view.ts';
import { useAlarmWords } from '../words/use-alarm-words.ts';
import { answerLines, NotifiedLine, ValueCell } from './AlarmRow.tsx';
import type { BoardLine } from './lines.ts';
import { MarkLabel } from './Standing.tsx';

/** An alarm on a phone: what, how it stands, who answered. */
export function PhoneAlarm(props: {
  readonly alarm: AlarmView;
  readonly id: string;
  readonly at: number;
  readonly alone: boolean;
  readonly zone: string;
  readonly now: number;
  readonly top: number;
  readonly message: MessageView | undefined;
}) {
  const { alarm, now, zone, alone, message } = props;
  const text = useText();
  const format = useFormat();
  const words = useAlarmWords();
  const rank = shownRank(alarm);
  const [answered, more] = answerLines(alarm, now, zone, text, format);
  return (
    <div
      id={props.id}
      role="row"
      tabIndex={-1}
      aria-rowindex={props.at + 2}
      className={`rows__row aphone__row ${isBold(alarm) ? 'is-asking' : ''}`}
      style={{ transform: `translateY(${props.top}px)`, '--edge': `var(--lv${rank}-edge)` } as never}
      data-alarm={alarm.id}
    >
      <span role="gridcell" tabIndex={-1} className="aphone__glyph">
        <LevelGlyph rank={rank} hollow={alarm.present === 0} size={16} />
      </span>
      <span role="gridcell" tabIndex={-1} className="acell">
        <span className="ellipsis aphone__what">
          {alone ? `${alarm.stationCode} ` : ''}
          {alarmText(alarm, text)}
        </span>
        <span className="row gap-6 text-12">
          <span className={`alevel alevel--${rank}`}>{words.level(rank, alarm)}</span>
          <MarkLabel alarm={alarm} now={now} zone={zone} />
        </span>
        {message !== undefined && alarm.answer === null && alarm.closed === null ? (
          <span className="text-12 dim num">
            <NotifiedLine message={message} zone={zone} now={now} />
          </span>
        ) : (
          <span className="text-12 dim ellipsis">{[answered, more].filter(Boolean).join(' · ')}</span>
        )}
      </span>
      <span role="gridcell" tabIndex={-1} className="acell acell--right num">
        <ValueCell alarm={alarm} />
      </span>
    </div>
  );
}

/** A station above its alarms, with how long the oldest of them has stood. */
export function PhoneStation(props: {
  readonly line: BoardLine & { readonly type: 'station' };
  readonly station: StationSummary | undefined;
  readonly project: string;
  readonly at: number;
  readonly top: number;
  readonly now: number;
}) {
  const { line, top, now } = props;
  const format = useFormat();
  const [first] = line.alarms;
  const oldest = Math.min(...line.alarms.map(({ raisedAt }) => raisedAt));
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={props.at + 2}
      aria-expanded={!line.isFolded}
      className="rows__row rows__section aphone__station row between gap-8 text-12 dim"
      style={{ transform: `translateY(${top}px)` }}
      data-station-line={line.stationId}
    >
      <span role="gridcell" tabIndex={-1} className="stressed ellipsis">
        {first?.stationCode} {first?.stationName}
      </span>
      <span role="gridcell" tabIndex={-1} className="num rigid">
        {spanOf(now - oldest, format)}
      </span>
    </div>
  );
}
