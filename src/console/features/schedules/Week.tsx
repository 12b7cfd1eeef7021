import { useEffect, useRef } from 'react';
import { weekdayOf } from '../../../domain/schedules/recurrence.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import type { ScheduleDay } from './calendar.ts';
import { type CalendarViewProps, EntryButton, RestButton } from './Entry.tsx';
import { useScheduleWords } from './use-schedule-words.ts';

const hours = [3, 6, 9, 12, 15, 18, 21] as const;

/** The week of the calendar: each run at its hour. */
export function Week({
  days,
  view,
}: {
  readonly days: readonly ScheduleDay[];
  readonly view: CalendarViewProps;
}) {
  const { now, day, entryKey, onDay } = view;
  const text = useText();
  const format = useFormat();
  const words = useScheduleWords();
  const week = useRef<HTMLDivElement | null>(null);
  // A phone has no room for all: the chosen day is in sight.
  useEffect(() => {
    const chosen = week.current?.querySelector<HTMLElement>('.schedules__day.is-chosen');
    if (week.current === null || chosen == null) return;
    const { offsetLeft, offsetWidth } = chosen;
    if (offsetLeft + offsetWidth > week.current.clientWidth) week.current.scrollLeft = offsetLeft - 44;
  }, []);
  return (
    <div
      ref={week}
      className="schedules__days scroll"
      role="region"
      aria-label={text('schedules.view.week')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
      tabIndex={0}
    >
      <div className="schedules__hours text-11 dim num" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
            {String(hour).padStart(2, '0')}:00
          </span>
        ))}
      </div>
      {days.map(({ number, date, start, end, entries, rests }) => {
        const isToday = start <= now && now < end;
        return (
          <section
            key={number}
            className={`schedules__day ${isToday ? 'is-today' : ''} ${number === day ? 'is-chosen' : ''}`}
          >
            <h2 className="text-12">
              <button
                type="button"
                aria-current={isToday ? 'date' : undefined}
                data-cursor={(number === day && entryKey === null) || undefined}
                onClick={() => onDay(number)}
              >
                {words.weekday(weekdayOf(number))}{' '}
                <span className="num">{format.time(date, 'UTC', 'date').slice(-5)}</span>
                <span className="dim num">{entries.length}</span>
              </button>
            </h2>
            <div className="schedules__column">
              {hours.map((hour) => (
                <i key={hour} className="schedules__line" style={{ top: `${(hour / 24) * 100}%` }} />
              ))}
              {rests.map((rest, index) => (
                <RestButton
                  key={rest.entry.key}
                  rest={rest}
                  index={index}
                  isCovered={index < rests.length - 1}
                  view={view}
                />
              ))}
              {entries.map((entry) => (
                <EntryButton key={entry.key} entry={entry} view={view} isPlaced />
              ))}
              {isToday && (
                <i className="schedules__now" style={{ top: `${((now - start) / (end - start)) * 100}%` }} />
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
}
