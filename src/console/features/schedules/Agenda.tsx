import { useEffect, useRef } from 'react';
import { weekdayOf } from '../../../domain/schedules/recurrence.ts';
import { EmptyState } from '../../components/conditions.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { CalendarEntry, ScheduleDay } from './calendar.ts';
import { type CalendarViewProps, comingIcon, entryLook, isBad, stateIcons } from './Entry.tsx';
import { MissedActions } from './Missed.tsx';
import { useScheduleWords } from './use-schedule-words.ts';

function Line({ entry, view }: { readonly entry: CalendarEntry; readonly view: CalendarViewProps }) {
  const { schedule, run, key, at } = entry;
  const text = useText();
  const format = useFormat();
  const words = useScheduleWords();
  const isCursor = key === view.entryKey;
  const end = schedule.job.kind === 'plan' ? at + schedule.job.minutes * 60_000 : null;
  return (
    <li className={`schedules__line-of-day row gap-8 ${entryLook(entry)}`} aria-current={isCursor}>
      <button
        type="button"
        className="grow yields"
        aria-current={isCursor}
        data-cursor={isCursor || undefined}
        onClick={() => view.onEntry(entry)}
      >
        <span className="num schedules__clock">
          {format.time(at, view.zone, 'minute')}
          {end !== null && ` – ${format.time(end, view.zone, 'minute')}`}
        </span>
        <span
          className={`row gap-6 schedules__state ${run !== null && isBad(run) ? 'schedules__bad' : 'dim'}`}
        >
          <Icon name={run === null ? comingIcon : stateIcons[run.state]} className="icon--small" />
          {text(`schedules.run.${run?.state ?? 'coming'}`)}
        </span>
        <span className="row gap-6 yields schedules__name">
          <i className={`schedules__dot is-${schedule.job.kind}`} />
          <b className="ellipsis">{schedule.name}</b>
        </span>
        <span className="dim ellipsis schedules__said">
          {run === null || run.outcome === null
            ? `${words.job(schedule)} · ${schedule.projectName}`
            : words.said(run)}
        </span>
      </button>
      {run !== null && schedule.canEdit && <MissedActions run={run} />}
    </li>
  );
}

/** The list of the calendar: the days of two weeks on which something was, or is to come. */
export function Agenda({
  days,
  view,
}: {
  readonly days: readonly ScheduleDay[];
  readonly view: CalendarViewProps;
}) {
  const { now, day, entryKey } = view;
  const text = useText();
  const format = useFormat();
  const words = useScheduleWords();
  const list = useRef<HTMLDivElement | null>(null);
  const first = days[0]?.number;
  // The chosen day is at the top; the list alone scrolls, not the page around it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day or another span is a reason to scroll
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('section.is-chosen');
    if (entryKey === null && list.current !== null && chosen != null)
      list.current.scrollTop = chosen.offsetTop;
  }, [day, first]);
  const shown = days.filter(({ number, entries }) => entries.length > 0 || number === day);
  return (
    <div
      ref={list}
      className="schedules__agenda scroll"
      role="region"
      aria-label={text('schedules.view.list')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
      tabIndex={0}
    >
      {shown.every(({ entries }) => entries.length === 0) && (
        <EmptyState icon="calendar" title={text('schedules.list.none')} />
      )}
      {shown.map(({ number, date, start, end, entries }) => {
        const isToday = start <= now && now < end;
        return (
          <section
            key={number}
            className={`${isToday ? 'is-today' : ''} ${number === day ? 'is-chosen' : ''}`}
          >
            <h2
              className="row gap-6 text-12"
              tabIndex={-1}
              data-cursor={(number === day && entryKey === null) || undefined}
            >
              {words.weekday(weekdayOf(number))}{' '}
              <span className="num">{format.time(date, 'UTC', 'date')}</span>
              {isToday && <span className="schedules__today">{text('schedules.today')}</span>}
            </h2>
            <ul>
              {entries.map((entry) => (
                <Line key={entry.key} entry={entry} view={view} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
