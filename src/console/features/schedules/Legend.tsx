import { scheduleJobs } from '../../../base/schedule-words.ts';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { comingIcon, isBadState, stateIcons } from './Entry.tsx';

const states = ['running', 'done', 'failed', 'refused', 'missed', 'overlapped'] as const;

/** What the marks and the colours of the calendar mean, and whose clocks its times are of. */
export function Legend({ zone, now }: { readonly zone: string; readonly now: number }) {
  const text = useText();
  const format = useFormat();
  return (
    <footer className="row wrap text-11 dim schedules__legend">
      <ul className="row wrap" aria-label={text('schedules.legend.marks')}>
        <li className="row gap-6">
          <Icon name={comingIcon} className="icon--small" />
          {text('schedules.run.coming')}
        </li>
        {states.map((state) => (
          <li key={state} className={`row gap-6 ${isBadState(state) ? 'schedules__bad' : ''}`}>
            <Icon name={stateIcons[state]} className="icon--small" />
            {text(`schedules.run.${state}`)}
          </li>
        ))}
      </ul>
      <ul className="row wrap" aria-label={text('schedules.legend.colours')}>
        {scheduleJobs.map((job) => (
          <li key={job} className="row gap-6">
            <i className={`schedules__dot is-${job}`} />
            {text(`schedules.job.${job}`)}
          </li>
        ))}
      </ul>
      <span className="num schedules__zone">
        {text('schedules.zone', { zone: format.offset(zone, now) })}
      </span>
    </footer>
  );
}
