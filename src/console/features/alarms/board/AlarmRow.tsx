import { memo } from 'react';
import {
  alarmText,
  closingText,
  hasNumber,
  ruleText,
  termLimit,
  termValue,
} from '../../../../derive/alarm-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { type Formatters, type Text, useFormat, useText } from '../../../components/i18n.ts';
import { spanOf } from '../../../components/values/span.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import type { AlarmGlance } from '../../../state/alarms/glances.ts';
import { asks, shownRank, waitsSince } from '../../../state/alarms/order.ts';
import type { MessageView } from '../../../state/notify.ts';
import { isBold } from '../view.ts';
import { clockText } from '../words/use-alarm-words.ts';
import { AlarmSpark } from './AlarmSpark.tsx';
import { NextStep } from './NextStep.tsx';
import { LevelLabel, MarkLabel } from './Standing.tsx';

const personalChannels = ['mail', 'push'] as const;

interface AlarmRowProps {
  readonly alarm: AlarmView;
  readonly id: string;
  readonly at: number;
  readonly isCurrent: boolean;
  readonly isMarked: boolean;
  /** Says of which station it is: no head above it does. */
  readonly alone: boolean;
  readonly zone: string;
  readonly now: number;
  readonly top: number;
  /** The newest message of it that asks for an answer; undefined = nobody was notified. */
  readonly message: MessageView | undefined;
  /** Its last day and its next step; undefined = not known yet. */
  readonly glance: AlarmGlance | undefined;
}

/** Who answered, or what is so in place of an answer: a line, and a smaller one. */
export function answerLines(
  alarm: AlarmView,
  now: number,
  zone: string,
  text: Text,
  format: Formatters,
): readonly [string, string] {
  const at = (ms: number) => clockText(ms, now, zone, format);
  const { closed, answer, shelf } = alarm;
  if (closed !== null) {
    const by = closed.accountName;
    const first =
      by === null
        ? text('alarms.closedAt', { time: at(closed.at) })
        : text('alarms.closedBy', { account: by, time: at(closed.at) });
    const finding = closed.finding === null ? [] : [text(`alarms.finding.${closed.finding}`)];
    return [first, [...finding, closed.note || closingText(closed.why, alarm, text)].join(' · ')];
  }
  const answered =
    answer === null
      ? text('alarms.notAnswered')
      : text('alarms.answeredBy', { account: answer.accountName ?? '–', time: at(answer.at) });
  if (shelf !== null)
    return [answered, text('alarms.shelvedBy', { account: shelf.accountName ?? '–', reason: shelf.reason })];
  if (alarm.maintenanceUntil !== null)
    return [answered, text('station.maintenance', { until: at(alarm.maintenanceUntil) })];
  if (alarm.isOutOfService) return [answered, text('alarms.serviceOut')];
  if (alarm.suppressedBy !== null) return [answered, text('alarms.suppressedBy', { id: alarm.suppressedBy })];
  if (answer !== null)
    return [
      answer.accountName ?? '–',
      [at(answer.at), answer.note].filter((part) => part !== '').join(' · '),
    ];
  return [answered, text('alarms.waitsFor', { span: spanOf(Math.max(0, now - waitsSince(alarm)), format) })];
}

/** Value and limit of what decided, as they were at the newest event. */
export function ValueCell({ alarm }: { readonly alarm: AlarmView }) {
  const text = useText();
  const [term] = alarm.facts.terms;
  if (alarm.facts.system !== undefined) return null;
  if (term === undefined || alarm.isBlind || !hasNumber(term)) return <b className="strong">–</b>;
  const limit = termLimit(term);
  return (
    <>
      <b className="strong ellipsis">
        {termValue(term)}
        {term.unit !== null && <span className="unit">{term.unit}</span>}
      </b>
      {limit !== '' && <small className="faint ellipsis">{text('alarms.limit', { limit })}</small>}
    </>
  );
}

/** Who was notified last, over what and when, and whether it arrived. */
export function NotifiedLine(props: {
  readonly message: MessageView;
  readonly zone: string;
  readonly now: number;
}) {
  const { message, zone, now } = props;
  const text = useText();
  const format = useFormat();
  const { state, channel, name, address, doneAt, createdAt } = message;
  const isBad = state === 'failed' || state === 'gaveUp';
  const isDone = state === 'accepted' || state === 'answered';
  const own = personalChannels.find((one) => one === channel);
  const over = channel === '' ? '' : text(own === undefined ? 'notify.hook' : `notify.${own}`);
  const said = [name || address, over].filter(Boolean).join(' ');
  return (
    <span className={`row gap-4 ${isBad ? 'aboard__unsent' : ''}`} title={text(`notify.state.${state}`)}>
      <Icon name={isDone ? 'tick' : isBad ? 'circle-alert' : 'clock'} className="icon--small rigid" />
      <span className="ellipsis" title={said}>
        {said}
      </span>
      <span className="rigid">{clockText(doneAt ?? createdAt, now, zone, format)}</span>
    </span>
  );
}

/** An alarm in two lines. */
export const AlarmRow = memo(function AlarmRow(props: AlarmRowProps) {
  const { alarm, zone, now, alone, isCurrent, isMarked, message, glance } = props;
  const text = useText();
  const format = useFormat();
  const rank = shownRank(alarm);
  const [answered, more] = answerLines(alarm, now, zone, text, format);
  const next = glance?.next ?? null;
  const back = alarm.present === 0 && alarm.closed === null;
  const notes = [
    ...(alone ? [`${alarm.stationCode} ${alarm.stationName}`] : []),
    ruleText(alarm, text),
    ...(alarm.slot === null ? [] : [text('matrix.slot', { slot: alarm.slot })]),
    ...(alarm.isLate ? [text('alarms.late')] : []),
    ...(alarm.isContradicted ? [text('alarms.contradicted')] : []),
  ];
  const classes = [
    'rows__row aboard__row',
    isBold(alarm) ? 'is-asking' : '',
    isCurrent ? 'is-current is-open' : '',
    isMarked ? 'is-marked' : '',
  ];
  return (
    <div
      id={props.id}
      role="row"
      tabIndex={-1}
      aria-rowindex={props.at + 2}
      aria-selected={isCurrent || isMarked}
      className={classes.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${props.top}px)`, '--edge': `var(--lv${rank}-edge)` } as never}
      data-alarm={alarm.id}
    >
      <span role="gridcell" tabIndex={-1} className="acell">
        <span className="row">
          <LevelLabel alarm={alarm} />
          {isMarked && <Icon name="tick" className="icon--small aboard__tick" />}
        </span>
        <MarkLabel alarm={alarm} now={now} zone={zone} />
      </span>
      <span role="gridcell" tabIndex={-1} className="acell num">
        <span className="ellipsis">{clockText(alarm.raisedAt, now, zone, format)}</span>
        <small className="faint ellipsis">
          {back
            ? text('alarms.back', { time: clockText(alarm.movedAt, now, zone, format) })
            : spanOf((alarm.closed?.at ?? now) - alarm.raisedAt, format)}
        </small>
      </span>
      <span role="gridcell" tabIndex={-1} className="acell num">
        <span className="ellipsis aboard__what" title={alarmText(alarm, text)}>
          {alarmText(alarm, text)}
        </span>
        <small className="faint ellipsis">{notes.join(' · ')}</small>
      </span>
      <span role="gridcell" tabIndex={-1} className="row gap-4 num aboard__value">
        <AlarmSpark alarm={alarm} glance={glance} />
        <span className="acell acell--right grow">
          <ValueCell alarm={alarm} />
        </span>
      </span>
      <span role="gridcell" tabIndex={-1} className="acell num aboard__answered">
        {message === undefined || alarm.closed !== null ? (
          <span className="ellipsis">{answered}</span>
        ) : (
          <NotifiedLine message={message} zone={zone} now={now} />
        )}
        <small className="faint ellipsis">
          {next !== null && asks(alarm) ? (
            <NextStep next={next} zone={zone} />
          ) : message === undefined || alarm.answer === null ? (
            more
          ) : (
            `${answered} ${more}`
          )}
        </small>
      </span>
      <span
        role="gridcell"
        tabIndex={-1}
        className="ellipsis aboard__with"
        title={alarm.assigned?.accountName ?? undefined}
      >
        {alarm.assigned?.accountName ?? '–'}
      </span>
    </div>
  );
});
