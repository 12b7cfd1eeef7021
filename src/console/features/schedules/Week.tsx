import { schedules as commands } from '../../../../commands/schedules.ts';
import type { ScheduleRunState } from '../../../base/schedule-words.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Select } from '../../components/fields.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { ScheduleView } from '../../state/schedules.ts';
import { useScheduleWords } from './use-schedule-words.ts';
import { isOften, type WeekDay, type WeekEntry } from './week.ts';

const hours = [3, 6, 9, 12, 15, 18, 21] as const;
export const stateIcons: Readonly<Record<ScheduleRunState, IconName>> = {
  waiting: 'clock',
  running: 'refresh',
  done: 'check',
  failed: 'circle-alert',
  refused: 'ban',
  missed: 'circle-alert',
  overlapped: 'circle-alert',
};
/** Ended otherwise than it should. */
export const isBad = (state: ScheduleRunState) =>
  state === 'failed' || state === 'refused' || state === 'missed' || state === 'overlapped';

function EntryButton(props: {
  readonly entry: WeekEntry;
  readonly zone: string;
  readonly isCurrent: boolean;
}) {
  const { entry, zone, isCurrent } = props;
  const { schedule, run } = entry;
  const format = useFormat();
  const text = useText();
  const words = useScheduleWords();
  const { run: runCommand } = useCommands();
  const said = run === null ? text('schedules.run.coming') : words.said(run);
  const clock = format.time(entry.at, zone, 'minute');
  return (
    <button
      type="button"
      className={`schedules__entry is-${schedule.job.kind} ${run === null ? '' : 'is-past'} ${
        run !== null && isBad(run.state) ? 'is-bad' : ''
      }`}
      style={{ top: `${entry.top * 100}%`, minHeight: `${entry.height * 100}%` }}
      aria-current={isCurrent}
      title={`${schedule.name}, ${clock}: ${said}`}
      onClick={() => runCommand(commands.open, { scheduleId: schedule.id }, 'button')}
    >
      <Icon name={run === null ? 'clock' : stateIcons[run.state]} className="icon--small" />
      <span className="ellipsis">
        {schedule.name} <span className="num">{clock}</span>
      </span>
    </button>
  );
}

/** The week of the calendar: runs that were and are to come, above it what is run often. */
export function Week(props: {
  readonly days: readonly WeekDay[];
  readonly schedules: readonly ScheduleView[];
  readonly currentId: number | null;
  readonly zone: string;
  readonly now: number;
  readonly projectId: number;
  readonly projects: readonly { readonly id: number; readonly name: string }[];
}) {
  const { days, schedules, currentId, zone, now, projectId, projects } = props;
  const text = useText();
  const format = useFormat();
  const words = useScheduleWords();
  const { run } = useCommands();
  const often = schedules.filter(isOften);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <section className="panel column schedules__week" aria-label={text('page.schedules')}>
      <header className="panel__head row gap-8 wrap">
        <h1>{text('page.schedules')}</h1>
        <CommandButton command={commands.before} icon="chevron-left" look="ghost" iconOnly />
        <b className="num">
          {first === undefined || last === undefined
            ? ''
            : `${format.time(first.date, 'UTC', 'date')} – ${format.time(last.date, 'UTC', 'date')}`}
        </b>
        <CommandButton command={commands.after} icon="chevron-right" look="ghost" iconOnly />
        <CommandButton command={commands.today} label={text('schedules.today')} />
        <span className="grow" />
        <Select
          label={text('sites.project')}
          value={String(projectId)}
          options={[
            { value: '0', label: text('schedules.allProjects') },
            ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(id) => run(commands.project, { projectId: Number(id) }, 'button')}
        />
      </header>
      {often.length > 0 && (
        <ul className="row wrap gap-12 text-12 schedules__often" aria-label={text('schedules.often')}>
          {often.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className="link"
                aria-current={one.id === currentId}
                onClick={() => run(commands.open, { scheduleId: one.id }, 'button')}
              >
                <i className={`schedules__dot is-${one.job.kind}`} /> <b>{one.name}</b>
              </button>{' '}
              <span className="dim">{words.often(one.recurrence)}</span>
            </li>
          ))}
        </ul>
      )}
      <div
        className="schedules__days scroll"
        role="region"
        aria-label={text('schedules.week')}
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
        {days.map(({ date, start, end, entries }) => {
          const isToday = start <= now && now < end;
          return (
            <section key={date} className={`schedules__day ${isToday ? 'is-today' : ''}`}>
              <h2 className="text-12">
                {words.weekday(((((date / 86_400_000 + 3) % 7) + 7) % 7) + 1)}{' '}
                <span className="num">{format.time(date, 'UTC', 'date').slice(-5)}</span>
                <span className="dim num">{entries.length}</span>
              </h2>
              <div className="schedules__column">
                {hours.map((hour) => (
                  <i key={hour} className="schedules__line" style={{ top: `${(hour / 24) * 100}%` }} />
                ))}
                {entries.map((entry) => (
                  <EntryButton
                    key={entry.key}
                    entry={entry}
                    zone={zone}
                    isCurrent={entry.schedule.id === currentId}
                  />
                ))}
                {isToday && (
                  <i
                    className="schedules__now"
                    style={{ top: `${((now - start) / (end - start)) * 100}%` }}
                  />
                )}
              </div>
            </section>
          );
        })}
      </div>
      <footer className="row between padded text-11 dim">
        <span>{text('schedules.missedWhy')}</span>
        <span className="num">{text('schedules.zone', { zone: format.offset(zone, now) })}</span>
      </footer>
    </section>
  );
}
