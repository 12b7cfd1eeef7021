import type { MessageId } from '../../../base/messages.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { preferences } from '../../state/preferences.ts';
import type { RecurrenceBody, ScheduleRun, ScheduleView } from '../../state/schedules.ts';
import { useScripts } from '../../state/scripts/scripts.ts';

const two = (value: number) => String(value).padStart(2, '0');
/** A minute of the day as clocks show it. */
export const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const numbers = [1, 2, 3, 4, 5, 6, 7] as const;

/** What schedules are called, and when they run, in words. */
export function useScheduleWords() {
  const text = useText();
  const format = useFormat();
  const scripts = useScripts();
  const weekday = (number: number) => text(`notify.weekday.${numbers[number - 1] ?? 1}`);
  const often = ({ kind, every = 60, time, weekdays = [], day = 1, nth = 1, from = '' }: RecurrenceBody) => {
    const clock = clockOf(time);
    switch (kind) {
      case 'once':
        return text('schedules.often.once', { day: from, clock });
      case 'minutes':
        return every % 60 === 0
          ? text('schedules.often.hours', { hours: every / 60 })
          : text('schedules.often.minutes', { minutes: every });
      case 'week':
        return weekdays.length === 7
          ? text('schedules.often.daily', { clock })
          : text('schedules.often.week', { days: weekdays.map(weekday).join(text('schedules.and')), clock });
      case 'month':
        return text('schedules.often.month', { day, clock });
      default:
        return text(nth === -1 ? 'schedules.often.last' : 'schedules.often.nth', {
          ...(nth === -1 ? {} : { nth }),
          ...{ day: weekday(weekdays[0] ?? 1), clock },
        });
    }
  };
  return {
    weekday,
    often,
    /** Offset of a project's zone in brackets, where it is another one than the page shows its times in; else ''. */
    otherZone: (own: string, shown: string, at: number): string =>
      format.offset(own, at) === format.offset(shown, at) ? '' : ` (${format.offset(own, at)})`,
    /** How a run ended, or how it goes. */
    said: ({ state, outcome }: ScheduleRun): string =>
      outcome === null ? text(`schedules.run.${state}`) : text(outcome.id as MessageId, outcome.params),
    /** What is run, with its name where it has one; a script of the library by its title. */
    job: ({ job, about }: Pick<ScheduleView, 'job' | 'about'>): string => {
      const own =
        job.kind === 'script'
          ? scripts.data?.library.find(({ id }) => job.script === `library-${id}`)?.title?.[
              preferences.language
            ]
          : undefined;
      const name = own ?? about;
      const kind = text(`schedules.job.${job.kind}`);
      return name === '' ? kind : `${kind} · ${name}`;
    },
  };
}
