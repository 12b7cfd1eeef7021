import { schedules as commands } from '../../../../commands/schedules.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Segmented, Select } from '../../components/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { ScheduleView } from '../../state/schedules.ts';
import { Agenda } from './Agenda.tsx';
import { type CalendarView, calendarViews, isOften, type ScheduleDay } from './calendar.ts';
import type { CalendarViewProps } from './Entry.tsx';
import { Legend } from './Legend.tsx';
import { Month } from './Month.tsx';
import { useScheduleWords } from './use-schedule-words.ts';
import { Week } from './Week.tsx';

const bodies = { week: Week, month: Month, list: Agenda } as const;

/** What is run all day, in one line. */
function Often({
  schedules,
  currentId,
}: {
  readonly schedules: readonly ScheduleView[];
  readonly currentId: number | null;
}) {
  const text = useText();
  const words = useScheduleWords();
  const { run } = useCommands();
  const often = schedules.filter(isOften);
  if (often.length === 0) return null;
  return (
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
  );
}

/** The calendar: runs that were and are to come, by the week, the month or as a list; above it what is run often. */
export function Calendar(props: {
  readonly shown: CalendarView;
  readonly days: readonly ScheduleDay[];
  readonly schedules: readonly ScheduleView[];
  readonly view: CalendarViewProps;
  readonly projectId: number;
  readonly projects: readonly { readonly id: number; readonly name: string }[];
}) {
  const { shown, days, schedules, view, projectId, projects } = props;
  const text = useText();
  const format = useFormat();
  const { run } = useCommands();
  const date = (one: number) => format.time(one * 86_400_000, 'UTC', 'date');
  const [first = view.day, last = view.day] = [days[0]?.number, days.at(-1)?.number];
  const Body = bodies[shown];
  return (
    <section className="panel column schedules__calendar" aria-label={text('page.schedules')}>
      <header className="panel__head row gap-8 wrap">
        <h1>{text('page.schedules')}</h1>
        <CommandButton command={commands.before} icon="chevron-left" look="ghost" iconOnly />
        <b className="num schedules__span">
          {shown === 'month'
            ? date(view.day).slice(0, 7)
            : `${date(first)} – ${date(last).slice(date(first).slice(0, 4) === date(last).slice(0, 4) ? 5 : 0)}`}
        </b>
        <CommandButton command={commands.after} icon="chevron-right" look="ghost" iconOnly />
        <CommandButton command={commands.today} label={text('schedules.today')} />
        <Segmented
          label={text('argument.view')}
          value={shown}
          options={calendarViews.map((value) => ({ value, label: text(`schedules.view.${value}`) }))}
          onChange={(value) => run(commands.view, { view: value }, 'button')}
        />
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
      <Often schedules={schedules} currentId={view.currentId} />
      <Body days={days} view={view} />
      <Legend zone={view.zone} now={view.now} />
    </section>
  );
}
