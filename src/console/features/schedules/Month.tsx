import { useFormat, useText } from '../../components/i18n.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { inCell, monthStart, type ScheduleDay } from './calendar.ts';
import { type CalendarViewProps, EntryButton, isBad } from './Entry.tsx';
import { useScheduleWords } from './use-schedule-words.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
/** Lines of a cell. */
const most = 3;

function Cell({ one, view }: { readonly one: ScheduleDay; readonly view: CalendarViewProps }) {
  const { number, date, start, end, entries } = one;
  const { now, day, entryKey, onDay } = view;
  const text = useText();
  const format = useFormat();
  const isNarrow = useNarrow();
  const isToday = start <= now && now < end;
  const isOther = monthStart(number) !== monthStart(day);
  const bad = entries.filter(({ run }) => run !== null && isBad(run)).length;
  const full = format.time(date, 'UTC', 'date');
  // A phone has no room for names: the day says how many there are, and is opened in the list.
  const { shown, more } = isNarrow ? { shown: [], more: entries.length } : inCell(entries, most, entryKey);
  const counts = [
    text('schedules.cell.runs', { count: entries.length }),
    ...(bad === 0 ? [] : [text('schedules.cell.bad', { count: bad })]),
  ].join(', ');
  return (
    <li
      className={`schedules__cell ${isToday ? 'is-today' : ''} ${isOther ? 'is-other' : ''} ${
        number === day ? 'is-chosen' : ''
      }`}
    >
      <button
        type="button"
        className="schedules__date"
        aria-label={`${full}, ${counts}`}
        aria-current={isToday ? 'date' : undefined}
        data-cursor={(number === day && entryKey === null) || undefined}
        onClick={() => onDay(number)}
      >
        <span className="num">{Number(full.slice(-2))}</span>
        {isNarrow && entries.length > 0 && (
          <span className={`num text-11 ${bad > 0 ? 'schedules__bad' : 'dim'}`}>{entries.length}</span>
        )}
      </button>
      {shown.map((entry) => (
        <EntryButton key={entry.key} entry={entry} view={view} />
      ))}
      {!isNarrow && more > 0 && (
        <button type="button" className="schedules__more link text-11" onClick={() => onDay(number)}>
          {text('schedules.cell.more', { count: more })}
        </button>
      )}
    </li>
  );
}

/** The month of the calendar: whole weeks, so that days of the months beside it are in it too. */
export function Month({
  days,
  view,
}: {
  readonly days: readonly ScheduleDay[];
  readonly view: CalendarViewProps;
}) {
  const text = useText();
  const words = useScheduleWords();
  return (
    <div
      className="schedules__month scroll"
      role="region"
      aria-label={text('schedules.view.month')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
      tabIndex={0}
    >
      <div className="schedules__weekdays text-12" aria-hidden="true">
        {weekdays.map((weekday) => (
          <span key={weekday}>{words.weekday(weekday)}</span>
        ))}
      </div>
      <ul className="schedules__cells">
        {days.map((one) => (
          <Cell key={one.number} one={one} view={view} />
        ))}
      </ul>
    </div>
  );
}
