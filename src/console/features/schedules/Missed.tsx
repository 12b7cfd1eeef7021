import { schedules as commands } from '../../../../commands/schedules.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { ScheduleRun, ScheduleView } from '../../state/schedules.ts';
import { isMissed, stateIcons } from './Entry.tsx';
import { useScheduleWords } from './use-schedule-words.ts';

/** What can be done with a missed run; nothing with any other, and with one that is acknowledged. */
export function MissedActions({ run }: { readonly run: ScheduleRun }) {
  const text = useText();
  if (!isMissed(run.state) || run.acknowledged !== null) return null;
  const args = { runId: run.id };
  return (
    <span className="row gap-6 rigid">
      <CommandButton
        command={commands.again}
        args={args}
        label={text('schedules.runNow')}
        icon="play"
        look="ghost"
      />
      <CommandButton
        command={commands.acknowledge}
        args={args}
        label={text('schedules.acknowledge')}
        icon="tick"
        look="ghost"
      />
    </span>
  );
}

/** Runs that were missed and that nobody has acknowledged, of whatever time, the newest first. */
export function Missed(props: {
  readonly runs: readonly ScheduleRun[];
  readonly schedules: readonly ScheduleView[];
  readonly zone: string;
}) {
  const { runs, schedules, zone } = props;
  const text = useText();
  const format = useFormat();
  const words = useScheduleWords();
  const { run: runCommand } = useCommands();
  const missed = runs.flatMap((run) => {
    const schedule = schedules.find(({ id }) => id === run.scheduleId);
    return schedule === undefined ? [] : [{ run, schedule }];
  });
  if (missed.length === 0) return null;
  return (
    <section className="panel column schedules__missed" aria-label={text('schedules.missedRuns')}>
      <header className="panel__head row gap-8">
        <h2>{text('schedules.missedRuns')}</h2>
        <span className="num schedules__bad">{missed.length}</span>
      </header>
      <ul className="text-12">
        {missed.map(({ run, schedule }) => (
          <li key={run.id} className="schedules__missed-run">
            <div className="row gap-6">
              <Icon name={stateIcons[run.state]} className="icon--small schedules__bad" />
              <span className="num">{format.time(run.dueAt, zone, 'dayTime')}</span>
              <button
                type="button"
                className="link ellipsis"
                onClick={() => runCommand(commands.open, { scheduleId: schedule.id }, 'button')}
              >
                {run.name}
              </button>
            </div>
            <div className="row gap-6 wrap">
              <span className="grow yields dim">{words.said(run)}</span>
              {schedule.canEdit && <MissedActions run={run} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
