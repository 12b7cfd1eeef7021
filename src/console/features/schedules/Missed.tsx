import { useFormat, useText } from '../../components/i18n.ts';
import type { ScheduleRun } from '../../state/schedules.ts';

/** Runs that were not begun, the newest first. */
export function Missed({ runs, zone }: { readonly runs: readonly ScheduleRun[]; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const missed = runs.filter(({ state }) => state === 'missed' || state === 'overlapped');
  if (missed.length === 0) return null;
  return (
    <section className="panel column schedules__missed" aria-label={text('schedules.missedRuns')}>
      <header className="panel__head row gap-8">
        <h2>{text('schedules.missedRuns')}</h2>
        <span className="num dim">{missed.length}</span>
      </header>
      <ul className="padded text-12">
        {missed.map(({ id, name, dueAt, state, missed: count }) => (
          <li key={id}>
            <b className="num">{format.time(dueAt, zone, 'dayTime')}</b> {name}{' '}
            <span className="dim">
              {state === 'missed'
                ? text('schedules.outcome.missed', { count })
                : text('schedules.outcome.overlapped')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
