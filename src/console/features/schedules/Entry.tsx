import { missedStates, type ScheduleRunState } from '../../../base/schedule-words.ts';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { ScheduleRun } from '../../state/schedules.ts';
import { type CalendarEntry, type CalendarRest, columnHeight, entryHeight } from './calendar.ts';
import { useScheduleWords } from './use-schedule-words.ts';

export const stateIcons: Readonly<Record<ScheduleRunState, IconName>> = {
  waiting: 'refresh',
  running: 'refresh',
  done: 'check',
  failed: 'circle-x',
  refused: 'ban',
  missed: 'timer-off',
  overlapped: 'layers',
};
/** Mark of what is to come. */
export const comingIcon: IconName = 'clock';
/** Nothing was begun. */
export const isMissed = (state: ScheduleRunState): boolean => missedStates.some((one) => one === state);
/** Ended otherwise than it should. */
export const isBadState = (state: ScheduleRunState): boolean =>
  state === 'failed' || state === 'refused' || isMissed(state);
/** It did, and nobody has acknowledged that. */
export const isBad = ({ state, acknowledged }: ScheduleRun): boolean =>
  isBadState(state) && acknowledged === null;

/** What the views of the calendar have in common. */
export interface CalendarViewProps {
  readonly zone: string;
  readonly now: number;
  /** Number of the day that is chosen. */
  readonly day: number;
  /** Key of the run that is chosen; null = none. */
  readonly entryKey: string | null;
  readonly currentId: number | null;
  readonly onEntry: (entry: CalendarEntry) => void;
  /** A day is looked at by itself: in the list. */
  readonly onDay: (day: number) => void;
}

/** Class names of an entry: what it runs, and how it went. */
export const entryLook = ({ schedule, run }: CalendarEntry): string =>
  `is-${schedule.job.kind} ${run === null ? '' : 'is-past'} ${run !== null && isBad(run) ? 'is-bad' : ''}`;

/** A run in a day of the week or the month. */
export function EntryButton(props: {
  readonly entry: CalendarEntry;
  readonly view: CalendarViewProps;
  /** Where it stands within the day; absent = in its order. */
  readonly isPlaced?: boolean;
}) {
  const { entry, view, isPlaced = false } = props;
  const { schedule, run, key } = entry;
  const format = useFormat();
  const text = useText();
  const words = useScheduleWords();
  const said = run === null ? text('schedules.run.coming') : words.said(run);
  const clock = format.time(entry.at, view.zone, 'minute');
  const isCursor = key === view.entryKey;
  return (
    <button
      type="button"
      className={`schedules__entry ${entryLook(entry)}`}
      style={isPlaced ? { top: `${entry.top * 100}%`, minHeight: `${entry.height * 100}%` } : undefined}
      aria-current={view.entryKey === null ? schedule.id === view.currentId : isCursor}
      data-cursor={isCursor || undefined}
      title={`${schedule.name}, ${clock}: ${said}`}
      onClick={() => view.onEntry(entry)}
    >
      <Icon name={run === null ? comingIcon : stateIcons[run.state]} className="icon--small" />
      <span className="ellipsis">
        {isPlaced ? (
          <>
            {schedule.name} <span className="num">{clock}</span>
          </>
        ) : (
          <>
            <span className="num">{clock}</span> {schedule.name}
          </>
        )}
      </span>
    </button>
  );
}

/** px: height of a line of text in what lasts into a day. */
const lineHeight = 14;

/** What a maintenance window of a day before takes of a day. Keys pass it by: they go to where it begins. */
export function RestButton(props: {
  readonly rest: CalendarRest;
  /** Its place among those of the day, the longest first: each begins below the name of the one before. */
  readonly index: number;
  /** Another one begins below its name. */
  readonly isCovered: boolean;
  readonly view: CalendarViewProps;
}) {
  const { rest, index, isCovered, view } = props;
  const { entry, end, height } = rest;
  const format = useFormat();
  const text = useText();
  const until = text('schedules.lastsUntil', {
    name: entry.schedule.name,
    time: format.time(end, view.zone, 'minute'),
  });
  const top = index * entryHeight;
  const lines = Math.max(1, Math.floor((height * columnHeight - top - 6) / lineHeight));
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`schedules__entry schedules__entry--rest ${entryLook(entry)}`}
      style={{ top, minHeight: height * columnHeight - top }}
      aria-current={entry.key === view.entryKey}
      title={until}
      onClick={() => view.onEntry(entry)}
    >
      <Icon name={entry.run === null ? comingIcon : stateIcons[entry.run.state]} className="icon--small" />
      <span style={{ WebkitLineClamp: isCovered ? 1 : lines }}>{until}</span>
    </button>
  );
}
