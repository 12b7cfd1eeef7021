import { memo } from 'react';
import { alarmText, hasNumber, ruleText, termLimit, termValue } from '../../../../derive/alarm-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { type Formatters, type Text, useFormat, useText } from '../../../components/i18n.ts';
import { spanOf } from '../../../components/values/span.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { shownRank } from '../../../state/alarms/order.ts';
import { isBold } from '../view.ts';
import { clockText } from '../words/use-alarm-words.ts';
import { LevelLabel, MarkLabel } from './Standing.tsx';

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
    return [first, [...finding, closed.note || text(`alarms.closing.${closed.why}`)].join(' · ')];
  }
  const answered =
    answer === null
      ? text('alarms.notAnswered')
      : text('alarms.answeredBy', { account: answer.accountName ?? '–', time: at(answer.at) });
  if (shelf !== null)
    return [answered, text('alarms.shelvedBy', { account: shelf.accountName ?? '–', reason: shelf.reason })];
  if (alarm.isOutOfService) return [answered, text('alarms.serviceOut')];
  if (alarm.suppressedBy !== null) return [answered, text('alarms.suppressedBy', { id: alarm.suppressedBy })];
  if (answer !== null)
    return [
      answer.accountName ?? '–',
      [at(answer.at), answer.note].filter((part) => part !== '').join(' · '),
    ];
  return [answered, text('alarms.waitsFor', { span: spanOf(now - alarm.knownAt, format) })];
}

/** Value and limit of what decided, as they were at the newest event. */
export function ValueCell({ alarm }: { readonly alarm: AlarmView }) {
  const text = useText();
  const [term] = alarm.facts.terms;
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

/** An alarm in two lines. */
export const AlarmRow = memo(function AlarmRow(props: AlarmRowProps) {
  const { alarm, zone, now, alone, isCurrent, isMarked } = props;
  const text = useText();
  const format = useFormat();
  const rank = shownRank(alarm);
  const [answered, more] = answerLines(alarm, now, zone, text, format);
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
        <span className="ellipsis aboard__what">{alarmText(alarm, text)}</span>
        <small className="faint ellipsis">{notes.join(' · ')}</small>
      </span>
      <span role="gridcell" tabIndex={-1} className="acell acell--right num">
        <ValueCell alarm={alarm} />
      </span>
      <span role="gridcell" tabIndex={-1} className="acell num aboard__answered">
        <span className="ellipsis">{answered}</span>
        <small className="faint ellipsis">{more}</small>
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
